/**
 * Figures of a field over a span: first, last and extreme values with their times, change, completeness. The one
 * definition behind the statistics of a screen and the tables of a report.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { completenessOf, plainChange, type Timed } from '@plumbline/science/series/rates';
import { endsOf, rateOverSpan } from '@plumbline/science/series/span-ends';
import { directionSummaryOf, type Summary, summaryOf } from '@plumbline/science/series/statistics';
import {
  type AmountTotals,
  amountTotalsOf,
  type Volume,
  volumeOf,
  volumeReach,
} from '@plumbline/science/series/totals';
import type { Sql } from '../../../kernel/sql.ts';
import { epochMs } from '../../platform/store/store.segments.api.ts';
import {
  goodOnly,
  type IndexedField,
  type SeriesQuery,
  type ShownColumn,
  type ShownCurve,
  shownCurves,
  type View,
} from './readings.effective.api.ts';

export interface Figures extends Summary {
  readonly first: Timed | null;
  readonly last: Timed | null;
  /**
   * Last less first, of what is computed from components by those, of a direction the turn by the shorter way; 0 where there
   * is one value alone.
   */
  readonly change: number | null;
  /** null where the ends are hardly a day apart, and of a direction: how often it went round between them nobody knows. */
  readonly ratePerDay: number | null;
  /** Readings that the span should have by the interval, and how many of them fall into gaps. */
  readonly expected: number;
  readonly missing: number;
  /** Values that failed, and count in nothing else here unless all are measured for. */
  readonly failed: number;
  /** Of amounts; null = of anything else. */
  readonly totals: AmountTotals | null;
  /** Of a flow; null = of anything else. */
  readonly volume: Volume | null;
}

export interface FiguresSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** From when on there should be readings (`expectedSince`). */
  readonly sinceMs: number | null;
  /** Nothing is missing that is still to come. */
  readonly nowMs: number;
  /** The change where it is more than last less first (`spanChanges`). */
  readonly change?: number | null | undefined;
  /** Of a flow, with what was measured just outside of the span (`spanVolumes`). */
  readonly volume?: Volume | null | undefined;
}

/** More readings than this within one and a half intervals of a point are no rhythm. */
const maxBeside = 100_000;

/**
 * The volumes of the flows of a span, by point and field, up to its very ends: the stretch from the last reading before an end to
 * the first one after it belongs to both sides in part. `curves` hold the readings of the span, in the order of the queries. Two
 * statements however many points.
 */
export async function spanVolumes(
  sql: Sql,
  queries: readonly SeriesQuery[],
  curves: readonly ShownCurve[],
  view: Pick<View, 'quality'>,
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<(pointId: number, key: string) => Volume | null | undefined> {
  const isFlow = ({ summed }: IndexedField): boolean => summed === 'flow';
  const flows = queries.flatMap((query, i) =>
    query.fields.some(isFlow)
      ? [{ query: { ...query, fields: query.fields.filter(isFlow) }, curve: elementAt(curves, i) }]
      : [],
  );
  if (flows.length === 0) return () => undefined;
  const measured = flows.map(({ query }) => query);
  const reachMs = volumeReach * 1000 * Math.max(...measured.map(({ point }) => point.facts.intervalSeconds));
  const values: View = { quality: view.quality, quantity: 'value' };
  const beside = (fromMs: number, toMs: number) => shownCurves(sql, measured, values, fromMs, toMs, maxBeside);
  const before = await beside(Math.floor(span.fromMs - reachMs), span.fromMs - 1);
  const after = await beside(span.toMs, Math.ceil(span.toMs + reachMs));
  const found = new Map<string, Volume | null>();
  for (const [i, { query, curve }] of flows.entries())
    for (const field of query.fields) {
      const parts = [before[i], curve, after[i]].flatMap((part) => {
        const column = part?.columns.find((each) => each.field.key === field.key);
        return part && column ? [{ times: part.times, values: goodOnly(column.values, column.flags, view) }] : [];
      });
      const times = parts.flatMap((part) => [...part.times]);
      const amounts = parts.flatMap((part) => [...part.values]);
      const intervalMs = query.point.facts.intervalSeconds * 1000;
      found.set(`${query.point.id}/${field.key}`, volumeOf(times, amounts, intervalMs, span));
    }
  return (pointId, key) => found.get(`${pointId}/${key}`);
}

/** The figures of one column of a curve that holds every reading of the span. */
export function figuresOf(
  { point, times }: Pick<ShownCurve, 'point' | 'times'>,
  column: Pick<ShownColumn, 'field' | 'values' | 'flags'>,
  view: Pick<View, 'quality' | 'quantity'>,
  { fromMs, toMs, sinceMs, nowMs, change: known, volume }: FiguresSpan,
): Figures {
  const values = goodOnly(column.values, column.flags, view);
  const ends = endsOf(times, values);
  // The cumulative of an azimuth is the direction of the movement: a direction as well.
  const period = view.quantity === 'rate' ? null : (column.field.period ?? null);
  const intervalMs = point.facts.intervalSeconds * 1000;
  const summed = view.quantity === 'value' ? column.field.summed : undefined;
  const until = Math.min(toMs, nowMs);
  const change = known === undefined && ends ? plainChange(ends.first.value, ends.last.value, period) : (known ?? null);
  return {
    ...(period === null ? summaryOf(times, values) : directionSummaryOf(values)),
    first: ends?.first ?? null,
    last: ends?.last ?? null,
    change,
    ratePerDay: ends && period === null ? rateOverSpan(ends, change, intervalMs) : null,
    ...completenessOf(
      times.filter((_, i) => !Number.isNaN(column.values[i])),
      { fromMs: Math.max(fromMs, sinceMs ?? until), toMs: until, intervalMs },
    ),
    totals: summed === 'amount' ? amountTotalsOf(times, values) : null,
    volume: summed === 'flow' ? (volume ?? null) : null,
    failed: column.values.reduce((sum, value, i) => sum + (!Number.isNaN(value) && Number.isNaN(values[i]) ? 1 : 0), 0),
  };
}

/** From when on points should have readings, epoch ms: the first reading, or the first binding where that was before; null = neither. */
export async function expectedSince(sql: Sql, pointIds: readonly number[]): Promise<Map<number, number | null>> {
  const { rows } = await sql.query<{ id: number; since: number | null }>({
    text: `SELECT w.id, ${epochMs(`least(
        (SELECT min(at) FROM reading WHERE point_id = w.id), (SELECT min(t0) FROM segment WHERE point_id = w.id),
        (SELECT min(from_at) FROM device_group WHERE point_id = w.id AND device_id IS NOT NULL))`)} AS since
      FROM unnest($1::int[]) AS w(id)`,
    values: [pointIds],
  });
  return new Map(rows.map(({ id, since }) => [id, since]));
}
