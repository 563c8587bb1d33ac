/**
 * Readings that are held: they cannot be stored yet. Invariants: a device has at most `mostHeld` of them, none is older
 * than `heldDays`, and of one time of a channel the last one sent is held.
 */
import type { Sql } from '../../kernel/sql.ts';

export type DeferralReason = 'readingInFuture' | 'readingChannelUnknown';
export interface DeferredReading {
  readonly deviceId: number;
  readonly channel: string;
  /** Epoch ms, as is `receivedAt`. */
  readonly at: number;
  readonly receivedAt: number;
  readonly reason: DeferralReason;
  /** The sample as JSON. */
  readonly raw: string;
}

/** Readings held of one device: a week of a sample every minute. */
export const maxDeferred = 10_000;
/** A clock that is wrong for longer is no passing fault. */
const maxDeferredDays = 30;

/** Holds readings; gives how many of each device found feature. One statement, however many. */
export async function hold(sql: Sql, readings: readonly DeferredReading[]): Promise<ReadonlyMap<number, number>> {
  const newest = new Map<string, DeferredReading>();
  for (const each of readings) newest.set(JSON.stringify([each.deviceId, each.channel, each.at]), each);
  const rows = [...newest.values()];
  const { rows: counts } = await sql.query<{ device_id: number; count: number }>({
    text: `WITH input AS (
        SELECT *, row_number() OVER (PARTITION BY device_id ORDER BY n) AS place
        FROM unnest($1::int[], $2::text[], $3::float8[], $4::float8[], $5::text[], $6::text[]) WITH ORDINALITY
          AS t(device_id, channel, at, received_at, reason, raw, n)),
      capacity AS (
        SELECT device_id, $7 - (SELECT count(*) FROM deferred_reading h WHERE h.device_id = d.device_id) AS left_over
        FROM (SELECT DISTINCT device_id FROM input) d),
      done AS (
        INSERT INTO deferred_reading (device_id, channel, at, received_at, reason, raw)
        SELECT device_id, channel, to_timestamp(at / 1000), to_timestamp(received_at / 1000), reason, raw::json
        FROM input JOIN capacity USING (device_id) WHERE place <= left_over ORDER BY device_id, channel, at
        ON CONFLICT (device_id, channel, at) DO UPDATE
          SET received_at = excluded.received_at, reason = excluded.reason, raw = excluded.raw
        RETURNING device_id)
      SELECT device_id, count(*)::int AS count FROM done GROUP BY device_id`,
    values: [
      rows.map((each) => each.deviceId),
      rows.map((each) => each.channel),
      rows.map((each) => each.at),
      rows.map((each) => each.receivedAt),
      rows.map((each) => each.reason),
      rows.map((each) => each.raw),
      maxDeferred,
    ],
  });
  return new Map(counts.map((row) => [row.device_id, row.count]));
}

export interface DueReading {
  readonly id: number;
  readonly sncode: string;
  readonly channel: string;
  readonly at: number;
  readonly receivedAt: number;
  readonly raw: unknown;
}

/** Returns deferred readings that can be stored now, grouped by device, oldest first. */
export async function due(sql: Sql, latestAtMs: number, limit: number): Promise<DueReading[]> {
  const { rows } = await sql.query<DueReading>({
    text: `SELECT h.id, d.sncode, h.channel, round(date_part('epoch', h.at) * 1000) AS at,
        round(date_part('epoch', h.received_at) * 1000) AS "receivedAt", h.raw
      FROM deferred_reading h JOIN device d ON d.id = h.device_id
      WHERE h.at <= to_timestamp($1::float8 / 1000)
        AND EXISTS (SELECT 1 FROM jsonb_array_elements(d.channels) c WHERE c->>'number' = h.channel)
      ORDER BY h.device_id, h.at LIMIT $2`,
    values: [latestAtMs, limit],
  });
  return rows;
}

/** Deletes deferred readings that were stored, except those that were deferred again in the meantime. */
export async function letGo(sql: Sql, done: readonly DueReading[]): Promise<void> {
  await sql.query({
    text: `DELETE FROM deferred_reading h USING unnest($1::int8[], $2::float8[]) AS t(id, received_at)
      WHERE h.id = t.id AND round(date_part('epoch', h.received_at) * 1000) = t.received_at`,
    values: [done.map((each) => each.id), done.map((each) => each.receivedAt)],
  });
}

/** Deletes deferred readings past their retention; returns their number. */
export async function expire(sql: Sql, nowMs: number): Promise<number> {
  const { rowCount } = await sql.query({
    text: `DELETE FROM deferred_reading h WHERE received_at < to_timestamp($1::float8 / 1000)
      OR NOT EXISTS (SELECT 1 FROM device d WHERE d.id = h.device_id)`,
    values: [nowMs - maxDeferredDays * 86_400_000],
  });
  return rowCount ?? 0;
}
