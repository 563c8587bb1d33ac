/**
 * The change of a field between two readings, or since its initial values: the one function behind charts, tables, limits
 * and reports. What measures one thing changes by the difference of its values. What is computed from components changes
 * by what is computed from the changes of the components (domain.md 5.1):
 *
 *   size       horizontal, total, resultant: |v - v0|, never negative, and not |v| - |v0|
 *   extreme    maxX, maxY: among v_j - v0_j of all nodes the signed one of largest size, the upper node of two equal ones
 *   direction  azimuth: that of v - v0, degrees clockwise from North; it has no rate
 *   bearing    windDirection: the turn by the shorter way, (-180, 180]
 *   none       solution, open: a state, which is no amount and has no change
 *
 * So a limit on the change of a magnitude watches how far a point has moved, whatever place its initial values are. The
 * rate of a size is never negative either: it says how fast a point moves, and not whether it goes or comes.
 *
 * Where the components have no initial values, or the reading has no components (entered by hand as a magnitude alone),
 * the field counts by itself, from an initial value of its own if it has one: |v| - |v0| is at most |v - v0|.
 */
import type { Correction } from './correction.ts';
import { fullTurn, turnBetween } from './directions.ts';
import { type Follower, type FollowerOptions, followersOf, indexOfFarthest } from './followers.ts';
import { cumulativeOf, initialAt } from './initials.ts';

export interface FieldChange {
  readonly key: string;
  readonly kind: 'difference' | Follower['kind'] | 'none';
  /** The fields whose values it is computed of: the components in their order, and the field itself as the last. */
  readonly keys: readonly string[];
  /** Of a bearing that is measured itself: where its values meet again, so that it changes by the shorter way. */
  readonly period: number | null;
  /** From the differences of the components. */
  readonly compute: Follower['compute'];
}
/** The initial value of a field until it is zeroed anew; null = none. */
export type InitialOf = (key: string) => number | null;

const states: ReadonlySet<string> = new Set(['open', 'solution']);
/** Fields that are bearings, by their full turn, degrees. */
export const bearings: ReadonlyMap<string, number> = new Map([
  ['azimuth', fullTurn],
  ['windDirection', fullTurn],
]);
const noNumber: Follower['compute'] = () => Number.NaN;

/** How a field among those of a point changes. */
export function changeOf(fieldKeys: readonly string[], key: string, options: FollowerOptions = {}): FieldChange {
  if (states.has(key) && !options.own?.includes(key))
    return { key, kind: 'none', keys: [key], period: null, compute: noNumber };
  const follower = followersOf(fieldKeys, options).get(key);
  const period = bearings.get(key) ?? null;
  if (!follower) return { key, kind: 'difference', keys: [key], period, compute: noNumber };
  return { key, kind: follower.kind, keys: [...follower.sources, key], period: null, compute: follower.compute };
}

/** Returns whether a field is a magnitude, an extreme or a direction of components: its own initial value counts nothing then. */
export const isOfComponents = ({ kind }: FieldChange): boolean => kind !== 'difference' && kind !== 'none';

/**
 * The change between two readings of the fields `change.keys`, in their order, NaN = missing. NaN where it is not known:
 * without a value of the field itself, with some of its components but not all, or without what it counts from.
 */
export function changeBetween(change: FieldChange, now: ArrayLike<number>, base: ArrayLike<number>): number {
  const { kind, compute } = change;
  const fieldPlace = change.keys.length - 1;
  const value = now[fieldPlace] as number;
  if (kind === 'difference')
    return change.period === null
      ? value - (base[fieldPlace] as number)
      : turnBetween(base[fieldPlace] as number, value, change.period);
  if (kind === 'none' || Number.isNaN(value)) return Number.NaN;
  const differences = new Float64Array(fieldPlace);
  let [finite, measured] = [0, 0];
  for (let i = 0; i < fieldPlace; i++) {
    differences[i] = (now[i] as number) - (base[i] as number);
    if (!Number.isNaN(now[i] as number)) measured++;
    if (!Number.isNaN(differences[i] as number)) finite++;
  }
  if (finite === fieldPlace) return compute(differences);
  const isPartial = measured > 0 && measured < fieldPlace;
  return kind === 'direction' || isPartial ? Number.NaN : value - (base[fieldPlace] as number);
}

/** The cumulative change of one reading of the fields `change.keys`, from the initial values of the same fields. */
export function cumulativeFrom(change: FieldChange, now: ArrayLike<number>, initials: ArrayLike<number>): number {
  // Counted from zero, what is computed of components is its own change.
  return isFromZero(change, initials) ? (now[change.keys.length - 1] as number) : changeBetween(change, now, initials);
}

/**
 * The component that an extreme is the value or the change of, by its key; null where it is of none. `initials` are what it
 * counts from; without them the value itself is looked at.
 */
