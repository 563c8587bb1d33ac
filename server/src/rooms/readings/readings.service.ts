/**
 * Readings: what was measured, as people look at it. Nothing here changes a reading; what is thinned keeps every
 * minimum and maximum, what is missing is null.
 */
import { limits } from '@plumbline/contract/constants';
import { Failure } from '@plumbline/contract/errors';
import { type FamilyCode, type Field, fieldsOf } from '@plumbline/contract/families';
import type { readings, Series } from '@plumbline/contract/readings';
import type { OutputOf } from '@plumbline/contract/route';
import { rate24h, ratePerDay } from '@plumbline/science/series/rates';
import { summaryOf } from '@plumbline/science/series/statistics';
import { m4 } from '@plumbline/science/series/thinning';
import type { Context } from '../../kernel/context.ts';
import type { Pool } from '../../kernel/db.ts';
import { type PointFacts, pointFacts } from '../points/points.plans.reads.ts';
import { isStale } from '../points/points.reads.ts';
import * as table from './readings.table.ts';

const dayMs = 86_400_000;
/** More readings than this in one curve mean a span that is too long for its rhythm. */
const rowsLimit = 2_000_000;

export const handlers = (pool: Pool) => ({
  async query(context: Context, input: OutputOf<typeof readings.query.input>) {
    const { fromMs, toMs } = spanOf(input, input.width === undefined ? limits.spanDays : limits.historyDays);
    const facts = await pointFacts(context.db, input.pointIds);
    const curves = await Promise.all(
      input.pointIds.map(async (pointId) => {
        const point = facts.get(pointId)!;
        const fields = chosenFields(point, input.fields);
        if (fields.length === 0) return [];
        const found = await curvesOf(pool, point, fields, input.quantity, fromMs, toMs);
        return found.map(({ field, times, values }) =>
          toSeries(point, field, input.quantity, times, values, input.width),
        );
      }),
    );
    const series: Series[] = curves.flat();
    return { series };
  },

  async latest(context: Context, { pointIds }: OutputOf<typeof readings.latest.input>) {
    const facts = await pointFacts(context.db, pointIds);
    const now = context.now();
    const rows = await table.latest(pool, pointIds);
    return {
      latest: rows.map((row) => ({
        pointId: row.point_id,
        at: row.at.toISOString(),
        receivedAt: row.received_at.toISOString(),
        values: row.values,
        level: row.level,
        stale: isStale(row.at, facts.get(row.point_id)?.intervalSeconds ?? 0, now),
      })),
    };
  },

  async pagination(context: Context, input: OutputOf<typeof readings.pagination.input>) {
    spanOf(input, limits.historyDays);
    const point = (await pointFacts(context.db, [input.pointId])).get(input.pointId)!;
    const fields = fieldsOf(point.family as FamilyCode, point.nodeCount);
    const from = new Date(input.from);
    const to = new Date(input.to);
    const [total, rows] = await Promise.all([
      table.count(pool, input.pointId, from, to),
      table.page(
        pool,
        input.pointId,
        from,
        to,
        input.order === 'newest',
        (input.page - 1) * input.pageSize,
        input.pageSize,
      ),
    ]);
    return {
      fields: fields.map(({ key, unit, precision }) => ({ key, unit, precision })),
      rows: rows.map((row) => ({
        at: row.at.toISOString(),
        receivedAt: row.received_at.toISOString(),
        values: row.values,
        cumulative: fields.map(({ key }, i) => {
          const value = row.values[i] ?? null;
          const initial = point.initialValues[key];
          return value === null || initial === undefined ? null : value - initial;
        }),
        raw: row.raw,
      })),
      total,
    };
  },

  async statistics(context: Context, input: OutputOf<typeof readings.statistics.input>) {
    const { fromMs, toMs } = spanOf(input, limits.historyDays);
    const point = (await pointFacts(context.db, [input.pointId])).get(input.pointId)!;
    const [field] = chosenFields(point, input.field ? [input.field] : undefined);
    if (!field) throw new Failure('badInput', [{ path: 'field', message: 'unknownField' }]);
    const [curve] = await curvesOf(pool, point, [field], input.quantity, fromMs, toMs);
    const { times, values } = curve!;
    const summary = summaryOf(times, values);
    const known = [...values.keys()].filter((i) => !Number.isNaN(values[i]!));
    const first = known[0];
    const last = known.at(-1);
    const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
    const change = first === undefined || last === undefined ? null : values[last]! - values[first]!;
    const days = first === undefined || last === undefined ? 0 : (times[last]! - times[first]!) / dayMs;
    return {
      statistics: {
        field: field.key,
        unit: unitOf(field, input.quantity),
        count: summary.count,
        last: last === undefined ? null : values[last]!,
        lastAt: last === undefined ? null : iso(times[last]!),
        max: summary.max,
        maxAt: iso(summary.maxAtMs),
        min: summary.min,
        minAt: iso(summary.minAtMs),
        mean: summary.mean,
        deviation: summary.standardDeviation,
        change,
        ratePerDay: change === null || days === 0 ? null : change / days,
        expected: Math.max(
          0,
          Math.floor((Math.min(toMs, context.now().getTime()) - fromMs) / (point.intervalSeconds * 1000)),
        ),
      },
    };
  },
});

