/** Messages that wait for their codec: kept whole, until they are decoded or somebody discards them. */
import { createHash } from 'node:crypto';
import type { CallFault } from '@plumbline/contract/platform/plugins.package';
import { type FeedWaiting, maxWaitingForCodec } from '@plumbline/contract/telemetry/feed-waiting';
import { feedLimits } from '@plumbline/contract/telemetry/feeds';
import type { Uplink } from '@plumbline/science/formats/uplink';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';

/** An uplink as it is kept. */
interface WaitingUplink extends Omit<Uplink, 'bytes' | 'at'> {
  readonly hex: string | null;
  readonly at: number;
}

export interface Failed {
  readonly fault: CallFault;
  readonly detail: string;
}

/**
 * Keeps an uplink; the same again changes nothing. False = as many wait as may: it is not kept. `at` = its time, or when it
 * came.
 */
export async function keepWaiting(
  db: Db,
  feedId: number,
  {
    source,
    uplink,
    at,
    now,
    failed,
  }: {
    readonly source: string;
    readonly uplink: Uplink;
    readonly at: number;
    readonly now: Date;
    readonly failed: Failed;
  },
): Promise<boolean> {
  const { bytes, ...rest } = uplink;
  const text = JSON.stringify({ ...rest, at, hex: bytes === null ? null : Buffer.from(bytes).toString('hex') });
  const hash = createHash('sha256').update(text).digest();
  const { rows } = await sqlRows({ there: 'flag' })`
    WITH added AS (
      INSERT INTO feed_waiting (feed_id, source, hash, uplink, fault, detail, attempts, since, due_at)
      SELECT id, ${source}, ${hash}, ${Buffer.from(text)}::bytea, ${failed.fault}, ${failed.detail}, 0, ${now}, ${now}
      FROM feed WHERE id = ${feedId} AND (SELECT count(*) FROM feed_waiting WHERE feed_id = ${feedId}) < ${maxWaitingForCodec}
      ON CONFLICT (feed_id, hash) DO NOTHING RETURNING id)
    SELECT (SELECT count(*) FROM added) > 0 OR EXISTS (
      SELECT FROM feed_waiting WHERE feed_id = ${feedId} AND hash = ${hash}) OR NOT EXISTS (
      SELECT FROM feed WHERE id = ${feedId}) AS there`.execute(db);
  return rows[0]?.there === true;
}

export interface WaitingRow {
  readonly id: number;
  readonly feedKey: string;
  readonly attempts: number;
  readonly uplink: Uplink & { readonly at: number };
}

/** Some that are due, put off for `ms` at once, so that no other process takes them too. */
export async function takeWaiting(db: Db, now: Date, ms: number, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sqlRows({ id: 'number', feedKey: 'text', attempts: 'number', uplink: 'bytes' })`
    UPDATE feed_waiting w SET due_at = ${new Date(now.getTime() + ms)} FROM feed f
    WHERE f.id = w.feed_id AND w.id IN (
      SELECT id FROM feed_waiting WHERE due_at <= ${now} ORDER BY due_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING w.id, f.key AS "feedKey", w.attempts, w.uplink`.execute(db);
  return rows.sort((a, b) => a.id - b.id).map(({ uplink, ...row }) => ({ ...row, uplink: uplinkOf(uplink) }));
}

function uplinkOf(bytes: Buffer): WaitingRow['uplink'] {
  const { hex, ...uplink } = JSON.parse(bytes.toString('utf8')) as WaitingUplink;
  // JSON leaves out what is undefined.
  return { ...uplink, object: uplink.object, bytes: hex === null ? null : Buffer.from(hex, 'hex') };
}

/** It failed again: it is tried later. */
export const putOff = (db: Db, id: number, { fault, detail }: Failed, attempts: number, dueAt: Date) =>
  db.updateTable('feed_waiting').set({ fault, detail, attempts, due_at: dueAt }).where('id', '=', id).execute();

export const endWaiting = (db: Db, id: number) => db.deleteFrom('feed_waiting').where('id', '=', id).execute();

/** Whatever waits is due now. */
export const dueNow = (db: Db, now: Date, feedId?: number) =>
  db
    .updateTable('feed_waiting')
    .set({ due_at: now })
    .where('due_at', '>', now)
    .$if(feedId !== undefined, (query) => query.where('feed_id', '=', feedId ?? 0))
    .execute();

export const discardWaiting = (db: Db, feedId: number) =>
  db.deleteFrom('feed_waiting').where('feed_id', '=', feedId).execute();

/** The oldest; of each the beginning of what was sent. */
export async function waitingOf(db: Db, feedId: number): Promise<{ total: number; waiting: FeedWaiting[] }> {
  const { rows } = await sqlRows({
    source: 'text',
    since: 'instant',
    dueAt: 'instant',
    attempts: 'number',
    fault: typed<FeedWaiting['fault']>(),
    detail: 'text',
    uplink: 'bytes',
    total: 'number',
  })`
    SELECT source, since, due_at AS "dueAt", attempts, fault, detail, uplink, count(*) OVER ()::int AS total
    FROM feed_waiting WHERE feed_id = ${feedId} ORDER BY id LIMIT 100`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    waiting: rows.map(({ total: _, since, dueAt, uplink, ...row }) => {
      const { bytes, text, object } = uplinkOf(uplink);
      const shown = object === undefined ? text : JSON.stringify(object);
      return {
        ...row,
        since: since.toISOString(),
        dueAt: dueAt.toISOString(),
        hex: bytes === null ? null : Buffer.from(bytes).toString('hex').slice(0, feedLimits.frameBytes),
        text: shown?.slice(0, feedLimits.frameBytes) ?? null,
      };
    }),
  };
}

/** Messages that a clock ahead has put off beyond the longest pause. */
export async function pullInWaitingMessages(db: Db, now: Date): Promise<void> {
  await sql`UPDATE feed_waiting SET due_at = ${now}, since = least(since, ${now})
    WHERE due_at > ${now}::timestamptz + make_interval(secs => ${3_600})`.execute(db);
}
