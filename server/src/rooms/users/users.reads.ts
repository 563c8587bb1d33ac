/** What rooms above may ask about users. */
import { Failure } from '@plumbline/contract/errors';
import { Preferences, type User } from '@plumbline/contract/users';
import { countFailure, forgetFailures, refuseTooMany, triesPerAccount } from '../../kernel/attempts.ts';
import type { Context, Db, Place } from '../../kernel/context.ts';
import { matchesPassword } from '../../kernel/secrets.ts';
import * as table from './users.table.ts';

/** A System account stands in no corporation: only another System account finds it. */
export async function places(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Place>> {
  const rows = await db.selectFrom('account').select(['id', 'corporation_id']).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, corporation_id }) => [id, { corporationId: corporation_id ?? 0, projectIds: [], archived: false }]),
  );
}

/** An account as its own page sees it; null = there is none. */
export async function signedIn(db: Db, accountId: number): Promise<{ user: User; preferences: Preferences } | null> {
  const row = await table.byId(db, accountId);
  return row ? { user: table.fromRow(row), preferences: preferencesOf(row) } : null;
}

/** Preferences with every key: one that was never set, or that a later version understands otherwise, has its default. */
export function preferencesOf({ preferences }: Pick<table.Row, 'preferences'>): Preferences {
  const kept = Object.entries(Preferences.shape).filter(([key, schema]) => schema.safeParse(preferences[key]).success);
  return Preferences.parse(Object.fromEntries(kept.map(([key]) => [key, preferences[key]])));
}

/** What failed tries for an account are counted under. */
export const triesOf = (accountName: string) => `account:${accountName.toLowerCase()}`;

/**
 * Lets pass who knows the password of an account: asked again before something grave. Throws wrongPassword, and
 * tooMany after ten failures in 15 minutes; failures stay counted though the transaction is undone.
 */
export async function confirmPassword(context: Context, accountId: number, password: string): Promise<void> {
  const row = await table.byId(context.db, accountId);
  const now = context.now();
  const key = triesOf(row?.name ?? '');
  await refuseTooMany(context.db, now, [{ key, most: triesPerAccount }]);
  if (await matchesPassword(row?.password_hash ?? null, password)) return forgetFailures(context.db, key);
  context.regardless((db) => countFailure(db, now, [key]));
  throw new Failure('wrongPassword');
}
