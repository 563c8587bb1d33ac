/** When messages without a time of their own came first. Bounded by feed and by time. */
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export interface Receipt {
  readonly feedId: number;
  readonly sending: string;
  readonly hash: Buffer;
  readonly at: Date;
}

/**
 * Notes when a message came, and gives the time that counts: of one that may be a repetition (`sinceIfRepeated` not null)
 * that of the first, where the same content came by the same sending since then; else its own. One statement, so that two
 * processes that are sent the same message agree.
 */
export async function noteReceipt(
  db: Db,
  { feedId, sending, hash, at }: Receipt,
  sinceIfRepeated: Date | null,
): Promise<Date> {
  const { rows } = await sqlRows({ at: 'instant' })`
    INSERT INTO feed_receipt AS r (feed_id, sending, hash, at)
    SELECT id, ${sending}, ${hash}, ${at}::timestamptz FROM feed WHERE id = ${feedId}
    ON CONFLICT (feed_id, sending) DO UPDATE SET hash = excluded.hash,
      at = CASE WHEN r.hash = excluded.hash AND r.at >= ${sinceIfRepeated}::timestamptz THEN r.at ELSE excluded.at END
    RETURNING at`.execute(db);
  return rows[0]?.at ?? at;
}

export async function newestReceipt(db: Db, feedId: number): Promise<Date | null> {
  const newest = await db
    .selectFrom('feed_receipt')
    .select('at')
    .where('feed_id', '=', feedId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.at ?? null;
}

/** Its sender knows that it was taken, and does not send it again. */
export const forgetReceipt = (db: Db, { feedId, sending, at }: Omit<Receipt, 'hash'>) =>
  db
    .deleteFrom('feed_receipt')
    .where('feed_id', '=', feedId)
    .where('sending', '=', sending)
    .where('at', '=', at)
    .execute();

/** Lets go what came before a time, and of a feed all but the newest. */
export async function dropReceipts(db: Db, feedId: number, before: Date, most: number): Promise<void> {
  await sql`
    DELETE FROM feed_receipt WHERE feed_id = ${feedId} AND at < greatest(${before}::timestamptz,
      (SELECT at FROM feed_receipt WHERE feed_id = ${feedId} ORDER BY at DESC OFFSET ${most - 1} LIMIT 1))`.execute(db);
}
