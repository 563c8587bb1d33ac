/** Rain: tips to mm, totals over clock periods, rolling maxima over half-open windows (t - w, t], classes. */

/** mm = tips times resolution; resolution of the bucket in mm (0.1, 0.2, 0.5). */
export function rainOf(tips: number, resolutionMm: number): number {
  return tips * resolutionMm;
}

/** The largest sum of amounts over any window (t - w, t] that ends at an amount; 0 for none, NaN is missing. `timesMs` ascending. */
export function rollingMaximum(timesMs: ArrayLike<number>, amounts: ArrayLike<number>, windowMs: number): number {
  let sum = 0;
  let first = 0;
  let max = 0;
  for (let i = 0; i < timesMs.length; i++) {
    sum += amountOrZero(amounts[i]);
    while ((timesMs[first] as number) <= (timesMs[i] as number) - windowMs) sum -= amountOrZero(amounts[first++]);
    if (sum > max) max = sum;
  }
  return max;
}

const amountOrZero = (amount: number | undefined): number =>
  amount === undefined || Number.isNaN(amount) ? 0 : amount;

export const rainClasses = ['trace', 'light', 'moderate', 'heavy', 'storm', 'heavyStorm', 'extreme'] as const;
export type RainClass = (typeof rainClasses)[number];
const classFromMm = [0.1, 10, 25, 50, 100, 250];

/** Class of a 24 h total [mm], rounded to 0.1 first. Source: GB/T 28592-2012. */
export function rainClass(dayMm: number): RainClass {
  const rounded = Math.round(dayMm * 10) / 10;
  return rainClasses[classFromMm.filter((from) => rounded >= from).length] as RainClass;
}
