/** The rates that rules judge: of new readings, against the last usable reading a day before, or before them. */
import {
  changeRatesOf,
  isDailyChange,
  rateBaseMs,
  rateReachMs,
  type TimedValues,
} from '@plumbline/science/series/rates';
import type pg from 'pg';
import type { Latest } from '../features/platform/store/store.states.table.ts';
import { type Side, sidesOf } from '../features/readings/readings/readings.sides.table.ts';
import {
  changeOfSeries,
  nearestUsable,
  type RatedSeries,
  usableColumns,
  usableValues,
} from '../features/readings/readings/readings.usable.api.ts';
import type { BoundPoint } from './bind.ts';
import type { CheckedReading } from './row.ts';

/** A rate to be taken: of one field of a new reading. */
interface Needed {
  readonly row: CheckedReading;
  readonly series: RatedSeries;
  readonly now: TimedValues;
  /** The moment that the rate looks back at. */
  readonly moment: number;
  base: TimedValues | null;
  /** The first usable reading after the moment; null = the new one itself. */
  next: TimedValues | null;
}

/** The rates of a reading, by field index. */
export type Rates = ReadonlyMap<number, number>;

/** A field of a point as its rates see it; the same object for the same point. */
export function ratedSeries(point: BoundPoint, fieldIndex: number): RatedSeries {
  const known = seriesOf.get(point) ?? new Map<number, RatedSeries>();
  seriesOf.set(point, known);
  const series = known.get(fieldIndex) ?? {
    pointId: point.pointId,
    fieldIndex,
    keys: point.keys,
    corrections: point.corrections,
    options: point.options,
    initialOf: point.initialOf,
    intervalSeconds: point.intervalSeconds,
    failedToo: false,
  };
  known.set(fieldIndex, series);
  return series;
}
const seriesOf = new WeakMap<BoundPoint, Map<number, RatedSeries>>();

/** The fields of a point that some rule wants a rate of. */
export const ratedFields = ({ rules }: BoundPoint): number[] => [
  ...new Set(rules.filter((rule) => rule.needsRate).map((rule) => rule.fieldIndex)),
];

/**
 * The rates of stored readings, where rules ask for them. One statement where the readings looked back at are usable; a
 * few more, for all together, where they are not. Nothing is asked where no rule wants a rate.
 */
export async function takeRates(
  client: pg.PoolClient,
  ruled: readonly CheckedReading[],
  latest: ReadonlyMap<number, Latest>,
): Promise<ReadonlyMap<CheckedReading, Rates>> {
  const needed = ruled.flatMap(neededOf);
  if (needed.length === 0) return new Map();
  const sides = await sidesOf(
    client,
    needed.map(({ series: { pointId }, moment }) => ({
      pointId,
      at: moment,
      sealed: moment <= (latest.get(pointId)?.sealedTo ?? Number.NEGATIVE_INFINITY),
    })),
  );
  const before: { each: Needed; fromMs: number; toMs: number }[] = [];
  const after: typeof before = [];
  for (const [i, each] of needed.entries()) {
    const { before: last, after: first } = sides[i] ?? { before: null, after: null };
    each.base = last && usableOf(each.series, last);
    // After everything sealed and before every hot record the last one is a sealed one.
    const toMs = last ? last.at - 1 : each.moment;
    const sealedTo = latest.get(each.series.pointId)?.sealedTo ?? null;
    if (each.base === null && (last !== null || (sealedTo !== null && sealedTo < each.moment)))
      before.push({ each, fromMs: each.moment - rateReachMs, toMs });
    if (!isDailyChange(each.series.intervalSeconds) || !first) continue;
    each.next = usableOf(each.series, first);
    if (each.next === null) after.push({ each, fromMs: first.at + 1, toMs: each.now.atMs - 1 });
  }
  await search(client, before, 'newest');
  // Without a base there is no rate, whatever lies behind it.
  await search(
    client,
    after.filter(({ each }) => each.base !== null),
    'oldest',
  );
  const rates = new Map<CheckedReading, Map<number, number>>();
  for (const each of needed) {
    const rate = rateOf(each);
    if (rate === null) continue;
    const own = rates.get(each.row) ?? new Map<number, number>();
    rates.set(each.row, own.set(each.series.fieldIndex, rate));
  }
  return rates;
}

function neededOf(row: CheckedReading): Needed[] {
  return ratedFields(row.point).flatMap((fieldIndex): Needed[] => {
    const series = ratedSeries(row.point, fieldIndex);
    const now = usableOf(series, row);
    const moment = rateBaseMs(row.at, series.intervalSeconds);
    return now ? [{ row, series, now, moment, base: null, next: null }] : [];
  });
}

/** What is usable of one stored record; null = nothing. */
function usableOf(series: RatedSeries, { at, values, flags }: Side): TimedValues | null {
  const fields = usableColumns(series);
  const usable = usableValues(series, {
    times: Float64Array.of(at),
    columns: fields.map((field) => Float64Array.of(values[field] ?? Number.NaN)),
    flags: fields.map((field) => (flags ? [flags[field] ?? 0] : null)),
  });
  const found = usable.map(([value = Number.NaN]) => value);
  return Number.isNaN(found.at(-1)) ? null : { atMs: at, values: found };
}

async function search(
  client: pg.PoolClient,
  missing: readonly { each: Needed; fromMs: number; toMs: number }[],
  which: 'newest' | 'oldest',
): Promise<void> {
  if (missing.length === 0) return;
  const found = await nearestUsable(
    client,
    missing.map(({ each: { series }, fromMs, toMs }) => ({ series, fromMs, toMs })),
    which,
  );
  for (const [i, { each }] of missing.entries()) each[which === 'newest' ? 'base' : 'next'] = found[i] ?? null;
}

/** By the function that charts take their rates by, of the two or three readings that matter. */
function rateOf({ series, base, next, now }: Needed): number | null {
  const readings = [base, next, now].filter((each) => each !== null);
  const distinct = readings.filter((each, i) => i === 0 || each.atMs > (readings[i - 1]?.atMs ?? 0));
  const rate = changeRatesOf(
    changeOfSeries(series),
    distinct.map(({ atMs }) => atMs),
    Array.from(now.values, (_, k) => distinct.map(({ values }) => values[k] as number)),
    series.intervalSeconds,
  ).at(-1);
  return rate === undefined || Number.isNaN(rate) ? null : rate;
}
