/**
 * Hours, days, weeks, months and years of a project's own time zone, right where clocks change: a day has 23 or 25 hours
 * there, an hour that the clock shows twice is two, and every instant belongs to exactly one bucket.
 */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { bearingOf, joinedResultants, type Resultant, resultantOf } from './directions.ts';
import { type Zone, zoneOf } from './zone.ts';

export type BucketUnit = 'hour' | 'day' | 'week' | 'month' | 'year';

export interface Bucket {
  /** [start, end), epoch ms; (start, end] where buckets are closed at their end. */
  readonly start: number;
  readonly end: number;
  /** Values that are not missing, at least 1; the rest is in their unit. */
  readonly n: number;
  /** Sum and extremes; null of directions, which have none. */
  readonly sum: number | null;
  /** Of directions that of their unit vectors; null where these cancel out. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly first: number;
  readonly last: number;
  /** Of directions: what their mean is put together by. */
  readonly resultant?: Resultant;
}

export interface BucketOptions {
  /** Days, weeks, months and years begin at this hour of the clock, 0..23: 8 for hydrological days. */
  readonly dayStartHour?: number;
  /** 'end': a value at the very end of a bucket is in it, for totals that are stamped at the end of their interval. */
  readonly closed?: 'start' | 'end';
  /** The values are directions. */
  readonly directions?: boolean;
}

/** Two parts of one bucket, the earlier first. */
export function joined(a: Bucket, b: Bucket): Bucket {
  const both = { ...a, n: a.n + b.n, last: b.last };
  if (a.resultant && b.resultant) {
    const resultant = joinedResultants(a.resultant, b.resultant);
    return { ...both, resultant, mean: bearingOf(resultant) };
  }
  const sum = (a.sum ?? 0) + (b.sum ?? 0);
  return {
    ...both,
    sum,
    mean: sum / both.n,
    min: Math.min(a.min ?? Number.POSITIVE_INFINITY, b.min ?? Number.POSITIVE_INFINITY),
    max: Math.max(a.max ?? Number.NEGATIVE_INFINITY, b.max ?? Number.NEGATIVE_INFINITY),
  };
}

/** The bucket that holds an instant, [start, end). Weeks begin on Monday. Throws RangeError on an unknown zone. */
export function bucketAt(
  ms: number,
  unit: BucketUnit,
  timeZone: string,
  dayStartHour = 0,
): { readonly start: number; readonly end: number } {
  const zone = zoneOf(timeZone);
  return unit === 'hour' ? hourAt(zone, ms) : spanAt(zone, ms, unit, dayStartHour * hourMs);
}

/** An hour of the clock; a change of offset inside of it ends it, and what follows is the next one. */
function hourAt(zone: Zone, ms: number): { start: number; end: number } {
  const local = zone.localOf(ms);
  const start = ms - (local - Math.floor(local / hourMs) * hourMs);
  return {
    start: zone.changeIn(start, ms) ?? start,
    end: zone.changeIn(ms, start + hourMs) ?? start + hourMs,
  };
}

function spanAt(zone: Zone, ms: number, unit: Exclude<BucketUnit, 'hour'>, dayStart: number) {
  let localStart = floorTo(unit, zone.localOf(ms) - dayStart);
  const instantOf = (local: number) => zone.startOf(local + dayStart);
  // Where clocks go back over midnight, a day can begin before the clock is done with the day before.
  while (instantOf(nextOf(unit, localStart)) <= ms) localStart = nextOf(unit, localStart);
  return { start: instantOf(localStart), end: instantOf(nextOf(unit, localStart)) };
}

/** Local start of the day, week, month or year that holds a local time. */
function floorTo(unit: Exclude<BucketUnit, 'hour'>, localMs: number): number {
  const day = Math.floor(localMs / dayMs) * dayMs;
  const date = new Date(day);
  if (unit === 'day') return day;
  if (unit === 'week') return day - ((date.getUTCDay() + 6) % 7) * dayMs;
  return Date.UTC(date.getUTCFullYear(), unit === 'month' ? date.getUTCMonth() : 0, 1);
}

function nextOf(unit: Exclude<BucketUnit, 'hour'>, localStart: number): number {
  if (unit === 'day') return localStart + dayMs;
  if (unit === 'week') return localStart + 7 * dayMs;
  const date = new Date(localStart);
  return unit === 'month'
    ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    : Date.UTC(date.getUTCFullYear() + 1, 0, 1);
}

const noExtremes = { sum: null, min: null, max: null };

/**
 * Summaries of a series by calendar bucket, in order of time; buckets without a value are left out, so that no reading
 * is never a total of 0. Times in ms, ascending; NaN counts nowhere. Throws RangeError on an unknown zone.
 */
export function bucketsOf(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  unit: BucketUnit,
  timeZone: string,
  options: BucketOptions = {},
): Bucket[] {
  // Closed at the end, a value stands for the time up to it: it is looked up a millisecond earlier.
  const back = options.closed === 'end' ? 1 : 0;
  const buckets: Bucket[] = [];
  const n = Math.min(times.length, values.length);
  for (let i = 0; i < n; ) {
    const { start, end } = bucketAt((times[i] as number) - back, unit, timeZone, options.dayStartHour);
    let [count, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let [first, last] = [Number.NaN, Number.NaN];
    const from = i;
    for (; i < n; i++) {
      const at = (times[i] as number) - back;
      if (at < start || at >= end) break;
      const value = values[i] as number;
      if (Number.isNaN(value)) continue;
      if (count === 0) first = value;
      last = value;
      count++;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    if (count === 0) continue;
    const bucket = { start, end, n: count, first, last };
    if (options.directions) {
      const resultant = resultantOf(Array.prototype.slice.call(values, from, i));
      buckets.push({ ...bucket, ...noExtremes, mean: bearingOf(resultant), resultant });
    } else buckets.push({ ...bucket, sum, mean: sum / count, min, max });
  }
  return buckets;
}
