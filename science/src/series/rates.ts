/**
 * Change of a series: since the initial value, since the previous reading, per day. Times in ms, ascending; NaN is a
 * missing value, and what cannot be calculated is NaN in series and null in single results.
 */

import type { Correction } from './correction.ts';
import { turnBetween } from './directions.ts';
import { cumulativeOf } from './initials.ts';

const dayMs = 86_400_000;

/** v - initial, value by value. */
export function cumulative(values: ArrayLike<number>, initial: number): Float64Array {
  return Float64Array.from(values, (value) => value - initial);
}

/** v - previous v that is not missing; NaN for the first. */
export function change(values: ArrayLike<number>): Float64Array {
  const out = new Float64Array(values.length).fill(Number.NaN);
  let previous = Number.NaN;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    out[i] = value - previous;
    if (!Number.isNaN(value)) previous = value;
  }
  return out;
}

/** One reading of a point: time in ms, value. */
export interface Timed {
  readonly atMs: number;
  readonly value: number;
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
export const changeBetween = (previous: number, now: number, period: number | null = null): number =>
  period === null ? now - previous : turnBetween(previous, now, period);

/** (v - v_prev)/dt per day; null when the two are not in time order or not finite. */
export function rateBetween(previous: Timed, now: Timed, period: number | null = null): number | null {
  const rate = (changeBetween(previous.value, now.value, period) / (now.atMs - previous.atMs)) * dayMs;
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
  const rate = changeBetween(between(before, after, from, period), now.value, period) * (dayMs / spanMs);
  return Number.isFinite(rate) ? rate : null;
}

function between(before: Timed, after: Timed | null, atMs: number, period: number | null): number {
  if (before.atMs === atMs || after === null || after.atMs <= before.atMs) return before.value;
  const change = changeBetween(before.value, after.value, period);
  return before.value + (change * (atMs - before.atMs)) / (after.atMs - before.atMs);
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
  const out = new Float64Array(values.length).fill(Number.NaN);
  const daily = isDailyChange(intervalSeconds);
  const usable: Timed[] = base === null ? [] : [base];
  let left = 0;
  for (let i = 0; i < values.length; i++) {
    const now = { atMs: timesMs[i] as number, value: values[i] as number };
    if (Number.isNaN(now.value)) continue;
    usable.push(now);
    const moment = rateBaseMs(now.atMs, intervalSeconds);
    while (left + 1 < usable.length && (usable[left + 1] as Timed).atMs <= moment) left++;
    const from = usable[left] as Timed;
    if (from.atMs > moment || from.atMs < moment - rateReachMs) continue;
    const rate = daily ? rateOverDay(now, from, usable[left + 1] ?? null, period) : rateBetween(from, now, period);
    out[i] = rate ?? Number.NaN;
  }
  return out;
}

/** A field of a point: what its cumulative change counts from. */
export interface RatedField {
  readonly key: string;
  readonly corrections: readonly Correction[];
  /** The point's own initial value; null = none. */
  readonly initial: number | null;
}

/**
 * What rates are taken of: the corrected, usable values (NaN = none), or where the point was zeroed again their cumulative
 * change, since zeroing is no movement.
 */
export function ratedValues(times: ArrayLike<number>, usable: Float64Array, field: RatedField): Float64Array {
  const { key, corrections, initial } = field;
  const isZeroedAgain = corrections.some((each) => each.kind === 'initshift' && each.initials[key] !== undefined);
  return isZeroedAgain ? (cumulativeOf(times, usable, key, corrections, initial) ?? usable) : usable;
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

/** Runs of at least `least` identical values in a row ("data repeat"): index of the first and length. */
export function repeatsOf(values: ArrayLike<number>, min = 4): readonly { start: number; length: number }[] {
  const runs: { start: number; length: number }[] = [];
  let start = 0;
  for (let i = 1; i <= values.length; i++) {
    if (i < values.length && values[i] === values[start]) continue;
    if (i - start >= min) runs.push({ start, length: i - start });
    start = i;
  }
  return runs;
}
