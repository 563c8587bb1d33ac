/** The links by which calendar programs follow duties. */
import type { Db } from '../../../kernel/context.ts';
import { sqlRows } from '../../../kernel/rows.ts';

export const ofAccount = async (db: Db, accountId: number) =>
  await db
    .selectFrom('duty_calendar')
    .select(['made_at', 'read_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** Gives an account a link; the one before opens nothing any more. */
export async function set(db: Db, accountId: number, tokenHash: Buffer, now: Date): Promise<void> {
  const values = { token_hash: tokenHash, made_at: now, read_at: null };
  await db
    .insertInto('duty_calendar')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export const remove = (db: Db, accountId: number) =>
  db.deleteFrom('duty_calendar').where('account_id', '=', accountId).execute();

/** Returns the account that made a link, and notes that it was read; undefined where it opens nothing: unknown, ended, or the account is disabled. */
export async function opened(db: Db, tokenHash: Buffer, now: Date) {
  const { rows } = await sqlRows({ accountId: 'number' })`
    UPDATE duty_calendar c SET read_at = ${now} FROM account u
    WHERE c.token_hash = ${tokenHash} AND u.id = c.account_id AND u.disabled_at IS NULL
    RETURNING u.id AS "accountId"`.execute(db);
  return rows[0];
}
