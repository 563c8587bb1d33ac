/** A condition while it is being written: points may still be missing. */
import type { Condition } from '@plumbline/contract/alerts/conditions';
import {
  type ConditionGroup,
  ConditionRules,
  type ConditionTerm,
  type Season,
  type TermKind,
  termNeeds,
  termUnit,
} from '@plumbline/contract/alerts/conditions.terms';
import { staleAfterMs } from '@plumbline/contract/kernel/status';
import { din4150Foundation } from '@plumbline/science/spectra/limits';

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
  minR2: null,
  season: null,
  axis: null,
  curve: null,
  intervalSeconds: null,
  statuses: null,
});

const day = 86_400;
/** Spans that kinds begin with. */
const usualSpan: Partial<Record<TermKind, number>> = { failure: 7 * day, vibration: 3600 };
const noBound = { low: null, high: null, deadBand: 0 } as const;

/** Returns a new term of a kind; a bound of another unit is not taken over. */
export function startOfKind(term: ConditionTerm, kind: TermKind, intervalSeconds: number): Partial<ConditionTerm> {
  const span = termNeeds[kind].includes('spanSeconds')
    ? { spanSeconds: usualSpan[kind] ?? term.spanSeconds ?? day }
    : { spanSeconds: null };
  const begin = { kind, ...span, ...(termUnit({ kind }, '') !== termUnit(term, '') && noBound) };
  switch (kind) {
    case 'failure':
      return { ...begin, side: 'below', minR2: 0.8 };
    case 'completeness':
      return { ...begin, side: 'below', low: 80, intervalSeconds };
    case 'vibration':
      return {
        ...begin,
        side: 'above',
        high: 100,
        curve: { shape: 'line', corners: [...din4150Foundation.dwellings] },
      };
    case 'season':
      return { ...begin, side: 'outside', low: -3, high: 3, season: lastYears() };
    case 'profile':
    case 'slope':
      return { ...begin, side: 'outside', axis: term.axis ?? 'x' };
    case 'health':
      return { ...begin, statuses: ['dataLost', 'nodeBroken'] };
    default:
      return begin;
  }
}

/** The year before now. */
function lastYears(): Season {
  const to = new Date();
  to.setUTCHours(0, 0, 0, 0);
  return {
    trainFrom: new Date(to.getTime() - 366 * day * 1000).toISOString(),
    trainTo: to.toISOString(),
    hasTrend: false,
    model: null,
  };
}
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

/** Returns the rules of a condition that a person may change. */
export const rulesIn = (condition: Condition): ConditionRules =>
  Object.fromEntries(
    Object.keys(ConditionRules.shape).map((key) => [key, condition[key as keyof Condition]]),
  ) as unknown as ConditionRules;

/** A value counts as long as its point would count as reporting. */
export const usualAge = (intervalSeconds: number): number => staleAfterMs(intervalSeconds) / 1000;

/** The list with one place replaced, or without it. */
export const replaced = <T>(list: readonly T[], place: number, value: T | null): T[] =>
  list.flatMap((each, i) => (i !== place ? [each] : value === null ? [] : [value]));
