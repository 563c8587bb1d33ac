/** The feeds of a corporation that is to end: switched off at once, deleted with it. */
import type { Db } from '../../../kernel/context.ts';

/** Gives those that were on, for the gateways that know them. */
export const closeFeeds = (db: Db, corporationId: number): Promise<{ id: number; key: string }[]> =>
  db
    .updateTable('feed')
    .set({ enabled: false })
    .where('corporation_id', '=', corporationId)
    .where('enabled', '=', true)
    .returning(['id', 'key'])
    .execute();
