import type { GroupMapping, SsoConnection } from '@plumbline/contract/people/sso';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import type { Tables } from '../../../kernel/tables.ts';

export type Connection = Selectable<Tables['sso_connection']>;

export const ofCorporation = (db: Db, corporationId: number): Promise<Connection | undefined> =>
  db.selectFrom('sso_connection').selectAll().where('corporation_id', '=', corporationId).executeTakeFirst();

/** The connection that people reach by a domain, where it is switched on. */
export const ofDomain = (db: Db, domain: string): Promise<Connection | undefined> =>
  db
    .selectFrom('sso_connection')
    .selectAll()
    .where('domain', '=', domain)
    .where('enabled', '=', true)
    .executeTakeFirst();

export async function put(db: Db, row: Insertable<Tables['sso_connection']>): Promise<void> {
  const { corporation_id: _, ...change } = row;
  await db
    .insertInto('sso_connection')
    .values(row)
    .onConflict((on) => on.column('corporation_id').doUpdateSet(change))
    .execute();
}

export async function remove(db: Db, corporationId: number): Promise<boolean> {
  const done = await db.deleteFrom('sso_connection').where('corporation_id', '=', corporationId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

/** Accounts that another provider knew are known to this one by other subjects. */
export async function forgetIdentities(db: Db, corporationId: number): Promise<void> {
  await db.deleteFrom('sso_identity').where('corporation_id', '=', corporationId).execute();
}

export const fromRow = (
  row: Connection,
  addresses: Pick<SsoConnection, 'redirectUri' | 'logoutUri'>,
): SsoConnection => ({
  enabled: row.enabled,
  domain: row.domain,
  issuer: row.issuer,
  clientId: row.client_id,
  firstSignIn: row.first_sign_in,
  usernameClaim: row.username_claim,
  groupsClaim: row.groups_claim,
  groups: row.groups as GroupMapping[],
  hasSecret: row.sealed !== null,
  ...addresses,
});

/** User groups of a corporation, of these. */
export async function groupsAmong(db: Db, corporationId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db
    .selectFrom('user_group')
    .select('id')
    .where('corporation_id', '=', corporationId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.length;
}

export interface NewAttempt {
  readonly challengeHash: Buffer;
  readonly corporationId: number;
  readonly sealed: string;
  readonly redirectUri: string;
  readonly now: Date;
  readonly expiresAt: Date;
}
/** Writes an attempt and deletes those that are over. */
export async function insertAttempt(db: Db, given: NewAttempt): Promise<void> {
  await db.deleteFrom('sso_attempt').where('expires_at', '<=', given.now).execute();
  await db
    .insertInto('sso_attempt')
    .values({
      challenge_hash: given.challengeHash,
      corporation_id: given.corporationId,
      sealed: given.sealed,
      redirect_uri: given.redirectUri,
      created_at: given.now,
      expires_at: given.expiresAt,
    })
    .execute();
}

/** An attempt that is not over. It stays. */
export const attempt = (db: Db, challengeHash: Buffer, now: Date) =>
  db
    .selectFrom('sso_attempt')
    .selectAll()
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Uses an attempt up; false where somebody was quicker. */
export async function useAttempt(db: Db, challengeHash: Buffer): Promise<boolean> {
  const done = await db.deleteFrom('sso_attempt').where('challenge_hash', '=', challengeHash).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

export interface Identity {
  readonly corporationId: number;
  readonly issuer: string;
  readonly subject: string;
}
const accountColumns = ['account.id', 'account.name', 'account.type', 'account.disabled_at'] as const;

/** The account that a person of a provider has, locked; undefined = none yet. */
export const accountOf = (db: Db, { corporationId, issuer, subject }: Identity) =>
  db
    .selectFrom('account')
    .innerJoin('sso_identity as i', 'i.account_id', 'account.id')
    .select(accountColumns)
    .where('i.corporation_id', '=', corporationId)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .forUpdate('account')
    .executeTakeFirst();

/** An account of the corporation by its username that no person of a provider has yet, locked. */
export const unlinkedAccount = (db: Db, corporationId: number, names: readonly string[]) =>
  db
    .selectFrom('account')
    .select(accountColumns)
    .where('corporation_id', '=', corporationId)
    .where((each) =>
      each(
        each.fn<string>('lower', ['account.name']),
        'in',
        names.map((name) => name.toLowerCase()),
      ),
    )
    .where((each) =>
      each.not(
        each.exists(
          each.selectFrom('sso_identity as i').select('i.account_id').whereRef('i.account_id', '=', 'account.id'),
        ),
      ),
    )
    .orderBy('account.id')
    .forUpdate()
    .executeTakeFirst();

export async function link(db: Db, identity: Identity, accountId: number, now: Date): Promise<void> {
  await db
    .insertInto('sso_identity')
    .values({
      corporation_id: identity.corporationId,
      issuer: identity.issuer,
      subject: identity.subject,
      account_id: accountId,
      created_at: now,
    })
    .execute();
}

export async function saveSession(
  db: Db,
  given: { tokenId: number; corporationId: number; sealed: string; sid: string | null },
) {
  await db
    .insertInto('sso_session')
    .values({ token_id: given.tokenId, corporation_id: given.corporationId, sealed: given.sealed, sid: given.sid })
    .execute();
}

/** By what a session was begun at a provider, with that provider; undefined = it was not. */
export const sessionOf = (db: Db, tokenId: number) =>
  db
    .selectFrom('sso_session as s')
    .innerJoin('sso_connection as c', 'c.corporation_id', 's.corporation_id')
    .selectAll('c')
    .select('s.sealed as sealedToken')
    .where('s.token_id', '=', tokenId)
    .executeTakeFirst();

/** The connections whose provider a token may be by: those of its issuer and client, whatever is true of it. */
export const claimed = (db: Db, issuer: string, audiences: readonly string[]): Promise<Connection[]> =>
  db
    .selectFrom('sso_connection')
    .selectAll()
    .where('enabled', '=', true)
    .where('issuer', '=', issuer)
    .where('client_id', 'in', [...audiences, ''])
    .orderBy('corporation_id')
    .limit(20)
    .execute();

/** Notes a logout token, and forgets those that are over; false = it was said already. */
export async function takeLogout(db: Db, hash: Buffer, now: Date, expiresAt: Date): Promise<boolean> {
  await db.deleteFrom('sso_logout').where('expires_at', '<=', now).execute();
  const row = await db
    .insertInto('sso_logout')
    .values({ token_hash: hash, expires_at: expiresAt })
    .onConflict((on) => on.doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** The sessions that were begun at a provider: the one of a `sid`, else all of a subject; both where both are named. */
export const sessionsOf = (
  db: Db,
  corporationId: number,
  { issuer, subject, sid }: { readonly issuer: string; readonly subject: string | null; readonly sid: string | null },
) =>
  db
    .selectFrom('sso_session as s')
    .innerJoin('token', 'token.id', 's.token_id')
    .select(['token.id', 'token.account_id as accountId'])
    .where('s.corporation_id', '=', corporationId)
    .$if(sid !== null, (query) => query.where('s.sid', '=', sid))
    .$if(subject !== null, (query) =>
      query.where((each) =>
        each.exists(
          each
            .selectFrom('sso_identity as i')
            .select('i.account_id')
            .whereRef('i.account_id', '=', 'token.account_id')
            .where('i.corporation_id', '=', corporationId)
            .where('i.issuer', '=', issuer)
            .where('i.subject', '=', subject ?? ''),
        ),
      ),
    )
    .execute();
