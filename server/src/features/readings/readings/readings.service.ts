/**
 * Readings as people look at them: curves for a span, the latest value, pages with the raw sample, statistics. Times are
 * measuring times throughout; when they were received stands beside them. Values are corrected unless raw is asked for.
 */

import { limits } from '@plumbline/contract/kernel/constants';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { pointStatus } from '@plumbline/contract/kernel/status';
import type { readings, Series } from '@plumbline/contract/readings/readings';
import { filterText } from '@plumbline/contract/readings/readings.filters';
import { type Flagged, flaggedOf } from '@plumbline/science/quality/flagged';
import { flagAt } from '@plumbline/science/quality/flags';
import { correctRecord } from '@plumbline/science/series/corrections';
import { m4 } from '@plumbline/science/series/thinning';
import type { Context } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { roughCounts } from '../../platform/store/store.counts.api.ts';
import { pointFacts } from '../../points/bindings/bindings.plans.api.ts';
import { cumulativeRecord } from '../corrections/corrections.changes.api.ts';
import * as store from './readings.api.ts';
import { dayChanges, spanChanges } from './readings.change.api.ts';
import { totalsFrom } from './readings.chunks.api.ts';
import {
  goodOnly,
  type SeriesQuery,
  type ShownPoint,
  shownCurve,
  shownCurves,
  shownPoints,
  type View,
} from './readings.effective.api.ts';
import { expectedSince, figuresOf, spanVolumes } from './readings.figures.api.ts';
import {
  chosenFields,
  countedSpan,
  fieldShape,
  flagWords,
  isCorrected,
  iso,
  orNull,
  refuseDirections,
  spanOf,
  unitOf,
} from './readings.query.api.ts';
import * as table from './readings.table.ts';
import { type Drawn, type DrawnFiltered, refusedOf, wideView } from './readings.wide.api.ts';

/** More readings than this in one curve mean a span that is too long for its rhythm. */
const rowsLimit = 2_000_000;
/** More values than this in one answer are for the download, which streams. */
const valuesLimit = 2_000_000;
const pointsAtOnce = 10;
const maxFlagged = 1000;
const maxRefused = 5000;

export async function query(context: Context, input: OutputOf<typeof readings.query.input>) {
  const { pool } = context.services;
  const { width } = input;
  const { fromMs, toMs } = spanOf(input, width === undefined ? limits.spanDays : limits.viewDays);
  const points = await shownPoints(context.db, input.pointIds, input.raw);
  const queries = chosenFields(points, input.fields, 'first').filter(({ fields }) => fields.length > 0);
  if (input.filter) refuseDirections(queries);
  const view: View = { ...input, totals: await totalsFrom(pool, queries, input, input.since, fromMs) };
  const drawn =
    width === undefined
      ? await everyReading(pool, queries, view, fromMs, toMs)
      : await Promise.all(
          queries.map(async (each) => {
            const { drawn, cut } = await wideView(pool, each, view, fromMs, toMs, width, rowsLimit);
            if (cut) throw await tooMany(pool, [each], fromMs, toMs, rowsLimit);
            return drawn;
          }),
        );
  return {
    series: queries.flatMap(({ point }, i) =>
      elementAt(drawn, i).map((each) =>
        toSeries(point, each, input, isCorrected(point, each.field.key, input, fromMs, toMs)),
      ),
    ),
  };
}

export async function latest(context: Context, { pointIds, raw }: OutputOf<typeof readings.latest.input>) {
  const { pool } = context.services;
  const [points, rows] = await Promise.all([pointFacts(context.db, pointIds), table.latest(pool, pointIds, raw)]);
  const nowMs = context.now().getTime();
  return {
    latest: rows.map((row) => {
      const { intervalSeconds } = getOrThrow(points, row.point_id);
      return {
        pointId: row.point_id,
        at: row.at.toISOString(),
        receivedAt: row.received_at.toISOString(),
        values: row.values,
        status: pointStatus(
          {
            atMs: row.at.getTime(),
            level: row.level,
            hasLimits: row.level !== null,
            failed: row.failed,
            intervalSeconds,
          },
          nowMs,
        ),
      };
    }),
  };
}

