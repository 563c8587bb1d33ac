/**
 * A curve through a display filter, beside what was measured. What takes part in the first and the last values lies before
 * and after the span and is read too.
 *
 * Invariant: the filtered value at a time is the same whatever span it is asked in, whatever `quality` is asked for, for
 * chart, table and file. Values that failed take no part. Nothing is judged by it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { applyFilter, type DisplayFilter, reachOf, windowsOf } from '@plumbline/science/filters/display-filter';
import type { Windows } from '@plumbline/science/filters/windows';
import type { Sql } from '../../../kernel/sql.ts';
import { marginsOf } from './readings.margins.table.ts';
import { withoutFailed } from './readings.usable.api.ts';

/** A column through a filter. */
export interface FilteredColumn {
  /** NaN = no value, or one that was refused and has no other in its place. */
  readonly values: Float64Array;
  /** The places of the values that were refused. */
  readonly refused: readonly number[];
}
interface MeasuredColumn {
  readonly values: Float64Array;
  readonly flags: Int16Array | null;
}
interface Measured {
  readonly times: Float64Array;
  readonly columns: readonly MeasuredColumn[];
  readonly cut: boolean;
}

/** More readings than this take part in no value. */
const maxWindow = 20_000;
/** More than this on one side of a span mean such a window. */
const maxMargin = 100_000;
/** Readings that are looked at for one column, all windows together: under a second. */
const maxWork = 500_000_000;
/** Of these, how many are looked at before others have their turn: some milliseconds. */
const workAtOnce = 5_000_000;

/**
 * The columns of what was measured through a filter. `read` gives more of the same, beyond its ends. Throws
 * filterWindowExceeded, filterSpanExceeded.
 */
export async function filteredColumns(
  sql: Sql,
  pointId: number,
  filter: DisplayFilter,
  measured: Measured,
  read: (fromMs: number, toMs: number, limit: number) => Promise<Measured>,
): Promise<FilteredColumn[]> {
  const [firstAt, lastAt] = [measured.times[0], measured.times.at(-1)];
  if (firstAt === undefined || lastAt === undefined)
    return measured.columns.map(() => ({ values: new Float64Array(), refused: [] }));
  const margin = await marginOf(sql, pointId, filter, firstAt, lastAt);
  const [before, after] = [
    await read(margin.fromMs, firstAt - 1, margin.limit),
    await read(lastAt + 1, margin.toMs, margin.limit),
  ];
  if (before.cut || after.cut) throw new Failure('filterWindowExceeded', { readings: maxWindow });
  const start = before.times.length;
  const end = start + measured.times.length;
  const times = joined([before.times, measured.times, after.times]);
  const windows = windowsOf(filter, times);
  refuseTooMuch(windows, start, end, lastAt - firstAt);
  const columns: FilteredColumn[] = [];
  for (const c of measured.columns.keys()) {
    const parts = [before, measured, after].map(({ columns: of }) => usableOf(elementAt(of, c)));
    columns.push(await filtered(filter, joined(parts), windows, start, end));
  }
  return columns;
}

/** How far before the first and after the last reading others take part, and how many of them may. */
async function marginOf(sql: Sql, pointId: number, filter: DisplayFilter, firstAt: number, lastAt: number) {
  const { unit, reach } = reachOf(filter);
  if (unit === 'ms') return { fromMs: Math.floor(firstAt - reach), toMs: Math.ceil(lastAt + reach), limit: maxMargin };
  const margins = await marginsOf(sql, pointId, firstAt, lastAt, reach);
  // Bounded by what marginsOf gives.
  return { ...margins, limit: Number.MAX_SAFE_INTEGER };
}

const usableOf = ({ values, flags }: MeasuredColumn): Float64Array => withoutFailed(values, flags);

function refuseTooMuch({ first, end: ends }: Windows, start: number, end: number, spanMs: number): void {
  let [work, most] = [0, 0];
  for (let i = start; i < end; i++) {
    const size = (ends[i] ?? 0) - (first[i] ?? 0);
    work += size;
    most = Math.max(most, size);
  }
  if (most > maxWindow) throw new Failure('filterWindowExceeded', { readings: maxWindow });
  if (work > maxWork)
    throw new Failure('filterSpanExceeded', { days: Math.floor(((spanMs / dayMs) * maxWork * 10) / work) / 10 });
}

/** Piece by piece, so that nobody waits for a long one. */
async function filtered(
  filter: DisplayFilter,
  values: Float64Array,
  windows: Windows,
  start: number,
  end: number,
): Promise<FilteredColumn> {
  const out = new Float64Array(end - start);
  const refused: number[] = [];
  for (let from = start, to = from; from < end; from = to) {
    let work = 0;
    while (to < end && work < workAtOnce) {
      work += 16 + (windows.end[to] ?? 0) - (windows.first[to] ?? 0);
      to++;
    }
    const piece = applyFilter(filter, values, windows, { start: from, end: to });
    out.set(piece.values, from - start);
    for (const i of piece.outliers) refused.push(i - start);
    if (to < end) await nextTurn();
  }
  return { values: out, refused };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
