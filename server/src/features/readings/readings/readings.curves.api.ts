/** Columns of points over a span, every record: times and values only, straight from sealed chunks and packed rows. */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { lowerBound, mergedOrder } from '@plumbline/science/segments/frame';
import { gather } from '@plumbline/science/segments/raw';
import { checkFormat, decodeFlags, decodeTimes, decodeValues, denseFlags } from '@plumbline/science/segments/segment';
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs, floorMs, instant, touches, withLocation } from '../../platform/store/store.segments.api.ts';
import {
  cutChunks,
  type PackedFlags,
  packField,
  packFlags,
  packTimes,
  placesOf,
  sealedAmong,
  unpackField,
  unpackFlags,
  unpackTimes,
} from './readings.packed.table.ts';

/** Records of one point in order of time; NaN = no value. `flags` null = every value passed. */
export interface Curve {
  /** Epoch ms. */
  readonly times: Float64Array;
  /** One column for each field asked for. */
  readonly columns: Float64Array[];
  /** quality + 16 * tests: 1 pass, 9 missing where nothing was found. */
  readonly flags: (Int16Array | null)[];
}

/** A stretch of records; flags 0 = none found, null = none in the whole stretch. */
export interface Stretch {
  readonly times: Float64Array;
  readonly columns: Float64Array[];
  readonly flags: Float64Array[] | null;
}

interface Row {
  point_id: number;
  n: number | null;
  format: number;
  ends: number[];
  t0: number;
  chunks: Buffer;
  flags: Buffer | null;
  hot: Buffer | null;
  hot_flags: PackedFlags;
  [field: `h${number}`]: Buffer | null;
}

/**
 * The records of points in [fromMs, toMs], the fields at `fieldIndexes`, oldest first: one statement, one snapshot. Every
 * point asked for has its curve, empty or not; each has at most `limit` records.
 */
