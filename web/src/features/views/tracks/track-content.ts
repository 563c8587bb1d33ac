import type { OutputOf } from '@plumbline/contract/kernel/route';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Threshold } from '@plumbline/contract/points/points';
import type { tracks } from '@plumbline/contract/views/tracks';
import { movementOf } from '@plumbline/science/sensors/displacement';
import type { Pair } from '../../../charts/frame/figure.ts';
import { nearest } from '../../../charts/frame/range.ts';
import type { PlanContent, PlanLimit, PlanStop } from '../../../charts/kinds/plan/shapes.ts';
import { fileNumber } from '../../../charts/kinds/survey-curves.ts';
import { type CountedPoint, cumulativeIn, offsetOf } from '../../../charts/point-changes.ts';
import { drawnLimits, levelOfRow } from '../../../charts/point-limits.ts';

import type { TrackState } from './tracks-state.ts';

export type Track = OutputOf<typeof tracks.track.reply>;

/** A position of the path that a row of the table stands for. */
export interface TrackRow {
  readonly at: number;
  /** Its place among the positions of the path. */
  readonly place: number;
  readonly north: number;
  readonly east: number;
  readonly up: number | null;
  readonly horizontal: number;
  readonly azimuthDeg: number | null;
  /** How far the point moved in plan since the row before; not the difference of the displacements. */
  readonly change: number | null;
  /** null = not judged. */
  readonly level: number | null;
}

/**
 * The limits on the horizontal displacement as circles: those on its value round the base position, those on its change
 * round the place of the initial values.
 */
export function trackLimits(
  thresholds: readonly Threshold[],
  baselineAt: number | null,
  point: CountedPoint,
): PlanLimit[] {
  if (baselineAt !== null) return [];
  const { dx, dy } = point.countsFrom;
  const around = dx === undefined || dy === undefined ? null : ([dy, dx] as const);
  const circles = (quantity: 'value' | 'cumulative', initial: number | null, middle: Pair | null): PlanLimit[] =>
    drawnLimits(thresholds, 'horizontal', quantity, initial)
      .filter(({ value }) => value > 0)
      .map(({ level, value }) => ({ level, value, azimuthDeg: null, ...(middle && { around: middle }) }));
  if (around === null) return circles('value', offsetOf(point, 'horizontal'), null);
  return [...circles('value', null, null), ...circles('cumulative', null, around)];
}

/** How far a place is in plan from the initial values of a point. */
export function cumulativeOf(point: CountedPoint): (north: number, east: number) => number | null {
  const keys = fieldsOf(point.family, point.nodeCount).map(({ key }) => key);
  return (north, east) => {
    const parameters: Readonly<Record<string, number>> = {
      dx: north,
      dy: east,
      horizontal: movementOf(north, east, 0).horizontal,
    };
    return cumulativeIn(
      point,
      'horizontal',
      keys.map((key) => parameters[key] ?? null),
    );
  };
}

function levelAt(
  thresholds: readonly Threshold[],
  baselineAt: number | null,
  horizontal: number,
  cumulative: number | null,
): number | null {
  const rules = thresholds.filter(({ enabled, field, kind }) => enabled && field === 'horizontal' && kind !== 'rate');
  if (baselineAt !== null || rules.length === 0) return null;
  return levelOfRow(rules, ['horizontal'], [horizontal], [cumulative]);
}

/** The positions of the path nearest to times that are asked for, each once, oldest first. */
export function trackRows(
  track: Track,
  { times, toleranceSeconds }: { readonly times: readonly number[]; readonly toleranceSeconds: number },
  judging: {
    readonly thresholds: readonly Threshold[];
    readonly baselineAt: number | null;
    /** The change of the horizontal displacement from the initial values at a place; null = it counts from nothing. */
    readonly cumulativeAt: (north: number, east: number) => number | null;
  },
): TrackRow[] {
  const placed = track.times.flatMap((at, place) =>
    track.north[place] === null || track.east[place] === null ? [] : [{ at, place }],
  );
  const placedTimes = placed.map(({ at }) => at);
  const chosen = new Set<number>();
  for (const time of times) {
    const nearestPlaced = placed[nearest(placedTimes, time)];
    if (nearestPlaced && Math.abs(nearestPlaced.at - time) <= toleranceSeconds * 1000) chosen.add(nearestPlaced.place);
  }
  let before: { readonly north: number; readonly east: number } | null = null;
  return [...chosen]
    .sort((a, b) => a - b)
    .map((place) => {
      const at = track.times[place] ?? 0;
      const [north, east] = [track.north[place] ?? 0, track.east[place] ?? 0];
      const { horizontal, azimuthDeg } = movementOf(north, east, 0);
      const change: number | null =
        before === null ? null : movementOf(north - before.north, east - before.east, 0).horizontal;
      before = { north, east };
      return {
        at,
        place,
        north,
        east,
        up: track.up[place] ?? null,
        horizontal,
        azimuthDeg: Number.isNaN(azimuthDeg) ? null : azimuthDeg,
        change,
        level: levelAt(judging.thresholds, judging.baselineAt, horizontal, judging.cumulativeAt(north, east)),
      };
    });
}