function spanOf({ from, to }: { from: string; to: string }, days: number) {
  const fromMs = Date.parse(from);
  const toMs = Date.parse(to);
  if (fromMs >= toMs) throw new Failure('startAfterEnd');
  if (toMs - fromMs > days * dayMs) throw new Failure('spanExceeded', { days });
  return { fromMs, toMs };
}

type Chosen = Field & { index: number };

/** The fields asked for, where the point has them; its first one when none is asked for. */
function chosenFields(point: PointFacts, asked: readonly string[] | undefined): Chosen[] {
  const fields = fieldsOf(point.family as FamilyCode, point.nodeCount).map((field, index) => ({ ...field, index }));
  return asked ? fields.filter((field) => asked.includes(field.key)) : fields.slice(0, 1);
}

async function curvesOf(
  pool: Pool,
  point: PointFacts,
  fields: readonly Chosen[],
  quantity: OutputOf<typeof readings.query.input>['quantity'],
  fromMs: number,
  toMs: number,
) {
  // A rate looks back: a day, or to the reading before the span.
  const daily = point.intervalSeconds < 86_400;
  const lookBackMs =
    quantity !== 'rate' ? 0 : daily ? dayMs + 2 * point.intervalSeconds * 1000 : 2 * point.intervalSeconds * 1000;
  const indexes = fields.map((field) => field.index);
  const { times, columns } = await table.column(pool, point.id, indexes, fromMs - lookBackMs, toMs, rowsLimit + 1);
  if (times.length > rowsLimit) throw new Failure('spanExceeded', { readings: rowsLimit });
  const start = lookBackMs === 0 ? 0 : lowerBound(times, fromMs);
  return fields.map((field, i) => {
    const column = columns[i]!;
    const initial = point.initialValues[field.key];
    const values =
      quantity === 'value'
        ? column
        : quantity === 'rate'
          ? daily
            ? rate24h(times, column)
            : ratePerDay(times, column)
          : column.map((value) => (initial === undefined ? Number.NaN : value - initial));
    return { field, times: times.subarray(start), values: values.subarray(start) };
  });
}

const unitOf = (field: Field, quantity: string) => (quantity === 'rate' ? `${field.unit}/d` : field.unit);

/** Thinned to about one drawn column a pixel; nothing is thinned that fits as it is. */
function toSeries(
  point: PointFacts,
  field: Field,
  quantity: Series['quantity'],
  times: Float64Array,
  values: Float64Array,
  width: number | undefined,
): Series {
  const thinned = width !== undefined && times.length > width * 4;
  const chosen = thinned ? m4(times, values, width) : null;
  const count = chosen ? chosen.length : times.length;
  const outTimes = new Array<number>(count);
  const outValues = new Array<number | null>(count);
  for (let i = 0; i < count; i++) {
    const at = chosen ? chosen[i]! : i;
    outTimes[i] = times[at]!;
    const value = values[at]!;
    outValues[i] = Number.isNaN(value) ? null : value;
  }
  return {
    pointId: point.id,
    field: field.key,
    unit: unitOf(field, quantity),
    quantity,
    times: outTimes,
    values: outValues,
    total: times.length,
    thinned,
  };
}

/** Index of the first time at or after `at`. */
function lowerBound(times: Float64Array, at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
