/**
 * Storing readings, on a raw connection inside the pipeline's transaction. Binary COPY while every key is new; where one
 * exists already, the careful mode: same raw sample = nothing happens, another one = overwritten, the old one kept.
 * Measured and reasoned in docs/decisions/0031.
 */

import { isDeepStrictEqual } from 'node:util';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type pg from 'pg';
import { copyIn } from '../../../kernel/copy-in.ts';
import { arrayText, encode, type NewReading } from './logic/copy-format.ts';
import { sealedRecords } from './store.late.table.ts';
import type { Latest } from './store.states.table.ts';

export type { NewReading };
export type WriteResult = 'stored' | 'unchanged' | 'overwritten';

/**
 * How new readings go in. `bold`: copied; a key that exists throws `KeyTaken`, and the transaction is to be begun again,
 * carefully. `guarded`: copied behind a savepoint, two round trips more. `careful`: what exists is looked for first.
 */
export type InsertMode = 'copy' | 'copyWithSavepoint' | 'merge';

/** A reading of this time is stored already; the whole transaction is undone. */
export class DuplicateKey extends Error {}

/**
 * Readings of distinct (point, time), under the locks of `lockLatest`; gives the result of each, in order. What was
 * measured after everything sealed of its point takes the fast road.
 */
export async function insert(
  client: pg.PoolClient,
  readings: readonly NewReading[],
  latest: ReadonlyMap<number, Latest>,
  nowMs: number,
  mode: InsertMode = 'copyWithSavepoint',
): Promise<WriteResult[]> {
  const isLate = (reading: NewReading) =>
    reading.at <= (latest.get(reading.pointId)?.sealedTo ?? Number.NEGATIVE_INFINITY);
  const late = readings.filter(isLate);
  if (late.length === 0) return insertFast(client, readings, nowMs, mode);
  const fast = readings.filter((reading) => !isLate(reading));
  const [fastResults, lateResults] = [
    fast.length > 0 ? await insertFast(client, fast, nowMs, mode) : [],
    await merge(client, late, nowMs, true),
  ];
  let [nextFast, nextLate] = [0, 0];
  return readings.map((reading) =>
    isLate(reading) ? elementAt(lateResults, nextLate++) : elementAt(fastResults, nextFast++),
  );
}

async function insertFast(
  client: pg.PoolClient,
  readings: readonly NewReading[],
  nowMs: number,
  mode: InsertMode,
): Promise<WriteResult[]> {
  if (mode === 'merge') return merge(client, readings, nowMs, false);
  if (mode === 'copyWithSavepoint') await client.query('SAVEPOINT copy');
  try {
    await copy(client, readings);
    // What comes next must not run inside of it: rows that were locked before would be locked by two transactions.
    if (mode === 'copyWithSavepoint') await client.query('RELEASE copy');
    return readings.map(() => 'stored');
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    if (mode === 'copy') throw new DuplicateKey();
    await client.query('ROLLBACK TO copy');
    return merge(client, readings, nowMs, false);
  }
}

/** In the order of their keys: the index takes neighbours together. */
async function copy(client: pg.PoolClient, readings: readonly NewReading[]) {
  const sorted = readings.toSorted((a, b) => a.pointId - b.pointId || a.at - b.at);
  await copyIn(
    client,
    'COPY reading (point_id, at, received_at, values, raw, flags, device_id, change_id) FROM STDIN BINARY',
    encode(sorted),
  );
}

const inputOf = (readings: readonly NewReading[]) => [
  readings.map((reading) => reading.pointId),
  readings.map((reading) => reading.at),
  readings.map((reading) => reading.receivedAt),
  readings.map((reading) => arrayText(reading.values)),
  readings.map((reading) => reading.raw),
  readings.map((reading) => (reading.flags?.length ? arrayText(reading.flags) : null)),
  readings.map((reading) => reading.deviceId ?? null),
  readings.map((reading) => reading.changeId ?? null),
];
const input = `WITH input AS (
    SELECT n, point_id, to_timestamp(at / 1000.0) AS at, to_timestamp(received_at / 1000.0) AS received_at, v::float8[] AS values,
      raw::json AS raw, f::int2[] AS flags, device_id, change_id
    FROM unnest($1::int[], $2::float8[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[]) WITH ORDINALITY
      AS t(point_id, at, received_at, v, raw, f, device_id, change_id, n))`;

