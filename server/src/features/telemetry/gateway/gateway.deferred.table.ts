/**
 * Readings that are held: they cannot be stored yet. Invariants: a device has at most `maxDeferred` of them, none is older
 * than `maxDeferredDays`, and of one time of a channel the last one sent is held.
 */
import type { Sql } from '../../../kernel/sql.ts';

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

/**
 * Readings held of one device. Of those ahead of the clock no more is acknowledged at the bound: the device keeps them. Of
 * channels that it does not have, what finds no room is refused for good, or one channel too many would hold back all others.
 */
export const maxDeferred = { readingInFuture: 50_000, readingChannelUnknown: 10_000 } as const;
/** A clock that is wrong for longer is no passing fault. */
const maxDeferredDays = 30;

export const keyOf = ({ deviceId, channel, at }: Pick<DeferredReading, 'deviceId' | 'channel' | 'at'>): string =>
  JSON.stringify([deviceId, channel, at]);

/**
 * Holds readings; gives the keys of those that are held now. What was held before is again, whatever the room. One statement,
 * however many.
 */
export async function hold(sql: Sql, readings: readonly DeferredReading[]): Promise<ReadonlySet<string>> {
  const newest = new Map<string, DeferredReading>();
  for (const each of readings) newest.set(keyOf(each), each);
  const rows = [...newest.values()];
  const { rows: done } = await sql.query<Pick<DeferredReading, 'deviceId' | 'channel' | 'at'>>({
    text: `WITH input AS (
        -- One look into the index for each row: a join might read all that is held for each.
        SELECT t.*, (SELECT h.id FROM deferred_reading h WHERE h.device_id = t.device_id AND h.channel = t.channel
            AND h.at = to_timestamp(t.at / 1000)) IS NOT NULL AS known
        FROM unnest($1::int[], $2::text[], $3::float8[], $4::float8[], $5::text[], $6::text[]) WITH ORDINALITY
          AS t(device_id, channel, at, received_at, reason, raw, n)),
      placed AS MATERIALIZED (SELECT *, row_number() OVER (PARTITION BY device_id, reason, known ORDER BY n) AS place FROM input),
      capacity AS MATERIALIZED (
        SELECT device_id, reason, CASE reason WHEN 'readingInFuture' THEN $7::int ELSE $8::int END
          - (SELECT count(*) FROM deferred_reading h WHERE h.device_id = d.device_id AND h.reason = d.reason) AS left_over
        FROM (SELECT DISTINCT device_id, reason FROM input) d)
      INSERT INTO deferred_reading (device_id, channel, at, received_at, reason, raw)
      SELECT device_id, channel, to_timestamp(at / 1000), to_timestamp(received_at / 1000), reason, raw::json
      FROM placed JOIN capacity USING (device_id, reason) WHERE known OR place <= left_over ORDER BY device_id, channel, at
      ON CONFLICT (device_id, channel, at) DO UPDATE
        SET received_at = excluded.received_at, reason = excluded.reason, raw = excluded.raw
      RETURNING device_id AS "deviceId", channel, round(date_part('epoch', at) * 1000) AS at`,
    values: [
      rows.map((each) => each.deviceId),
      rows.map((each) => each.channel),
      rows.map((each) => each.at),
      rows.map((each) => each.receivedAt),
      rows.map((each) => each.reason),
      rows.map((each) => each.raw),
      maxDeferred.readingInFuture,
      maxDeferred.readingChannelUnknown,
    ],
  });
  return new Set(done.map(keyOf));
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
