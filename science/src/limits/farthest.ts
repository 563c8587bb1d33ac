/** The joint or segment of a casing that a bound is judged by: the one that goes farthest towards it. */
import type { Bounds } from './condition-terms.ts';

export interface Farthest {
  readonly value: number;
  readonly place: number;
  /** Others have no value: one of them may go farther. */
  readonly isPartial: boolean;
}

/**
 * above: the largest, below: the least, outside: the one with the most beyond a limit, or the least before it. Values and
 * their places side by side; null = missing. Null where all are.
 */
export function farthestTowards(
  values: readonly (number | null)[],
  places: readonly number[],
  { side, low, high }: Bounds,
): Farthest | null {
  const beyond = (value: number): number =>
    Math.max(
      side === 'below' ? Number.NEGATIVE_INFINITY : value - (high ?? Number.POSITIVE_INFINITY),
      side === 'above' ? Number.NEGATIVE_INFINITY : (low ?? Number.NEGATIVE_INFINITY) - value,
    );
  let farthest: { value: number; place: number } | null = null;
  let isPartial = false;
  for (const [i, value] of values.entries()) {
    if (value === null) isPartial = true;
    else if (farthest === null || beyond(value) > beyond(farthest.value)) farthest = { value, place: places[i] ?? i };
  }
  return farthest && { ...farthest, isPartial };
}

/** Slope of each segment, mm/m: what it adds to the joint that holds it, over its length. The held joint has no segment. */
export function slopesOf(
  increments: readonly (number | null)[],
  lengthsMm: readonly number[],
  fixedEnd: 'top' | 'bottom',
): (number | null)[] {
  const columns = fixedEnd === 'top' ? increments.slice(1) : increments.slice(0, lengthsMm.length);
  return columns.map((increment, segment) => {
    const lengthMm = lengthsMm[segment];
    return increment === null || lengthMm === undefined ? null : (increment / lengthMm) * 1000;
  });
}
