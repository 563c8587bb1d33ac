/**
 * Fields that a recipe computes from other fields of the same record (sensors/families-movement.ts). When those are
 * corrected, these follow, or a record would contradict itself; and their change is computed from the changes of those
 * (changes.ts). Known by their names, which the family catalogue shares.
 */
import { isRing } from '../sensors/chain.ts';
import { movementOf } from '../sensors/displacement.ts';

export interface Follower {
  /**
   * size: the length of a vector, never negative. extreme: the signed value of largest size among nodes. direction: the
   * azimuth of a vector, clockwise from North, deg.
   */
  readonly kind: 'size' | 'extreme' | 'direction';
  readonly sources: readonly string[];
  /** From the values of the sources, in their order; NaN when it is not known. */
  readonly compute: (values: ArrayLike<number>) => number;
}

/** Options to ignore fields that follow others. */
export interface FollowerOptions {
  /** Fields with a formula of their own: they follow no other field. */
  readonly own?: readonly string[];
  /** A ring of segments: what its last node holds is how far it does not close, and no movement. */
  readonly isClosed?: boolean;
}

/** Returns the fields of a point that follow others, by its conversion: `formulas` are those of its own that are in force. */
export const followsOf = (
  formulas: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, number>>,
): Required<FollowerOptions> => ({ own: Object.keys(formulas), isClosed: isRing(parameters) });

const at = (values: ArrayLike<number>, i: number): number => values[i] ?? Number.NaN;

const plain: Readonly<Record<string, Follower>> = {
  horizontal: {
    kind: 'size',
    sources: ['dx', 'dy'],
    compute: (of) => movementOf(at(of, 0), at(of, 1), 0).horizontal,
  },
  total: { kind: 'size', sources: ['dx', 'dy', 'dh'], compute: (of) => Math.hypot(at(of, 0), at(of, 1), at(of, 2)) },
  azimuth: {
    kind: 'direction',
    sources: ['dx', 'dy'],
    compute: (of) => movementOf(at(of, 0), at(of, 1), 0).azimuthDeg,
  },
  resultant: { kind: 'size', sources: ['x', 'y'], compute: (of) => Math.hypot(at(of, 0), at(of, 1)) },
};

/**
 * The followers among a point's fields, by key: the movement of a displacement, the resultant of a tilt, and maxX and
 * maxY, the signed movement of largest size of a profile.
 */
export function followersOf(
  fieldKeys: readonly string[],
  { own: formulas = [], isClosed = false }: FollowerOptions = {},
): ReadonlyMap<string, Follower> {
  const has = new Set(fieldKeys);
  const followers = new Map<string, Follower>();
  for (const key of fieldKeys) {
    if (formulas.includes(key)) continue;
    const follower = Object.hasOwn(plain, key) ? plain[key] : undefined;
    if (follower?.sources.every((source) => has.has(source))) followers.set(key, follower);
    if (key !== 'maxX' && key !== 'maxY') continue;
    const axis = key === 'maxX' ? 'x' : 'y';
    const nodes = fieldKeys.filter((each) => new RegExp(`^${axis}[1-9]\\d*$`).test(each));
    const sources = isClosed ? nodes.slice(0, -1) : nodes;
    if (sources.length > 0) followers.set(key, { kind: 'extreme', sources, compute: farthestOf });
  }
  return followers;
}

/** The signed value of largest size; NaN as soon as one is missing: an incomplete profile has no largest movement. */
function farthestOf(values: ArrayLike<number>): number {
  const at = indexOfFarthest(values);
  return at === null ? Number.NaN : (values[at] ?? 0);
}

/** Returns the index of the value of largest size, of equal ones the first; null as soon as one is missing. */
export function indexOfFarthest(values: ArrayLike<number>): number | null {
  let farthest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (Number.isNaN(value)) return null;
    if (Math.abs(value) > Math.abs(values[farthest] as number)) farthest = i;
  }
  return farthest;
}
