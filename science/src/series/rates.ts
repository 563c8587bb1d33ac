/**
 * Change of a series: since the initial value, since the previous reading, per day. Times in ms, ascending; NaN is a
 * missing value, and what cannot be calculated is NaN in series and null in single results.
 */

import { dayMs } from '@plumbline/contract/kernel/durations';
import { type Counting, changeBetween, type FieldChange } from './changes.ts';
import { turnBetween } from './directions.ts';
import { cumulativeOf } from './initials.ts';

/** One reading of a point: time in ms, value. */
export interface Timed {
  readonly atMs: number;
  readonly value: number;
}
/** One reading of all fields that a change is computed of (`FieldChange.keys`); NaN = missing. */
export interface TimedValues {
  readonly atMs: number;
  readonly values: ArrayLike<number>;
}

/**
 * How far before the moment it looks back at (24 hours earlier, or the reading itself) a rate takes a reading as its base.
 * One bound for live judging, charts, tables, exports and back-tests, whatever span is asked for.
 */
export const rateReachMs = 366 * dayMs;

/** The moment that a rate looks back at: its base is the last usable reading at or before it. */
export const rateBaseMs = (atMs: number, intervalSeconds: number): number =>
  isDailyChange(intervalSeconds) ? atMs - dayMs : atMs - 1;

/** Points that are read more often than daily are compared with 24 hours earlier, others with the reading before. */
export const isDailyChange = (intervalSeconds: number): boolean => intervalSeconds < 86_400;

/** v - v_prev; of a direction, whose values meet again at `period`, the turn by the shorter way. */
export const plainChange = (previous: number, now: number, period: number | null = null): number =>
  period === null ? now - previous : turnBetween(previous, now, period);

/** (v - v_prev)/dt per day; null when the two are not in time order or not finite. */
export function rateBetween(previous: Timed, now: Timed, period: number | null = null): number | null {
  const rate = (plainChange(previous.value, now.value, period) / (now.atMs - previous.atMs)) * dayMs;
  return now.atMs > previous.atMs && Number.isFinite(rate) ? rate : null;
}

/**
 * v(t) - v(t - 24 h), the latter on the line between the last reading at or before t - 24 h and the first at or after
 * it; per day. Null when `before` is later than t - 24 h, that is in the first 24 h of data.
 */
export const rateOverDay = (
  now: Timed,
  before: Timed | null,
  after: Timed | null,
  period: number | null = null,
): number | null => rateOverSpan(now, before, after, dayMs, period);

/** The same over another span: (v(t) - v(t - span)) / span, per day. */
export function rateOverSpan(
  now: Timed,
  before: Timed | null,
  after: Timed | null,
  spanMs: number,
  period: number | null = null,
): number | null {
  const from = now.atMs - spanMs;
  if (before === null || before.atMs > from) return null;
  const rate = plainChange(between(before, after, from, period), now.value, period) * (dayMs / spanMs);
  return Number.isFinite(rate) ? rate : null;
}

function between(before: Timed, after: Timed | null, atMs: number, period: number | null): number {
  if (before.atMs === atMs || after === null || after.atMs <= before.atMs) return before.value;
  const change = plainChange(before.value, after.value, period);
  return before.value + (change * (atMs - before.atMs)) / (after.atMs - before.atMs);
}

const valueIn = ({ atMs, values }: TimedValues, i: number): Timed => ({ atMs, value: values[i] ?? Number.NaN });

/**
 * The same of a field that may be computed of components: every one of them is taken on the line between its neighbours,
 * and the change is computed of theirs (changes.ts). Directions and states have none: null.
 */
export function changeOverSpan(
  change: FieldChange,
  now: TimedValues,
  before: TimedValues | null,
  after: TimedValues | null,
  spanMs: number,
): number | null {
  const from = now.atMs - spanMs;
  if (before === null || before.atMs > from || change.kind === 'direction') return null;
  const base = Float64Array.from({ length: change.keys.length }, (_, i) =>
    between(valueIn(before, i), after && valueIn(after, i), from, change.period),
  );
  const rate = changeBetween(change, now.values, base) * (dayMs / spanMs);
  return Number.isFinite(rate) ? rate : null;
}

/** As rateBetween, of a field that may be computed of components. */
function changePerDay(change: FieldChange, previous: TimedValues, now: TimedValues): number | null {
  const rate = (changeBetween(change, now.values, previous.values) / (now.atMs - previous.atMs)) * dayMs;
  return now.atMs > previous.atMs && Number.isFinite(rate) ? rate : null;
}

/**
 * The rate of every reading of a series, per day: against 24 hours earlier, interpolated, where the point is read more
 * often than daily, else against the reading before. Readings without a usable value (NaN) have none and are passed over.
 * NaN too where the base would lie more than `rateReachMs` back. `base` is the last usable reading before the series;
 * `period` is that of a direction.
 * Source: domain.md 5.1 (rate_24h, rate_prev).
 */
export function ratesOf(
  timesMs: ArrayLike<number>,
  values: ArrayLike<number>,
  intervalSeconds: number,
  base: Timed | null = null,
  period: number | null = null,
): Float64Array {
  const daily = isDailyChange(intervalSeconds);
  const at = (i: number): Timed =>
    i < 0 && base !== null ? base : { atMs: timesMs[i] as number, value: values[i] as number };
  return ratesByBase(timesMs, values, intervalSeconds, base, (i, from, next) =>
    daily ? rateOverDay(at(i), at(from), at(next), period) : rateBetween(at(from), at(i), period),
  );
}