/** Words that the plan needs. */
export interface TrackWords {
  readonly start: string;
  readonly now: string;
  readonly north: string;
  readonly east: string;
  readonly up: string;
  readonly horizontal: string;
  readonly azimuth: string;
  readonly time: string;
  readonly timeOf: (at: number) => string;
  readonly isoOf: (at: number) => string;
}

/** The path as a plan: old to new, its ends, the limits; `chosen` is where the player stands. */
export function trackContent(
  track: Track,
  limits: readonly PlanLimit[],
  sight: TrackState['sight'],
  chosen: TrackRow | undefined,
  crossAt: number | null,
  words: TrackWords,
): PlanContent {
  const at = track.times.map((_, place): Pair | null => {
    const [north, east] = [track.north[place] ?? null, track.east[place] ?? null];
    return north === null || east === null ? null : [east, north];
  });
  const places = [...at.keys()].filter((place) => at[place] !== null);
  const stops = places.map((place): PlanStop => {
    const time = track.times[place] ?? 0;
    return { at: time, place: at[place] ?? null, words: words.timeOf(time) };
  });
  const byTime = (read: (place: number) => number | null) =>
    new Map(track.times.map((time, place) => [time, read(place)]));
  const moved = (place: number) => movementOf(track.north[place] ?? Number.NaN, track.east[place] ?? Number.NaN, 0);
  const finite = (value: number): number | null => (Number.isNaN(value) ? null : value);
  const mm = { unit: 'mm', precision: 3 };
  const stopTimes = stops.map((stop) => stop.at);
  const nearCross = crossAt === null ? undefined : stopTimes[nearest(stopTimes, crossAt)];
  return {
    unit: 'mm',
    precision: 3,
    lines: [{ id: 'path', name: words.horizontal, at, age: 'along', ...(chosen ? { untilPlace: chosen.place } : {}) }],
    arrows: [],
    limits,
    isTight: sight === 'movement',
    marks: marksOf(track, chosen, words),
    axis: null,
    scale: null,
    stops,
    readings: [
      { id: 'horizontal', name: words.horizontal, ...mm, values: byTime((place) => finite(moved(place).horizontal)) },
      {
        id: 'azimuth',
        name: words.azimuth,
        unit: '°',
        precision: 1,
        values: byTime((place) => finite(moved(place).azimuthDeg)),
      },
      { id: 'north', name: words.north, ...mm, values: byTime((place) => track.north[place] ?? null) },
      { id: 'east', name: words.east, ...mm, values: byTime((place) => track.east[place] ?? null) },
      { id: 'up', name: words.up, ...mm, values: byTime((place) => track.up[place] ?? null) },
    ],
    restsAt: nearCross ?? chosen?.at ?? stopTimes.at(-1) ?? null,
    caption: [track.start, track.end].flatMap((each) => (each ? [words.timeOf(Date.parse(each.at))] : [])).join(' – '),
    table: [
      [words.time, `${words.north} (mm)`, `${words.east} (mm)`, `${words.up} (mm)`],
      ...places.map((place) => [
        words.isoOf(track.times[place] ?? 0),
        ...[track.north, track.east, track.up].map((column) => fileNumber(column[place] ?? null)),
      ]),
    ],
  };
}

/** Start and now; where the player stands, that instead of now. */
function marksOf({ start, end }: Track, chosen: TrackRow | undefined, words: TrackWords): PlanContent['marks'] {
  const mark = (place: { north: number | null; east: number | null } | null, name: string, isFilled: boolean) =>
    place && place.north !== null && place.east !== null
      ? [{ at: [place.east, place.north] as const, words: name, isFilled }]
      : [];
  const isAtEnd = !chosen || (end !== null && chosen.at >= Date.parse(end.at));
  return [
    ...mark(start, words.start, false),
    ...(isAtEnd ? mark(end, words.now, true) : mark(chosen, words.timeOf(chosen.at), true)),
  ];
}
