/** The time zones of projects: whose midnight a day ends at. */
import type { Db } from '../../kernel/context.ts';

/** IANA names by project. */
export async function timeZonesOf(db: Db, projectIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('project').select(['id', 'time_zone']).where('id', 'in', projectIds).execute();
  return new Map(rows.map((row) => [row.id, row.time_zone]));
}
