/**
 * How the fields of points change, and what they count from: the function of science for a point as it is shown, and as
 * the pipeline binds it.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { fieldsOf, initialValueOf } from '@plumbline/contract/points/families';
import {
  type Counting,
  changeOf,
  cumulativeFrom,
  type FieldChange,
  initialsAt,
  valueOffset,
} from '@plumbline/science/series/changes';
import type { CorrectionOptions } from '@plumbline/science/series/corrections';
import type { PointFacts } from '../../points/bindings/bindings.plans.api.ts';
import type { AppliedCorrection } from './corrections.api.ts';

/** The fields of a point, in stored order, and which of them follow others. */
export interface Following {
  readonly keys: readonly string[];
  readonly options: CorrectionOptions;
}
/** Point whose changes are counted. */
export interface Counted extends Following {
  readonly facts: PointFacts;
  readonly corrections: readonly AppliedCorrection[];
}

/** How a field of a point changes; found once for the same point. */
export function fieldChange({ keys, options }: Following, key: string): FieldChange {
  const known = changesOf.get(options) ?? new Map<string, FieldChange>();
  changesOf.set(options, known);
  const change = known.get(key) ?? changeOf(keys, key, options);
  known.set(key, change);
  return change;
}
const changesOf = new WeakMap<CorrectionOptions, Map<string, FieldChange>>();

/** Returns the value that a field counts from until it is zeroed; null = from nothing. */
export const initialOf = ({ facts }: Pick<Counted, 'facts'>, key: string): number | null =>
  initialValueOf(facts.family, facts.initialValues, key);

/** Returns the origins that the fields of a point count from. */
export const countingOf = (point: Pick<Counted, 'facts' | 'corrections'>): Counting => ({
  corrections: point.corrections,
  initialOf: (key) => initialOf(point, key),
});

/** The cumulative change of a field in one whole record of corrected values, in stored order; null = there is none. */
export function cumulativeIn(
  point: Following & Counting,
  key: string,
  atMs: number,
  values: readonly (number | null)[],
): number | null {
  const change = fieldChange(point, key);
  const now = change.keys.map((each) => values[point.keys.indexOf(each)] ?? Number.NaN);
  const cumulative = cumulativeFrom(change, now, initialsAt(change, point.corrections, atMs, point.initialOf));
  return Number.isNaN(cumulative) ? null : cumulative;
}

/** The same of a point that is shown, of every field. */
export function cumulativeRecord(point: Counted, atMs: number, values: readonly (number | null)[]): (number | null)[] {
  const { keys, options } = point;
  const counted = { keys, options, ...countingOf(point) };
  return keys.map((key) => cumulativeIn(counted, key, atMs, values));
}

/** Returns the amount to subtract from a value of a field at a time to get its cumulative change; null = no number is (valueOffset). */
export const offsetAt = (point: Counted, key: string, atMs: number): number | null =>
  valueOffset(fieldChange(point, key), countingOf(point), atMs);

/** The same of a point that is not corrected, by what is known of it. */
export function offsetOf(facts: PointFacts, key: string): number | null {
  const keys = fieldsOf(facts.family, facts.nodeCount).map((field) => field.key);
  return valueOffset(changeOf(keys, key, facts.follows), countingOf({ facts, corrections: [] }), 0);
}

/** Columns by the names of their fields. */
export const byKey = (keys: readonly string[], columns: readonly Float64Array[]): ReadonlyMap<string, Float64Array> =>
  new Map(keys.map((key, i) => [key, elementAt(columns, i)]));
