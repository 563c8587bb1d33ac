/** What people say of a condition, as the evaluator reads it. */
import type { Combine, ConditionRules, ConditionTerm } from '@plumbline/contract/conditions.terms';
import type { ConditionRule } from '@plumbline/science/limits/condition';
import type { Term } from '@plumbline/science/limits/condition-terms';
import type { Tree } from '@plumbline/science/limits/truth';

type Grouped = Pick<ConditionRules, 'combine' | 'count' | 'groups' | 'raiseDelaySeconds' | 'clearDelaySeconds'>;

/** The terms of all groups, in order: what the terms of an evaluator's state belong to. */
export const termsOf = ({ groups }: Pick<ConditionRules, 'groups'>): ConditionTerm[] =>
  groups.flatMap(({ terms }) => terms);

export function ruleOf(rules: Grouped): ConditionRule {
  let place = 0;
  const groups = rules.groups.map((group) =>
    treeOf(
      group,
      group.terms.map((): Tree => ({ term: place++ })),
    ),
  );
  return {
    terms: termsOf(rules).map(termOf),
    tree: treeOf(rules, groups),
    raiseDelayMs: rules.raiseDelaySeconds * 1000,
    clearDelayMs: rules.clearDelaySeconds * 1000,
  };
}

function treeOf({ combine, count }: { combine: Combine; count: number | null }, parts: readonly Tree[]): Tree {
  if (combine === 'all') return { all: parts };
  return combine === 'any' ? { any: parts } : { count: count ?? parts.length, of: parts };
}

function termOf(term: ConditionTerm): Term {
  const spanMs = (term.spanSeconds ?? 0) * 1000;
  const { kind, side, low, high, deadBand, consecutive } = term;
  if (kind === 'silence') return { kind, spanMs };
  const measured = { bounds: { side, low, high, deadBand }, consecutive, maxAgeMs: term.maxAgeSeconds * 1000 };
  if (kind === 'tangent') return { kind, ...measured, spanMs, uniformRate: term.uniformRate ?? 1 };
  return kind === 'rate' || kind === 'sum' ? { kind, ...measured, spanMs } : { kind, ...measured };
}

/** Whether zeroing a point again is no change of what a term measures. */
export const isRelative = ({ kind }: Pick<ConditionTerm, 'kind'>): boolean =>
  kind === 'change' || kind === 'rate' || kind === 'tangent';
