/**
 * Smoothing and outliers of a series in windows that move along it. A missing value is NaN: it takes no part in any window,
 * and stays missing. Windows shrink at the ends of the series.
 *
 * Invariant: what is computed of a record depends on the records of its window alone, to the last bit: there are no running
 * sums that remember where they began. So a part of a series gives the same as the whole.
 */
import { summaryOf } from '../series/statistics.ts';
import { SortedWindow } from './sorted-window.ts';

/** The window of each record: from `first` up to and without `end`. Neither ever goes back from record to record. */
export interface Windows {
  readonly first: Int32Array;
  readonly end: Int32Array;
}
/** `trailing` ends at the record, `centred` has it in the middle. */
export type Alignment = 'trailing' | 'centred';
/** The records that are computed, `start` up to and without `end`; results are as long as that. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** Windows of `size` records, whatever the time between them. */
export function readingWindows(count: number, size: number, alignment: Alignment): Windows {
  const after = alignment === 'trailing' ? 0 : Math.floor(size / 2);
  const before = size - 1 - after;
  return {
    first: Int32Array.from({ length: count }, (_, i) => Math.max(0, i - before)),
    end: Int32Array.from({ length: count }, (_, i) => Math.min(count, i + after + 1)),
  };
}

/** Windows of what lies within half of `lengthMs` before and after each record, both ends included. */
export function timeWindows(times: ArrayLike<number>, lengthMs: number): Windows {
  const count = times.length;
  const [first, end] = [new Int32Array(count), new Int32Array(count)];
  let [from, to] = [0, 0];
  for (let i = 0; i < count; i++) {
    const at = times[i] as number;
    while ((times[from] as number) < at - lengthMs / 2) from++;
    while (to < count && (times[to] as number) <= at + lengthMs / 2) to++;
    [first[i], end[i]] = [from, to];
  }
  return { first, end };
}

const fullPart = (values: ArrayLike<number>): Part => ({ start: 0, end: values.length });

/** What a window in order gives of each record of a part; missing values stay missing. */
function overSorted(
  values: ArrayLike<number>,
  { first, end }: Windows,
  part: Part,
  compute: (window: SortedWindow, i: number) => number,
): Float64Array {
  const out = new Float64Array(part.end - part.start);
  const window = new SortedWindow();
  let [from, to] = [first[part.start] ?? 0, first[part.start] ?? 0];
  for (let i = part.start; i < part.end; i++) {
    for (; to < (end[i] as number); to++) window.add(values[to] as number);
    for (; from < (first[i] as number); from++) window.remove(values[from] as number);
    out[i - part.start] = Number.isNaN(values[i]) ? Number.NaN : compute(window, i);
  }
  return out;
}

/** Middle of the sorted values, between the two middle ones of an even number; NaN of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Mean of the values in each window, in the unit of the values. */
export function movingAverage(
  values: ArrayLike<number>,
  windows: Windows,
  part: Part = fullPart(values),
): Float64Array {
  const out = new Float64Array(part.end - part.start);
  for (let i = part.start; i < part.end; i++)
    out[i - part.start] = Number.isNaN(values[i]) ? Number.NaN : momentsOf(values, windows, i).mean;
  return out;
}

/** Median of the values in each window, in the unit of the values. */
export const movingMedian = (
  values: ArrayLike<number>,
  windows: Windows,
  part: Part = fullPart(values),
): Float64Array => overSorted(values, windows, part, (window) => window.median());

/** Number and mean of what is known in the window of a record, and where it lies. */
function momentsOf(values: ArrayLike<number>, { first, end }: Windows, i: number) {
  const [from, to] = [first[i] as number, end[i] as number];
  let [count, sum] = [0, 0];
  for (let j = from; j < to; j++) {
    const value = values[j] as number;
    if (Number.isNaN(value)) continue;
    count++;
    sum += value;
  }
  return { count, mean: sum / count, from, to };
}

/** A series with its outliers named. */
export interface Filtered {
  /** The series with outliers replaced, or taken out (NaN). */
  readonly values: Float64Array;
  /** Which ones were, by index in the whole series. */
  readonly outliers: readonly number[];
}

/**
 * Hampel filter (Hampel 1974; Pearson 2002): a value farther than k x 1.4826 x MAD from the median of its window is replaced
 * by that median. MAD is the median of the distances from the median; 1.4826 makes it the standard deviation of normal
 * values. Where the MAD is 0, any deviation is an outlier.
 */
export function hampel(values: ArrayLike<number>, windows: Windows, k = 3, part: Part = fullPart(values)): Filtered {
  const outliers: number[] = [];
  const filtered = overSorted(values, windows, part, (window, i) => {
    const value = values[i] as number;
    const median = window.median();
    if (!(Math.abs(value - median) > k * (1.4826 * window.medianDistance(median)))) return value;
    outliers.push(i);
    return median;
  });
  return { values: filtered, outliers };
}

/**
 * Three-sigma rule in windows (Pauta): a value is an outlier where its residual to the median of its window lies farther
 * than k sample standard deviations from the mean of the residuals in the window. Outliers are taken out. With `medians`
 * null residuals are the values themselves. Of n values none can lie farther than (n - 1) / sqrt(n) deviations: with k = 3,
 * windows of ten values and fewer refuse none.
 */
export function movingSigma(
  values: ArrayLike<number>,
  medians: Windows | null,
  windows: Windows,
  k = 3,
  part: Part = fullPart(values),
): Filtered {
  const reach = { start: windows.first[part.start] ?? 0, end: windows.end[part.end - 1] ?? 0 };
  const base = medians && movingMedian(values, medians, reach);
  const residuals = new Float64Array(values.length);
  for (let i = reach.start; i < reach.end; i++) residuals[i] = (values[i] as number) - (base?.[i - reach.start] ?? 0);
  const outliers: number[] = [];
  const out = new Float64Array(part.end - part.start);
  for (let i = part.start; i < part.end; i++) {
    const { count, mean, from, to } = momentsOf(residuals, windows, i);
    let squares = 0;
    for (let j = from; j < to; j++) {
      const distance = (residuals[j] as number) - mean;
      if (!Number.isNaN(distance)) squares += distance * distance;
    }
    const isOutlier = Math.abs((residuals[i] as number) - mean) > k * Math.sqrt(squares / (count - 1));
    if (isOutlier) outliers.push(i);
    out[i - part.start] = isOutlier ? Number.NaN : (values[i] as number);
  }
  return { values: out, outliers };
}

/** Sample standard deviation of what is known; NaN of fewer than two. */
export const deviationOf = (values: ArrayLike<number>): number =>
  summaryOf(values, values).standardDeviation ?? Number.NaN;
