import type { Db } from '../../../kernel/context.ts';

/** The second factor of an account, also one without its first code; undefined = there is none. */
export async function ofAccount(db: Db, accountId: number) {
  return db.selectFrom('second_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** Returns the account data needed to show and confirm a second factor. */
export async function account(db: Db, accountId: number) {
  return db
    .selectFrom('account')
    .leftJoin('corporation', 'corporation.id', 'account.corporation_id')
    .select(['account.name', 'account.password_hash', 'corporation.second_factor_demanded'])
    .where('account.id', '=', accountId)
    .executeTakeFirst();
}

/** Keeps a new secret, in the place of one that never got its first code; false where one counts already. */
export async function begin(db: Db, accountId: number, sealed: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('second_factor')
    .values({ account_id: accountId, sealed, created_at: now, confirmed_at: null })
    .onConflict((on) =>
      on.column('account_id').doUpdateSet({ sealed, created_at: now }).where('second_factor.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** From now on it counts; false where it is another one by now, or counts already. */
export async function confirm(db: Db, { accountId, sealed, step, now }: Confirmed): Promise<boolean> {
  const done = await db
    .updateTable('second_factor')
    .set({ confirmed_at: now, last_step: step })
    .where('account_id', '=', accountId)
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
interface Confirmed {
  readonly accountId: number;
  readonly sealed: string;
  readonly step: number;
  readonly now: Date;
}

/** Uses up a step, once: false for it and those before after that, however many ask at the same time. */
export async function useStep(db: Db, accountId: number, step: number): Promise<boolean> {
  const done = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Takes a recovery code away; false where there is none like it. */
export async function useRecoveryCode(db: Db, accountId: number, hash: Buffer): Promise<boolean> {
  const done = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Puts recovery codes in the place of those before. */
export async function setRecoveryCodes(db: Db, accountId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, hash })))
    .execute();
}

/** With its recovery codes. */
export async function remove(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('second_factor').where('account_id', '=', accountId).execute();
}
