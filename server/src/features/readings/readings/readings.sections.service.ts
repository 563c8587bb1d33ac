/**
 * Readings across points and across the calendar: sections (what several points or nodes showed at a time) and buckets
 * (totals by hour, day, week, month and year of the project's own time zone).
 */

import { limits } from '@plumbline/contract/kernel/constants';
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { isDirection } from '@plumbline/contract/points/families';
import type { readings } from '@plumbline/contract/readings/readings';
import { type Bucket, type BucketOptions, bucketsOf, joined } from '@plumbline/science/series/calendar';
import type { Context } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { places } from '../../points/points/points.api.ts';
import { timeZonesOf } from '../../site/projects/projects.named.api.ts';
import { shownChunks } from './readings.chunks.api.ts';
import {
  goodOnly,
  type IndexedField,
  type SeriesQuery,
  type ShownCurve,
  shownCurves,
  shownPoints,
  type View,
} from './readings.effective.api.ts';
import {
  chosenFields,
  countedSpan,
  fieldShape,
  flagWords,
  instantsOf,
  iso,
  nearestPlace,
  orNull,
  spanOf,
  unitOf,
} from './readings.query.api.ts';

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
  const queries = chosenFields(points, input.fields, 'all');
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
  const queries = chosenFields(points, input.fields, 'first');
  const curves = queries.reduce((sum, { fields }) => sum + fields.length, 0);
  const each = Math.ceil((toMs - fromMs) / (minHours[unit] * 3_600_000)) + 1;
  if (curves * each > maxBuckets) {
    const days = (((toMs - fromMs) / 86_400_000) * maxBuckets) / (curves * each);
    throw new Failure('spanExceeded', { days: Math.floor(days * 10) / 10, buckets: maxBuckets });
  }
  const zones = await zonesOf(context, input.pointIds);
  const series = [];
  for (const query of queries) {
    if (query.fields.length === 0) continue;
    const timeZone = getOrThrow(zones, query.point.id);
    const found = await bucketsOfPoint(pool, query, input, fromMs, toMs, { unit, timeZone, dayStartHour, closed });
    for (const { field, buckets } of found)
      series.push({
        pointId: query.point.id,
        field: field.key,
        unit: unitOf(field, quantity),
        quantity,
        timeZone,
        buckets: buckets.map((bucket) => ({ ...bucket, start: iso(bucket.start), end: iso(bucket.end) })),
      });
  }
  return { series };
}

async function zonesOf({ db }: Context, pointIds: readonly number[]): Promise<Map<number, string>> {
  const found = await places(db, pointIds);
  const projectOf = (pointId: number) => elementAt(getOrThrow(found, pointId).projectIds, 0);
  const zones = await timeZonesOf(db, [...new Set(pointIds.map(projectOf))]);
  return new Map(pointIds.map((pointId) => [pointId, getOrThrow(zones, projectOf(pointId))]));
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
  return queries.map(({ point }) => getOrThrow(found, point.id));
}

function nearest({ point, times, columns }: ShownCurve, view: View, atMs: number) {
  const i = nearestPlace(times, atMs);
  if (i === null) return { pointId: point.id, at: null, values: columns.map(() => null), flags: null };
  const at = times[i] as number;
  const flagged = columns.some(({ flags }) => flags !== null);
  return {
    pointId: point.id,
    at: iso(at),
    values: columns.map(({ values, flags }) => orNull(goodOnly(values, flags, view)[i])),
    flags: flagged
      ? columns.map(({ values, flags }) => flagWords(flags?.[i] ?? (Number.isNaN(values[i]) ? 9 : 1)))
      : null,
  };
}

interface Calendar extends Required<Omit<BucketOptions, 'directions'>> {
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
): Promise<{ field: IndexedField; buckets: Bucket[] }[]> {
  const found = query.fields.map((field) => ({ field, buckets: [] as Bucket[] }));
  const counted = countedSpan({ fromMs, toMs }, options.closed);
  for await (const { times, columns } of shownChunks(pool, query, view, counted.fromMs, counted.toMs))
    for (const [f, { values, flags }] of columns.entries()) {
      const { field, buckets } = elementAt(found, f);
      const directions = isDirection(field);
      for (const bucket of bucketsOf(times, goodOnly(values, flags, view), unit, timeZone, {
        ...options,
        directions,
      })) {
        const last = buckets.at(-1);
        if (last?.start === bucket.start) buckets[buckets.length - 1] = joined(last, bucket);
        else buckets.push(bucket);
      }
    }
  return found;
}
