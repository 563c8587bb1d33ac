/**
 * How the surface points of a structure moved between two dates, and where they stand. Each date is one statement for all
 * points that need the same columns, however many points there are.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type MovedPoint, maxMovedPoints, type tracks } from '@plumbline/contract/views/tracks';
import { levelOf } from '@plumbline/science/limits/judge';
import { planPlaces } from '@plumbline/science/surface/plan-places';
import type { Reads } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { conversionsOf, type PeriodConversion } from '../../points/bindings/bindings.conversions.api.ts';
import { ofPoints, type Rule } from '../../points/points/points.rules.api.ts';
import { cumulativeRecord } from '../../readings/corrections/corrections.changes.api.ts';
import {
  goodOnly,
  type SeriesQuery,
  type ShownCurve,
  shownCurves,
  shownPoints,
} from '../../readings/readings/readings.effective.api.ts';
import { chosenFields, nearestPlace, orNull, spanOf } from '../../readings/readings/readings.query.api.ts';
import { isPlaced, positionOf, type Reading, since } from './logic/position.ts';
import { type SurfacePoint, surfacePoints } from './tracks.table.ts';

type Input = OutputOf<typeof tracks.vectors.input>;

const view = { quantity: 'value', quality: 'all' } as const;
/** Readings of one point that are looked at around a date. */
const maxNearby = 20_000;

interface Dated {
  readonly reading: Reading;
  /** The field that limits watch, mm, and its change from the initial values. */
  readonly horizontal: number;
  readonly cumulative: number | null;
}

export async function vectors({ db, services: { pool } }: Reads, input: Input) {
  const { fromMs, toMs } = spanOf(input);
  const points = await surfacePoints(db, input.structureId, maxMovedPoints);
  if (points.length > maxMovedPoints) throw new Failure('spanExceeded', { fault: 'points', points: maxMovedPoints });
  if (points.length === 0) return { places: null, points: [] };
  const ids = points.map(({ id }) => id);
  const [facts, rules, periods] = await Promise.all([
    shownPoints(db, ids, input.raw),
    ofPoints(db, ids),
    conversionsOf(db, ids),
  ]);
  const queries = chosenFields(facts, ['dx', 'dy', 'dh', 'horizontal'], 'all');
  const before = await datedOf(pool, queries, input, fromMs);
  const after = await datedOf(pool, queries, input, toMs);
  const { from, places } = planPlaces(points.map((point) => locatedOf(point, getOrThrow(periods, point.id), toMs)));
  return {
    places: from,
    points: points.map((point, i): MovedPoint => {
      const [first, second] = [before.get(point.id) ?? null, after.get(point.id) ?? null];
      return {
        pointId: point.id,
        name: point.name,
        structure: point.structure,
        eastM: places[i]?.eastM ?? null,
        northM: places[i]?.northM ?? null,
        before: first && positionOf(first.reading),
        after: second && positionOf(second.reading),
        moved: movedOf(first, second),
        level: levelAt(
          rules.filter(({ pointId }) => pointId === point.id),
          second?.horizontal ?? Number.NaN,
          second?.cumulative ?? null,
        ),
      };
    }),
  };
}

/** By the base position that was in force on the later date, else by its place on the map. */
function locatedOf({ latitude, longitude }: SurfacePoint, periods: readonly PeriodConversion[], atMs: number) {
  const { e0, n0 } = (periods.find(({ toMs }) => atMs < toMs) ?? elementAt(periods, -1)).parameters;
  return {
    grid: e0 === undefined || n0 === undefined ? null : { east: e0, north: n0 },
    map: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}

function movedOf(first: Dated | null, second: Dated | null): MovedPoint['moved'] {
  if (!first || !second) return null;
  const moved = since(second.reading, first.reading);
  if (!isPlaced(moved)) return null;
  const { at: _, ...position } = positionOf(moved);
  return position;
}

/** The nearest reading of each point to a time, where there is one. */
async function datedOf(
  pool: Pool,
  queries: readonly SeriesQuery[],
  { toleranceSeconds, quality }: Input,
  atMs: number,
): Promise<Map<number, Dated>> {
  const halfMs = toleranceSeconds * 1000;
  const curves = await shownCurves(pool, queries, view, atMs - halfMs, atMs + halfMs, maxNearby);
  const byPoint = new Map<number, Dated>();
  for (const curve of curves) {
    if (curve.cut) throw new Failure('spanExceeded', { fault: 'readings', readings: maxNearby });
    const dated = datedAt(curve, atMs, quality);
    if (dated) byPoint.set(curve.point.id, dated);
  }
  return byPoint;
}

function datedAt({ point, times, columns }: ShownCurve, atMs: number, quality: Input['quality']): Dated | null {
  const place = nearestPlace(times, atMs);
  if (place === null) return null;
  const values = new Map(
    columns.map(({ field, values, flags }) => {
      const flag = flags?.subarray(place, place + 1) ?? null;
      return [field.key, goodOnly(values.subarray(place, place + 1), flag, { quality })[0] ?? Number.NaN];
    }),
  );
  const reading = {
    atMs: times[place] as number,
    north: getOrThrow(values, 'dx'),
    east: getOrThrow(values, 'dy'),
    up: getOrThrow(values, 'dh'),
  };
  const record = point.keys.map((key) => orNull(values.get(key)));
  const cumulative = cumulativeRecord(point, reading.atMs, record)[point.keys.indexOf('horizontal')] ?? null;
  return { reading, horizontal: getOrThrow(values, 'horizontal'), cumulative };
}

/** The highest level that the limits on the horizontal displacement and on its change give; rates stay out. */
function levelAt(rules: readonly Rule[], horizontal: number, cumulative: number | null): number | null {
  const judging = rules.flatMap(({ threshold: { enabled, field, kind, levels, method } }) => {
    if (!enabled || field !== 'horizontal') return [];
    if (kind === 'value') return [levelOf(horizontal, levels, method)];
    return kind === 'cumulative' && cumulative !== null ? [levelOf(cumulative, levels, method)] : [];
  });
  return judging.length === 0 || Number.isNaN(horizontal) ? null : Math.max(...judging);
}
