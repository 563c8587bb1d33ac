/** What features above may ask about users, and the accounts that are made without a page. */
import type { Language } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type AccountType, accountTypes } from '@plumbline/contract/kernel/permissions';
import { Preferences, type User } from '@plumbline/contract/people/users';
import { sql } from 'kysely';
import type { Context, Db, Place } from '../../../kernel/context.ts';
import type { CountIn } from '../../../kernel/lifecycle.ts';
import { announceChanges } from '../../../kernel/listen.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { hashPassword, matchesPassword } from '../../../kernel/secrets.ts';
import * as table from './users.table.ts';
import * as tokens from './users.tokens.table.ts';

/** A System account belongs to no corporation: only another System account finds it. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('account').select(['id', 'corporation_id']).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, corporation_id }) => [id, { corporationId: corporation_id ?? 0, projectIds: [], archived: false }]),
  );
}

export const createAccount = table.insert;

const systemAccount = (db: Db, name: string) =>
  db
    .selectFrom('account')
    .select(['id', 'type', 'password_hash', 'disabled_at'])
    .where('name', '=', name)
    .executeTakeFirst();

/**
 * The account that oversees every corporation: made where there is none. Another password than before ends its sessions
 * and access tokens, and calls `onNewPassword`. False where another account has its name.
 */
export async function putSystemAccount(
  db: Db,
  { name, password, now }: { readonly name: string; readonly password: string; readonly now: Date },
  onNewPassword: (accountId: number) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const account = await systemAccount(db, name);
  if (account && account.type !== 'System') return false;
  if (!account) {
    const password_hash = await hashPassword(password);
    const type = 'System' as const;
    await table.insert(db, { corporation_id: null, name, display_name: type, type, password_hash, created_at: now });
    return true;
  }
  const same = await matchesPassword(account.password_hash, password);
  if (same && account.disabled_at === null) return true;
  await table.update(db, account.id, { password_hash: await hashPassword(password), disabled_at: null });
  if (!same) {
    await tokens.removeAll(db, account.id);
    await onNewPassword(account.id);
  }
  await announceChanges(db, [{ kind: 'account', id: account.id }]);
  return true;
}

/** Closes the account that oversees every corporation, with its sessions and access tokens, where there is one. */
export async function closeSystemAccount(db: Db, name: string, now: Date): Promise<void> {
  const account = await systemAccount(db, name);
  if (account?.type !== 'System' || account.disabled_at !== null) return;
  await table.update(db, account.id, { disabled_at: now });
  await tokens.removeAll(db, account.id);
  await announceChanges(db, [{ kind: 'account', id: account.id }]);
}

/**
 * How long a session may be idle in seconds, negative = for ever: as its user likes, up to what the installation allows
 * (null = anything).
 */
export const idleSeconds = (chosen: number, most: number | null): number =>
  most === null || (chosen >= 0 && chosen <= most) ? chosen : most;

/** An account as its own page sees it, with the idle time that counts; null = there is none. */
export async function signedIn(
  db: Db,
  accountId: number,
  maxIdle: number | null,
): Promise<{ user: User; preferences: Preferences } | null> {
  const row = await table.byId(db, accountId);
  if (!row) return null;
  const counting = { ...row, session_timeout_seconds: idleSeconds(row.session_timeout_seconds, maxIdle) };
  return { user: table.fromRow(counting), preferences: preferencesOf(counting) };
}

/** Preferences with every key: one that was never set, or that a later version understands otherwise, has its default. */
export function preferencesOf(row: Pick<table.Row, 'preferences' | 'session_timeout_seconds'>): Preferences {
  const preferences: Record<string, unknown> = { ...row.preferences, sessionTimeout: row.session_timeout_seconds };
  const valid = Object.entries(Preferences.shape).filter(([key, schema]) => schema.safeParse(preferences[key]).success);
  return Preferences.parse(Object.fromEntries(valid.map(([key]) => [key, preferences[key]])));
}

/**
 * Returns the keys under which tries at sign-in are counted: for a name, and for a name from one address (every key
 * that begins with `pairs`).
 */
export const triesOf = (accountName: string) => {
  const name = accountName.toLowerCase();
  const pairs = `pair:${name} `;
  return { name: `name:${name}`, pairs, pair: (ip: string) => pairs + ip };
};

/**
 * Gives an account another password in the transaction of `context`: what it was signed in with ends, and the delays that wrong
 * tries have brought on it.
 */
export async function replacePassword(
  { db, changed }: Pick<Context, 'db' | 'changed'>,
  { id, name }: { readonly id: number; readonly name: string },
  passwordHash: string,
): Promise<void> {
  await table.update(db, id, { password_hash: passwordHash });
  await table.forgetTries(db, id, triesOf(name));
  await tokens.removeAll(db, id);
  await changed({ kind: 'account', id });
}

/** Sets the type of an account that is no administrator, whose last one would have to be looked for. */
export async function setAccountType(db: Db, id: number, type: 'Manager' | 'Normal'): Promise<void> {
  await table.update(db, id, { type });
}

/** The account that an administrator acts on, locked. Throws notFound, and notAllowed for one above the caller's own type. */
export async function lockTarget(context: Context, userId: number): Promise<table.Row> {
  // Administrators are locked together and in order before the one in question, or two that remove each other would deadlock.
  const visible = await table.byId(context.db, userId);
  if (visible?.type === 'Admin' || visible?.type === 'System')
    await table.lockActive(context.db, visible.corporation_id, visible.type);
  const row = requireRow(await table.lock(context.db, userId), { userId });
  notAbove(context, row.type);
  return row;
}

/** Throws notAllowed for a type above the caller's own. */
export function notAbove({ caller }: Context, type: AccountType) {
  if (accountTypes.indexOf(type) < accountTypes.indexOf(caller.type)) throw new Failure('notAllowed', { type });
}

/** For what one does to others alone. Throws protectedRecord. */
export function notOneself({ caller }: Context, userId: number) {
  if (caller.accountId === userId) throw new Failure('protectedRecord', { userId });
}

export const usersIn: CountIn = (corporationId) =>
  sql`(SELECT count(*) FROM account WHERE corporation_id = ${corporationId})`;

/** The language that somebody reads. */
export async function languageOf(db: Db, accountId: number): Promise<Language> {
  const row = await db.selectFrom('account').select('language').where('id', '=', accountId).executeTakeFirst();
  return (row?.language ?? 'en') as Language;
}

/** An account as those see it who may list accounts: without what is secret. */
export const userFromRow = table.fromRow;
