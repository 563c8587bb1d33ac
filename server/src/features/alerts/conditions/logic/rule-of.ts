/** The terms of a condition, and what is read for them. */
import type { ConditionRules, ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';
import type { ConditionRule } from '@plumbline/science/limits/condition';

/** The terms of one condition, and from when on its readings are needed, without the lookback of each. */
export interface Needed {
  readonly terms: readonly ConditionTerm[];
  readonly rule: ConditionRule;
  readonly fromMs: number;
}

/** The terms of all groups, in order: what the terms of an evaluator's state belong to. */
export const termsOf = ({ groups }: Pick<ConditionRules, 'groups'>): ConditionTerm[] =>
  groups.flatMap(({ terms }) => terms);

/** Returns whether zeroing a point again is no change of what a term measures. */
export const isRelative = ({ kind }: Pick<ConditionTerm, 'kind'>): boolean =>
  kind === 'change' || kind === 'rate' || kind === 'tangent' || kind === 'failure';
