/**
 * Tries of a password or a one-time token: kept in the database, so that they survive a restart and are counted over all
 * processes. Invariant: a try is counted before anything is compared, and taken back when it was right, so that a
 * thousand at once are a thousand; what is refused is not counted.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { sql } from 'kysely';
import type { Db } from './context.ts';
import type { Sql } from './sql.ts';

const windowSeconds = 15 * 60;
const daySeconds = 24 * 3600;
/** Keys of limits that count a whole day begin so: they are kept when those of a quarter of an hour are deleted. */
const daily = 'day:';
const longestDelaySeconds = 60;
/** Advisory locks of this file, apart from those of others. */
const lockSpace = 18;

export interface Limit {
  /** What is counted, such as `pair:<name> <ip>`. */
  readonly key: string;
  /** How many tries within 15 minutes are looked at without delay; within a day where the key begins with `day:`. */
  readonly max: number;
  /** Beyond `most`: a try after a pause that doubles up to a minute, or none until the oldest no longer counts. */
  readonly beyond: 'delay' | 'refuse';
}

/** Tries that were counted. */
export interface Reserved {
  /** Takes them back: what was tried was right, or was not looked at. */
  giveBack(): Promise<void>;
}

/** Counts a try against each limit. Throws tooMany, with the seconds to wait, where one is reached; then nothing is counted. */
export async function reserve(db: Db, now: Date, limits: readonly Limit[]): Promise<Reserved> {
  const keys = limits.map(({ key }) => key);
  const since = new Date(now.getTime() - windowSeconds * 1000);
  const sinceDay = new Date(now.getTime() - daySeconds * 1000);
  const ids = await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${lockSpace}, hash)
      FROM (SELECT DISTINCT hashtext(key) AS hash FROM unnest(${keys}::text[]) AS key ORDER BY 1) AS locks`.execute(tx);
    const rows = await tx
      .selectFrom('attempt')
      .select((each) => [
        'key',
        each.fn.countAll<number>().as('count'),
        each.fn.min('at').as('oldestAt'),
        each.fn.max('at').as('newestAt'),
      ])
      .where('key', 'in', keys)
      .where(
        'at',
        '>',
        (each) =>
          sql<Date>`CASE WHEN starts_with(${each.ref('key')}, ${daily}) THEN ${sinceDay}::timestamptz ELSE ${since}::timestamptz END`,
      )
      .groupBy('key')
      .execute();
    for (const limit of limits) {
      const row = rows.find(({ key }) => key === limit.key);
      const waits = row ? waitSeconds(limit, row, now) : 0;
      if (waits > 0) throw new Failure('tooMany', { retryAfterSeconds: Math.ceil(waits) });
    }
    await sql`DELETE FROM attempt WHERE at <= ${since} AND (at <= ${sinceDay} OR NOT starts_with(key, ${daily}))`.execute(
      tx,
    );
    return await tx
      .insertInto('attempt')
      .values(keys.map((key) => ({ key, at: now })))
      .returning('id')
      .execute();
  });
  return {
    async giveBack() {
      await db
        .deleteFrom('attempt')
        .where(
          'id',
          'in',
          ids.map(({ id }) => id),
        )
        .execute();
    },
  };
}

interface Counted {
  readonly count: number;
  readonly oldestAt: Date;
  readonly newestAt: Date;
}
function waitSeconds({ key, max, beyond }: Limit, { count, oldestAt, newestAt }: Counted, now: Date): number {
  if (count < max) return 0;
  const after = (at: Date, seconds: number) => (new Date(at).getTime() - now.getTime()) / 1000 + seconds;
  if (beyond === 'refuse') return after(oldestAt, key.startsWith(daily) ? daySeconds : windowSeconds);
  return after(newestAt, Math.min(longestDelaySeconds, 2 ** Math.min(count - max, 10)));
}

/** Runs `check` as one counted try: taken back where it says true or throws. Throws tooMany. */
export async function countedTry(
  db: Db,
  now: Date,
  limits: readonly Limit[],
  check: () => Promise<boolean>,
): Promise<boolean> {
  const reserved = await reserve(db, now, limits);
  let counts = false;
  try {
    const right = await check();
    counts = !right;
    return right;
  } finally {
    if (!counts) await reserved.giveBack();
  }
}

/**
 * Refuses a try where `max` were counted within 15 minutes, and counts `count` more where not: in no transaction, so that
 * they stay when the request is refused. For what is counted by its outcome; throws tooMany.
 */
export async function countOutcomes(sqlNow: Sql, now: Date, key: string, count: number, max: number): Promise<void> {
  const since = new Date(now.getTime() - windowSeconds * 1000);
  const { rows } = await sqlNow.query<{ count: number; oldest: Date | null }>({
    text: 'SELECT count(*)::int AS count, min(at) AS oldest FROM attempt WHERE key = $1 AND at > $2',
    values: [key, since],
  });
  const [counted] = rows;
  if (counted?.oldest && counted.count >= max) {
    const waits = (counted.oldest.getTime() - since.getTime()) / 1000;
    throw new Failure('tooMany', { retryAfterSeconds: Math.ceil(waits) });
  }
  if (count > max) throw new Failure('tooMany', { retryAfterSeconds: windowSeconds });
  if (count > 0)
    await sqlNow.query({
      text: 'INSERT INTO attempt (key, at) SELECT $1, $2 FROM generate_series(1, $3)',
      values: [key, now, count],
    });
}

/** Forgets what was tried against keys, and against those that begin so. */
export async function forgetAttempts(db: Db, keys: readonly string[], prefix?: string): Promise<void> {
  await sql`DELETE FROM attempt WHERE key = ANY(${keys}::text[]) OR starts_with(key, ${prefix ?? null})`.execute(db);
}

/** Deletes attempts from before then, which count against no limit any more. */
export async function removeOldAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('attempt').where('at', '<', before).execute();
}

/** Tries that a clock ahead has counted: nobody could try again until that time. */
export const pullInAttempts = async (db: Db, now: Date): Promise<void> => {
  await db.updateTable('attempt').set({ at: now }).where('at', '>', now).execute();
};
