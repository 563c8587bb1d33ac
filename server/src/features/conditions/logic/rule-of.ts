/** What people say of a condition, as the evaluator reads it. */
import type { Combine, ConditionRules, ConditionTerm } from '@plumbline/contract/conditions.terms';
import type { ConditionRule } from '@plumbline/science/limits/condition';
import type { Bounds, Term } from '@plumbline/science/limits/condition-terms';
import type { Tree } from '@plumbline/science/limits/truth';

type Grouped = Pick<ConditionRules, 'combine' | 'count' | 'groups' | 'raiseDelaySeconds' | 'clearDelaySeconds'>;

/** The terms of one condition, and from when on its readings are needed, without the lookback of each. */
export interface Needed {
  readonly terms: readonly ConditionTerm[];
  readonly rule: ConditionRule;
  readonly fromMs: number;
}

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
  const { kind } = term;
  if (kind === 'silence') return { kind, spanMs };
  if (kind === 'health') return { kind: 'status' };
  const measured = { bounds: boundsOf(term), consecutive: term.consecutive, maxAgeMs: term.maxAgeSeconds * 1000 };
  if (kind === 'tangent') return { kind, ...measured, spanMs, uniformRate: term.uniformRate ?? 1 };
  if (kind === 'failure') return { kind, ...measured, spanMs, minR2: term.minR2 ?? 0 };
  if (kind === 'rate' || kind === 'sum') return { kind, ...measured, spanMs };
  // Readings in a row say nothing of a share, nor of an event that stays in its span.
  if (kind === 'completeness')
    return { kind, ...measured, consecutive: 1, spanMs, intervalMs: (term.intervalSeconds ?? 0) * 1000 };
  if (kind === 'vibration') return { kind: 'event', ...measured, consecutive: 1, spanMs };
  if (kind === 'change' || kind === 'difference') return { kind, ...measured };
  // What is farthest along a casing, or departs from a season, is a value once it is calculated.
  return { kind: 'value', ...measured };
}

export const boundsOf = ({ side, low, high, deadBand }: ConditionTerm): Bounds => ({ side, low, high, deadBand });

/** Whether zeroing a point again is no change of what a term measures. */
export const isRelative = ({ kind }: Pick<ConditionTerm, 'kind'>): boolean =>
  kind === 'change' || kind === 'rate' || kind === 'tangent' || kind === 'failure';
