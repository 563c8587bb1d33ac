/** Figures as lengths of the structure: mm and units of the drawing, before anything is enlarged. Pure. */
import { type PlacedNow, settlementField } from '@plumbline/contract/site/drawings.figures';
import type { DrawingPlane } from '@plumbline/contract/site/drawings.scale';
import type { Shape } from '@plumbline/contract/views/profiles';
import { bendOf, type CasingDirection } from '@plumbline/science/plane-figures/casing';
import { type LinePart, linePartsOf, type Station, type StationState } from '@plumbline/science/plane-figures/line';
import { inUprightPlane, onPlan } from '@plumbline/science/plane-figures/movement';
import { latestChange, latestValue } from './figure-points.ts';
import type { PlaneFrame } from './plane-frame.ts';

/** Counts of points with and without a figure. */
export interface FigureCounts {
  readonly now: number;
  /** Silent: drawn by the last that is known. */
  readonly past: number;
  /** Left out: never read, failed, or a value is missing. */
  readonly missing: number;
}
/** In units of the drawing. */
export interface DrawnPlace {
  readonly x: number;
  readonly y: number;
}
export type Known = Exclude<StationState, 'missing'>;
/** A member of a ring, or a joint of a chain around one. */
export interface RingPlace extends DrawnPlace {
  readonly id: number;
  readonly state: Known;
  /** mm away from the middle of the tube: drawn to the right. */
  readonly outMm: number;
}

const countsOf = (states: readonly StationState[]): FigureCounts => {
  const count = (counted: StationState): number => states.filter((state) => state === counted).length;
  return { now: count('now'), past: count('past'), missing: count('missing') };
};
export const largestOf = (values: readonly { readonly mm: number; readonly state: StationState }[]): number => {
  const present = values.filter(({ state }) => state === 'now');
  // What is silent may be long past: it counts where there is nothing else.
  return Math.max(0, ...(present.length > 0 ? present : values).map(({ mm }) => Math.abs(mm)));
};

export interface Vector extends DrawnPlace {
  readonly id: number;
  readonly state: Known;
  /** mm on the drawing. */
  readonly right: number;
  readonly up: number;
}
export interface Vectors {
  readonly vectors: readonly Vector[];
  readonly counts: FigureCounts;
  readonly largestMm: number;
}

/** The movement of each point in the plane, dx being north, dy east and dh up, mm. */
export function vectorsOf(
  points: readonly PlacedNow[],
  frame: PlaneFrame,
  plane: DrawingPlane,
  rightAzimuthDeg: number,
): Vectors {
  const vectors = points.flatMap((each): Vector[] => {
    const movement = {
      north: latestChange(each, 'dx'),
      east: latestChange(each, 'dy'),
      up: latestChange(each, 'dh'),
    };
    const inPlane = plane === 'plan' ? onPlan(movement, rightAzimuthDeg) : inUprightPlane(movement, rightAzimuthDeg);
    if (!inPlane || each.state === 'missing') return [];
    const up = plane === 'plan' ? inPlane.up : inPlane.up * frame.upSign;
    return [{ id: each.point.id, state: each.state, ...placeOf(each, frame), right: inPlane.right, up }];
  });
  return {
    vectors,
    counts: withMissing(vectors, points.length),
    largestMm: largestOf(vectors.map(({ right, up, state }) => ({ mm: Math.hypot(right, up), state }))),
  };
}

export const placeOf = ({ x, y }: PlacedNow, { width, height }: PlaneFrame): DrawnPlace => ({
  x: x * width,
  y: y * height,
});
export const withMissing = (drawn: readonly { readonly state: Known }[], all: number): FigureCounts => ({
  ...countsOf(drawn.map(({ state }) => state)),
  missing: all - drawn.length,
});

export interface BentCasing extends DrawnPlace {
  readonly id: number;
  /** y of each joint from the top, and how far it went to the right, mm; null = no value. */
  readonly joints: readonly { readonly y: number; readonly mm: number | null }[];
}
export interface BentCasings {
  readonly casings: readonly BentCasing[];
  /** now = drawn, past = silent and left out, missing = nothing of it is known. */
  readonly counts: FigureCounts;
  readonly missingJoints: number;
  /** Drawn by an axis, although what lies in the plane was wanted. */
  readonly byAxis: number;
  readonly largestMm: number;
}

