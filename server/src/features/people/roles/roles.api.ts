/** What features above may ask about roles. */
import type { Db, Place } from '../../../kernel/context.ts';

/** The fixed roles are every corporation's: read by all who may read roles, and changed by nobody. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('role').select(['id', 'corporation_id']).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, corporation_id }) => [
      id,
      { corporationId: corporation_id ?? 0, projectIds: [], archived: false, everybodys: corporation_id === null },
    ]),
  );
}
