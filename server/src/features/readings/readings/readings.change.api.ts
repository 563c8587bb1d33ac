/**
 * How much fields changed over a time; of what is computed from components, by their changes (science/src/series/changes.ts).
 * In 24 hours: v(t) - v(t - 24 h), the latter on the line between its neighbours; null before a day of
 * readings. The one definition behind "24 h" on every screen, and the one that rates have (domain reference 5.1): of
 * values as people see them, without those that failed, and across a new zero of what was measured.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { changeBetween } from '@plumbline/science/series/changes';
import { changeOverSpan, rateReachMs } from '@plumbline/science/series/rates';
import type { Sql } from '../../../kernel/sql.ts';
import { fieldChange } from '../corrections/corrections.changes.api.ts';
import { type IndexedField, ratedSeries, type ShownPoint, type View } from './readings.effective.api.ts';
import { changeOfSeries, nearestUsable, type RatedSeries } from './readings.usable.api.ts';

/** Up to `toMs`: t is the last usable reading at or before it, and not before `fromMs`. */
export interface DayChangeQuery {
  readonly point: ShownPoint;
  readonly fieldIndex: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** In the order asked for; a few statements however many points. */
export async function dayChanges(sql: Sql, queries: readonly DayChangeQuery[]): Promise<(number | null)[]> {
  const series = queries.map(({ point, fieldIndex }) =>
    ratedSeries(point, fieldIndex, { quantity: 'value', quality: 'good' }),
  );
  const newest = await nearestUsable(
    sql,
    queries.map(({ fromMs, toMs }, i) => ({ series: elementAt(series, i), fromMs, toMs })),
    'newest',
  );
  const around = newest.flatMap((now, i) => (now ? [{ now, series: elementAt(series, i), i }] : []));
  const before = await nearestUsable(
    sql,
    around.map(({ now: { atMs }, series }) => ({ series, fromMs: atMs - dayMs - rateReachMs, toMs: atMs - dayMs })),
    'newest',
  );
  const after = await nearestUsable(
    sql,
    around.map(({ now: { atMs }, series }) => ({ series, fromMs: atMs - dayMs, toMs: atMs })),
    'oldest',
  );
  const changes = queries.map((): number | null => null);
  around.forEach(({ now, series, i }, n) => {
    changes[i] = changeOverSpan(changeOfSeries(series), now, before[n] ?? null, after[n] ?? null, dayMs);
  });
  return changes;
}

export interface SpanChangeQuery {
  readonly point: ShownPoint;
  readonly field: IndexedField;
}

/** The change of a field of a point; undefined where it is the difference of the values at both ends of the span. */
export type ChangeOfSpan = (pointId: number, key: string) => number | null | undefined;

/**
 * That between the first and the last usable reading of a span; null = it is not known, or is no amount. A few statements
 * however many points; the columns of nodes are read at both ends alone.
 */
export async function spanChanges(
  sql: Sql,
  queries: readonly SpanChangeQuery[],
  view: Pick<View, 'quantity' | 'quality'>,
  fromMs: number,
  toMs: number,
): Promise<ChangeOfSpan> {
  const computed = queries.filter(({ point, field }) => {
    const { kind } = fieldChange(point, field.key);
    // Between two times a direction turns by the shorter way, whether it is measured or computed.
    return view.quantity !== 'rate' && kind !== 'difference' && kind !== 'direction';
  });
  const series = computed.map(({ point, field }) => seriesOf(point, field, view));
  const searches = series.map((each) => ({ series: each, fromMs, toMs }));
  const first = await nearestUsable(sql, searches, 'oldest');
  const last = await nearestUsable(sql, searches, 'newest');
  const found = new Map(
    computed.map(({ point, field }, i) => {
      const [from, to] = [first[i], last[i]];
      const change =
        from && to ? changeBetween(changeOfSeries(elementAt(series, i)), to.values, from.values) : Number.NaN;
      return [`${point.id}/${field.key}`, Number.isNaN(change) ? null : change];
    }),
  );
  return (pointId, key) => found.get(`${pointId}/${key}`);
}

/** Of values, a new zero is no part: what was measured then is compared with what is measured now. */
function seriesOf(point: ShownPoint, field: IndexedField, view: Pick<View, 'quantity' | 'quality'>): RatedSeries {
  const series = ratedSeries(point, field.index, view);
  const corrections =
    view.quantity === 'value' ? series.corrections.filter(({ kind }) => kind !== 'initshift') : series.corrections;
  return { ...series, corrections, failedToo: view.quality === 'all' };
}
