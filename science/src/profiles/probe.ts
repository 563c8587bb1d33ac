/**
 * Inclinometer probe read by hand in both directions of a casing (A0 and A180 of one axis). Readings are in the counts of
 * the instrument, from the top of the casing downwards at a constant step. Source: ASTM D6230, ISO 18674-3.
 */
import { summaryOf } from '../series/statistics.ts';

export interface ProbeSurvey {
  readonly a0: ArrayLike<number>;
  readonly a180: ArrayLike<number>;
}

export interface ProbeInstrument {
  /** Length of the probe between its wheels, mm; usually 500. */
  readonly intervalMm: number;
  /** Counts for a tilt of 90 degrees: 25,000 metric, 20,000 English. */
  readonly constant: number;
}

/** Deviation of the casing over each interval, mm: (A0 - A180) / 2 x I / C. NaN where one of the two is missing. */
export const deviationOf = (survey: ProbeSurvey, { intervalMm, constant }: ProbeInstrument): Float64Array =>
  Float64Array.from(survey.a0, (a0, i) => (((a0 - (survey.a180[i] as number)) / 2) * intervalMm) / constant);

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

export interface ProbeDisplacement {
  /** Change of deviation per interval, mm. */
  readonly incrementalMm: Float64Array;
  /** Displacement at the top of each interval, mm, summed from the bottom, which is held to be firm. */
  readonly cumulativeMm: Float64Array;
}

/**
 * Movement of the casing between two surveys of the same depths. Above a missing interval the sum is NaN: it is not
 * known. Throws RangeError when the surveys have different depths.
 */
export function probeDisplacement(now: ArrayLike<number>, initial: ArrayLike<number>): ProbeDisplacement {
  if (now.length !== initial.length) throw new RangeError(`${now.length} depths against ${initial.length}`);
  const incrementalMm = Float64Array.from(now, (value, i) => value - (initial[i] as number));
  const cumulativeMm = new Float64Array(incrementalMm.length);
  let sum = 0;
  for (let i = incrementalMm.length - 1; i >= 0; i--) {
    sum += incrementalMm[i] as number;
    cumulativeMm[i] = sum;
  }
  return { incrementalMm, cumulativeMm };
}

/**
 * Takes a constant bias out of a profile: each interval is less by the mean of the intervals from `firmFrom` down, where
 * the ground is held to be at rest. Null where none of them is known.
 */
export function withoutBias(incrementalMm: ArrayLike<number>, firmFrom: number): Float64Array | null {
  const firm = Array.from(incrementalMm).filter((value, i) => i >= firmFrom && Number.isFinite(value));
  if (firm.length === 0) return null;
  const bias = firm.reduce((sum, value) => sum + value, 0) / firm.length;
  return Float64Array.from(incrementalMm, (value) => value - bias);
}
