/** Signing in as it is stored: sessions, which are tokens beside the access tokens, and the addresses they came from. */
import type { SignInWay } from '@plumbline/contract/people/users';
import { sql } from 'kysely';
import { pullInAttempts } from '../../../kernel/attempts.ts';
import type { Db } from '../../../kernel/context.ts';

/** A session that ran out by its time is no way in any more, but stays for the device that alerts are pushed to. */
const isOfNoDevice = sql<boolean>`NOT EXISTS (SELECT FROM push_subscription s WHERE s.token_id = token.id)`;

interface NewSession {
  readonly hash: Buffer;
  readonly accountId: number;
  readonly ip: string;
  readonly agent: string;
  readonly now: Date;
  readonly expiresAt: Date;
  readonly strong: boolean;
  readonly way: SignInWay;
}

/** Writes a session, and that its account signed in. Gives the id of its token. */
export async function insertSession(db: Db, session: NewSession): Promise<number> {
  await db
    .updateTable('account')
    .set({ last_signin_at: session.now, last_signin_by: session.way })
    .where('id', '=', session.accountId)
    .execute();
  const { id } = await db
    .insertInto('token')
    .values({
      hash: session.hash,
      kind: 'session',
      strong: session.strong,
      account_id: session.accountId,
      ip: session.ip,
      agent: session.agent,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes a challenge: the password was right, the code is to come from the same address. */
export async function insertChallenge(
  db: Db,
  {
    accountId,
    now,
    ...challenge
  }: { hash: Buffer; accountId: number; ip: string; agent: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('token')
    .values({
      hash: challenge.hash,
      kind: 'challenge',
      account_id: accountId,
      ip: challenge.ip,
      agent: challenge.agent,
      created_at: now,
      last_seen_at: now,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** A challenge that is still good at this address, of an account that may sign in; null = there is none. */
export async function challengeOf(db: Db, { hash, ip, now }: { hash: Buffer; ip: string; now: Date }) {
  const row = await db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select(['token.id', 'token.account_id as accountId'])
    .where('token.hash', '=', hash)
    .where('token.kind', '=', 'challenge')
    .where('token.ip', '=', ip)
    .where('token.expires_at', '>', now)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a token was used. */
export async function touchToken(db: Db, tokenId: number, lastSeenAt: Date): Promise<void> {
  await db.updateTable('token').set({ last_seen_at: lastSeenAt }).where('id', '=', tokenId).execute();
}

/** False where it was gone already. */
export async function removeToken(db: Db, tokenId: number): Promise<boolean> {
  const removed = await db.deleteFrom('token').where('id', '=', tokenId).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Sessions of an account that nobody has ended and that were not idle longer than their user allows. */
function openSessions(db: Db, accountId: number, now: Date, maxIdle: number | null = null) {
  return db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .where('token.account_id', '=', accountId)
    .where('token.kind', '=', 'session')
    .where('token.expires_at', '>', now)
    .$if(maxIdle !== null, (query) =>
      query.where(sql<boolean>`token.last_seen_at >= ${now}::timestamptz - make_interval(secs => ${maxIdle})`),
    )
    .where((each) =>
      each.or([
        each('account.session_timeout_seconds', '<', 0),
        sql<boolean>`token.last_seen_at >= ${now}::timestamptz - make_interval(secs => account.session_timeout_seconds)`,
      ]),
    );
}

/** One page of the sessions of an account, the last used first, and how many there are. */
export async function sessionsOf(
  db: Db,
  {
    accountId,
    now,
    page,
    pageSize,
    maxIdle,
  }: { accountId: number; now: Date; page: number; pageSize: number; maxIdle: number | null },
) {
  const open = openSessions(db, accountId, now, maxIdle);
  const rows = await open
    .select(['token.id', 'token.ip', 'token.agent', 'token.created_at', 'token.last_seen_at', 'token.expires_at'])
    .orderBy('token.last_seen_at', 'desc')
    .orderBy('token.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await open.select((each) => each.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Ends one session of an account; false where it has no such session. */
export async function removeSession(db: Db, accountId: number, sessionId: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('token')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('kind', '=', 'session')
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

/** Ends the sessions of an account, but for one where that is given; its access tokens stay. Gives how many were open. */
export async function removeSessions(db: Db, accountId: number, now: Date, exceptId: number | null = null) {
  const open = await openSessions(db, accountId, now).select('token.id').execute();
  await db
    .deleteFrom('token')
    .where('account_id', '=', accountId)
    // Sign-ins that wait for their code end with them.
    .where('kind', 'in', ['session', 'challenge'])
    .where('id', '!=', exceptId ?? 0)
    .execute();
  return open.filter(({ id }) => id !== exceptId).length;
}

/** Deletes tokens of all accounts that expired before then. */
export async function removeExpiredTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('token').where('expires_at', '<', before).where(isOfNoDevice).execute();
}

/** Returns whether the account signed in from there before. */
export async function isKnownAddress(db: Db, accountId: number, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_address')
    .select('ip')
    .where('account_id', '=', accountId)
    .where('ip', '=', ip)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveAddress(db: Db, accountId: number, ip: string, now: Date): Promise<void> {
  await db
    .insertInto('known_address')
    .values({ account_id: accountId, ip, at: now })
    .onConflict((on) => on.columns(['account_id', 'ip']).doUpdateSet({ at: now }))
    .execute();
}

/** Deletes addresses that nobody signed in from since then. */
export async function removeOldAddresses(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_address').where('at', '<', before).execute();
}

/** Tokens that a clock ahead saw used, and tries that it counted: they would be idle, or wait, until that time. */
export async function pullInSessions(db: Db, now: Date): Promise<void> {
  await sql`UPDATE token SET last_seen_at = ${now} WHERE last_seen_at > ${now}`.execute(db);
  await pullInAttempts(db, now);
}