export async function pagination(context: Context, input: OutputOf<typeof readings.pagination.input>) {
  const { pool } = context.services;
  const { fromMs, toMs } = spanOf(input, limits.viewDays);
  const point = elementAt(await shownPoints(context.db, [input.pointId], input.raw), 0);
  const [total, rows] = await Promise.all([
    store.count(pool, input.pointId, fromMs, toMs),
    store.records(pool, input.pointId, fromMs, toMs, {
      newestFirst: input.order === 'newest',
      offset: (input.page - 1) * input.pageSize,
      limit: input.pageSize,
    }),
  ]);
  return { fields: point.fields.map(fieldShape), rows: rows.map((row) => rowOf(point, row)), total };
}

export async function statistics(context: Context, input: OutputOf<typeof readings.statistics.input>) {
  const { pool } = context.services;
  const span = spanOf(input, limits.viewDays);
  const points = await shownPoints(context.db, [input.pointId], input.raw);
  const { point, fields } = elementAt(chosenFields(points, input.field ? [input.field] : undefined, 'first'), 0);
  const [field] = fields;
  if (!field) throw new Failure('badInput', [{ path: 'field', message: 'fieldUnknown' }]);
  // The last of a span is the last of its curve; an amount at the end is of the time that follows.
  const { fromMs, toMs } = field.summed ? countedSpan(span) : span;
  const curve = await shownCurve(pool, { point, fields: [field] }, input, fromMs, toMs, rowsLimit + 1);
  if (curve.cut) throw await tooMany(pool, [{ point, fields: [field] }], fromMs, toMs, rowsLimit);
  const [[change24h = null], since, changeOf, volumeIn] = await Promise.all([
    dayChanges(pool, [{ point, fieldIndex: field.index, fromMs, toMs }]),
    expectedSince(pool, [point.id]),
    spanChanges(pool, [{ point, field }], input, fromMs, toMs),
    spanVolumes(pool, [{ point, fields: [field] }], [curve], input, span),
  ]);
  const figures = figuresOf(curve, elementAt(curve.columns, 0), input, {
    ...span,
    sinceMs: since.get(point.id) ?? null,
    nowMs: context.now().getTime(),
    change: changeOf(point.id, field.key),
    volume: volumeIn(point.id, field.key),
  });
  const at = (ms: number | null | undefined) => (typeof ms === 'number' ? iso(ms) : null);
  return {
    statistics: {
      field: field.key,
      unit: unitOf(field, input.quantity),
      count: figures.count,
      firstAt: at(figures.first?.atMs),
      last: figures.last?.value ?? null,
      lastAt: at(figures.last?.atMs),
      max: figures.max,
      maxAt: at(figures.maxAtMs),
      min: figures.min,
      minAt: at(figures.minAtMs),
      mean: figures.mean,
      deviation: figures.standardDeviation,
      change: figures.change,
      change24h,
      ratePerDay: figures.ratePerDay,
      expected: figures.expected,
      missing: figures.missing,
      failed: figures.failed,
      totals: figures.totals && {
        ...figures.totals,
        event: figures.totals.event && {
          from: iso(figures.totals.event.fromMs),
          to: iso(figures.totals.event.toMs),
          total: figures.totals.event.total,
        },
      },
      volume: figures.volume && {
        volume: figures.volume.volume,
        measuredSeconds: figures.volume.measuredMs / 1000,
      },
    },
  };
}

