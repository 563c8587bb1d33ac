/** What of a project goes into a report of a period: which points, and the records that only some blocks show. */
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';

export interface Candidate {
  readonly id: number;
  readonly family: FamilyCode;
  readonly created_at: Date;
}

/**
 * The points that a report may hold. Masters measure nothing themselves, snapshots are copies, and what was deprecated
 * before the period began had no part in it. Younger ones than the period are here too: readings of then may have been imported.
 */
export const pointsSince = (db: Db, projectId: number, from: Date): Promise<Candidate[]> =>
  db
    .selectFrom('point')
    .select(['id', 'family', 'created_at'])
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('type', '<>', 3)
    .where((each) => each.or([each('deprecated_at', 'is', null), each('deprecated_at', '>', from)]))
    .orderBy('id')
    .execute();

/** The masters that were there in the period. */
export const mastersSince = (db: Db, projectId: number, from: Date): Promise<Candidate[]> =>
  db
    .selectFrom('point')
    .select(['id', 'family', 'created_at'])
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('type', '=', 3)
    .where((each) => each.or([each('deprecated_at', 'is', null), each('deprecated_at', '>', from)]))
    .orderBy('id')
    .execute();

/** The level that the newest reading of each point was judged at, and when that was measured. Points without one are absent. */
export async function newestLevels(db: Db, projectId: number): Promise<Map<number, { atMs: number; level: number }>> {
  const rows = await db
    .selectFrom('point_state')
    .innerJoin('point', 'point.id', 'point_state.point_id')
    .select(['point_state.point_id', 'point_state.at', 'point_state.level'])
    .where('point.project_id', '=', projectId)
    .execute();
  return new Map(rows.map(({ point_id, at, level }) => [point_id, { atMs: at.getTime(), level }]));
}

export const corporationTitle = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('corporation').select('title').where('id', '=', id).executeTakeFirst())?.title ?? '';

/** The files of the pictures that a cover may show. */
export const picturesOfProject = (db: Db, id: number) =>
  db
    .selectFrom('project')
    .innerJoin('corporation', 'corporation.id', 'project.corporation_id')
    .select(['project.picture', 'project.logo', 'corporation.logo as corporationLogo'])
    .where('project.id', '=', id)
    .executeTakeFirst();

/** The structure of each point, and what that is an item of. */
export async function structuresOf(db: Db, pointIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sqlRows({ id: 'number', structures: typed<number[]>() })`
    SELECT p.id, array_remove(ARRAY[s.id, s.parent_id], NULL) AS structures
    FROM point p JOIN structure s ON s.id = p.structure_id WHERE p.id = ANY(${pointIds}::int[])`.execute(db);
  return new Map(rows.map(({ id, structures }) => [id, structures]));
}
