/** What features above may ask about structures and items, and add to them. */
import { sql } from 'kysely';
import type { Db, Place } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export { ofProject as structuresOfProject, some as structuresNow } from './structures.table.ts';

export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db
    .selectFrom('structure')
    .innerJoin('project', 'project.id', 'structure.project_id')
    .select(['structure.id', 'project.id as projectId', 'project.corporation_id', 'project.archived_at'])
    .where('structure.id', 'in', ids)
    .where('project.deleting_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { corporationId: row.corporation_id, projectIds: [row.projectId], archived: row.archived_at !== null },
    ]),
  );
}

/** The structures and items of a project. */
export async function structureIdsOf(db: Db, projectId: number): Promise<number[]> {
  const rows = await db.selectFrom('structure').select('id').where('project_id', '=', projectId).execute();
  return rows.map(({ id }) => id);
}

/** A structure whose last drawing was deleted is shown on the map, unless it has a picture. */
export const leaveDrawings = (db: Db, id: number) =>
  sql`UPDATE structure SET display_type = 'MAP' WHERE id = ${id} AND display_type = 'IMG' AND picture IS NULL
    AND NOT EXISTS (SELECT 1 FROM drawing WHERE structure_id = ${id})`.execute(db);

/** Adds structures (parent null) or items; an item is of its structure's type. Gives their ids in the order given. */
export async function insertStructures(
  db: Db,
  projectId: number,
  branches: readonly { readonly parentId: number | null; readonly name: string }[],
): Promise<number[]> {
  if (branches.length === 0) return [];
  const { rows } = await sqlRows({ id: 'number', parent_id: 'number?', name: 'text' })`
    INSERT INTO structure (project_id, parent_id, name, type)
    SELECT ${projectId}, b."parentId", b.name, coalesce(p.type, 'other')
    FROM jsonb_to_recordset(${JSON.stringify(branches)}::jsonb) AS b("parentId" int, name text)
      LEFT JOIN structure p ON p.id = b."parentId"
    RETURNING id, parent_id, name`.execute(db);
  const ids = new Map(rows.map((row) => [`${row.parent_id} ${row.name}`, row.id]));
  return branches.map(({ parentId, name }) => {
    const id = ids.get(`${parentId} ${name}`);
    if (id === undefined) throw new Error(`structure ${name} was inserted and not returned`);
    return id;
  });
}
