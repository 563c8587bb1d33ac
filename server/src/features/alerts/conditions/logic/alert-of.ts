/** The alert that a condition raises: the point that decided it, and how every term stood. Pure. */
import type { AlertCondition, TermPlace } from '@plumbline/contract/alerts/alerts';
import type { TermStatus } from '@plumbline/contract/alerts/conditions';
import { type ConditionRules, type ConditionTerm, termUnit } from '@plumbline/contract/alerts/conditions.terms';
import { measuredBy, readingsInARow } from '@plumbline/science/limits/condition-rule';
import type { TermState } from '@plumbline/science/limits/condition-terms';
import { velocityLimit } from '@plumbline/science/spectra/limits';
import type { ShownPoint } from '../../../readings/readings/readings.effective.api.ts';
import type { NewAlert } from '../../alerts/alerts.conditions.api.ts';
import type { Episode } from './match-alerts.ts';
import { termsOf } from './rule-of.ts';

interface Named {
  readonly id: number;
  readonly projectId: number;
  readonly structureId: number;
  readonly rules: ConditionRules;
}
type Points = ReadonlyMap<number, ShownPoint>;

/** The unit of what a term measures. */
export function unitOfTerm(
  { kind, pointId, field }: Pick<ConditionTerm, 'kind' | 'pointId' | 'field'>,
  points: Points,
): string {
  const unit = points.get(pointId)?.fields.find(({ key }) => key === field)?.unit ?? '';
  return termUnit({ kind }, unit);
}

/** Where a value was found; of a vibration the velocity, and the limit at its frequency. */
export function foundBy(
  { kind, curve }: Pick<ConditionTerm, 'kind' | 'curve'>,
  state: Pick<TermState, 'value' | 'place'> | undefined,
): TermPlace | null {
  const { value, place } = state ?? { value: null, place: null };
  if (value === null || (place ?? null) === null || place === null) return null;
  const limit = kind === 'vibration' && curve ? velocityLimit(curve, place) : null;
  return { place, limit, value: limit === null ? null : (value / 100) * limit };
}

export const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function inARowOf(term: ConditionTerm, state: TermState | undefined): TermStatus['inARow'] {
  const needed = readingsInARow(term);
  return state?.truth !== false || needed === 1 ? null : { count: state.run, needed };
}

/** How a term stands, for pages. */
export const termStatusOf = (term: ConditionTerm, state: TermState | undefined): TermStatus => ({
  truth: state?.truth ?? null,
  value: measuredBy(term, state?.value ?? null),
  at: iso(state?.valueAt ?? null),
  since: iso(state?.sinceAt ?? null),
  found: foundBy(term, state),
  inARow: inARowOf(term, state),
});

/** How every term stood when it raised. */
export function conditionOf({ id, rules }: Named, { terms }: Episode, points: Points): AlertCondition {
  return {
    id,
    name: rules.name,
    terms: termsOf(rules).map((term, i) => {
      const { pointId, otherPointId, field, kind, side, low, high, spanSeconds, sinceAt, axis, statuses } = term;
      const point = points.get(pointId);
      const state = terms?.[i];
      return {
        pointId,
        pointName: point?.facts.name ?? '',
        otherName: otherPointId === null ? null : (points.get(otherPointId)?.facts.name ?? ''),
        family: point?.facts.family ?? '',
        field,
        kind,
        side,
        low,
        high,
        spanSeconds,
        sinceAt,
        axis,
        statuses,
        unit: unitOfTerm(term, points),
        truth: state?.truth ?? null,
        value: measuredBy(term, state?.value ?? null),
        at: iso(state?.valueAt ?? null),
        found: foundBy(term, state),
      };
    }),
  };
}

/** The bound that a value reached, or the nearer one. */
function boundOf({ kind, side, low, high, spanSeconds }: ConditionTerm, value: number): number {
  if (kind === 'silence') return (spanSeconds ?? 0) / 3600;
  // The finding is there.
  if (kind === 'health') return 1;
  if (side === 'below') return low ?? 0;
  if (side === 'above') return high ?? 0;
  return Math.abs(value - (high ?? 0)) <= Math.abs(value - (low ?? 0)) ? (high ?? 0) : (low ?? 0);
}

/** The term that became true last decided it. */
function deciding(terms: readonly TermState[], rules: ConditionRules, points: Points): number {
  let found = -1;
  for (const [i, term] of termsOf(rules).entries()) {
    const state = terms[i];
    if (state?.truth !== true || !points.has(term.pointId)) continue;
    if (found < 0 || state.sinceAt > (terms[found]?.sinceAt ?? 0)) found = i;
  }
  return found;
}

/** null = nothing of it is there any more. */
export function alertOf(condition: Named, episode: Episode, points: Points, nowMs: number): NewAlert | null {
  const { projectId, structureId, rules } = condition;
  const place = episode.terms ? deciding(episode.terms, rules, points) : -1;
  const term = termsOf(rules)[place];
  const state = episode.terms?.[place];
  if (!term || !state) return null;
  const value = measuredBy(term, state.value) ?? 0;
  const threshold = boundOf(term, value);
  return {
    projectId,
    structureId,
    pointId: term.pointId,
    thresholdId: null,
    condition: conditionOf(condition, episode, points),
    field: term.field,
    kind: 'condition',
    measure: 'condition',
    unit: unitOfTerm(term, points),
    level: rules.level,
    value,
    threshold,
    levels: [1, 2, 3, 4].map((level) => (level === rules.level ? threshold : null)),
    late: false,
    readingAt: episode.from,
    receivedAt: nowMs,
    releasedAt: episode.to,
  };
}
