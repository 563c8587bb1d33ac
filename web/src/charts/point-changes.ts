/** How the fields of a point change from what they count from: the function of the server, for what the web has at hand. */
import { type FamilyCode, fieldsOf, initialValueOf } from '@plumbline/contract/points/families';
import {
  changeOf,
  cumulativeFrom,
  type FieldChange,
  hasInitial,
  initialsAt,
  valueOffset,
} from '@plumbline/science/series/changes';
import { followsOf } from '@plumbline/science/series/followers';

/** Facts of a point whose changes are counted; without its formulas and parameters none of its fields has a formula of its own. */
export interface CountedPoint {
  readonly family: FamilyCode;
  readonly nodeCount: number;
  readonly countsFrom: Readonly<Record<string, number>>;
  readonly type?: number;
  readonly formulaType?: string;
  readonly customFormula?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, number>>;
}
/** Returns the zeros that count now: `countsFrom` holds the newest, so no correction is needed. */
export const countingOf = ({ family, countsFrom }: CountedPoint) => ({
  corrections: [],
  initialOf: (key: string) => initialValueOf(family, countsFrom, key),
});

export const keysOf = ({ family, nodeCount }: CountedPoint): readonly string[] =>
  fieldsOf(family, nodeCount).map(({ key }) => key);

export function fieldChange(point: CountedPoint, key: string): FieldChange {
  const { type, formulaType, customFormula = {}, parameters = {} } = point;
  const keys = keysOf(point);
  const follows = followsOf(formulaType === 'CUSTOM_FORMULA' ? customFormula : {}, parameters);
  // All that a composite has is computed by formulas of its own.
  return changeOf(keys, key, type === 1 ? { ...follows, own: keys } : follows);
}

/** Returns the amount to subtract from a value to get its cumulative change; null = no number is (`valueOffset`). */
export const offsetOf = (point: CountedPoint, key: string): number | null =>
  valueOffset(fieldChange(point, key), countingOf(point), 0);

/** Returns whether it says what the cumulative change of a field counts from. */
export const hasInitialValue = (point: CountedPoint, key: string): boolean =>
  hasInitial(fieldChange(point, key), countingOf(point).initialOf);

/** The cumulative change of a field, by the values of a reading in stored order; null = there is none. */
export function cumulativeIn(point: CountedPoint, key: string, values: readonly (number | null)[]): number | null {
  const keys = keysOf(point);
  const change = fieldChange(point, key);
  const now = change.keys.map((each) => values[keys.indexOf(each)] ?? Number.NaN);
  const { corrections, initialOf } = countingOf(point);
  const cumulative = cumulativeFrom(change, now, initialsAt(change, corrections, 0, initialOf));
  return Number.isNaN(cumulative) ? null : cumulative;
}
