/** What features above may ask about users, and the accounts that are made without a page. */
import { Failure } from '@plumbline/contract/errors';
import { Preferences, type User } from '@plumbline/contract/users';
import type { Context, Db, Place } from '../../kernel/context.ts';
import * as table from './users.table.ts';

/** A System account stands in no corporation: only another System account finds it. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('account').select(['id', 'corporation_id']).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, corporation_id }) => [id, { corporationId: corporation_id ?? 0, projectIds: [], archived: false }]),
  );
}

export const createAccount = table.insert;

/** The account that oversees every corporation: made where there is none. False where another account has its name. */
export async function putSystemAccount(
  db: Db,
  { name, passwordHash, now }: { readonly name: string; readonly passwordHash: string; readonly now: Date },
): Promise<boolean> {
  const account = await db.selectFrom('account').select(['id', 'type']).where('name', '=', name).executeTakeFirst();
  if (account && account.type !== 'System') return false;
  if (account) await table.update(db, account.id, { password_hash: passwordHash });
  else
    await table.insert(db, {
      corporation_id: null,
      name,
      display_name: 'System',
      type: 'System',
      password_hash: passwordHash,
      created_at: now,
    });
  return true;
}

/** An account as its own page sees it; null = there is none. */
export async function signedIn(db: Db, accountId: number): Promise<{ user: User; preferences: Preferences } | null> {
  const row = await table.byId(db, accountId);
  return row ? { user: table.fromRow(row), preferences: preferencesOf(row) } : null;
}

/** Preferences with every key: one that was never set, or that a later version understands otherwise, has its default. */
export function preferencesOf(row: Pick<table.Row, 'preferences' | 'session_timeout_seconds'>): Preferences {
  const preferences: Record<string, unknown> = { ...row.preferences, sessionTimeout: row.session_timeout_seconds };
  const valid = Object.entries(Preferences.shape).filter(([key, schema]) => schema.safeParse(preferences[key]).success);
  return Preferences.parse(Object.fromEntries(valid.map(([key]) => [key, preferences[key]])));
}

/** What tries at sign-in are counted under: for a name, and for a name from one address (every key that begins with `pairs`). */
export const triesOf = (accountName: string) => {
  const name = accountName.toLowerCase();
  const pairs = `pair:${name} `;
  return { name: `name:${name}`, pairs, pair: (ip: string) => pairs + ip };
};

/** What outlives an access token is not made by one: accounts, passwords, other tokens. Throws notAllowed. */
export function bySession({ caller }: Pick<Context, 'caller'>): void {
  if (caller.tokenKind === 'access') throw new Failure('notAllowed', { needs: 'session' });
}
