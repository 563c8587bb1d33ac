/**
 * The path of a surface point on the plan over time. Invariant: every position is a reading as curves and tables show it,
 * corrected by the same function; thinning keeps the extremes of each direction.
 */
import { limits } from '@plumbline/contract/kernel/constants';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { tracks } from '@plumbline/contract/views/tracks';
import { m4 } from '@plumbline/science/series/thinning';
import type { Reads } from '../../../kernel/context.ts';
import type { Pool } from '../../../kernel/db.ts';
import { shownChunks } from '../../readings/readings/readings.chunks.api.ts';
import {
  goodOnly,
  type SeriesQuery,
  type ShownCurve,
  shownCurve,
  shownPoints,
} from '../../readings/readings/readings.effective.api.ts';
import { chosenFields, nearestPlace, orNull, spanOf } from '../../readings/readings/readings.query.api.ts';
import { axisFields, isPlaced, positionOf, type Reading, since } from './logic/position.ts';

type Input = OutputOf<typeof tracks.track.input>;

/** Readings that are looked at for one path: more are counted and left out of nothing, so they are refused. */
const maxReadings = 2_000_000;
const view = { quantity: 'value', quality: 'all' } as const;

export async function track({ db, services: { pool } }: Reads, input: Input) {
  const { fromMs, toMs } = spanOf(input, limits.viewDays);
  const point = elementAt(await shownPoints(db, [input.pointId], input.raw), 0);
  if (point.facts.family !== 'surfaceDisplacement')
    throw new Failure('badInput', [{ path: 'pointId', message: 'pointWithoutTrack' }]);
  const query = elementAt(chosenFields([point], axisFields, 'all'), 0);
  const base = input.baseline === null ? null : await readingNear(pool, query, input, Date.parse(input.baseline));
  if (base === null && input.baseline !== null) return { ...nowhere, baseline: null };
  const path = await pathOf(pool, query, input, fromMs, toMs, base);
  return { ...path, baseline: base && positionOf(base) };
}

/** Without a reading near the baseline nothing can be counted from it. */
const nowhere = {
  times: [],
  north: [],
  east: [],
  up: [],
  start: null,
  end: null,
  farthest: null,
  total: 0,
  thinned: false,
};

/** The reading nearest to a time, where one is near enough. */
async function readingNear(pool: Pool, query: SeriesQuery, input: Input, atMs: number): Promise<Reading | null> {
  const halfMs = input.toleranceSeconds * 1000;
  const curve = await shownCurve(pool, query, view, atMs - halfMs, atMs + halfMs, maxReadings);
  const place = nearestPlace(curve.times, atMs);
  const reading = place === null ? null : readingAt(curve, place, input);
  return reading !== null && isPlaced(reading) ? reading : null;
}

function readingAt({ times, columns }: ShownCurve, place: number, quality: Pick<Input, 'quality'>): Reading {
  const [north, east, up] = columns.map(({ values, flags }) => {
    const flag = flags?.subarray(place, place + 1) ?? null;
    return goodOnly(values.subarray(place, place + 1), flag, quality)[0] ?? Number.NaN;
  });
  return {
    atMs: elementAt(times, place),
    north: north ?? Number.NaN,
    east: east ?? Number.NaN,
    up: up ?? Number.NaN,
  };
}

/** The path chunk by chunk: memory stays small however many readings there are. */
async function pathOf(
  pool: Pool,
  query: SeriesQuery,
  input: Input,
  fromMs: number,
  toMs: number,
  base: Reading | null,
) {
  const path: Reading[] = [];
  const ends: { start: Reading | null; end: Reading | null; farthest: Reading | null } = {
    start: null,
    end: null,
    farthest: null,
  };
  const gapMs = query.point.facts.intervalSeconds * 3_000;
  let total = 0;
  for await (const chunk of shownChunks(pool, query, view, fromMs, toMs)) {
    total += chunk.times.length;
    if (total > maxReadings) throw new Failure('spanExceeded', { fault: 'readings', readings: maxReadings });
    const readings = readingsOf(chunk, input, base);
    for (const reading of readings) {
      if (!isPlaced(reading)) continue;
      ends.start ??= reading;
      ends.end = reading;
      if (ends.farthest === null || sizeOf(reading) > sizeOf(ends.farthest)) ends.farthest = reading;
    }
    const share = (elementAt(chunk.times, -1) - elementAt(chunk.times, 0)) / (toMs - fromMs);
    const chosen = chosenOf(readings, Math.max(1, Math.ceil(input.columns * share)));
    path.push(...withBreaks(readings, chosen, path.at(-1)?.atMs, gapMs));
  }
  return { ...columnsOf(path), ...positionsOf(ends), total, thinned: path.length < total };
}

const sizeOf = ({ north, east }: Reading): number => Math.hypot(north, east);

function readingsOf({ times, columns }: ShownCurve, quality: Pick<Input, 'quality'>, base: Reading | null): Reading[] {
  const [north, east, up] = columns.map(({ values, flags }) => goodOnly(values, flags, quality));
  return Array.from(times, (atMs, i) =>
    since({ atMs, north: north?.[i] ?? Number.NaN, east: east?.[i] ?? Number.NaN, up: up?.[i] ?? Number.NaN }, base),
  );
}

/** First, last and extremes of each direction in every stretch; all where they are few. */
function chosenOf(readings: readonly Reading[], columns: number): readonly number[] {
  if (readings.length <= columns * 4) return [...readings.keys()];
  const times = Float64Array.from(readings, ({ atMs }) => atMs);
  const extremes = (['north', 'east', 'up'] as const).flatMap((axis) => [
    ...m4(
      times,
      Float64Array.from(readings, (reading) => reading[axis]),
      columns,
    ),
  ]);
  return [...new Set(extremes)].sort((a, b) => a - b);
}

/** The chosen readings, with one that says nothing wherever the point fell silent before one of them. */
function withBreaks(
  readings: readonly Reading[],
  chosen: readonly number[],
  beforeMs: number | undefined,
  gapMs: number,
): Reading[] {
  return chosen.flatMap((place) => {
    const reading = elementAt(readings, place);
    const lastMs = place === 0 ? beforeMs : readings[place - 1]?.atMs;
    if (lastMs === undefined || reading.atMs - lastMs <= gapMs) return [reading];
    return [{ atMs: lastMs + 1, north: Number.NaN, east: Number.NaN, up: Number.NaN }, reading];
  });
}

const columnsOf = (path: readonly Reading[]) => ({
  times: path.map(({ atMs }) => atMs),
  north: path.map(({ north }) => orNull(north)),
  east: path.map(({ east }) => orNull(east)),
  up: path.map(({ up }) => orNull(up)),
});

const positionsOf = ({ start, end, farthest }: Record<'start' | 'end' | 'farthest', Reading | null>) => ({
  start: start && positionOf(start),
  end: end && positionOf(end),
  farthest: farthest && positionOf(farthest),
});
