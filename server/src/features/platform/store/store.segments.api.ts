/**
 * Segments and hot rows as they lie in the database: found, loaded, written.
 * Invariant: the segments of a point never overlap, and none reaches over a year of UTC (its partition).
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { DamagedSegment } from '@plumbline/science/segments/chunk';
import type { Frame } from '@plumbline/science/segments/frame';
import type { StoredRecord } from '@plumbline/science/segments/record';
import { decodeSegment, type Segment, type SegmentRow } from '@plumbline/science/segments/segment';
import type { Sql } from '../../../kernel/sql.ts';

export const yearOf = (ms: number) => new Date(ms).getUTCFullYear();
const yearStart = (year: number) => new Date(0).setUTCFullYear(year);

/** An instant of a parameter that holds epoch ms. */
export const instant = (parameter: string) => `to_timestamp(${parameter}::float8 / 1000)`;
/** An instant as epoch ms. */
export const epochMs = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

/** The segment before which no other can reach into the span: where the search in the index begins. */
export const floorMs = (fromMs: number) => (Number.isFinite(fromMs) ? yearStart(yearOf(fromMs)) : fromMs);

/**
 * Condition on `segment s`: it is of the point and touches [from, to]. Two index probes, however long the history. The
 * four are SQL; `floor` is floorMs(from).
 */
export const touches = (point: string, from: string, to: string, floor: string) =>
  `s.point_id = ${point} AND s.t0 <= ${to} AND s.t1 >= ${from} AND s.t0 >= coalesce(
     (SELECT max(f.t0) FROM segment f WHERE f.point_id = ${point} AND f.t0 <= ${from} AND f.t0 >= ${floor}), ${from})`;

/** A row of `segment`, whole. */
export interface Whole extends SegmentRow {
  /** Epoch ms. */
  readonly t0: number;
  readonly t1: number;
}

/** Columns of `Whole`. */
export const wholeColumns = `s.n, s.format, s.ends, s.payload, s.flags, s.raw, ${epochMs('s.t0')} AS t0, ${epochMs('s.t1')} AS t1`;

/** Hot row as JSON: all of it, in the order that `recOf` reads. */
export const hotRow = `json_build_array(${epochMs('r.at')}, ${epochMs('r.received_at')}, r.values, r.raw, r.flags, r.device_id, r.change_id)`;
export type HotRow = [
  number,
  number,
  (number | string | null)[],
  unknown,
  number[] | null,
  number | null,
  number | null,
];

/** A hot row as a record. JSON has no NaN: it comes as text, and is no value. */
export const recOf = ([at, receivedAt, values, raw, flags, deviceId, changeId]: HotRow): StoredRecord => ({
  at,
  receivedAt,
  values: values.map((value) => (typeof value === 'string' ? readOdd(value) : value)),
  raw,
  flags,
  deviceId,
  changeId,
});
const readOdd = (value: string) => (value === 'NaN' ? null : Number(value));

/**
 * The segments that touch [fromMs, toMs] and the hot rows in it, of one snapshot, both oldest first: at most
 * `segments` and `rows` of them.
 */
export async function loadWhole(
  sql: Sql,
  pointId: number,
  fromMs: number,
  toMs: number,
  { segments, rows }: { segments: number; rows: number },
): Promise<{ segments: Whole[]; hot: StoredRecord[] }> {
  // With one segment asked for, rows after it are of no use yet.
  const { rows: found } = await sql.query<Whole & { hot: HotRow[] | null }>({
    text: `WITH chosen AS MATERIALIZED (
        SELECT ${wholeColumns} FROM segment s WHERE ${touches('$1', instant('$2'), instant('$3'), instant('$4'))} ORDER BY s.t0 LIMIT $5
      ), until AS (
        SELECT CASE WHEN count(*) = $5 THEN least(${instant('$3')}, ${instant('max(t1)')}) ELSE ${instant('$3')} END AS at FROM chosen
      )
      SELECT n, format, ends, payload, flags, raw, t0, t1, NULL::json AS hot FROM chosen
      UNION ALL
      SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_agg(${hotRow}) FROM (
        SELECT * FROM reading WHERE point_id = $1 AND at >= ${instant('$2')} AND at <= (SELECT at FROM until) ORDER BY at LIMIT $6
      ) r`,
    values: [pointId, fromMs, toMs, floorMs(fromMs), segments, rows],
  });
  const hot = found.find((row) => row.n === null)?.hot ?? [];
  return {
    segments: found.filter((row) => row.n !== null).sort((a, b) => a.t0 - b.t0),
    hot: hot.map(recOf),
  };
}

