/** Whether a point says what a field counts from, and which of its fields have an initial value of their own. */
import { type FamilyCode, fieldsOf, initialValueOf, isCounted } from '@plumbline/contract/families';
import { changeOf, type FieldChange, hasInitial, zeroedKeys } from '@plumbline/science/series/changes';
import { followsOf } from '@plumbline/science/series/followers';

/** As rows of points hold it. */
export interface InitialSetup {
  readonly family: FamilyCode;
  readonly node_count: number;
  readonly initial_values: Readonly<Record<string, number>>;
  readonly formula_type: string;
  readonly custom_formula: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, number>>;
}

function changeIn(point: InitialSetup, key: string): FieldChange {
  const { family, node_count, formula_type, custom_formula, parameters } = point;
  const keys = fieldsOf(family, node_count).map((field) => field.key);
  return changeOf(keys, key, followsOf(formula_type === 'CUSTOM_FORMULA' ? custom_formula : {}, parameters));
}

/** What is computed from components counts from theirs; directions and states from nothing, and lack nothing. */
export const hasInitialValue = (point: InitialSetup, key: string): boolean =>
  !isCounted(key) ||
  hasInitial(changeIn(point, key), (each) => initialValueOf(point.family, point.initial_values, each));

/** The fields whose values of a reading become initial values: magnitudes only where it has no components of them. */
export const zeroedFields = (
  keys: readonly string[],
  values: readonly (number | null)[],
  own: readonly string[],
): readonly string[] => zeroedKeys(keys, values, { own }).filter(isCounted);
