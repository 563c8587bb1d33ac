import type { Slave } from '@plumbline/contract/points.point';
import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import type { Readable } from './logic/readable-point.ts';

const slavesLock = 7304;

/** Waits for other changes of who is made of whom in the project, until the transaction ends. */
export const oneAtATime = (db: Db, projectId: number) =>
  sql`SELECT pg_advisory_xact_lock(${slavesLock}, ${projectId})`.execute(db);

/** Points of the project that may be read by others: those that are not deprecated. */
export async function readable(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, Readable>> {
  const rows = await db
    .selectFrom('point')
    .select(['id', 'type', 'family', 'node_count', 'main_index'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('deprecated_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { type: row.type, family: row.family, nodeCount: row.node_count, mainIndex: row.main_index },
    ]),
  );
}

/** Of what each composite and master of the project is made. */
export async function links(db: Db, projectId: number): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; slaves: { pointId: number }[] }>`
    SELECT id, slaves FROM point WHERE project_id = ${projectId} AND slaves <> '[]'`.execute(db);
  return new Map(rows.map((row) => [row.id, row.slaves.map(({ pointId }) => pointId)]));
}

/** Writes of what many points are made. */
export async function setAll(
  db: Db,
  rows: readonly { readonly pointId: number; readonly slaves: readonly Slave[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE point p SET slaves = r.slaves
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("pointId" int, slaves jsonb) WHERE p.id = r."pointId"`.execute(
    db,
  );
}
