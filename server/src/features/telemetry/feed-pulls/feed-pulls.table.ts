import type { Db } from '../../../kernel/context.ts';

/** Names of devices by their serial numbers. */
export async function namesOf(db: Db, sncodes: readonly string[]): Promise<Map<string, string>> {
  if (sncodes.length === 0) return new Map();
  const rows = await db.selectFrom('device').select(['sncode', 'name']).where('sncode', 'in', sncodes).execute();
  return new Map(rows.map(({ sncode, name }) => [sncode, name]));
}