/** Casings from their heads downwards: the mark of a casing is the level that its depths count from. */
export function casingsOf(
  points: readonly PlacedNow[],
  shapes: readonly Shape[],
  frame: PlaneFrame,
  towards: CasingDirection,
  rightAzimuthDeg: number | null,
): BentCasings {
  const byPoint = new Map(shapes.map((shape) => [shape.pointId, shape]));
  const states: StationState[] = [];
  const directions: CasingDirection[] = [];
  const casings = points.flatMap((each): BentCasing[] => {
    const shape = byPoint.get(each.point.id);
    const bend = shape && bendOf(shape, towards, shape.casing.markAzimuthDeg, rightAzimuthDeg);
    if (!shape || !bend || shape.at === null || bend.rightMm.every((mm) => mm === null)) {
      states.push(each.state === 'past' ? 'past' : 'missing');
      return [];
    }
    states.push('now');
    directions.push(bend.direction);
    const { x, y } = placeOf(each, frame);
    const joints = shape.casing.depthsM.map((depthM, joint) => ({
      y: y + depthM * frame.upPerM * frame.upSign,
      mm: bend.rightMm[joint] ?? null,
    }));
    return [{ id: each.point.id, x, y, joints }];
  });
  const joints = casings.flatMap((casing) => casing.joints);
  return {
    casings,
    counts: countsOf(states),
    missingJoints: joints.filter(({ mm }) => mm === null).length,
    byAxis: towards === 'plane' ? directions.filter((direction) => direction !== 'plane').length : 0,
    largestMm: Math.max(0, ...joints.map(({ mm }) => Math.abs(mm ?? 0))),
  };
}

export interface WaterLine {
  readonly parts: readonly LinePart<DrawnPlace>[];
  readonly places: readonly (DrawnPlace & { readonly id: number; readonly state: Known })[];
  readonly counts: FigureCounts;
  /** Their levels lie outside of the drawing. */
  readonly outside: number;
}

/** The water levels of piezometers as elevations at their places, joined in order across. */
export function waterOf(points: readonly PlacedNow[], frame: PlaneFrame): WaterLine {
  let outside = 0;
  const stations = points.map((each) => {
    const level = latestValue(each, 'level');
    const y = level === null ? null : frame.yAt(each, level);
    if (level !== null && y === null) outside++;
    const place = y === null ? null : { x: each.x * frame.width, y };
    return { id: each.point.id, offset: each.x, state: place ? each.state : ('missing' as const), place };
  });
  const places = stations.flatMap(({ id, state, place }) =>
    place && state !== 'missing' ? [{ id, state, ...place }] : [],
  );
  const counts = withMissing(places, points.length);
  return { parts: linePartsOf(stations), places, counts: { ...counts, missing: counts.missing - outside }, outside };
}

export interface Settled extends DrawnPlace {
  readonly id: number;
  readonly state: Known;
  /** mm, up positive. */
  readonly upMm: number;
}
export interface Trough {
  /** A line for the marks with a height, one for points whose deflection counts downwards, one for each line of cells. */
  readonly lines: readonly (readonly LinePart<Settled>[])[];
  readonly places: readonly Settled[];
  readonly counts: FigureCounts;
  readonly largestMm: number;
  /** -1 = down is upwards on the drawing. */
  readonly upSign: 1 | -1;
}

/** How far cells went up by the settlement lines of their masters, mm, by point; null = not known. */
export type LineMovements = ReadonlyMap<number, number | null>;

/**
 * How far marks went down, under the line of the marks. `dh` counts upwards, a deflection downwards. The cells of a line
 * (`masters`) are a line of their own, and move as that of their master says.
 */
export function troughOf(
  points: readonly PlacedNow[],
  frame: PlaneFrame,
  masters: ReadonlyMap<number, number>,
  movements: LineMovements,
): Trough {
  const groups = new Map<string, Station<Settled>[]>();
  for (const each of points) {
    const { id } = each.point;
    const master = masters.get(id);
    const field = settlementField(each.point);
    if (field === null) continue;
    const key = master === undefined ? field : String(master);
    const change = master === undefined ? latestChange(each, field) : (movements.get(id) ?? null);
    const upMm = change === null || field === 'dh' || master !== undefined ? change : -change;
    const { state } = each;
    const place = upMm === null || state === 'missing' ? null : { id, state, ...placeOf(each, frame), upMm };
    groups.set(key, [...(groups.get(key) ?? []), { offset: each.x, state: place ? state : 'missing', place }]);
  }
  const lines = [...groups.values()];
  const places = lines.flat().flatMap(({ place }) => (place ? [place] : []));
  return {
    lines: lines.map((stations) => linePartsOf(stations)),
    places,
    counts: withMissing(places, points.length),
    largestMm: largestOf(places.map(({ upMm, state }) => ({ mm: upMm, state }))),
    upSign: frame.upSign,
  };
}
