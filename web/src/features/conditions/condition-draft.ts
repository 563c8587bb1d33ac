/** A condition while it is being written: points may still be missing. */
import type { Condition } from '@plumbline/contract/conditions';
import { type ConditionGroup, ConditionRules, type ConditionTerm } from '@plumbline/contract/conditions.terms';
import { staleAfterMs } from '@plumbline/contract/status';

export const blankTerm = (): ConditionTerm => ({
  pointId: 0,
  field: '',
  kind: 'value',
  side: 'above',
  low: null,
  high: null,
  deadBand: 0,
  consecutive: 1,
  maxAgeSeconds: 3600,
  spanSeconds: null,
  sinceAt: null,
  otherPointId: null,
  otherField: null,
  uniformRate: null,
});
export const blankGroup = (): ConditionGroup => ({ combine: 'all', count: null, terms: [blankTerm()] });
export const blankCondition = (structureId: number): ConditionRules => ({
  name: '',
  note: '',
  structureId,
  level: 3,
  combine: 'all',
  count: null,
  groups: [blankGroup()],
  raiseDelaySeconds: 0,
  clearDelaySeconds: 0,
  enabled: true,
});

/** What of a condition a person may change. */
export const rulesIn = (condition: Condition): ConditionRules =>
  Object.fromEntries(
    Object.keys(ConditionRules.shape).map((key) => [key, condition[key as keyof Condition]]),
  ) as unknown as ConditionRules;

/** A value counts as long as its point would count as reporting. */
export const usualAge = (intervalSeconds: number): number => staleAfterMs(intervalSeconds) / 1000;

/** The list with one place replaced, or without it. */
export const replaced = <T>(list: readonly T[], place: number, value: T | null): T[] =>
  list.flatMap((each, i) => (i !== place ? [each] : value === null ? [] : [value]));
