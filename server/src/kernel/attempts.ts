/**
 * Failed tries of a password or a one-time token: kept in the database, so that they survive a restart and are counted
 * over all processes. Invariant: a try is only counted when it failed, and only looked at within the window.
 */
import { Failure } from '@plumbline/contract/errors';
import { sql } from 'kysely';
import type { Db } from './context.ts';

const windowSeconds = 15 * 60;
export const triesPerAccount = 10;
export const triesPerAddress = 50;

export interface Limit {
  /** What is counted: `account:<lower-case name>`, `address:<ip>`, `setup:<ip>`. */
  readonly key: string;
  readonly most: number;
}

/** Throws tooMany, with the seconds until the oldest counted try leaves the window, where a limit is reached. */
export async function refuseTooMany(db: Db, now: Date, limits: readonly Limit[]): Promise<void> {
  const rows = await db
    .selectFrom('attempt')
    .select((each) => ['key', each.fn.countAll<number>().as('count'), each.fn.min('at').as('oldestAt')])
    .where(
      'key',
      'in',
      limits.map(({ key }) => key),
    )
    .where('at', '>', new Date(now.getTime() - windowSeconds * 1000))
    .groupBy('key')
    .execute();
  for (const { key, most } of limits) {
    const row = rows.find((each) => each.key === key);
    if (!row || row.count < most) continue;
    const leavesAt = new Date(row.oldestAt).getTime() + windowSeconds * 1000;
    throw new Failure('tooMany', { retryAfterSeconds: Math.max(1, Math.ceil((leavesAt - now.getTime()) / 1000)) });
  }
}

/** Counts a failed try against each key, and forgets what has left the window. */
export async function countFailure(db: Db, now: Date, keys: readonly string[]): Promise<void> {
  await db
    .insertInto('attempt')
    .values(keys.map((key) => ({ key, at: now })))
    .execute();
  await sql`DELETE FROM attempt WHERE at <= ${new Date(now.getTime() - windowSeconds * 1000)}`.execute(db);
}

export async function forgetFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempt').where('key', '=', key).execute();
}
