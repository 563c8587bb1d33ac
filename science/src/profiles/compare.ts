/** Two profiles of one casing side by side, such as a probe against a chain of sensors. */

export interface DepthProfile {
  /** Ascending, m. */
  readonly depthM: ArrayLike<number>;
  /** In the unit of the comparison, usually mm; NaN = not known. */
  readonly value: ArrayLike<number>;
}

/** Value at a depth, straight between its neighbours; NaN beyond the ends or beside a missing value. */
export function valueAtDepth({ depthM, value }: DepthProfile, depth: number): number {
  let below = 0;
  while (below < depthM.length && (depthM[below] as number) < depth) below++;
  if (depthM[below] === depth) return value[below] as number;
  if (below === 0 || below === depthM.length) return Number.NaN;
  const [z0, z1] = [depthM[below - 1] as number, depthM[below] as number];
  const [v0, v1] = [value[below - 1] as number, value[below] as number];
  return v0 + ((v1 - v0) * (depth - z0)) / (z1 - z0);
}

export interface Comparison {
  /** Other minus reference at each depth of the reference; NaN where either is not known. */
  readonly difference: Float64Array;
  /** At how many depths both are known. */
  readonly count: number;
  /** sum(d) / count of the differences that are known: what one says more than the other throughout; null without any. */
  readonly mean: number | null;
  /** sqrt(sum(d^2) / count); null without any. */
  readonly rms: number | null;
  /** The largest difference by size, with its sign; of equals the upper one. */
  readonly largest: { readonly depthM: number; readonly difference: number } | null;
}

/**
 * Compares a profile with the reference at the depths of the reference: d = other - reference, in the unit of both. Straight
 * lines between the depths of the other; nothing beyond its ends. Source: ISO 18674-3 (comparison of surveys of one casing).
 */
export function compareProfiles(reference: DepthProfile, other: DepthProfile): Comparison {
  const difference = Float64Array.from(
    reference.depthM,
    (depth, i) => valueAtDepth(other, depth) - (reference.value[i] as number),
  );
  const finiteEntries = [...difference.entries()].filter(([, value]) => Number.isFinite(value));
  const count = finiteEntries.length;
  if (count === 0) return { difference, count, mean: null, rms: null, largest: null };
  const [at, largest] = finiteEntries.reduce((max, each) => (Math.abs(each[1]) > Math.abs(max[1]) ? each : max));
  return {
    difference,
    count,
    mean: finiteEntries.reduce((sum, [, value]) => sum + value, 0) / count,
    rms: Math.sqrt(finiteEntries.reduce((sum, [, value]) => sum + value * value, 0) / count),
    largest: { depthM: reference.depthM[at] as number, difference: largest },
  };
}