export async function curves(
  sql: Sql,
  pointIds: readonly number[],
  fieldIndexes: readonly number[],
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<Map<number, Curve>> {
  const fields = fieldIndexes.map((_, i) => `h${i}`).join(', ');
  const { rows } = await sql.query<Row>({
    text: `SELECT p.id AS point_id, s.n, s.format, s.ends, s.t0, s.chunks, s.flags, NULL::bytea AS hot, NULL::json AS hot_flags${fieldIndexes.map((_, i) => `, NULL::bytea AS h${i}`).join('')}
      FROM unnest($1::int[]) AS p(id) CROSS JOIN LATERAL (
        SELECT n, format, ends, ${epochMs('t0')} AS t0, ${cutChunks('payload', 'ends', fieldIndexes)} AS chunks, flags FROM (
          SELECT s.*, sum(s.n) OVER (ORDER BY s.t0) - s.n AS before FROM segment s
          WHERE ${touches('p.id', instant('$2'), instant('$3'), instant('$4'))}
        ) s WHERE before <= $5::int8 + 4096
      ) s
      UNION ALL
      SELECT p.id, NULL, NULL, NULL, NULL, NULL, NULL, h.times, h.flags${fields && `, ${fields}`}
      FROM unnest($1::int[]) AS p(id) CROSS JOIN LATERAL (
        SELECT ${packTimes('at')} AS times, ${packFlags('at', 'flags')} AS flags${fieldIndexes.map((field, i) => `, ${packField('values', field)} AS h${i}`).join('')}
        FROM (SELECT at, values, flags FROM reading WHERE point_id = p.id AND at >= ${instant('$2')} AND at <= ${instant('$3')} ORDER BY at LIMIT $5) r
      ) h WHERE h.times IS NOT NULL`,
    values: [pointIds, fromMs, toMs, floorMs(fromMs), limit],
  });
  const byPoint = new Map<number, Row[]>(pointIds.map((id) => [id, []]));
  for (const row of rows) getOrThrow(byPoint, row.point_id).push(row);
  return new Map(
    [...byPoint].map(([pointId, own]) => [pointId, curveOf(pointId, own, fieldIndexes, fromMs, toMs, limit)]),
  );
}

function curveOf(
  pointId: number,
  rows: readonly Row[],
  fields: readonly number[],
  fromMs: number,
  toMs: number,
  limit: number,
): Curve {
  const sealed = sealedAmong(rows);
  const stretches = sealed.map((row) => clip(stretchOf(pointId, row, fields), fromMs, toMs));
  const packed = rows.find((row) => row.n === null);
  const all = packed
    ? overlay(joined(stretches, fields.length), hotOf(packed, fields))
    : joined(stretches, fields.length);
  return finished(all, limit);
}

/** A sealed segment's columns. Throws DamagedSegment. */
export function stretchOf(
  pointId: number,
  row: { n: number; format: number; ends: number[]; t0: number; chunks: Buffer; flags: Buffer | null },
  fields: readonly number[],
): Stretch {
  const { n } = row;
  return withLocation(pointId, row.t0, () => {
    checkFormat(row.format);
    const places = placesOf(row.ends, fields);
    const flags = row.flags ? decodeFlags(row.flags, n) : null;
    return {
      times: decodeTimes(row.chunks.subarray(...places.times), n),
      columns: places.fields.map(({ field, place }) =>
        place ? decodeValues(row.chunks.subarray(...place), n, field) : new Float64Array(n).fill(Number.NaN),
      ),
      flags: flags && fields.map((field) => denseFlags(flags, n, field)),
    };
  });
}

/** The hot rows of a point as columns. */
export function hotOf(
  row: { hot: Buffer | null; hot_flags: PackedFlags; [field: `h${number}`]: Buffer | null },
  fields: readonly number[],
): Stretch {
  const times = unpackTimes(row.hot);
  const { hot_flags: packed } = row;
  return {
    times,
    columns: fields.map((_, i) => unpackField(row[`h${i}`] ?? null)),
    flags: packed && fields.map((field) => unpackFlags(packed, times, field)),
  };
}

export function clip(stretch: Stretch, fromMs: number, toMs: number): Stretch {
  const from = lowerBound(stretch.times, fromMs);
  const to = lowerBound(stretch.times, toMs + 1);
  if (from === 0 && to === stretch.times.length) return stretch;
  return {
    times: stretch.times.subarray(from, to),
    columns: stretch.columns.map((each) => each.subarray(from, to)),
    flags: stretch.flags?.map((each) => each.subarray(from, to)) ?? null,
  };
}

/** Stretches one after the other. */
function joined(stretches: readonly Stretch[], fields: number): Stretch {
  const [only, ...others] = stretches;
  if (only && others.length === 0) return only;
  const n = stretches.reduce((sum, each) => sum + each.times.length, 0);
  const one = (of: (stretch: Stretch) => Float64Array | null) => {
    const out = new Float64Array(n);
    let at = 0;
    for (const each of stretches) {
      const part = of(each);
      if (part) out.set(part, at);
      at += each.times.length;
    }
    return out;
  };
  return {
    times: one((each) => each.times),
    columns: Array.from({ length: fields }, (_, f) => one((each) => elementAt(each.columns, f))),
    flags: stretches.some((each) => each.flags)
      ? Array.from({ length: fields }, (_, f) => one((each) => each.flags?.[f] ?? null))
      : null,
  };
}

/** Hot rows over sealed records: where both hold the same time, the row. */
export function overlay(sealed: Stretch, hot: Stretch): Stretch {
  if (hot.times.length === 0) return sealed;
  if (sealed.times.length === 0) return hot;
  const both = joined([sealed, hot], hot.columns.length);
  if (elementAt(hot.times, 0) > elementAt(sealed.times, -1)) return both;
  const order = mergedOrder(sealed.times, hot.times);
  return {
    times: gather(both.times, order),
    columns: both.columns.map((each) => gather(each, order)),
    flags: both.flags?.map((each) => gather(each, order)) ?? null,
  };
}

function finished({ times, columns, flags }: Stretch, limit: number): Curve {
  const cut = (each: Float64Array) => (each.length > limit ? each.subarray(0, limit) : each);
  return {
    times: cut(times),
    columns: columns.map(cut),
    flags: columns.map((column, f) => (flags ? shownFlags(cut(elementAt(flags, f)), column) : null)),
  };
}

/** As the interface says them: pass or missing where nothing was found. */
function shownFlags(found: Float64Array, column: Float64Array): Int16Array {
  const out = new Int16Array(found.length);
  for (let i = 0; i < out.length; i++) out[i] = found[i] || (Number.isNaN(column[i]) ? 9 : 1);
  return out;
}
