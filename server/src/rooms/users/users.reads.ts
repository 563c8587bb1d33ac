/** What rooms above may ask about users. */
import type { Db, Place } from '../../kernel/context.ts';

/** A System account stands in no corporation: only another System account finds it. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('account').select(['id', 'corporation_id']).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, corporation_id }) => [id, { corporationId: corporation_id ?? 0, projectIds: [], archived: false }]),
  );
}
