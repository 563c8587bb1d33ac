/**
 * Smoothing and outliers of a series. A missing value is NaN: it takes no part in any window, and stays missing. Windows
 * hold as many records as they say and shrink at the ends; they count records and not time.
 */
import { summaryOf } from '../series/statistics.ts';

/** `trailing` ends at the record, `centred` has it in the middle. */
export type Alignment = 'trailing' | 'centred';

function* windowsOf(values: ArrayLike<number>, size: number, alignment: Alignment): Generator<number[]> {
  const after = alignment === 'trailing' ? 0 : Math.floor(size / 2);
  const before = size - 1 - after;
  for (let i = 0; i < values.length; i++) {
    const window: number[] = [];
    for (let j = Math.max(0, i - before); j <= Math.min(values.length - 1, i + after); j++) {
      const value = values[j] as number;
      if (!Number.isNaN(value)) window.push(value);
    }
    yield window;
  }
}

const overWindows = (
  values: ArrayLike<number>,
  size: number,
  alignment: Alignment,
  compute: (window: number[]) => number,
): Float64Array => {
  const out = new Float64Array(values.length);
  let i = 0;
  for (const window of windowsOf(values, size, alignment)) {
    out[i] = Number.isNaN(values[i]) ? Number.NaN : compute(window);
    i++;
  }
  return out;
};

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Middle of the sorted values, between the two middle ones of an even number; NaN of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

export const movingAverage = (values: ArrayLike<number>, size: number, alignment: Alignment): Float64Array =>
  overWindows(values, size, alignment, meanOf);

export const movingMedian = (values: ArrayLike<number>, size: number, alignment: Alignment): Float64Array =>
  overWindows(values, size, alignment, medianOf);

export interface Filtered {
  /** The series with outliers replaced. */
  readonly values: Float64Array;
  /** Which ones were, by index. */
  readonly outliers: readonly number[];
}

/**
 * Hampel filter (Hampel 1974; Pearson 2002): a value farther than k x 1.4826 x MAD from the median of the `reach` values
 * before and after it is replaced by that median. Where the MAD is 0, any deviation is an outlier.
 */
export function hampel(values: ArrayLike<number>, { k = 3, reach = 3 } = {}): Filtered {
  const outliers: number[] = [];
  const out = Float64Array.from(values);
  let i = 0;
  for (const window of windowsOf(values, 2 * reach + 1, 'centred')) {
    const value = values[i] as number;
    const median = medianOf(window);
    const spread = 1.4826 * medianOf(window.map((each) => Math.abs(each - median)));
    if (Math.abs(value - median) > k * spread) {
      outliers.push(i);
      out[i] = median;
    }
    i++;
  }
  return { values: out, outliers };
}

/** Sample standard deviation of what is known; NaN of fewer than two. */
export const deviationOf = (values: ArrayLike<number>): number =>
  summaryOf(values, values).standardDeviation ?? Number.NaN;

/**
 * Values farther than three sample standard deviations from the mean of the residuals to a centred running median; without
 * a median, of the values themselves. Gives their indices.
 */
export function threeSigma(values: ArrayLike<number>, medianSize: number | null = 25): number[] {
  const base = medianSize === null ? null : movingMedian(values, medianSize, 'centred');
  const residuals = Float64Array.from(values, (value, i) => value - (base?.[i] ?? 0));
  const known = [...residuals].filter((value) => !Number.isNaN(value));
  const [mean, deviation] = [meanOf(known), deviationOf(residuals)];
  return [...residuals.keys()].filter((i) => Math.abs((residuals[i] as number) - mean) > 3 * deviation);
}