/** Reads a segment; errors of damage name the point and the time. */
export function open(pointId: number, segment: SegmentRow & { t0: number }): Frame {
  return withLocation(pointId, segment.t0, () => decodeSegment(segment));
}

/** Adds to a damage where it is. */
export function withLocation<T>(pointId: number, t0: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DamagedSegment)) throw error;
    throw new DamagedSegment(`of point ${pointId} from ${new Date(t0).toISOString()}: ${error.message}`, error);
  }
}

/** Writes segments of a point. Their years have partitions afterwards. */
export async function insertSegments(sql: Sql, pointId: number, segments: readonly Segment[]): Promise<void> {
  await ensureYears(sql, new Set(segments.map((segment) => yearOf(segment.t0))));
  for (const { t0, t1, n, format, blockMs, ends, summaryEnds, summary, payload, flags, raw } of segments)
    await sql.query({
      name: 'insert-segment',
      text: `INSERT INTO segment (point_id, t0, t1, n, format, block_ms, ends, summary_ends, summary, payload, flags, raw)
        VALUES ($1, ${instant('$2')}, ${instant('$3')}, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      values: [pointId, t0, t1, n, format, blockMs, ends, summaryEnds, summary, payload, flags, raw],
    });
}

/** Deletes segments by their first times. Throws where one is not there: somebody did not take the lock of the point. */
export async function deleteSegments(sql: Sql, pointId: number, t0s: readonly number[]): Promise<void> {
  if (t0s.length === 0) return;
  const { rowCount } = await sql.query({
    name: 'delete-segments',
    text: `DELETE FROM segment s USING unnest($2::float8[]) AS t(ms) WHERE s.point_id = $1 AND s.t0 = ${instant('t.ms')}`,
    values: [pointId, t0s],
  });
  if (rowCount !== t0s.length) throw new Error(`segments of point ${pointId} changed while they were rewritten`);
}

/** Locks the state of a point until the transaction ends; null where the point has none, and so nothing sealed. */
export async function lockState(sql: Sql, pointId: number): Promise<{ sealedTo: number | null; at: number } | null> {
  const { rows } = await sql.query<{ sealed_to: number | null; at: number }>({
    name: 'lock-state',
    text: `SELECT ${epochMs('sealed_to')} AS sealed_to, ${epochMs('at')} AS at FROM point_state WHERE point_id = $1 FOR UPDATE`,
    values: [pointId],
  });
  return rows[0] ? { sealedTo: rows[0].sealed_to, at: rows[0].at } : null;
}

/** Makes the partitions of years that have none yet. Readers and writers of other years are not held up. */
async function ensureYears(sql: Sql, years: ReadonlySet<number>): Promise<void> {
  for (const year of years) {
    if (await exists(sql, year)) continue;
    await sql.query({ text: 'SELECT pg_advisory_xact_lock(7302)' });
    if (await exists(sql, year)) continue;
    const name = partitionOf(year);
    const bound = (of: number) => `'${new Date(yearStart(of)).toISOString()}'`;
    // Made apart and then attached: CREATE ... PARTITION OF would shut everybody out of the whole table.
    await sql.query({ text: `CREATE TABLE ${name} (LIKE segment INCLUDING ALL)` });
    await sql.query({
      text: `ALTER TABLE segment ATTACH PARTITION ${name} FOR VALUES FROM (${bound(year)}) TO (${bound(year + 1)})`,
    });
  }
}

export const partitionOf = (year: number) => `segment_y${year}`;

async function exists(sql: Sql, year: number): Promise<boolean> {
  const { rows } = await sql.query<{ there: boolean }>({
    name: 'has-partition',
    text: 'SELECT to_regclass($1) IS NOT NULL AS there',
    values: [partitionOf(year)],
  });
  return elementAt(rows, 0).there;
}
