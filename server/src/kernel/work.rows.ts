/**
 * The rows of `work`: what is still to be done. An event, a task and a schedule are rows of one table, in lanes of their
 * own, so that none waits for another kind. Written in the transaction that causes the work; gone with its end.
 */
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import { sqlRows } from './rows.ts';
import type { Sql } from './sql.ts';
import type { Db, Logger } from './transaction.ts';
import type { WorkContext } from './work.context.ts';
import { type LaneName, workChannel } from './work.lanes.ts';

export interface WorkRow {
  readonly id: number;
  readonly lane: LaneName;
  readonly name: string;
  readonly input: unknown;
  readonly due_at: Date;
  readonly attempts: number;
}

/** Attempts after which failing work is stuck: counted in /metrics until it goes well or is deleted. It is still tried. */
export const stuckAttempts = 10;
const longestWaitSeconds = 300;
/** Deliveries choose their own pauses, up to a quarter of an hour. */
const longestDeliveryWaitSeconds = 900;

/** Writes work of one name, in the order given, and wakes its lane when the transaction commits. */
export async function addWork(on: Sql, now: Date, lane: LaneName, name: string, inputs: readonly unknown[]) {
  await on.query({
    text: `WITH written AS (
        INSERT INTO work (lane, name, input, created_at, due_at)
        SELECT $1::text, $2, input, $3::timestamptz, $3::timestamptz
        FROM jsonb_array_elements($4::jsonb) WITH ORDINALITY AS e(input, place) ORDER BY place)
      SELECT pg_notify('${workChannel}', $1::text)`,
    values: [lane, name, now, JSON.stringify(inputs)],
  });
}

export const wakeLane = async (db: Db, lane: LaneName): Promise<void> => {
  await sql`SELECT pg_notify(${workChannel}, ${lane})`.execute(db);
};

/** Returns the group of a row of work, where it has one: see `LongWork.resting`. */
export const groupOf = ({ input }: Pick<WorkRow, 'input'>): string | null =>
  (input as { readonly group?: string } | null)?.group ?? null;

interface DueWork {
  readonly lane: LaneName;
  readonly now: Date;
  readonly limit: number;
  readonly names?: readonly string[];
  readonly resting?: readonly string[];
}
/** The oldest work of a lane that is due; of `names` alone, where given, and of no group that rests. */
export async function dueWork(db: Db, { lane, now, limit, names, resting = [] }: DueWork): Promise<WorkRow[]> {
  let query = db.selectFrom('work').selectAll().where('lane', '=', lane).where('due_at', '<=', now);
  if (names) query = query.where('name', 'in', ['', ...names]);
  if (resting.length > 0) query = query.where(sql<boolean>`coalesce(input->>'group', '') <> ALL(${resting}::text[])`);
  return query.orderBy('id').limit(limit).execute();
}

/** Work that is there and due; undefined once it has ended or moved on. */
export const findDue = (db: Db, id: number, now: Date): Promise<WorkRow | undefined> =>
  db.selectFrom('work').selectAll().where('id', '=', id).where('due_at', '<=', now).executeTakeFirst();

/** The lanes in which something is due. */
export async function dueLanes(db: Db, now: Date): Promise<LaneName[]> {
  const rows = await db.selectFrom('work').select('lane').distinct().where('due_at', '<=', now).execute();
  return rows.map(({ lane }) => lane);
}

/** Locks those of the rows that are there and in no other process's hands, until the transaction ends. Gives their ids. */
export async function lockWork(transaction: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await transaction
    .selectFrom('work')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function endWork(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('work')
    .where('id', 'in', [...ids])
    .execute();
}

/** Work that went well and comes again. */
export async function moveWork(db: Db, id: number, dueAt: Date): Promise<void> {
  await db.updateTable('work').set({ due_at: dueAt, attempts: 0, error: null }).where('id', '=', id).execute();
}

/** When work that failed so often before is tried again: after 1, 2, 4 ... 300 seconds. */
export const nextTry = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + Math.min(2 ** attempts, longestWaitSeconds) * 1000);

/** Parts that a lane needs to take work and to keep what fails. */
export interface WorkSource {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** For the handlers. */
  readonly context: WorkContext;
}

