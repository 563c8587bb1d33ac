/**
 * Inclinometer probe read by hand in both directions of a casing (A0 and A180 of one axis). Readings are in the counts of
 * the instrument, from the top of the casing downwards at a constant step. Source: ASTM D6230, ISO 18674-3.
 */
import { summaryOf } from '../series/statistics.ts';

export interface ProbeSurvey {
  readonly a0: ArrayLike<number>;
  readonly a180: ArrayLike<number>;
}

export interface Checksums {
  /** A0 + A180 of each depth, counts; NaN where one of the two is missing. */
  readonly sums: Float64Array;
  readonly mean: number;
  /** Sample standard deviation. */
  readonly deviation: number;
  /** Depths, by index, whose sum leaves the others: farther from their mean than 10 counts and 3 deviations of them. */
  readonly outliers: readonly number[];
}

/** Sums of the two readings, which should be alike all the way down. */
export function checksumsOf(survey: ProbeSurvey): Checksums {
  const sums = Float64Array.from(survey.a0, (a0, i) => a0 + (survey.a180[i] as number));
  const { mean, deviation } = spreadOf(sums.filter(Number.isFinite));
  const outliers = [...sums.keys()].filter((i) => {
    const sum = sums[i] as number;
    if (!Number.isFinite(sum)) return false;
    const others = spreadOf(sums.filter((value, j) => j !== i && Number.isFinite(value)));
    return Math.abs(sum - others.mean) > Math.max(10, 3 * others.deviation);
  });
  return { sums, mean, deviation, outliers };
}

/** Of what is known; no deviation of a single value. */
function spreadOf(values: Float64Array): { readonly mean: number; readonly deviation: number } {
  const { mean, standardDeviation } = summaryOf(values, values);
  return { mean: mean ?? Number.NaN, deviation: standardDeviation ?? 0 };
}
