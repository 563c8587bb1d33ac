/**
 * What was measured, for whoever asks: hot rows and sealed segments as one series, in order of measuring time. A hot row
 * stands for a sealed record of the same time.
 *
 * Invariant: every statement is of one snapshot, and sealing changes nothing that can be read: what is asked in two
 * statements is the same before and after one.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import {
  type Frame,
  frameOf,
  lowerBound,
  merge,
  mergedOrder,
  recordReader,
  slice,
} from '@plumbline/science/segments/frame';
import { gather } from '@plumbline/science/segments/raw';
import type { StoredRecord } from '@plumbline/science/segments/record';
import { decodeTimes } from '@plumbline/science/segments/segment';
import type { Sql } from '../../../kernel/sql.ts';
import {
  epochMs,
  floorMs,
  instant,
  loadWhole,
  open,
  touches,
  type Whole,
  withLocation,
} from '../../platform/store/store.segments.api.ts';
import { packTimes, sealedAmong, unpackTimes } from './readings.packed.table.ts';

export type { StoredRecord } from '@plumbline/science/segments/record';
export { curves } from './readings.curves.api.ts';
export { thinned } from './readings.thinned.api.ts';

/** Whole records of a point in [fromMs, toMs], a page of them. */
export async function records(
  sql: Sql,
  pointId: number,
  fromMs: number,
  toMs: number,
  { newestFirst, offset, limit }: { newestFirst: boolean; offset: number; limit: number },
): Promise<StoredRecord[]> {
  const spans = await spansOf(sql, pointId, fromMs, toMs);
  const total = spans.reduce((sum, span) => sum + span.count, 0);
  const start = newestFirst ? Math.max(0, total - offset - limit) : offset;
  const end = Math.min(total, newestFirst ? total - offset : offset + limit);
  if (start >= end) return [];
  const first = placeIn(spans, start);
  const last = placeIn(spans, end - 1);
  const [from, skip] = first.span.times
    ? [elementAt(first.span.times, first.place), 0]
    : [Math.max(fromMs, first.span.fromMs), first.place];
  const to = last.span.times ? elementAt(last.span.times, last.place) : Math.min(toMs, last.span.toMs);
  const found = await loadWhole(sql, pointId, from, to, { segments: 100_000, rows: skip + limit + 8192 });
  const page: StoredRecord[] = [];
  let left = skip;
  for (const frame of framesOf(pointId, found, from, to)) {
    const read = recordReader(frame);
    for (let i = 0; i < frame.times.length && page.length < end - start; i++) if (left-- <= 0) page.push(read(i));
  }
  return newestFirst ? page.reverse() : page;
}

/** How many records a point has in [fromMs, toMs]. */
export async function count(sql: Sql, pointId: number, fromMs: number, toMs: number): Promise<number> {
  const spans = await spansOf(sql, pointId, fromMs, toMs);
  return spans.reduce((sum, span) => sum + span.count, 0);
}

/** The record of exactly that time, or null. */
export async function at(sql: Sql, pointId: number, atMs: number): Promise<StoredRecord | null> {
  const found = await loadWhole(sql, pointId, atMs, atMs, { segments: 1, rows: 1 });
  for (const frame of framesOf(pointId, found, atMs, atMs)) if (frame.times.length > 0) return recordReader(frame)(0);
  return null;
}

/**
 * Whole records as a stream, oldest first, some thousand at a time: memory stays small however long the span. Each chunk
 * is of one snapshot; what is changed meanwhile shows from the next chunk on. No connection is held between chunks.
 */
export async function* recordsOf(
  sql: Sql,
  pointId: number,
  fromMs: number,
  toMs: number,
): AsyncGenerator<StoredRecord[]> {
  const rows = 4096;
  for (let from = fromMs; from <= toMs; ) {
    const found = await loadWhole(sql, pointId, from, toMs, { segments: 1, rows });
    // A full page of rows may have more behind it.
    const end = Math.min(found.segments[0]?.t1 ?? toMs, found.hot[rows - 1]?.at ?? toMs, toMs);
    for (const frame of framesOf(pointId, found, from, end)) {
      const read = recordReader(frame);
      if (frame.times.length > 0) yield Array.from(frame.times, (_, i) => read(i));
    }
    if (end >= toMs) return;
    from = end + 1;
  }
}

