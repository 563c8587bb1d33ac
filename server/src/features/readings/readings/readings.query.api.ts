/** What requests ask of readings, checked: spans, fields, the words of flags. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { Failure } from '@plumbline/contract/kernel/errors';
import { isDirection } from '@plumbline/contract/points/families';
import { qualityOf, testsOf } from '@plumbline/science/quality/flags';
import { lowerBound } from '@plumbline/science/segments/frame';
import type { Correction } from '@plumbline/science/series/correction';
import { blockFix } from '@plumbline/science/series/corrections';
import { fieldChange } from '../corrections/corrections.changes.api.ts';
import type { IndexedField, SeriesQuery, ShownPoint, View } from './readings.effective.api.ts';

/** A span in epoch ms. Throws startAfterEnd, and spanExceeded beyond `days`. */
export function spanOf({ from, to }: { from: string; to: string }, days = Number.POSITIVE_INFINITY) {
  const fromMs = Date.parse(from);
  const toMs = Date.parse(to);
  if (fromMs >= toMs) throw new Failure('startAfterEnd');
  if (toMs - fromMs > days * dayMs) throw new Failure('spanExceeded', { days });
  return { fromMs, toMs };
}

/**
 * The first and the last millisecond of what belongs to a span that is counted: [from, to), so that what is asked for in pieces
 * counts each reading once. Closed at the end, (from, to]: a total stamped at the end of its interval is of the time before.
 */
export const countedSpan = (
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  closed: 'start' | 'end' = 'start',
): { readonly fromMs: number; readonly toMs: number } =>
  closed === 'end' ? { fromMs: fromMs + 1, toMs } : { fromMs, toMs: toMs - 1 };

/** Instants in epoch ms, ascending, each once; they may come in any order. */
export const instantsOf = (times: readonly string[]): number[] =>
  [...new Set(times.map((time) => Date.parse(time)))].sort((a, b) => a - b);

/**
 * The points, each with the fields asked for where it has them. Points of several families may be asked at once; a field that
 * none of them has is a mistake: badInput.
 */
export function chosenFields(
  points: readonly ShownPoint[],
  requested: readonly string[] | undefined,
  otherwise: 'first' | 'all',
): SeriesQuery[] {
  const unknown = [...new Set(requested)].filter((key) => !points.some((point) => point.keys.includes(key)));
  if (unknown.length > 0)
    throw new Failure(
      'badInput',
      unknown.map((key) => ({ path: 'fields', message: 'fieldUnknown', field: key })),
    );
  return points.map((point) => ({
    point,
    fields: requested
      ? point.fields.filter((field) => requested.includes(field.key))
      : point.fields.slice(0, otherwise === 'first' ? 1 : undefined),
  }));
}

/** Throws directionUnsuitable where all that is asked for are directions: nothing of it can be filtered or continued. */
export function refuseDirections(queries: readonly SeriesQuery[]): void {
  const fields = queries.flatMap((query) => query.fields);
  const [field] = fields;
  if (field && fields.every(isDirection)) throw new Failure('directionUnsuitable', { field: field.key });
}

/** The unit of a quantity; the total of a flow per hour is a volume. */
export const unitOf = ({ unit, summed }: { unit: string; summed?: 'amount' | 'flow' }, quantity: string): string =>
  quantity === 'rate' ? `${unit}/d` : quantity === 'cumulative' && summed === 'flow' ? unit.replace(/\/h$/, '') : unit;

export const fieldShape = ({ key, unit, precision }: IndexedField) => ({ key, unit, precision });

export const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
export const iso = (ms: number) => new Date(ms).toISOString();

/** The place of the reading nearest to a time, the earlier one of two equally near; null where there is none. */
export function nearestPlace(times: Float64Array, atMs: number): number | null {
  const next = lowerBound(times, atMs);
  const [before, after] = [times[next - 1], times[next]];
  if (before !== undefined && (after === undefined || atMs - before <= after - atMs)) return next - 1;
  return after === undefined ? null : next;
}

const names = { 1: 'pass', 2: 'notEvaluated', 3: 'suspect', 4: 'fail', 9: 'missing' } as const;

/** A flag in words. */
export const flagWords = (flag: number) => ({
  quality: names[qualityOf(flag)],
  tests: testsOf(flag),
});

/** Returns whether a correction changes a field somewhere in [fromMs, toMs]. */
export function isCorrected(
  point: ShownPoint,
  key: string,
  view: Pick<View, 'quantity'>,
  fromMs: number,
  toMs: number,
): boolean {
  const { corrections, keys, options } = point;
  if (blockFix(corrections, key, keys, fromMs, toMs, options) !== 0) return true;
  const inSpan = ({ startAt, endAt }: Correction) => startAt <= toMs && (endAt === null || endAt > fromMs);
  const counted = fieldChange(point, key).keys;
  return (
    view.quantity !== 'value' &&
    corrections.some(
      (each) => each.kind === 'initshift' && counted.some((of) => each.initials[of] !== undefined) && inSpan(each),
    )
  );
}
