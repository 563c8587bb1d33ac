import type { Db } from '../../../kernel/context.ts';
import type { WechatPerson } from './logic/wechat.ts';

/** Writes an attempt and deletes those that are over. */
export async function insertAttempt(
  db: Db,
  given: { readonly challengeHash: Buffer; readonly stateHash: Buffer; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await db.deleteFrom('wechat_attempt').where('expires_at', '<=', given.now).execute();
  const { challengeHash: challenge_hash, stateHash: state_hash, expiresAt: expires_at } = given;
  await db.insertInto('wechat_attempt').values({ challenge_hash, state_hash, expires_at }).execute();
}

interface Returned {
  readonly challengeHash: Buffer;
  readonly stateHash: Buffer;
  readonly codeHash: Buffer;
  readonly now: Date;
}
/** The browser is back with a code: true once. */
export async function takeReturn(db: Db, { challengeHash, stateHash, codeHash, now }: Returned): Promise<boolean> {
  const done = await db
    .updateTable('wechat_attempt')
    .set({ code_hash: codeHash })
    .where('challenge_hash', '=', challengeHash)
    .where('state_hash', '=', stateHash)
    .where('code_hash', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export async function setPerson(db: Db, challengeHash: Buffer, person: WechatPerson): Promise<void> {
  await db
    .updateTable('wechat_attempt')
    .set({ open_id: person.openId, union_id: person.unionId, nickname: person.nickname })
    .where('challenge_hash', '=', challengeHash)
    .execute();
}

/** Returns the person who came back to the browser that has the challenge, with that code where one is named. */
export async function person(
  db: Db,
  {
    challengeHash,
    codeHash,
    now,
  }: { readonly challengeHash: Buffer; readonly codeHash: Buffer | null; readonly now: Date },
): Promise<WechatPerson | null> {
  const row = await db
    .selectFrom('wechat_attempt')
    .select(['open_id', 'union_id', 'nickname'])
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .$if(codeHash !== null, (query) => query.where('code_hash', '=', codeHash))
    .executeTakeFirst();
  return row && row.open_id !== null ? { openId: row.open_id, unionId: row.union_id, nickname: row.nickname } : null;
}

/** Uses an attempt up; false where somebody was quicker. */
export async function useAttempt(db: Db, challengeHash: Buffer): Promise<boolean> {
  const done = await db.deleteFrom('wechat_attempt').where('challenge_hash', '=', challengeHash).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** The enabled accounts that somebody of WeChat opens. */
export const accountsOf = (db: Db, openId: string) =>
  db
    .selectFrom('wechat_binding as b')
    .innerJoin('account', 'account.id', 'b.account_id')
    .select(['account.id', 'account.name', 'account.display_name as displayName'])
    .where('b.open_id', '=', openId)
    .where('account.disabled_at', 'is', null)
    .orderBy('account.id')
    .limit(50)
    .execute();

export async function bind(db: Db, accountId: number, person: WechatPerson, now: Date): Promise<void> {
  const row = { open_id: person.openId, union_id: person.unionId, nickname: person.nickname, bound_at: now };
  await db
    .insertInto('wechat_binding')
    .values({ account_id: accountId, ...row })
    .onConflict((on) => on.column('account_id').doUpdateSet(row))
    .execute();
}

/** Returns the owner of an account for the log. */
export const named = (db: Db, accountId: number) =>
  db.selectFrom('account').select(['name', 'corporation_id']).where('id', '=', accountId).executeTakeFirst();

export const bindingOf = (db: Db, accountId: number) =>
  db.selectFrom('wechat_binding').selectAll().where('account_id', '=', accountId).executeTakeFirst();

export async function unbind(db: Db, accountId: number): Promise<boolean> {
  const done = await db.deleteFrom('wechat_binding').where('account_id', '=', accountId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

export async function removeBindings(db: Db, accountId: number): Promise<number> {
  const done = await db.deleteFrom('wechat_binding').where('account_id', '=', accountId).executeTakeFirst();
  return Number(done.numDeletedRows);
}
