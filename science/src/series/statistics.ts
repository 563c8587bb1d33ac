/** Summary of a series. NaN is a missing value and counts nowhere. */
import { bearingOf, circularDeviation, resultantOf } from './directions.ts';

export interface Summary {
  readonly count: number;
  readonly min: number | null;
  readonly minAtMs: number | null;
  readonly max: number | null;
  readonly maxAtMs: number | null;
  readonly mean: number | null;
  /** Sample standard deviation sqrt(sum (x - mean)^2/(n - 1)); null below two values. */
  readonly standardDeviation: number | null;
}

/** Count, extremes with their first times [ms], mean and sample standard deviation (Welford's running form). */
export function summaryOf(timesMs: ArrayLike<number>, values: ArrayLike<number>): Summary {
  let count = 0;
  let mean = 0;
  let squares = 0;
  let min = -1;
  let max = -1;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) continue;
    count++;
    const off = value - mean;
    mean += off / count;
    squares += off * (value - mean);
    if (min < 0 || value < (values[min] as number)) min = i;
    if (max < 0 || value > (values[max] as number)) max = i;
  }
  const at = (of: ArrayLike<number>, index: number) => (index < 0 ? null : (of[index] as number));
  return {
    count,
    min: at(values, min),
    minAtMs: at(timesMs, min),
    max: at(values, max),
    maxAtMs: at(timesMs, max),
    mean: count === 0 ? null : mean,
    standardDeviation: count < 2 ? null : Math.sqrt(squares / (count - 1)),
  };
}

/** The same of directions: the mean and deviation of their unit vectors (`directions.ts`); there is no smallest or largest. */
export function directionSummaryOf(values: ArrayLike<number>): Summary {
  const resultant = resultantOf(values);
  return {
    count: resultant.n,
    min: null,
    minAtMs: null,
    max: null,
    maxAtMs: null,
    mean: bearingOf(resultant),
    standardDeviation: circularDeviation(resultant),
  };
}
