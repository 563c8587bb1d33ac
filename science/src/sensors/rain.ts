/** Rain: tips to mm, totals over clock periods, rolling maxima over half-open windows (t - w, t], classes. */

/** mm = tips times resolution; resolution of the bucket in mm (0.1, 0.2, 0.5). */
export function rainOf(tips: number, resolutionMm: number): number {
  return tips * resolutionMm;
}

/** Rain since the previous reading of a counter [its unit]: the difference; a smaller count is a counter that restarted. */
export function counterIncrement(previous: number, now: number): number {
  return now < previous ? now : now - previous;
}

export interface PeriodTotal {
  readonly fromMs: number;
  readonly total: number;
}

/**
 * Totals over periods that begin at multiples of `periodMs` plus `offsetMs` (ms since 1970, UTC), from the first to
 * the last period that holds an amount; a dry period in between is 0. `timesMs` ascending. For civil days in a zone the
 * offset is minus the zone's offset; for hydrological days add 8 h.
 */
export function totalsByPeriod(
  timesMs: ArrayLike<number>,
  amounts: ArrayLike<number>,
  periodMs: number,
  offsetMs = 0,
): readonly PeriodTotal[] {
  const totals: { fromMs: number; total: number }[] = [];
  for (let i = 0; i < timesMs.length; i++) {
    const amount = amounts[i] as number;
    if (Number.isNaN(amount)) continue;
    const fromMs = Math.floor(((timesMs[i] as number) - offsetMs) / periodMs) * periodMs + offsetMs;
    let last = totals.at(-1);
    while (last !== undefined && last.fromMs < fromMs) {
      last = { fromMs: last.fromMs + periodMs, total: 0 };
      totals.push(last);
    }
    if (last === undefined) totals.push({ fromMs, total: amount });
    else last.total += amount;
  }
  return totals;
}

/** The largest sum of amounts over any window (t - w, t] that ends at an amount; 0 for none, NaN is missing. `timesMs` ascending. */
export function rollingMaximum(timesMs: ArrayLike<number>, amounts: ArrayLike<number>, windowMs: number): number {
  let sum = 0;
  let first = 0;
  let max = 0;
  for (let i = 0; i < timesMs.length; i++) {
    sum += known(amounts[i]);
    while ((timesMs[first] as number) <= (timesMs[i] as number) - windowMs) sum -= known(amounts[first++]);
    if (sum > max) max = sum;
  }
  return max;
}

const known = (amount: number | undefined): number => (amount === undefined || Number.isNaN(amount) ? 0 : amount);

export const rainClasses = ['trace', 'light', 'moderate', 'heavy', 'storm', 'heavyStorm', 'extreme'] as const;
export type RainClass = (typeof rainClasses)[number];
const classFromMm = [0.1, 10, 25, 50, 100, 250];

/** Class of a 24 h total [mm], rounded to 0.1 first. Source: GB/T 28592-2012. */
export function rainClass(dayMm: number): RainClass {
  const rounded = Math.round(dayMm * 10) / 10;
  return rainClasses[classFromMm.filter((from) => rounded >= from).length] as RainClass;
}
