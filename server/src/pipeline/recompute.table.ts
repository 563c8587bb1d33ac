/** What recomputing needs of the tables: whose history it is, where it lies, the settings that are put back. */
import { sql } from 'kysely';
import type { Db } from '../kernel/context.ts';
import { announceChanges } from '../kernel/listen.ts';
import { sqlRows } from '../kernel/rows.ts';

export interface Owner {
  readonly name: string;
  readonly projectId: number;
  readonly corporationId: number;
}

/** Returns the owners of the points that exist, by id. */
export async function ownersOf(db: Db, pointIds: readonly number[]): Promise<ReadonlyMap<number, Owner>> {
  const { rows } = await sqlRows({ id: 'number', name: 'text', project_id: 'number', corporation_id: 'number' })`
    SELECT p.id, p.name, p.project_id, j.corporation_id FROM point p JOIN project j ON j.id = p.project_id
    WHERE p.id = ANY(${pointIds}::int[]) ORDER BY p.id`.execute(db);
  return new Map(
    rows.map((row) => [row.id, { name: row.name, projectId: row.project_id, corporationId: row.corporation_id }]),
  );
}

export interface Extent {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Times of the first and the last record of points, epoch ms; those that have none are absent. */
export async function extentsOf(db: Db, pointIds: readonly number[]): Promise<ReadonlyMap<number, Extent>> {
  const ms = (expression: string) => sql.raw(`(extract(epoch FROM ${expression}) * 1000)::float8`);
  const { rows } = await sqlRows({ id: 'number', first: 'number?', last: 'number?' })`
    SELECT p.id, least((SELECT ${ms('at')} FROM reading WHERE point_id = p.id ORDER BY at LIMIT 1),
        (SELECT ${ms('t0')} FROM segment WHERE point_id = p.id ORDER BY t0 LIMIT 1)) AS first,
      greatest((SELECT ${ms('at')} FROM reading WHERE point_id = p.id ORDER BY at DESC LIMIT 1),
        (SELECT ${ms('t1')} FROM segment WHERE point_id = p.id ORDER BY t0 DESC LIMIT 1)) AS last
    FROM unnest(${pointIds}::int[]) AS p(id)`.execute(db);
  return new Map(
    rows.flatMap(({ id, first, last }) =>
      first === null || last === null ? [] : [[id, { fromMs: Math.floor(first), toMs: Math.ceil(last) }] as const],
    ),
  );
}

/** Tells every process that points read differently. */
export const dropPlans = (db: Db, pointIds: readonly number[]): Promise<void> =>
  announceChanges(
    db,
    pointIds.map((id) => ({ kind: 'point', id })),
  );

/** The points that a composite or a master is made of, in order. */
export async function slavesOf(db: Db, pointId: number): Promise<number[]> {
  const row = await db.selectFrom('point').select('slaves').where('id', '=', pointId).executeTakeFirst();
  return row?.slaves.map((slave) => slave.pointId) ?? [];
}
