/** Signing in as it is stored: sessions, which are tokens beside the access tokens, and the addresses they came from. */
import type { Db } from '../../kernel/context.ts';

/** Writes a session and deletes those of the account that are over. */
export async function insertSession(
  db: Db,
  session: { hash: Buffer; accountId: number; ip: string; agent: string; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .deleteFrom('token')
    .where('account_id', '=', session.accountId)
    .where('expires_at', '<=', session.now)
    .execute();
  await db
    .insertInto('token')
    .values({
      hash: session.hash,
      kind: 'session',
      account_id: session.accountId,
      ip: session.ip,
      agent: session.agent,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
}

/** Records that a token was used. */
export async function touchToken(db: Db, tokenId: number, lastSeenAt: Date): Promise<void> {
  await db.updateTable('token').set({ last_seen_at: lastSeenAt }).where('id', '=', tokenId).execute();
}

export async function removeToken(db: Db, tokenId: number): Promise<void> {
  await db.deleteFrom('token').where('id', '=', tokenId).execute();
}

/** Deletes tokens of all accounts that expired before then. */
export async function removeExpiredTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('token').where('expires_at', '<', before).execute();
}

/** Whether the account signed in from there before. */
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
