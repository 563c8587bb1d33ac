/**
 * Storing readings, on a raw connection inside the pipeline's transaction. Binary COPY while every key is new; where one
 * exists already, the careful way: same raw sample = nothing happens, another one = overwritten, the old one kept.
 */

import { Readable } from 'node:stream';
import { pipeline as pump } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export interface NewReading {
  readonly pointId: number;
  /** Epoch ms, both. */
  readonly at: number;
  readonly receivedAt: number;
  readonly values: readonly (number | null)[];
  /** The sample as JSON text. */
  readonly raw: string;
}
export type Fate = 'stored' | 'unchanged' | 'overwritten';

/** PostgreSQL counts microseconds from 2000. */
const epoch2000Ms = 946_684_800_000;
const float8Oid = 701;

/** Readings of distinct (point, time); gives the fate of each, in order. */
export async function insert(client: pg.PoolClient, readings: readonly NewReading[], nowMs: number): Promise<Fate[]> {
  await client.query('SAVEPOINT copy');
  try {
    await copy(client, readings);
    await client.query('RELEASE copy');
    return readings.map(() => 'stored');
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    await client.query('ROLLBACK TO copy');
    return merge(client, readings, nowMs);
  }
}

async function copy(client: pg.PoolClient, readings: readonly NewReading[]) {
  const stream = client.query(copyFrom('COPY reading (point_id, at, received_at, values, raw) FROM STDIN BINARY'));
  await pump(Readable.from([encode(readings)], { objectMode: false }), stream);
}

/** The rows in PostgreSQL's binary COPY format. */
function encode(readings: readonly NewReading[]): Buffer {
  let size = 19 + 2;
  for (const reading of readings)
    size += 2 + 8 + 12 + 12 + 4 + 20 + reading.values.length * 12 + 4 + 1 + Buffer.byteLength(reading.raw);
  const buffer = Buffer.allocUnsafe(size);
  let at = buffer.write('PGCOPY\n\xff\r\n\0', 0, 'latin1');
  at = buffer.writeInt32BE(0, at);
  at = buffer.writeInt32BE(0, at);
  for (const reading of readings) {
    at = buffer.writeInt16BE(5, at);
    at = buffer.writeInt32BE(4, at);
    at = buffer.writeInt32BE(reading.pointId, at);
    at = writeInstant(buffer, at, reading.at);
    at = writeInstant(buffer, at, reading.receivedAt);
    at = writeArray(buffer, at, reading.values);
    const bytes = Buffer.byteLength(reading.raw);
    at = buffer.writeInt32BE(bytes + 1, at);
    at = buffer.writeInt8(1, at);
    at += buffer.write(reading.raw, at, 'utf8');
  }
  at = buffer.writeInt16BE(-1, at);
  return buffer.subarray(0, at);
}

function writeInstant(buffer: Buffer, at: number, ms: number): number {
  at = buffer.writeInt32BE(8, at);
  return buffer.writeBigInt64BE(BigInt(ms - epoch2000Ms) * 1000n, at);
}

function writeArray(buffer: Buffer, at: number, values: readonly (number | null)[]): number {
  const lengthAt = at;
  at = buffer.writeInt32BE(0, at);
  at = buffer.writeInt32BE(values.length ? 1 : 0, at);
  at = buffer.writeInt32BE(values.includes(null) ? 1 : 0, at);
  at = buffer.writeInt32BE(float8Oid, at);
  if (values.length) {
    at = buffer.writeInt32BE(values.length, at);
    at = buffer.writeInt32BE(1, at);
    for (const value of values) {
      if (value === null) at = buffer.writeInt32BE(-1, at);
      else {
        at = buffer.writeInt32BE(8, at);
        at = buffer.writeDoubleBE(value, at);
      }
    }
  }
  buffer.writeInt32BE(at - lengthAt - 4, lengthAt);
  return at;
}

/** An array as SQL text; cheaper to write, and one parameter whatever its length. */
export const arrayText = (values: readonly (number | null)[]) =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

async function merge(client: pg.PoolClient, readings: readonly NewReading[], nowMs: number): Promise<Fate[]> {
  const parameters = [
    readings.map((reading) => reading.pointId),
    readings.map((reading) => reading.at),
    readings.map((reading) => reading.receivedAt),
    readings.map((reading) => arrayText(reading.values)),
    readings.map((reading) => reading.raw),
  ];
  const input = `WITH input AS (
      SELECT n, point_id, to_timestamp(at / 1000.0) AS at, to_timestamp(received_at / 1000.0) AS received_at, v::float8[] AS values, raw::jsonb AS raw
      FROM unnest($1::int[], $2::float8[], $3::float8[], $4::text[], $5::text[]) WITH ORDINALITY AS t(point_id, at, received_at, v, raw, n))`;
  const { rows } = await client.query<{ n: number; same: boolean }>(
    `${input} SELECT input.n::int AS n, reading.raw = input.raw AS same FROM input JOIN reading USING (point_id, at) FOR UPDATE OF reading`,
    parameters,
  );
  const fates: Fate[] = readings.map(() => 'stored');
  for (const { n, same } of rows) fates[n - 1] = same ? 'unchanged' : 'overwritten';
  const keep = (fate: Fate) => {
    const chosen = readings.flatMap((_, i) => (fates[i] === fate ? [i] : []));
    return { count: chosen.length, values: parameters.map((list) => chosen.map((i) => list[i])) };
  };
  const fresh = keep('stored');
  if (fresh.count > 0)
    await client.query(
      `${input} INSERT INTO reading (point_id, at, received_at, values, raw) SELECT point_id, at, received_at, values, raw FROM input`,
      fresh.values,
    );
  const changed = keep('overwritten');
  if (changed.count > 0) {
    await client.query(
      `${input} INSERT INTO reading_history (point_id, at, received_at, values, raw, replaced_at)
       SELECT reading.point_id, reading.at, reading.received_at, reading.values, reading.raw, to_timestamp($6::float8 / 1000.0) FROM input JOIN reading USING (point_id, at)`,
      [...changed.values, nowMs],
    );
    await client.query(
      `${input} UPDATE reading SET received_at = input.received_at, values = input.values, raw = input.raw FROM input
       WHERE reading.point_id = input.point_id AND reading.at = input.at`,
      changed.values,
    );
  }
  return fates;
}

