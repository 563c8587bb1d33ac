/**
 * Readings across points and across the calendar: sections (what several points or nodes showed at a time) and buckets
 * (totals by hour, day, week, month and year of the project's own time zone).
 */
import { limits } from '@plumbline/contract/constants';
import { Failure } from '@plumbline/contract/errors';
import type { readings } from '@plumbline/contract/readings';
import type { OutputOf } from '@plumbline/contract/route';
import { type Bucket, type BucketOptions, bucketsOf, joined } from '@plumbline/science/series/calendar';
import type { Context } from '../../kernel/context.ts';
import type { Pool } from '../../kernel/db.ts';
import { places } from '../points/points.api.ts';
import { timeZonesOf } from '../projects/projects.zones.api.ts';
import {
  goodOnly,
  type SeriesQuery,
  type ShownCurve,
  shownChunks,
  shownCurves,
  shownPoints,
  type View,
} from './readings.effective.api.ts';
import { chosenFields, fieldShape, flagWords, instantsOf, iso, orNull, spanOf, unitOf } from './readings.query.api.ts';

/** Readings of one point that are looked at around one time. */
const maxNearbyReadings = 100_000;
const maxBuckets = 100_000;
const maxValues = 200_000;

const spanDays = {
  hour: limits.spanLongDays,
  day: limits.historyDays,
  week: limits.historyDays,
  month: 10 * limits.historyDays,
  year: 10 * limits.historyDays,
} as const;
const minHours = { hour: 1, day: 23, week: 167, month: 671, year: 8759 } as const;

export async function section(context: Context, input: OutputOf<typeof readings.section.input>) {
  const { pool } = context.services;
  const points = await shownPoints(context.db, input.pointIds, input.raw);
  const fields = chosenFields(points, input.fields, 'all');
  const queries = points.map((point, i) => ({ point, fields: fields[i]! }));
  const times = instantsOf(input.times);
  const values = times.length * queries.reduce((sum, each) => sum + each.fields.length, 0);
  if (values > maxValues) throw new Failure('badInput', [{ path: 'times', message: 'too_big', most: maxValues }]);
  const sections = [];
  for (const atMs of times)
    sections.push({ at: iso(atMs), points: await sectionAt(pool, queries, input, atMs, input.toleranceSeconds) });
  return {
    points: queries.map(({ point, fields }) => ({
      pointId: point.id,
      nodeCount: point.facts.nodeCount,
      fields: fields.map(fieldShape),
    })),
    sections,
  };
}

export async function buckets(context: Context, input: OutputOf<typeof readings.buckets.input>) {
  const { pool } = context.services;
  const { unit, quantity, dayStartHour, closed } = input;
  const { fromMs, toMs } = spanOf(input, spanDays[unit]);
  const points = await shownPoints(context.db, input.pointIds, input.raw);
  const fields = chosenFields(points, input.fields, 'first');
  const curves = fields.reduce((sum, each) => sum + each.length, 0);
  const each = Math.ceil((toMs - fromMs) / (minHours[unit] * 3_600_000)) + 1;
  if (curves * each > maxBuckets) {
    const days = (((toMs - fromMs) / 86_400_000) * maxBuckets) / (curves * each);
    throw new Failure('spanExceeded', { days: Math.floor(days * 10) / 10, buckets: maxBuckets });
  }
  const zones = await zonesOf(context, input.pointIds);
  const series = [];
  for (const [i, point] of points.entries()) {
    const timeZone = zones.get(point.id)!;
    const query = { point, fields: fields[i]! };
    if (query.fields.length === 0) continue;
    const found = await bucketsOfPoint(pool, query, input, fromMs, toMs, { unit, timeZone, dayStartHour, closed });
    for (const [f, field] of query.fields.entries())
      series.push({
        pointId: point.id,
        field: field.key,
        unit: unitOf(field, quantity),
        quantity,
        timeZone,
        buckets: found[f]!.map((bucket) => ({ ...bucket, start: iso(bucket.start), end: iso(bucket.end) })),
      });
  }
  return { series };
}

async function zonesOf({ db }: Context, pointIds: readonly number[]): Promise<Map<number, string>> {
  const found = await places(db, pointIds);
  const projectOf = (pointId: number) => found.get(pointId)!.projectIds[0]!;
  const zones = await timeZonesOf(db, [...new Set(pointIds.map(projectOf))]);
  return new Map(pointIds.map((pointId) => [pointId, zones.get(projectOf(pointId))!]));
}

/** The nearest reading of each point to a time, the earlier one of two equally near. Points of one rhythm are one query. */
async function sectionAt(
  pool: Pool,
  queries: readonly SeriesQuery[],
  view: View,
  atMs: number,
  tolerance: number | undefined,
) {
  const halves = new Map<number, SeriesQuery[]>();
  for (const each of queries) {
    const halfMs = tolerance === undefined ? each.point.facts.intervalSeconds * 500 : tolerance * 1000;
    halves.set(halfMs, [...(halves.get(halfMs) ?? []), each]);
  }
  const found = new Map<number, ReturnType<typeof nearest>>();
  for (const [halfMs, some] of halves) {
    const curves = await shownCurves(
      pool,
      some,
      view,
      Math.ceil(atMs - halfMs),
      Math.floor(atMs + halfMs),
      maxNearbyReadings,
    );
    for (const curve of curves) {
      if (curve.cut)
        throw new Failure('spanExceeded', { days: Math.floor(halfMs / 8_640_000) / 10, readings: maxNearbyReadings });
      found.set(curve.point.id, nearest(curve, view, atMs));
    }
  }
  return queries.map(({ point }) => found.get(point.id)!);
}

function nearest({ point, times, columns }: ShownCurve, view: View, atMs: number) {
  let best = -1;
  for (let i = 0; i < times.length; i++)
    if (best < 0 || Math.abs(times[i]! - atMs) < Math.abs(times[best]! - atMs)) best = i;
  const flagged = best >= 0 && columns.some(({ flags }) => flags !== null);
  return {
    pointId: point.id,
    at: best < 0 ? null : iso(times[best]!),
    values: columns.map(({ values, flags }) => orNull(best < 0 ? undefined : goodOnly(values, flags, view)[best])),
    flags: flagged
      ? columns.map(({ values, flags }) => flagWords(flags?.[best] ?? (Number.isNaN(values[best]!) ? 9 : 1)))
      : null,
  };
}

interface Calendar extends Required<BucketOptions> {
  readonly unit: keyof typeof spanDays;
  readonly timeZone: string;
}

/** Buckets of each field, read in chunks; a bucket that reaches over two chunks is put together. */
async function bucketsOfPoint(
  pool: Pool,
  query: SeriesQuery,
  view: View,
  fromMs: number,
  toMs: number,
  { unit, timeZone, ...options }: Calendar,
): Promise<Bucket[][]> {
  const found: Bucket[][] = query.fields.map(() => []);
  for await (const { times, columns } of shownChunks(pool, query, view, fromMs, toMs))
    for (const [f, { values, flags }] of columns.entries())
      for (const bucket of bucketsOf(times, goodOnly(values, flags, view), unit, timeZone, options)) {
        const last = found[f]!.at(-1);
        if (last?.start === bucket.start) found[f]![found[f]!.length - 1] = joined(last, bucket);
        else found[f]!.push(bucket);
      }
  return found;
}
