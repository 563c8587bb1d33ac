/** Stored records of a point as its rules see them. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { levelReached } from '@plumbline/science/limits/judge';
import { cumulativeChange, cumulativeKeys } from '@plumbline/science/series/changes';
import { applyCorrections, columnsNeeded } from '@plumbline/science/series/corrections';
import { changeRatesOf, isDailyChange } from '@plumbline/science/series/rates';
import { byKey, fieldChange } from '../features/readings/corrections/corrections.changes.api.ts';
import { type Curve, curves } from '../features/readings/readings/readings.curves.api.ts';
import {
  basesBefore,
  changeOfSeries,
  usableColumns,
  usableValues,
  withoutFailed,
} from '../features/readings/readings/readings.usable.api.ts';
import type { Sql } from '../kernel/sql.ts';
import type { BoundPoint, BoundRule } from './bind.ts';
import { inputOf, type Judged } from './judge.ts';
import { ratedFields, ratedSeries } from './rates.ts';

/** Of a stretch whose length its caller bounds: more than fit into any. */
const maxRecords = 1_000_000;

/** Where a rule stands that no reading was judged by yet. */
export const levelAtNewest = (newest: Judged, rule: BoundRule): number =>
  levelReached(rule.rule, inputOf(newest, rule))?.level ?? 0;

/** The reading of a point at a time as its rules see it. */
export async function judgedAt(sql: Sql, point: BoundPoint, atMs: number): Promise<Judged | null> {
  const backMs = point.rules.some((rule) => rule.needsRate) && isDailyChange(point.intervalSeconds) ? dayMs : 0;
  const found = await judgedRecords(sql, point, { fromMs: atMs - backMs, toMs: atMs, limit: null });
  return found.find(({ at }) => at === atMs) ?? null;
}

/** Records of [fromMs, toMs]; at most so many, the first ones. */
export interface RecordQuery {
  readonly fromMs: number;
  readonly toMs: number;
  /** null = all of them. */
  readonly limit: number | null;
}

/** The fields that a rule looks at: its own, and what the change of that is computed of. */
function judgedKeys(point: BoundPoint, { field, kind, needsRate }: BoundRule): readonly string[] {
  const change = fieldChange(point, field);
  if (needsRate) return change.keys;
  return kind === 'cumulative' ? cumulativeKeys(change, point) : [field];
}

/** Records as rules see them: their fields, corrected, without what failed; with their changes and rates. */
export async function judgedRecords(
  sql: Sql,
  point: BoundPoint,
  { fromMs, toMs, limit }: RecordQuery,
): Promise<Judged[]> {
  const wanted = [...new Set(point.rules.map((rule) => rule.fieldIndex))];
  const judged = new Set(point.rules.flatMap((rule) => judgedKeys(point, rule)));
  const indexes = [...judged].map((key) => point.keys.indexOf(key));
  const needed = columnsNeeded(point.keys, indexes, point.corrections, point.options);
  const stored = getOrThrow(
    await curves(sql, [point.pointId], needed, fromMs, toMs, limit ?? maxRecords),
    point.pointId,
  );
  const keys = needed.map((index) => elementAt(point.keys, index));
  const shown = applyCorrections(stored.times, stored.columns, keys, point.corrections, point.options);
  const good = byKey(
    keys,
    shown.map((column, place) => withoutFailed(column, stored.flags[place] ?? null)),
  );
  const columns = wanted.map((index) => {
    const key = elementAt(point.keys, index);
    const cumulative = cumulativeChange(stored.times, good, fieldChange(point, key), point);
    return { index, values: getOrThrow(good, key), cumulative };
  });
  const cumulatives = new Map(columns.map(({ index, cumulative }) => [index, cumulative]));
  const rates = await ratesAt(sql, point, needed, stored, fromMs);
  const width = Math.max(...wanted) + 1;
  return Array.from(stored.times, (at, i): Judged => {
    const values = new Array<number | null>(width).fill(null);
    for (const { index, values: column } of columns) {
      const value = column[i];
      if (value !== undefined && !Number.isNaN(value)) values[index] = value;
    }
    return {
      point,
      at,
      receivedAt: at,
      values,
      rates: { get: (index) => rates.get(index)?.[i] },
      cumulative: { get: (index) => cumulatives.get(index)?.[i] },
    };
  });
}

/** The rates of stored records, by field; the first ones count from the last usable reading before them. */
async function ratesAt(
  sql: Sql,
  point: BoundPoint,
  needed: readonly number[],
  stored: Curve,
  fromMs: number,
): Promise<ReadonlyMap<number, Float64Array>> {
  const series = ratedFields(point).map((index) => ratedSeries(point, index));
  if (series.length === 0) return new Map();
  const bases = await basesBefore(
    sql,
    series.map((each) => ({ series: each, at: fromMs })),
  );
  return new Map(
    series.map((each, i) => {
      const places = usableColumns(each).map((index) => needed.indexOf(index));
      const usable = usableValues(each, {
        times: stored.times,
        columns: places.map((place) => elementAt(stored.columns, place)),
        flags: places.map((place) => stored.flags[place] ?? null),
      });
      const change = changeOfSeries(each);
      return [each.fieldIndex, changeRatesOf(change, stored.times, usable, each.intervalSeconds, bases[i] ?? null)];
    }),
  );
}
