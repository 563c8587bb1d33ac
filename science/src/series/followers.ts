/**
 * Fields that a recipe computes from other fields of the same record (sensors/families-movement.ts). When those are
 * corrected, these follow, or a record would contradict itself. Known by their names, which the family catalogue shares.
 */
import { movementOf } from '../sensors/displacement.ts';

export interface Follower {
  readonly sources: readonly string[];
  /** From the values of the sources, in their order; NaN when it is not known. */
  readonly compute: (values: readonly number[]) => number;
}

const plain: Readonly<Record<string, Follower>> = {
  horizontal: { sources: ['dx', 'dy'], compute: ([dx, dy]) => movementOf(dx as number, dy as number, 0).horizontal },
  total: {
    sources: ['dx', 'dy', 'dh'],
    compute: ([dx, dy, dh]) => Math.hypot(dx as number, dy as number, dh as number),
  },
  azimuth: { sources: ['dx', 'dy'], compute: ([dx, dy]) => movementOf(dx as number, dy as number, 0).azimuthDeg },
  resultant: { sources: ['x', 'y'], compute: ([x, y]) => Math.hypot(x as number, y as number) },
};

/**
 * The followers among a point's fields, by key: the movement of a displacement, the resultant of a tilt, and maxX and
 * maxY, the signed movement of largest size of a profile. `own` are fields with a formula of their own.
 */
export function followersOf(fieldKeys: readonly string[], own: readonly string[] = []): ReadonlyMap<string, Follower> {
  const has = new Set(fieldKeys);
  const found = new Map<string, Follower>();
  for (const key of fieldKeys) {
    if (own.includes(key)) continue;
    const known = Object.hasOwn(plain, key) ? plain[key] : undefined;
    if (known?.sources.every((source) => has.has(source))) found.set(key, known);
    if (key !== 'maxX' && key !== 'maxY') continue;
    const axis = key === 'maxX' ? 'x' : 'y';
    const sources = fieldKeys.filter((each) => new RegExp(`^${axis}\\d+$`).test(each));
    if (sources.length > 0) found.set(key, { sources, compute: largest });
  }
  return found;
}

/** NaN as soon as one node is missing: an incomplete profile has no largest movement. */
function largest(values: readonly number[]): number {
  let max = 0;
  for (const value of values) {
    if (Number.isNaN(value)) return value;
    if (Math.abs(value) > Math.abs(max)) max = value;
  }
  return max;
}