/** Keeps work that failed for another try, at `dueAt`. There is no last try: nothing is lost, and the log says which is stuck. */
export async function putOffWork(
  { db, clock, log }: Pick<WorkSource, 'db' | 'clock' | 'log'>,
  row: WorkRow,
  error: unknown,
  dueAt = nextTry(clock.now(), row.attempts),
): Promise<void> {
  const attempts = row.attempts + 1;
  const isStuck = attempts >= stuckAttempts;
  const { id, lane, name, input } = row;
  log.error(
    { err: error, work: id, lane, name, attempts, ...(isStuck && { input }) },
    isStuck ? 'work is stuck: it fails again and again' : 'work failed, will be tried again',
  );
  await db
    .updateTable('work')
    .set({ attempts, due_at: dueAt, error: String(error).slice(0, 1000) })
    .where('id', '=', id)
    .execute();
}

/** Lets stuck work be tried at once: a server that starts may be the one in which it goes well. */
export async function retryStuck(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('work')
    .set({ due_at: now })
    .where('attempts', '>=', stuckAttempts)
    .where('due_at', '>', now)
    .execute();
}

/** Gives schedules their rows: each once for all processes. What no version knows any more is deleted a week later. */
export async function placeSchedules(
  db: Db,
  now: Date,
  schedules: readonly { readonly name: string; readonly firstAt: Date }[],
): Promise<void> {
  for (const { name, firstAt } of schedules)
    await db
      .insertInto('work')
      .values({ lane: 'schedule', name, input: '{}', created_at: now, due_at: firstAt })
      .onConflict((on) =>
        on
          .column('name')
          .where('lane', '=', 'schedule')
          .doUpdateSet({ due_at: (is) => is.fn<Date>('least', ['work.due_at', 'excluded.due_at']) }),
      )
      .execute();
  await db
    .deleteFrom('work')
    .where('lane', '=', 'schedule')
    .where('name', 'not in', ['', ...schedules.map(({ name }) => name)])
    .where('due_at', '<', new Date(now.getTime() - 7 * 86_400_000))
    .execute();
}

/** Work that waits for a time which a clock ahead has written is due again: no schedule beyond its next time, nothing else beyond the longest pause. */
export async function pullInWork(
  db: Db,
  now: Date,
  schedules: readonly { readonly name: string; readonly latestAt: Date }[],
): Promise<void> {
  await sql`UPDATE work w SET due_at = t."latestAt"
    FROM jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb) AS t(name text, "latestAt" timestamptz)
    WHERE w.lane = 'schedule' AND w.name = t.name AND w.due_at > t."latestAt"`.execute(db);
  await sql`UPDATE work SET due_at = ${now} WHERE lane <> 'schedule' AND due_at > ${now}::timestamptz + make_interval(secs =>
    CASE lane WHEN 'delivery' THEN ${longestDeliveryWaitSeconds}::int ELSE ${longestWaitSeconds}::int END)`.execute(db);
}

/** Makes a schedule due that has not failed. */
export const pullInOne = async (db: Db, now: Date, name: string): Promise<void> => {
  await db
    .updateTable('work')
    .set({ due_at: now })
    .where('lane', '=', 'schedule')
    .where('name', '=', name)
    .where('attempts', '=', 0)
    .where('due_at', '>', now)
    .execute();
};

/** How many schedules are late by more than five minutes, or wait beyond their next regular time. */
export async function countOverdue(
  db: Db,
  now: Date,
  schedules: readonly { readonly name: string; readonly latestAt: Date }[],
): Promise<number> {
  const { rows } = await sqlRows({ n: 'number' })`SELECT count(*)::int AS n FROM work w
    JOIN jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb) AS t(name text, "latestAt" timestamptz) ON t.name = w.name
    WHERE w.lane = 'schedule'
      AND (w.due_at > t."latestAt" OR w.due_at < ${now}::timestamptz - interval '5 minutes')`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface WorkCount {
  readonly lane: LaneName;
  readonly due: number;
  readonly stuck: number;
  /** When the oldest due work was to be done; null = none is due. */
  readonly oldestAt: Date | null;
}

/** Counts the waiting work of each lane that holds anything. */
export async function countWork(db: Db, now: Date): Promise<WorkCount[]> {
  const rows = await db
    .selectFrom('work')
    .select((is) => [
      'lane',
      is.fn.countAll<number>().filterWhere('due_at', '<=', now).as('due'),
      is.fn.countAll<number>().filterWhere('attempts', '>=', stuckAttempts).as('stuck'),
      is.fn.min('due_at').filterWhere('due_at', '<=', now).as('oldest_at'),
    ])
    .groupBy('lane')
    .execute();
  return rows.map(({ oldest_at, ...row }) => ({ ...row, oldestAt: oldest_at }));
}