/** Segments and hot rows as frames in order of time, cut to [fromMs, toMs]. */
function* framesOf(
  pointId: number,
  { segments, hot }: { segments: readonly Whole[]; hot: readonly StoredRecord[] },
  fromMs: number,
  toMs: number,
): Generator<Frame> {
  let next = 0;
  const hotUntil = (ms: number): Frame => {
    const start = next;
    while (next < hot.length && elementAt(hot, next).at <= ms) next++;
    return frameOf(hot.slice(start, next));
  };
  for (const segment of segments) {
    if (segment.t0 > toMs) break;
    yield hotUntil(Math.min(segment.t0 - 1, toMs));
    yield cut(merge(open(pointId, segment), hotUntil(segment.t1)), fromMs, toMs);
  }
  yield hotUntil(toMs);
}

const cut = (frame: Frame, fromMs: number, toMs: number) =>
  slice(frame, lowerBound(frame.times, fromMs), lowerBound(frame.times, toMs + 1));

/** A stretch of the series: a segment with the hot rows in it, or the hot rows between two. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  /** Where they had to be read to count. */
  readonly times: Float64Array | null;
}

/** The stretches of [fromMs, toMs] with their numbers of records; segments that lie whole in it are not opened. */
async function spansOf(sql: Sql, pointId: number, fromMs: number, toMs: number): Promise<Span[]> {
  const { rows } = await sql.query<{ n: number | null; t0: number; t1: number; times: Buffer | null }>({
    text: `SELECT s.n, ${epochMs('s.t0')} AS t0, ${epochMs('s.t1')} AS t1,
        CASE WHEN s.t0 < ${instant('$2')} OR s.t1 > ${instant('$3')} OR EXISTS (
          SELECT 1 FROM reading r WHERE r.point_id = s.point_id AND r.at >= s.t0 AND r.at <= s.t1
        ) THEN substr(s.payload, 1, s.ends[1]) END AS times
      FROM segment s WHERE ${touches('$1', instant('$2'), instant('$3'), instant('$4'))}
      UNION ALL
      SELECT NULL, NULL, NULL, ${packTimes('at')} FROM (
        SELECT at FROM reading WHERE point_id = $1 AND at >= ${instant('$2')} AND at <= ${instant('$3')} ORDER BY at
      ) r`,
    values: [pointId, fromMs, toMs, floorMs(fromMs)],
  });
  const hot = unpackTimes(rows.find((row) => row.n === null)?.times ?? null);
  const spans: Span[] = [];
  let next = 0;
  const known = (times: Float64Array) => {
    const [first] = times;
    const last = times.at(-1);
    if (first !== undefined && last !== undefined)
      spans.push({ fromMs: first, toMs: last, count: times.length, times });
  };
  const hotBefore = (ms: number) => {
    const start = next;
    next = Math.max(next, lowerBound(hot, ms));
    return hot.subarray(start, next);
  };
  for (const { n, t0, t1, times } of sealedAmong(rows)) {
    known(hotBefore(t0));
    if (times === null) spans.push({ fromMs: t0, toMs: t1, count: n, times: null });
    else {
      const sealed = withLocation(pointId, t0, () => decodeTimes(times, n));
      const inside = hotBefore(t1 + 1);
      const both = mergedTimes(sealed, inside);
      known(both.subarray(lowerBound(both, fromMs), lowerBound(both, toMs + 1)));
    }
  }
  known(hot.subarray(next));
  return spans;
}

function mergedTimes(sealed: Float64Array, hot: Float64Array): Float64Array {
  const all = new Float64Array(sealed.length + hot.length);
  all.set(sealed);
  all.set(hot, sealed.length);
  return gather(all, mergedOrder(sealed, hot));
}

/** The stretch that holds the record at a place, and its place there. */
function placeIn(spans: readonly Span[], place: number): { span: Span; place: number } {
  let left = place;
  for (const span of spans) {
    if (left < span.count) return { span, place: left };
    left -= span.count;
  }
  throw new RangeError(`no record at ${place}`);
}