/** The careful mode. `sealed`: what is not among the hot rows may stand in a segment; a hot row then stands for it. */
async function merge(
  client: pg.PoolClient,
  readings: readonly NewReading[],
  nowMs: number,
  sealed: boolean,
): Promise<WriteResult[]> {
  const { rows } = await client.query<{ n: number; raw: unknown }>(
    `${input} SELECT input.n::int AS n, reading.raw FROM input JOIN reading USING (point_id, at) FOR UPDATE OF reading`,
    inputOf(readings),
  );
  const results: WriteResult[] = readings.map(() => 'stored');
  for (const { n, raw } of rows) results[n - 1] = isSame(raw, elementAt(readings, n - 1)) ? 'unchanged' : 'overwritten';
  const changed = readings.filter((_, i) => results[i] === 'overwritten');
  if (sealed) await mergeWithSegments(client, readings, results, nowMs);
  const hot = new Set(rows.map(({ n }) => n - 1));
  const fresh = readings.filter((_, i) => results[i] !== 'unchanged' && !hot.has(i));
  if (fresh.length > 0)
    await client.query(
      `${input} INSERT INTO reading (point_id, at, received_at, values, raw, flags, device_id, change_id)
       SELECT point_id, at, received_at, values, raw, flags, device_id, change_id FROM input`,
      inputOf(fresh),
    );
  if (changed.length > 0) {
    await client.query(
      `${input} INSERT INTO reading_history (point_id, at, received_at, values, raw, flags, device_id, change_id, by_change_id, replaced_at)
       SELECT r.point_id, r.at, r.received_at, r.values, r.raw, r.flags, r.device_id, r.change_id, input.change_id, to_timestamp($9::float8 / 1000.0)
       FROM input JOIN reading r USING (point_id, at)`,
      [...inputOf(changed), nowMs],
    );
    await client.query(
      `${input} UPDATE reading SET received_at = input.received_at, values = input.values, raw = input.raw,
         flags = input.flags, device_id = input.device_id, change_id = input.change_id FROM input
       WHERE reading.point_id = input.point_id AND reading.at = input.at`,
      inputOf(changed),
    );
  }
  return results;
}

/** Returns whether a device repeats its sample: the order of a sample's parts means nothing. */
const isSame = (raw: unknown, reading: NewReading) => isDeepStrictEqual(raw, JSON.parse(reading.raw));

/** What no hot row answers, against the segments: the results for what they hold, and what is replaced into the history. */
async function mergeWithSegments(
  client: pg.PoolClient,
  readings: readonly NewReading[],
  results: WriteResult[],
  nowMs: number,
): Promise<void> {
  const open = [...readings.keys()].filter((i) => results[i] === 'stored');
  const found = await sealedRecords(
    client,
    open.map((i) => elementAt(readings, i)),
  );
  const old: NewReading[] = [];
  const by: (number | null)[] = [];
  for (const [n, i] of open.entries()) {
    const record = found[n];
    if (!record) continue;
    const reading = elementAt(readings, i);
    const same = isSame(record.raw, reading);
    results[i] = same ? 'unchanged' : 'overwritten';
    if (same) continue;
    old.push({ ...record, pointId: reading.pointId, raw: JSON.stringify(record.raw) });
    by.push(reading.changeId ?? null);
  }
  if (old.length > 0)
    await client.query(
      `${input} INSERT INTO reading_history (point_id, at, received_at, values, raw, flags, device_id, change_id, by_change_id, replaced_at)
       SELECT point_id, at, received_at, values, raw, flags, device_id, change_id, ($10::int[])[n::int], to_timestamp($9::float8 / 1000.0) FROM input`,
      [...inputOf(old), nowMs, by],
    );
}

/** How many readings were stored of points of a project. */
export interface StoredCount {
  readonly corporationId: number;
  readonly projectId: number;
  readonly stored: number;
}

/** Adds to the day's totals of each project. */
export async function countStored(
  client: pg.PoolClient,
  dayUtc: string,
  counts: readonly StoredCount[],
): Promise<void> {
  const of = (key: keyof StoredCount) => counts.map((each) => each[key]);
  await client.query({
    name: 'count-stored',
    text: `INSERT INTO ingest_total AS total (corporation_id, project_id, day, stored)
      SELECT corporation_id, project_id, $1, stored
      FROM unnest($2::int[], $3::int[], $4::int[]) AS t(corporation_id, project_id, stored) ORDER BY 1, 2
      ON CONFLICT (corporation_id, day, project_id) DO UPDATE SET stored = total.stored + excluded.stored`,
    values: [dayUtc, of('corporationId'), of('projectId'), of('stored')],
  });
}