export function extremeKey(change: FieldChange, now: ArrayLike<number>, initials?: ArrayLike<number>): string | null {
  if (change.kind !== 'extreme') return null;
  const differences = change.keys
    .slice(0, -1)
    .map((_, i) => (now[i] as number) - (initials ? (initials[i] as number) : 0));
  const at = indexOfFarthest(differences);
  return at === null ? null : (change.keys[at] ?? null);
}

function isFromZero({ keys, kind }: FieldChange, initials: ArrayLike<number>): boolean {
  for (let i = 0; i < keys.length - 1; i++) if (initials[i] !== 0) return false;
  return kind !== 'difference' && kind !== 'none';
}

/** Returns whether a field has what its cumulative change counts from: its components have, or it has an initial value itself. */
export function hasInitial(change: FieldChange, initialOf: InitialOf): boolean {
  const isThere = (key: string): boolean => initialOf(key) !== null;
  return (isOfComponents(change) && change.keys.slice(0, -1).every(isThere)) || isThere(change.key);
}

/**
 * The fields whose values of a reading may become initial values: all but what is computed from components that the reading
 * has, for it counts from theirs.
 */
export function zeroedKeys(
  fieldKeys: readonly string[],
  values: readonly (number | null)[],
  options: FollowerOptions = {},
): readonly string[] {
  const follows = followersOf(fieldKeys, options);
  const isThere = (key: string): boolean => (values[fieldKeys.indexOf(key)] ?? null) !== null;
  return fieldKeys.filter((key) => !states.has(key) && follows.get(key)?.sources.every(isThere) !== true);
}

/** Returns the values that the fields `change.keys` count from at a time, NaN = from nothing. */
export const initialsAt = (
  { keys }: FieldChange,
  corrections: readonly Correction[],
  atMs: number,
  initialOf: InitialOf,
): Float64Array => Float64Array.from(keys, (key) => initialAt(corrections, key, atMs, initialOf(key)) ?? Number.NaN);

/** Origin that a field counts from, and when it was zeroed. */
export interface Counting {
  readonly corrections: readonly Correction[];
  readonly initialOf: InitialOf;
}

const renewalsOf = ({ keys }: FieldChange, corrections: readonly Correction[]): readonly Correction[] =>
  corrections.filter((each) => each.kind === 'initshift' && keys.some((key) => each.initials[key] !== undefined));

/** The fields whose values its cumulative change is computed of: itself alone where all its components count from zero. */
export function cumulativeKeys(change: FieldChange, { corrections, initialOf }: Counting): readonly string[] {
  if (!isOfComponents(change)) return [change.key];
  const isZero = change.keys.slice(0, -1).every((key) => initialOf(key) === 0);
  const renewed = renewalsOf(change, corrections).some(
    (each) => each.kind === 'initshift' && change.keys.slice(0, -1).some((key) => (each.initials[key] ?? 0) !== 0),
  );
  return isZero && !renewed ? [change.key] : change.keys;
}

/**
 * The cumulative change of a field, reading by reading: NaN while there is none, null when there never is one. `columns`
 * are its corrected columns by key, at least those of `cumulativeKeys`.
 */
export function cumulativeChange(
  times: ArrayLike<number>,
  columns: ReadonlyMap<string, Float64Array>,
  change: FieldChange,
  { corrections, initialOf }: Counting,
): Float64Array | null {
  const { key, keys, kind } = change;
  const column = columns.get(key) ?? new Float64Array(times.length).fill(Number.NaN);
  if (kind === 'none') return null;
  if (kind === 'difference') return cumulativeOf(times, column, key, corrections, initialOf(key));
  const renewals = renewalsOf(change, corrections);
  const first = initialsAt(change, [], 0, initialOf);
  if (renewals.length === 0 && isFromZero(change, first)) return column;
  if (renewals.length === 0 && first.includes(Number.NaN) && (kind === 'direction' || Number.isNaN(first.at(-1))))
    if (first.subarray(0, -1).includes(Number.NaN)) return null;
  const parts = keys.map((each) => columns.get(each));
  const now = new Float64Array(keys.length);
  return Float64Array.from(column, (_, i) => {
    for (let k = 0; k < keys.length; k++) now[k] = parts[k]?.[i] ?? Number.NaN;
    const initials = renewals.length === 0 ? first : initialsAt(change, renewals, times[i] as number, initialOf);
    return cumulativeFrom(change, now, initials);
  });
}

/**
 * Returns the amount to subtract from a value of the field at a time to get its cumulative change; null where no
 * number does, since the change has another direction than the value, or counts from nothing.
 */
export function valueOffset(change: FieldChange, { corrections, initialOf }: Counting, atMs: number): number | null {
  if (change.kind === 'none') return null;
  const initials = initialsAt(change, corrections, atMs, initialOf);
  if (isFromZero(change, initials)) return 0;
  const initial = initials.at(-1) ?? Number.NaN;
  if (change.kind !== 'difference' && (change.kind === 'direction' || !initials.subarray(0, -1).includes(Number.NaN)))
    return null;
  return Number.isNaN(initial) ? null : initial;
}
