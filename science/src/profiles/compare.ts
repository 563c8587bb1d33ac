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
  /** Of the differences that are known; null without any. */
  readonly rms: number | null;
  readonly largest: { readonly depthM: number; readonly difference: number } | null;
}

/** Compares a profile with the reference at the depths of the reference. */
export function compareProfiles(reference: DepthProfile, other: DepthProfile): Comparison {
  const difference = Float64Array.from(
    reference.depthM,
    (depth, i) => valueAtDepth(other, depth) - (reference.value[i] as number),
  );
  const known = [...difference.entries()].filter(([, value]) => Number.isFinite(value));
  if (known.length === 0) return { difference, rms: null, largest: null };
  const [at, largest] = known.reduce((max, each) => (Math.abs(each[1]) > Math.abs(max[1]) ? each : max));
  return {
    difference,
    rms: Math.sqrt(known.reduce((sum, [, value]) => sum + value * value, 0) / known.length),
    largest: { depthM: reference.depthM[at] as number, difference: largest },
  };
}
