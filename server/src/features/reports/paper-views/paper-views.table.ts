/** Where points belong, for views that show a whole structure. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

/** The structure of each point, of an item the one that it is an item of. */
export async function wholeStructures(db: Db, pointIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sqlRows({ id: 'number', structureId: 'number' })`
    SELECT p.id, coalesce(s.parent_id, s.id) AS "structureId"
    FROM point p JOIN structure s ON s.id = p.structure_id WHERE p.id = ANY(${pointIds}::int[])`.execute(db);
  return new Map(rows.map(({ id, structureId }) => [id, structureId]));
}