/** Every reading of the span, some points at a time, so that what does not fit is refused before it fills the memory. */
async function everyReading(
  pool: Pool,
  queries: readonly SeriesQuery[],
  view: View,
  fromMs: number,
  toMs: number,
): Promise<Drawn[][]> {
  const all: Drawn[][] = [];
  let values = 0;
  for (let i = 0; i < queries.length; i += pointsAtOnce) {
    const some = queries.slice(i, i + pointsAtOnce);
    const limit = Math.ceil((valuesLimit - values) / some.reduce((min, each) => Math.min(min, each.fields.length), 20));
    for (const { times, columns, cut } of await shownCurves(pool, some, view, fromMs, toMs, limit + 1)) {
      values += times.length * columns.length;
      if (cut || values > valuesLimit) throw await tooMany(pool, queries, fromMs, toMs, valuesLimit);
      all.push(
        columns.map((column) => ({
          field: column.field,
          times,
          values: goodOnly(column.values, column.flags, view),
          total: times.length,
          thinned: false,
          flagged: flaggedOf(times, column.values, column.flags),
          filtered: column.filtered && {
            times,
            values: column.filtered.values,
            refused: refusedOf(times, column.values, column.filtered.refused),
          },
        })),
      );
    }
  }
  return all;
}

/** The span holds more than `most` values: how many days of it would not. */
export async function tooMany(pool: Pool, queries: readonly SeriesQuery[], fromMs: number, toMs: number, max: number) {
  const ids = queries.map(({ point }) => point.id);
  const counts = await roughCounts(pool, ids, fromMs, toMs);
  const values = queries.reduce((sum, { point, fields }) => sum + (counts.get(point.id) ?? 0) * fields.length, 1);
  const days = (((toMs - fromMs) / dayMs) * max) / values;
  return new Failure('spanExceeded', { days: Math.floor(days * 10) / 10, values: max });
}

function toSeries(point: ShownPoint, drawn: Drawn, { quantity, filter }: View, corrected: boolean): Series {
  const { field, times, values, total, thinned, flagged, filtered } = drawn;
  return {
    pointId: point.id,
    field: field.key,
    unit: unitOf(field, quantity),
    quantity,
    times: Array.from(times),
    values: Array.from(values, orNull),
    total,
    thinned,
    corrected,
    flagged: wordsOf(flagged),
    flaggedTotal: flagged.times.length,
    filtered: filtered && filter ? { filter: filterText(filter), ...filteredShape(filtered) } : null,
  };
}

/** Refused values are thinned where there are many: the extremes of them stay. */
function filteredShape({ times, values, refused }: DrawnFiltered): Omit<NonNullable<Series['filtered']>, 'filter'> {
  const total = refused.times.length;
  const chosen =
    total > maxRefused ? [...m4(refused.times, refused.values, maxRefused / 5)] : [...refused.times.keys()];
  return {
    times: Array.from(times),
    values: Array.from(values, orNull),
    refused: chosen.map((i) => ({ at: elementAt(refused.times, i), value: elementAt(refused.values, i) })),
    refusedTotal: total,
  };
}

/** Thinned where there are many: the extremes of them stay. */
function wordsOf({ times, values, flags }: Flagged) {
  const many = times.length > maxFlagged;
  const chosen = many ? [...m4(times, values, maxFlagged / 5)] : [...times.keys()];
  return chosen.map((i) => ({ at: elementAt(times, i), value: orNull(values[i]), ...flagWords(elementAt(flags, i)) }));
}

function rowOf(point: ShownPoint, row: store.StoredRecord) {
  const values = correctRecord(row.at, row.values, point.keys, point.corrections, point.options);
  const same = values.every((value, i) => value === (row.values[i] ?? null));
  return {
    at: iso(row.at),
    receivedAt: iso(row.receivedAt),
    values,
    stored: same ? null : [...row.values],
    cumulative: cumulativeRecord(point, row.at, values),
    flags: row.flags && point.keys.map((_, i) => flagWords(flagAt(row.flags, row.values, i))),
    deviceId: row.deviceId,
    changeId: row.changeId,
    raw: row.raw,
  };
}
