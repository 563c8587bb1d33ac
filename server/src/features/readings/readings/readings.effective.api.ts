/**
 * Values as people see them, the same on a chart, in a table and in a file: what is stored, corrected, and counted from
 * its initial value or per day where that is asked for; beside that through a filter. `raw` leaves the corrections out.
 *
 * Invariant: nothing here changes what is stored, and every value comes with the flag of the stored one.
 */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { type Field, fieldsOf, isDirection } from '@plumbline/contract/points/families';
import type { DisplayFilter } from '@plumbline/science/filters/display-filter';
import { lowerBound } from '@plumbline/science/segments/frame';
import { cumulativeChange, cumulativeKeys } from '@plumbline/science/series/changes';
import { applyCorrections, type CorrectionOptions, columnsNeeded } from '@plumbline/science/series/corrections';
import { changeRatesOf, isDailyChange, type TimedValues } from '@plumbline/science/series/rates';
import { type Running, runningKey, type TotalsFrom, totalsInto } from '@plumbline/science/series/totals';
import type { Db } from '../../../kernel/context.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { type PointFacts, pointFacts } from '../../points/bindings/bindings.plans.api.ts';
import { type AppliedCorrection, correctionsOf } from '../corrections/corrections.api.ts';
import { byKey, countingOf, fieldChange } from '../corrections/corrections.changes.api.ts';
import { type Curve, curves } from './readings.curves.api.ts';
import { type FilteredColumn, filteredColumns } from './readings.filtered.api.ts';
import {
  basesBefore,
  changeOfSeries,
  type RatedSeries,
  usableColumns,
  usableValues,
  withoutFailed,
} from './readings.usable.api.ts';

export { initialOf } from '../corrections/corrections.changes.api.ts';

export interface View {
  readonly quantity: 'value' | 'cumulative' | 'rate';
  /** good = values that failed count nowhere; all = every value. */
  readonly quality: 'good' | 'all';
  /** Give the rates of the good values beside each column. */
  readonly rates?: boolean;
  /** Give the cumulative change beside each column. */
  readonly cumulative?: boolean;
  /** Gives the total so far of rain and flow as their cumulative; without it they have none. */
  readonly totals?: TotalsFrom | undefined;
  /** Give what it makes of each column beside it. */
  readonly filter?: DisplayFilter | undefined;
}
export type IndexedField = Field & { readonly index: number };

/** Facts needed to show the values of a point. */
export interface ShownPoint {
  readonly id: number;
  readonly facts: PointFacts;
  /** In stored order. */
  readonly fields: readonly IndexedField[];
  readonly keys: readonly string[];
  /** Those that count; none where raw values are asked for. */
  readonly corrections: readonly AppliedCorrection[];
  readonly options: CorrectionOptions;
}

/** The points with their fields and corrections: two queries, however many points. Throws shiftFetchFailed, shiftParseFailed. */
export async function shownPoints(db: Db, pointIds: readonly number[], raw: boolean): Promise<ShownPoint[]> {
  const [facts, corrections] = await Promise.all([
    pointFacts(db, pointIds),
    raw ? new Map<number, readonly AppliedCorrection[]>() : correctionsOf(db, pointIds),
  ]);
  return [...new Set(pointIds)].map((id) => {
    const point = getOrThrow(facts, id);
    const fields = fieldsOf(point.family, point.nodeCount).map((field, index) => ({ ...field, index }));
    return {
      id,
      facts: point,
      fields,
      keys: fields.map((field) => field.key),
      corrections: corrections.get(id) ?? [],
      options: { initials: point.initialValues, ...point.follows },
    };
  });
}

/** One field of a point over a span. */
export interface ShownColumn {
  readonly field: IndexedField;
  /** NaN = no value. Values that failed are here too. */
  readonly values: Float64Array;
  /** quality + 16 * tests; null = every value passed. */
  readonly flags: Int16Array | null;
  /** Change per day, where `View.rates` asks for it. */
  readonly rates: Float64Array | null;
  /** Where `View.cumulative` asks for it; null too where there never is one. Of rain and flow the total so far. */
  readonly cumulative: Float64Array | null;
  /** The same through `View.filter`. */
  readonly filtered: FilteredColumn | null;
}
export interface ShownCurve {
  readonly point: ShownPoint;
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  readonly columns: readonly ShownColumn[];
  /** True when `limit` cut it off. */
  readonly cut: boolean;
  /** Where the totals of `View.totals` have come to. */
  readonly running: ReadonlyMap<string, Running>;
}