/**
 * The same of a field that may be computed of components: `columns` are those of `change.keys`, in their order. A reading
 * without a value of the field itself, the last column, is passed over.
 */
export function changeRatesOf(
  change: FieldChange,
  timesMs: ArrayLike<number>,
  columns: readonly ArrayLike<number>[],
  intervalSeconds: number,
  base: TimedValues | null = null,
): Float64Array {
  const values = columns.at(-1) ?? [];
  if (change.kind === 'direction' || change.kind === 'none') return new Float64Array(values.length).fill(Number.NaN);
  if (change.kind === 'difference')
    return ratesOf(timesMs, values, intervalSeconds, base && valueIn(base, 0), change.period);
  const daily = isDailyChange(intervalSeconds);
  const at = (i: number): TimedValues =>
    i < 0 && base !== null
      ? base
      : { atMs: timesMs[i] as number, values: Float64Array.from(columns, (column) => column[i] as number) };
  return ratesByBase(timesMs, values, intervalSeconds, base, (i, from, next) =>
    daily ? changeOverSpan(change, at(i), at(from), at(next), dayMs) : changePerDay(change, at(from), at(i)),
  );
}

/**
 * The rate of every usable reading by its base and by the first usable one after the moment looked back at, places in the
 * series; -1 = `base`.
 */
function ratesByBase(
  timesMs: ArrayLike<number>,
  values: ArrayLike<number>,
  intervalSeconds: number,
  base: { readonly atMs: number } | null,
  rateOf: (place: number, from: number, next: number) => number | null,
): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  const usable: number[] = base === null ? [] : [-1];
  const timeOf = (n: number): number =>
    usable[n] === -1 && base ? base.atMs : (timesMs[usable[n] as number] as number);
  let left = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i] as number)) continue;
    usable.push(i);
    const moment = rateBaseMs(timesMs[i] as number, intervalSeconds);
    while (left + 1 < usable.length && timeOf(left + 1) <= moment) left++;
    const fromMs = timeOf(left);
    if (fromMs > moment || fromMs < moment - rateReachMs) continue;
    // Its own place where nothing lies between.
    out[i] = rateOf(i, usable[left] as number, usable[left + 1] ?? i) ?? Number.NaN;
  }
  return out;
}

/**
 * Returns the columns that rates are computed from, by `change.keys`: the corrected, usable values (NaN = none), or
 * where the point was zeroed again their cumulative change, since zeroing is no movement. A reading with some of the
 * components but not all has none.
 */
export function ratedColumns(
  times: ArrayLike<number>,
  usable: readonly Float64Array[],
  change: FieldChange,
  { corrections, initialOf }: Counting,
): Float64Array[] {
  const columns = change.keys.map((key, k) => {
    const column = usable[k] as Float64Array;
    const isZeroedAgain = corrections.some((each) => each.kind === 'initshift' && each.initials[key] !== undefined);
    return isZeroedAgain ? (cumulativeOf(times, column, key, corrections, initialOf(key)) ?? column) : column;
  });
  return withoutPartial(columns);
}

/** The columns with none of the field itself where some of its components are missing and others are not. */
function withoutPartial(columns: readonly Float64Array[]): Float64Array[] {
  const parts = columns.slice(0, -1);
  const values = columns.at(-1) ?? new Float64Array();
  if (parts.length === 0) return [values];
  const isPartial = (i: number): boolean => {
    const missing = parts.reduce((sum, part) => sum + (Number.isNaN(part[i] as number) ? 1 : 0), 0);
    return missing > 0 && missing < parts.length;
  };
  return [...parts, values.map((value, i) => (isPartial(i) ? Number.NaN : value))];
}

export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  readonly missing: number;
}

/** Readings missing between two neighbours: round(dt/interval) - 1 where dt > 1.5 interval, else none. */
export const missingBetween = (fromMs: number, toMs: number, intervalMs: number): number =>
  toMs - fromMs > 1.5 * intervalMs ? Math.round((toMs - fromMs) / intervalMs) - 1 : 0;

/** Where readings are missing ("data lost"), and how many. */
export function gapsOf(timesMs: ArrayLike<number>, intervalMs: number): readonly Gap[] {
  const gaps: Gap[] = [];
  for (let i = 1; i < timesMs.length; i++) {
    const fromMs = timesMs[i - 1] as number;
    const toMs = timesMs[i] as number;
    const missing = missingBetween(fromMs, toMs, intervalMs);
    if (missing > 0) gaps.push({ fromMs, toMs, missing });
  }
  return gaps;
}

/**
 * How many readings a span should have by its interval, and how many of them fall into gaps. Readings that come faster
 * than the interval make up for no gap. Times of readings with a value, ascending, inside of the span.
 */
export function completenessOf(
  timesMs: ArrayLike<number>,
  { fromMs, toMs, intervalMs }: { readonly fromMs: number; readonly toMs: number; readonly intervalMs: number },
): { readonly expected: number; readonly missing: number } {
  const expected = Math.max(0, Math.floor((toMs - fromMs) / intervalMs));
  // Half an interval outside of each end: a whole one may pass before the first reading and after the last.
  const ends = Float64Array.of(fromMs - intervalMs / 2, ...Array.from(timesMs), toMs + intervalMs / 2);
  const missing = gapsOf(ends, intervalMs).reduce((sum, gap) => sum + gap.missing, 0);
  return { expected, missing: Math.min(expected, missing) };
}
