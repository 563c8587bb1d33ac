/** Curves that a person drew, as the readings that terms are judged by. */
import { type ConditionRules, type ConditionTerm, termUnit } from '@plumbline/contract/alerts/conditions.terms';
import { type Evaluation, evaluate } from '@plumbline/science/limits/condition';
import { ruleOf } from '@plumbline/science/limits/condition-rule';
import type { Series, TermData } from '@plumbline/science/limits/condition-terms';
import { type DrawnSpan, drawnRange, readingsOn } from '../../../charts/drawn-readings.ts';

/** One curve: of a field of a point, or of what a term calculates of a point. */
export interface Drawing {
  readonly key: string;
  readonly pointId: number;
  readonly field: string;
  /** The first term that reads it. */
  readonly term: ConditionTerm;
  /** It is the term's own measure, and no field of the point. */
  readonly isOwn: boolean;
}

/** Kinds whose number is calculated from more than one field: that number is drawn. */
const termKinds: readonly ConditionTerm['kind'][] = ['season', 'profile', 'slope', 'vibration', 'health'];

const keyOf = (pointId: number, field: string): string => `${pointId}/${field}`;
const termKey = (place: number): string => `term ${place}`;

export function drawingsOf(rules: Pick<ConditionRules, 'groups'>): Drawing[] {
  const drawings = new Map<string, Drawing>();
  const note = (drawing: Drawing): void => {
    if (drawing.pointId > 0 && !drawings.has(drawing.key)) drawings.set(drawing.key, drawing);
  };
  for (const [place, term] of rules.groups.flatMap(({ terms }) => terms).entries()) {
    const { pointId, field, kind, otherPointId, otherField } = term;
    const isOfTerm = termKinds.includes(kind);
    note({ key: isOfTerm ? termKey(place) : keyOf(pointId, field), pointId, field, term, isOwn: isOfTerm });
    if (kind === 'difference' && otherPointId !== null)
      note({
        key: keyOf(otherPointId, otherField ?? ''),
        pointId: otherPointId,
        field: otherField ?? '',
        term,
        isOwn: false,
      });
  }
  return [...drawings.values()];
}

/** The limits of the first term that reads a curve, where they are of what is drawn. */
export const drawnLimits = ({ term, isOwn }: Drawing): number[] =>
  (isOwn || term.kind === 'value') && term.kind !== 'health'
    ? [term.side === 'above' ? null : term.low, term.side === 'below' ? null : term.high].filter(
        (each) => each !== null,
      )
    : [];

/** Returns the unit in which a term of its own is drawn: that of what it measures. */
export const drawnUnit = ({ term, isOwn }: Drawing, unit: string): string => (isOwn ? termUnit(term, unit) : unit);

/** From where to where a curve can be drawn. */
export const drawingRange = (drawing: Drawing): { low: number; high: number } =>
  drawing.term.kind === 'health' ? { low: 0, high: 1 } : drawnRange(drawnLimits(drawing));

/** Evaluates a condition over drawn curves, by the evaluator of live readings. */
export function evaluateDrawn(
  rules: ConditionRules,
  curves: ReadonlyMap<string, readonly (number | null)[]>,
  span: DrawnSpan,
  intervalOf: (pointId: number) => number,
): Evaluation {
  const seriesOf = (key: string, pointId: number): Series =>
    readingsOn(curves.get(key) ?? [], span, intervalOf(pointId));
  const data = rules.groups
    .flatMap(({ terms }) => terms)
    .map((term, place): TermData => {
      const { kind, pointId, field, otherPointId, otherField } = term;
      if (kind === 'health') {
        const { times, values } = seriesOf(termKey(place), pointId);
        return { series: { times, values: Array.from(values, (value) => (value >= 0.5 ? 1 : 0)) } };
      }
      if (kind === 'vibration') {
        const series = seriesOf(termKey(place), pointId);
        return { series, other: series };
      }
      if (termKinds.includes(kind)) return { series: seriesOf(termKey(place), pointId) };
      const series = seriesOf(keyOf(pointId, field), pointId);
      if (kind === 'difference')
        return { series, other: seriesOf(keyOf(otherPointId ?? 0, otherField ?? ''), otherPointId ?? 0) };
      if (kind !== 'change') return { series };
      // It counts from the first reading on or after its day, or from the begin of what is drawn.
      const since = Date.parse(term.sinceAt ?? '');
      const first = Array.from(series.times).findIndex((at) => at >= since);
      const [atMs, value] = [series.times[Math.max(0, first)], series.values[Math.max(0, first)]];
      return { series, base: atMs === undefined || value === undefined || first < 0 ? null : { atMs, value } };
    });
  return evaluate(ruleOf(rules), data, span);
}