/** Query of one point. */
export interface SeriesQuery {
  readonly point: ShownPoint;
  readonly fields: readonly IndexedField[];
}

/** The readings of a point in [fromMs, toMs], oldest first, at most `limit`. */
export async function shownCurve(
  sql: Sql,
  query: SeriesQuery,
  view: View,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<ShownCurve> {
  return elementAt(await shownCurves(sql, [query], view, fromMs, toMs, limit), 0);
}

/**
 * The same of many points, in the order asked for: one statement for all that need the same columns, and with a filter
 * three more for each point; a direction is not filtered. `limit` is for each. Throws filterWindowExceeded, filterSpanExceeded.
 */
export async function shownCurves(
  sql: Sql,
  queries: readonly SeriesQuery[],
  view: View,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<ShownCurve[]> {
  const measured = await measuredCurves(sql, queries, view, fromMs, toMs, limit);
  const { filter } = view;
  if (!filter) return measured;
  // Rates of all values count from failed ones too: a filter looks at those of good ones.
  const good: View = { ...view, quality: 'good' };
  const isOther = view.quantity === 'rate' && view.quality === 'all';
  const filtered = isOther ? await measuredCurves(sql, queries, good, fromMs, toMs, limit) : measured;
  const curves: ShownCurve[] = [];
  for (const [i, query] of queries.entries()) {
    const read = async (from: number, to: number, most: number) =>
      elementAt(await measuredCurves(sql, [query], good, from, to, most), 0);
    const columns = await filteredColumns(sql, query.point.id, filter, elementAt(filtered, i), read);
    const curve = elementAt(measured, i);
    curves.push({
      ...curve,
      columns: curve.columns.map((column, c) => ({
        ...column,
        filtered: isDirection(column.field) ? null : elementAt(columns, c),
      })),
    });
  }
  return curves;
}

async function measuredCurves(
  sql: Sql,
  queries: readonly SeriesQuery[],
  view: View,
  fromMs: number,
  toMs: number,
  limit: number,
): Promise<ShownCurve[]> {
  const groups = new Map<string, { needed: number[]; backMs: number; of: SeriesQuery[] }>();
  for (const each of queries) {
    const needed = columnsNeeded(each.point.keys, columnsOf(each, view), each.point.corrections, each.point.options);
    const backMs = isRated(view) && isDailyChange(each.point.facts.intervalSeconds) ? dayMs : 0;
    const key = `${backMs}/${needed.join()}`;
    const group = groups.get(key) ?? { needed, backMs, of: [] };
    if (group.of.length === 0) groups.set(key, group);
    group.of.push(each);
  }
  const found = new Map<SeriesQuery, ShownCurve>();
  for (const { needed, backMs, of } of groups.values()) {
    const ids = of.map(({ point }) => point.id);
    const stored = await curves(sql, ids, needed, fromMs - backMs, toMs, limit);
    const bases = isRated(view) ? await basesOf(sql, of, view, fromMs - backMs) : new Map<string, TimedValues>();
    for (const each of of) {
      const curve = getOrThrow(stored, each.point.id);
      found.set(each, shownOf(each, needed, curve, view, { fromMs, backMs, limit, bases }));
    }
  }
  return queries.map((each) => getOrThrow(found, each));
}

/** The fields that a view of some reads: those, and what their changes are computed of. */
function columnsOf({ point, fields }: SeriesQuery, view: View): number[] {
  const keys = fields.flatMap(({ key }) => {
    const change = fieldChange(point, key);
    if (isRated(view)) return change.keys;
    return isCounted(view) ? [key, ...cumulativeKeys(change, countingOf(point))] : [key];
  });
  return [...new Set(keys)].map((key) => point.keys.indexOf(key));
}

const isCounted = (view: View) => view.quantity === 'cumulative' || view.cumulative === true;
const isRated = (view: View) => view.quantity === 'rate' || view.rates === true;
const placeOf = (pointId: number, fieldIndex: number) => `${pointId}/${fieldIndex}`;

/** The last usable readings before a time, by point and field: what the first rates of a span count from. */
async function basesOf(
  sql: Sql,
  of: readonly SeriesQuery[],
  view: View,
  at: number,
): Promise<Map<string, TimedValues>> {
  const wanted = of.flatMap(({ point, fields }) =>
    fields.map((field) => ({ series: ratedSeries(point, field.index, view), at })),
  );
  const bases = await basesBefore(sql, wanted);
  return new Map(
    wanted.flatMap(({ series }, i) => {
      const base = bases[i];
      return base ? [[placeOf(series.pointId, series.fieldIndex), base] as const] : [];
    }),
  );
}

/** A field of a point as rates look at it; `rates` beside other quantities are those of good values, as rules see them. */
export const ratedSeries = (point: ShownPoint, fieldIndex: number, view: View): RatedSeries => ({
  pointId: point.id,
  fieldIndex,
  keys: point.keys,
  corrections: point.corrections,
  options: point.options,
  initialOf: countingOf(point).initialOf,
  intervalSeconds: point.facts.intervalSeconds,
  failedToo: view.quantity === 'rate' && view.quality === 'all',
});

/** Long because it is one column after another: corrected, and as it is counted. */
function shownOf(
  { point, fields }: SeriesQuery,
  needed: readonly number[],
  { times, columns, flags }: Curve,
  view: View,
  {
    fromMs,
    backMs,
    limit,
    bases,
  }: { fromMs: number; backMs: number; limit: number; bases: ReadonlyMap<string, TimedValues> },
): ShownCurve {
  const keys = needed.map((index) => elementAt(point.keys, index));
  const corrected = byKey(keys, applyCorrections(times, columns, keys, point.corrections, point.options));
  const places = new Map(needed.map((index, place) => [index, place]));
  // What a change is computed of must be good itself.
  const good = new Map(
    keys.map((key, place) => [key, goodOnly(getOrThrow(corrected, key), flags[place] ?? null, view)]),
  );
  const start = backMs === 0 ? 0 : lowerBound(times, fromMs);
  const ratesAt = (field: IndexedField) => {
    const series = ratedSeries(point, field.index, view);
    const from = usableColumns(series).map((index) => getOrThrow(places, index));
    const usable = usableValues(series, {
      times,
      columns: from.map((place) => elementAt(columns, place)),
      flags: from.map((place) => flags[place] ?? null),
    });
    const base = bases.get(placeOf(point.id, field.index)) ?? null;
    return changeRatesOf(changeOfSeries(series), times, usable, point.facts.intervalSeconds, base);
  };
  const running = new Map<string, Running>();
  const cumulativeAt = ({ key, summed }: IndexedField) => {
    if (summed !== undefined && view.totals) {
      const series = { times, values: getOrThrow(good, key), summed, intervalMs: point.facts.intervalSeconds * 1000 };
      return totalsInto(running, runningKey(point.id, key), series, view.totals);
    }
    // A value that failed itself is marked, and taken out by whoever shows it.
    const parts = new Map([...good, [key, getOrThrow(corrected, key)]]);
    return cumulativeChange(times, parts, fieldChange(point, key), countingOf(point));
  };
  return {
    point,
    running,
    times: times.subarray(start),
    cut: times.length >= limit,
    columns: fields.map((field) => {
      const rates = isRated(view) ? ratesAt(field).subarray(start) : null;
      const cumulative = isCounted(view) ? (cumulativeAt(field)?.subarray(start) ?? null) : null;
      const values = getOrThrow(corrected, field.key).subarray(start);
      const none = () => new Float64Array(values.length).fill(Number.NaN);
      return {
        field,
        rates,
        cumulative,
        filtered: null,
        values: { value: values, rate: rates ?? values, cumulative: cumulative ?? none() }[view.quantity],
        flags: flags[getOrThrow(places, field.index)]?.subarray(start) ?? null,
      };
    }),
  };
}

/** The values without those that failed, where only good ones are asked for; the same array where none did. */
export const goodOnly = (values: Float64Array, flags: Int16Array | null, view: Pick<View, 'quality'>): Float64Array =>
  view.quality === 'all' ? values : withoutFailed(values, flags);
