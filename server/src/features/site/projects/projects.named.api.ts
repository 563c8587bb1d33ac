/** Projects by the names that people know them by, and the clocks that they keep: whose midnight a day ends at. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { CountIn } from '../../../kernel/lifecycle.ts';

export { lock as lockProject, visible as projectsNow } from './projects.table.ts';

export interface NamedProject {
  readonly id: number;
  readonly name: string;
  readonly corporationId: number;
  readonly timeZone: string;
}

/** Undefined where there is none. */
export async function namedProject(db: Db, id: number): Promise<NamedProject | undefined> {
  const row = await db
    .selectFrom('project')
    .select(['id', 'name', 'corporation_id', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { id: row.id, name: row.name, corporationId: row.corporation_id, timeZone: row.time_zone };
}

/** IANA names by project. */
export async function timeZonesOf(db: Db, projectIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('project').select(['id', 'time_zone']).where('id', 'in', projectIds).execute();
  return new Map(rows.map((row) => [row.id, row.time_zone]));
}

export const projectsIn: CountIn = (corporationId) =>
  sql`(SELECT count(*) FROM project WHERE corporation_id = ${corporationId})`;

/** Projects that a corporation still has, by id. */
export const projectIdsOf = async (db: Db, corporationId: number): Promise<number[]> =>
  (await db.selectFrom('project').select('id').where('corporation_id', '=', corporationId).orderBy('id').execute()).map(
    ({ id }) => id,
  );