export interface Latest {
  readonly pointId: number;
  readonly at: number;
  readonly values: readonly (number | null)[];
  readonly level: number;
}

/** The latest reading of each point, locked until the transaction ends. Locks are taken in one order, so two batches cannot wait for each other. */
export async function lockLatest(client: pg.PoolClient, pointIds: readonly number[]): Promise<Map<number, Latest>> {
  const { rows } = await client.query<{ point_id: number; at: number; values: (number | null)[]; level: number }>({
    name: 'lock-latest',
    text: `SELECT point_id, date_part('epoch', at) * 1000 AS at, values, level FROM point_state WHERE point_id = ANY($1) ORDER BY point_id FOR UPDATE`,
    values: [pointIds],
  });
  return new Map(
    rows.map((row) => [
      row.point_id,
      { pointId: row.point_id, at: Math.round(row.at), values: row.values, level: row.level },
    ]),
  );
}

/** Moves the latest reading of points on; never back in measuring time. */
export async function moveLatest(
  client: pg.PoolClient,
  latest: readonly (Latest & { receivedAt: number })[],
): Promise<void> {
  await client.query({
    name: 'move-latest',
    text: `INSERT INTO point_state AS state (point_id, at, received_at, values, level)
      SELECT point_id, to_timestamp(at / 1000.0), to_timestamp(received_at / 1000.0), v::float8[], level
      FROM unnest($1::int[], $2::float8[], $3::float8[], $4::text[], $5::int[]) AS t(point_id, at, received_at, v, level)
      ON CONFLICT (point_id) DO UPDATE SET at = excluded.at, received_at = excluded.received_at, values = excluded.values, level = excluded.level
      WHERE state.at <= excluded.at`,
    values: [
      latest.map((row) => row.pointId),
      latest.map((row) => row.at),
      latest.map((row) => row.receivedAt),
      latest.map((row) => arrayText(row.values)),
      latest.map((row) => row.level),
    ],
  });
}

/** For each (point, time, field index): the readings on both sides of 24 hours earlier. Drives the daily rate. */
export async function aDayBefore(
  client: pg.PoolClient,
  asked: readonly { pointId: number; at: number }[],
): Promise<
  {
    before: { at: number; values: (number | null)[] } | null;
    after: { at: number; values: (number | null)[] } | null;
  }[]
> {
  const side = (comparison: string, order: string) =>
    `LEFT JOIN LATERAL (SELECT date_part('epoch', r.at) * 1000 AS at, r.values FROM reading r
       WHERE r.point_id = t.point_id AND r.at ${comparison} to_timestamp(t.at / 1000.0) - interval '24 hours' ORDER BY r.at ${order} LIMIT 1)`;
  const { rows } = await client.query<{
    b_at: number | null;
    b_values: (number | null)[];
    a_at: number | null;
    a_values: (number | null)[];
  }>(
    `SELECT b.at AS b_at, b.values AS b_values, a.at AS a_at, a.values AS a_values
     FROM unnest($1::int[], $2::float8[]) WITH ORDINALITY AS t(point_id, at, n)
     ${side('<=', 'DESC')} b ON true ${side('>=', 'ASC')} a ON true ORDER BY t.n`,
    [asked.map((each) => each.pointId), asked.map((each) => each.at)],
  );
  return rows.map((row) => ({
    before: row.b_at === null ? null : { at: Math.round(row.b_at), values: row.b_values },
    after: row.a_at === null ? null : { at: Math.round(row.a_at), values: row.a_values },
  }));
}

/** Samples of channels that feed no point: the newest of each is kept, so that whoever sets the device up sees it talk. */
export async function keepUnbound(
  client: pg.PoolClient,
  samples: readonly { deviceId: number; channel: string; at: number; receivedAt: number; raw: string }[],
): Promise<void> {
  await client.query(
    `INSERT INTO channel_state AS state (device_id, channel, at, received_at, raw)
     SELECT device_id, channel, to_timestamp(at / 1000.0), to_timestamp(received_at / 1000.0), raw::jsonb
     FROM unnest($1::int[], $2::text[], $3::float8[], $4::float8[], $5::text[]) AS t(device_id, channel, at, received_at, raw)
     ON CONFLICT (device_id, channel) DO UPDATE SET at = excluded.at, received_at = excluded.received_at, raw = excluded.raw WHERE state.at <= excluded.at`,
    [
      samples.map((s) => s.deviceId),
      samples.map((s) => s.channel),
      samples.map((s) => s.at),
      samples.map((s) => s.receivedAt),
      samples.map((s) => s.raw),
    ],
  );
}

/** Adds to the day's totals of each corporation. */
export async function countStored(
  client: pg.PoolClient,
  dayUtc: string,
  stored: ReadonlyMap<number, number>,
): Promise<void> {
  await client.query({
    name: 'count-stored',
    text: `INSERT INTO ingest_total AS total (corporation_id, day, stored) SELECT id, $1, stored FROM unnest($2::int[], $3::int[]) AS t(id, stored) ORDER BY id
      ON CONFLICT (corporation_id, day) DO UPDATE SET stored = total.stored + excluded.stored`,
    values: [dayUtc, [...stored.keys()], [...stored.values()]],
  });
}
