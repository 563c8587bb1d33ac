/**
 * A long history for a chart, thinned to its width. Whole blocks of sealed records are drawn from their summary, without
 * decoding them; what is too wide for that, at an edge, or mixed with hot rows is read record by record.
 *
 * Invariant: every record belongs to exactly one column, and each column gives the first, least, most and last of its
 * values: no minimum and no maximum is lost.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { lowerBound } from '@plumbline/science/segments/frame';
import { checkFormat, decodeFlags, type SparseFlags } from '@plumbline/science/segments/segment';
import { type Extremes, readBlocks, readExtremes } from '@plumbline/science/segments/summary';
import { Columns } from '@plumbline/science/segments/thinning';
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, floorMs, instant, touches, withLocation } from '../../platform/store/store.segments.api.ts';
import { clip, hotOf, overlay, type Stretch, stretchOf } from './readings.curves.api.ts';
import {
  cutChunks,
  type PackedFlags,
  packField,
  packFlags,
  packTimes,
  placesOf,
  sealedAmong,
} from './readings.packed.table.ts';

/** One field of a thinned view: the points to draw, oldest first. */
export interface Thinned {
  /** Epoch ms. */
  readonly times: Float64Array;
  /** NaN = a gap. */
  readonly values: Float64Array;
  /** quality + 16 * tests; null = every value passed. */
  readonly flags: Int16Array | null;
  /** Records in the span, before thinning. */
  readonly total: number;
  /** True when records were left out. */
  readonly thinned: boolean;
}

/** What one statement may bring: a year of minutes is one, and memory stays small for anything longer. */
const segmentsAtOnce = 1024;
const rowsAtOnce = 200_000;

interface Row {
  n: number | null;
  format: number;
  summed: boolean;
  ends: number[];
  t0: number;
  t1: number;
  chunks: Buffer;
  flags: Buffer | null;
  hot: Buffer | null;
  hot_flags: PackedFlags;
  [field: `h${number}`]: Buffer | null;
}

type SealedRow = Row & { readonly n: number };

/**
 * A view of [fromMs, toMs] that is `width` pixels wide: of each column of a pixel the first, least, most and last value
 * and one gap; every record where there are not more of them than would be drawn.
 */
export async function thinned(
  sql: Sql,
  pointId: number,
  fieldIndexes: readonly number[],
  fromMs: number,
  toMs: number,
  width: number,
): Promise<Thinned[]> {
  const columnMs = Math.max(1, (toMs - fromMs) / Math.max(1, width));
  const columns = fieldIndexes.map(() => new Columns(fromMs, columnMs, width * 4));
  for (let from = fromMs; from <= toMs; ) {
    const rows = await load(sql, pointId, fieldIndexes, from, toMs, columnMs);
    const sealed = sealedAmong(rows);
    const packed = rows.find((row) => row.n === null);
    const hot = hotOf(packed ?? { hot: null, hot_flags: null }, fieldIndexes);
    // What comes full may have more behind it.
    const end = Math.min(toMs, sealed[segmentsAtOnce - 1]?.t1 ?? toMs, hot.times[rowsAtOnce - 1] ?? toMs);
    draw(columns, pointId, fieldIndexes, sealed, hot, from, end);
    from = end + 1;
  }
  return columns.map((column) => column.finish());
}

