/** What people say of a condition, as the evaluator reads it: the same for live judging, back-tests and drawn curves. */
import type { ConditionRule } from './condition.ts';
import type { Bounds, Term } from './condition-terms.ts';
import type { Tree } from './truth.ts';

export interface DescribedTerm {
  readonly kind:
    | 'value'
    | 'change'
    | 'rate'
    | 'difference'
    | 'sum'
    | 'tangent'
    | 'failure'
    | 'season'
    | 'profile'
    | 'slope'
    | 'vibration'
    | 'silence'
    | 'completeness'
    | 'health';
  readonly side: Bounds['side'];
  readonly low: number | null;
  readonly high: number | null;
  readonly deadBand: number;
  readonly consecutive: number;
  readonly maxAgeSeconds: number;
  readonly spanSeconds: number | null;
  readonly uniformRate: number | null;
  readonly minR2: number | null;
  readonly intervalSeconds: number | null;
}
interface Combined {
  readonly combine: 'all' | 'any' | 'atLeast';
  /** atLeast: how many. */
  readonly count: number | null;
}
export interface DescribedCondition extends Combined {
  readonly groups: readonly (Combined & { readonly terms: readonly DescribedTerm[] })[];
  readonly raiseDelaySeconds: number;
  readonly clearDelaySeconds: number;
}

export function ruleOf(rules: DescribedCondition): ConditionRule {
  let place = 0;
  const groups = rules.groups.map((group) =>
    treeOf(
      group,
      group.terms.map((): Tree => ({ term: place++ })),
    ),
  );
  return {
    terms: rules.groups.flatMap(({ terms }) => terms).map(termOf),
    tree: treeOf(rules, groups),
    raiseDelayMs: rules.raiseDelaySeconds * 1000,
    clearDelayMs: rules.clearDelaySeconds * 1000,
  };
}

function treeOf({ combine, count }: Combined, parts: readonly Tree[]): Tree {
  if (combine === 'all') return { all: parts };
  return combine === 'any' ? { any: parts } : { count: count ?? parts.length, of: parts };
}

/** Kinds that are judged as they stand: readings in a row say nothing of a share, of an event that stays in its span, or of silence. */
const judgedAtOnce: readonly DescribedTerm['kind'][] = ['silence', 'health', 'completeness', 'vibration'];

/** Returns how many readings in a row must reach the bound of a term. */
export const readingsInARow = ({ kind, consecutive }: Pick<DescribedTerm, 'kind' | 'consecutive'>): number =>
  judgedAtOnce.includes(kind) ? 1 : consecutive;

function termOf(term: DescribedTerm): Term {
  const spanMs = (term.spanSeconds ?? 0) * 1000;
  const { kind } = term;
  if (kind === 'silence') return { kind, spanMs };
  if (kind === 'health') return { kind: 'status' };
  const measured = { bounds: boundsOf(term), consecutive: readingsInARow(term), maxAgeMs: term.maxAgeSeconds * 1000 };
  if (kind === 'tangent') return { kind, ...measured, spanMs, uniformRate: term.uniformRate ?? 1 };
  if (kind === 'failure') return { kind, ...measured, spanMs, minR2: term.minR2 ?? 0 };
  if (kind === 'rate' || kind === 'sum') return { kind, ...measured, spanMs };
  if (kind === 'completeness') return { kind, ...measured, spanMs, intervalMs: (term.intervalSeconds ?? 0) * 1000 };
  if (kind === 'vibration') return { kind: 'event', ...measured, spanMs };
  if (kind === 'change' || kind === 'difference') return { kind, ...measured };
  // What is farthest along a casing, or departs from a season, is a value once it is calculated.
  return { kind: 'value', ...measured };
}

/** Returns the measured quantity of a term in its unit: silence is counted in seconds and told in hours. */
export const measuredBy = ({ kind }: Pick<DescribedTerm, 'kind'>, value: number | null): number | null =>
  value === null || kind !== 'silence' ? value : value / 3600;

export const boundsOf = ({ side, low, high, deadBand }: Pick<DescribedTerm, keyof Bounds>): Bounds => ({
  side,
  low,
  high,
  deadBand,
});
