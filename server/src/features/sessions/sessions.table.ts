import type { Db } from '../../kernel/context.ts';

/** What sign-in compares with; null = no such account. */
export async function account(db: Db, name: string) {
  const row = await db
    .selectFrom('account')
    .select(['id', 'password_hash', 'disabled_at'])
    .where((each) => each(each.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a session and forgets those of the account that are over. */
export async function insert(
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

/** Whether the account signed in from there before. */
export async function knowsAddress(db: Db, accountId: number, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_address')
    .select('ip')
    .where('account_id', '=', accountId)
    .where('ip', '=', ip)
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberAddress(db: Db, accountId: number, ip: string, now: Date): Promise<void> {
  await db
    .insertInto('known_address')
    .values({ account_id: accountId, ip, at: now })
    .onConflict((on) => on.columns(['account_id', 'ip']).doUpdateSet({ at: now }))
    .execute();
}

export async function remove(db: Db, tokenId: number): Promise<void> {
  await db.deleteFrom('token').where('id', '=', tokenId).execute();
}

/** Whether no corporation has an account yet. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('account').select('id').where('type', '!=', 'System').limit(1).executeTakeFirst()) ===
    undefined
  );
}

/** What the start left for this feature, or undefined. `locked` until the transaction ends. */
export async function setting(db: Db, key: 'setup' | 'demo', locked = false): Promise<unknown> {
  const query = db.selectFrom('setting').select('value').where('key', '=', key);
  return (await (locked ? query.forUpdate() : query).executeTakeFirst())?.value;
}

/** The very first corporation and its administrator; takes the one-time token away. Gives the account's id. */
export async function createCorporation(
  db: Db,
  first: { corporationTitle: string; username: string; displayName: string; passwordHash: string; now: Date },
): Promise<number> {
  const corporation = await db
    .insertInto('corporation')
    .values({ title: first.corporationTitle, logo: null, created_at: first.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const account = await db
    .insertInto('account')
    .values({
      corporation_id: corporation.id,
      name: first.username,
      display_name: first.displayName,
      type: 'Admin',
      password_hash: first.passwordHash,
      avatar: null,
      disabled_at: null,
      created_at: first.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('setting').where('key', '=', 'setup').execute();
  return account.id;
}