async function load(
  sql: Sql,
  pointId: number,
  fields: readonly number[],
  fromMs: number,
  toMs: number,
  columnMs: number,
): Promise<Row[]> {
  const { rows } = await sql.query<Row>({
    text: `WITH chosen AS MATERIALIZED (
        SELECT s.*, s.t0 >= ${instant('$2')} AND s.t1 <= ${instant('$3')} AND s.block_ms <= $5::float8 AND NOT EXISTS (
            SELECT 1 FROM reading r WHERE r.point_id = s.point_id AND r.at >= s.t0 AND r.at <= s.t1) AS summed
        FROM segment s WHERE ${touches('$1', instant('$2'), instant('$3'), instant('$4'))} ORDER BY s.t0 LIMIT $6
      ), until AS (
        SELECT CASE WHEN count(*) = $6 THEN least(${instant('$3')}, max(t1)) ELSE ${instant('$3')} END AS at FROM chosen
      )
      SELECT n, format, summed, CASE WHEN summed THEN summary_ends ELSE ends END AS ends, ${epochMs('t0')} AS t0, ${epochMs('t1')} AS t1,
        CASE WHEN summed THEN ${cutChunks('summary', 'summary_ends', fields)} ELSE ${cutChunks('payload', 'ends', fields)} END AS chunks,
        flags, NULL::bytea AS hot, NULL::json AS hot_flags${fields.map((_, i) => `, NULL::bytea AS h${i}`).join('')}
      FROM chosen
      UNION ALL
      SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${packTimes('at')}, ${packFlags('at', 'flags')}${fields.map((field) => `, ${packField('values', field)}`).join('')}
      FROM (
        SELECT at, values, flags FROM reading WHERE point_id = $1 AND at >= ${instant('$2')} AND at <= (SELECT at FROM until)
        ORDER BY at LIMIT $7
      ) r`,
    values: [pointId, fromMs, toMs, floorMs(fromMs), columnMs, segmentsAtOnce, rowsAtOnce],
  });
  return rows;
}

/** Hands everything in [fromMs, toMs] to the columns, in order of time. */
function draw(
  columns: readonly Columns[],
  pointId: number,
  fields: readonly number[],
  sealed: readonly SealedRow[],
  hot: Stretch,
  fromMs: number,
  toMs: number,
): void {
  let next = 0;
  /** The hot rows up to and without a time. */
  const hotBefore = (ms: number): Stretch => {
    const until = Math.max(next, lowerBound(hot.times, ms));
    const part = part_(hot, next, until);
    next = until;
    return part;
  };
  const take = (stretch: Stretch) =>
    columns.forEach((column, f) => {
      column.records(stretch.times, elementAt(stretch.columns, f), stretch.flags?.[f] ?? null);
    });
  for (const row of sealed) {
    if (row.t0 > toMs) break;
    take(hotBefore(row.t0));
    if (row.summed) summaryOf(pointId, row, fields, columns);
    else take(clip(overlay(stretchOf(pointId, row, fields), hotBefore(row.t1 + 1)), fromMs, toMs));
  }
  take(hotBefore(toMs + 1));
}

const part_ = (stretch: Stretch, from: number, to: number): Stretch => ({
  times: stretch.times.subarray(from, to),
  columns: stretch.columns.map((each) => each.subarray(from, to)),
  flags: stretch.flags?.map((each) => each.subarray(from, to)) ?? null,
});

function summaryOf(pointId: number, row: SealedRow, fields: readonly number[], columns: readonly Columns[]): void {
  const { n } = row;
  withLocation(pointId, row.t0, () => {
    checkFormat(row.format);
    const places = placesOf(row.ends, fields);
    const grid = readBlocks(row.chunks.subarray(...places.times), n);
    const flags = row.flags ? decodeFlags(row.flags, n) : null;
    for (const [f, { field, place }] of places.fields.entries()) {
      const column = elementAt(columns, f);
      if (!place) {
        column.missing(grid);
        continue;
      }
      const extremes: Extremes = readExtremes(row.chunks.subarray(...place), n, field, grid);
      column.blocks(grid, extremes, flags && flagsAt(flags, field));
    }
  });
}

/** The flag of a time; 0 where the record has none. */
function flagsAt({ times, fields }: SparseFlags, field: number): (ms: number) => number {
  const found = fields[field];
  return (ms) => {
    const i = lowerBound(times, ms);
    return times[i] === ms ? (found?.[i] ?? 0) : 0;
  };
}
