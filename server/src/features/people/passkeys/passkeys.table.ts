import type { Passkey } from '@plumbline/contract/people/passkeys';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

type Row = Selectable<Tables['passkey']>;

export const ofAccount = (db: Db, accountId: number): Promise<Row[]> =>
  db.selectFrom('passkey').selectAll().where('account_id', '=', accountId).orderBy('id').execute();

/** A passkey with whose it is, where that may sign in. */
export const byCredential = (db: Db, credentialId: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('account', 'account.id', 'passkey.account_id')
    .selectAll('passkey')
    .where('credential_id', '=', credentialId)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();

export async function insert(db: Db, row: Insertable<Tables['passkey']>): Promise<Passkey> {
  return fromRow(await db.insertInto('passkey').values(row).returningAll().executeTakeFirstOrThrow());
}

export async function remove(db: Db, accountId: number, id: number): Promise<boolean> {
  const done = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Records a use; false where its counter has been there before: then there are two of it. */
export async function use(db: Db, id: number, counter: number, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((each) =>
      each.or([each('counter', '<', counter), each.and([each('counter', '=', 0), each.val(counter === 0)])]),
    )
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

interface NewChallenge {
  readonly hash: Buffer;
  readonly accountId: number | null;
  readonly now: Date;
  readonly expiresAt: Date;
}
/** Writes a challenge and deletes those that are over. */
export async function insertChallenge(db: Db, { hash, accountId, now, expiresAt }: NewChallenge): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
  await db.insertInto('passkey_challenge').values({ hash, account_id: accountId, expires_at: expiresAt }).execute();
}

/** Uses a challenge up: true once. */
export async function useChallenge(
  db: Db,
  { hash, accountId, now }: Omit<NewChallenge, 'expiresAt'>,
): Promise<boolean> {
  const done = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hash)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Returns the account data needed to make a passkey: whose name the browser shows, and the password. */
export const account = (db: Db, accountId: number) =>
  db
    .selectFrom('account')
    .select(['id', 'name', 'display_name', 'password_hash'])
    .where('id', '=', accountId)
    .executeTakeFirst();

export const fromRow = (row: Row): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export async function removeAll(db: Db, accountId: number): Promise<number> {
  const done = await db.deleteFrom('passkey').where('account_id', '=', accountId).executeTakeFirst();
  await db.deleteFrom('passkey_challenge').where('account_id', '=', accountId).execute();
  return Number(done.numDeletedRows);
}
