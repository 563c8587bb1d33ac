/**
 * The change of fields that are computed from components, over a span: that of their components between the first and the
 * last usable reading in it. A few statements however many points; the columns of nodes are read at both ends alone.
 */
import { elementAt } from '@plumbline/contract/elements';
import { changeBetween } from '@plumbline/science/series/changes';
import type { Sql } from '../../kernel/sql.ts';
import { fieldChange } from './readings.changes.api.ts';
import { type IndexedField, ratedSeries, type ShownPoint, type View } from './readings.effective.api.ts';
import { changeOfSeries, nearestUsable, type RatedSeries } from './readings.usable.api.ts';

export interface SpanChangeQuery {
  readonly point: ShownPoint;
  readonly field: IndexedField;
}

/** The change of a field of a point; undefined where it is the difference of the values at both ends of the span. */
export type ChangeOfSpan = (pointId: number, key: string) => number | null | undefined;

/** null = it is not known, or is no amount. */
export async function spanChanges(
  sql: Sql,
  queries: readonly SpanChangeQuery[],
  view: Pick<View, 'quantity' | 'quality'>,
  fromMs: number,
  toMs: number,
): Promise<ChangeOfSpan> {
  const asked = queries.filter(({ point, field }) => {
    const { kind } = fieldChange(point, field.key);
    return view.quantity !== 'rate' && kind !== 'difference';
  });
  const series = asked.map(({ point, field }) => seriesOf(point, field, view));
  const searches = series.map((each) => ({ series: each, fromMs, toMs }));
  const first = await nearestUsable(sql, searches, 'oldest');
  const last = await nearestUsable(sql, searches, 'newest');
  const found = new Map(
    asked.map(({ point, field }, i) => {
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
