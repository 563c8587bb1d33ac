/** Sections of a tunnel on its lining laid flat: how each member moved along it, and in or out, before anything is enlarged. Pure. */
import type { PlacedNow, RingMember } from '@plumbline/contract/drawings.figures';
import type { DrawingPlane } from '@plumbline/contract/drawings.scale';
import { type LinePart, linePartsOf, type Station } from '@plumbline/science/plane-figures/line';
import { aroundRing, turnAlong } from '@plumbline/science/plane-figures/lining';
import {
  type DrawnPlace,
  type FigureCounts,
  type Known,
  largestOf,
  placeOf,
  type Vector,
  type Vectors,
  vectorsOf,
  withMissing,
} from './figure-shapes.ts';
import type { PlaneFrame } from './plane-frame.ts';

/** A member on the drawing: mm to the right, up and out of the tube. */
interface OnRing {
  readonly masterId: number;
  readonly right: number | null;
  readonly up: number | null;
  readonly outMm: number | null;
}

/** The members by their ids; those of a section that is no ring, or whose places are in no order around it, are left out. */
export function onRings(
  members: readonly RingMember[],
  placed: readonly PlacedNow[],
  frame: PlaneFrame,
): ReadonlyMap<number, OnRing> {
  const places = new Map(placed.map((each) => [each.point.id, each]));
  const found = new Map<number, OnRing>();
  for (const [masterId, own] of Map.groupBy(members, (each) => each.masterId)) {
    const ring = aroundRing(
      own.map(({ acrossM: x, upM: y }) => ({ x, y })),
      own,
    );
    const turn =
      ring &&
      turnAlong(
        own.flatMap(({ pointId }, i) => {
          const place = places.get(pointId);
          return place ? [{ angle: ring.angles[i] ?? 0, girth: -place.y * frame.upSign }] : [];
        }),
      );
    if (!ring || !turn) continue;
    for (const [i, { pointId, forwardMm }] of own.entries()) {
      const { alongMm = null, outMm = null } = ring.movements[i] ?? {};
      found.set(pointId, {
        masterId,
        right: forwardMm === null ? null : forwardMm * frame.acrossSign,
        up: alongMm === null ? null : alongMm * turn * frame.upSign,
        outMm,
      });
    }
  }
  return found;
}

/** Arrows on any drawing; null = it takes the azimuth of the drawing, which nobody knows. */
export function arrowsOf(
  points: readonly PlacedNow[],
  frame: PlaneFrame,
  plane: DrawingPlane,
  onLining: ReadonlyMap<number, OnRing> | null,
  rightAzimuthDeg: number | null,
): Vectors | null {
  if (!onLining) return rightAzimuthDeg === null ? null : vectorsOf(points, frame, plane, rightAzimuthDeg);
  const vectors = points.flatMap((each): Vector[] => {
    const { right = null, up = null } = onLining.get(each.point.id) ?? {};
    if (right === null || up === null || each.state === 'missing') return [];
    return [{ id: each.point.id, state: each.state, ...placeOf(each, frame), right, up }];
  });
  return {
    vectors,
    counts: withMissing(vectors, points.length),
    largestMm: largestOf(vectors.map(({ right, up, state }) => ({ mm: Math.hypot(right, up), state }))),
  };
}

export interface RingPlace extends DrawnPlace {
  readonly id: number;
  readonly state: Known;
  /** mm away from the middle of the tube: drawn to the right. */
  readonly outMm: number;
}
export interface Rings {
  /** A profile for each section, its places in order along the lining. */
  readonly profiles: readonly (readonly LinePart<RingPlace>[])[];
  readonly places: readonly RingPlace[];
  readonly counts: FigureCounts;
  readonly largestMm: number;
}

/** How far each member went out of the tube, or in: a profile at the place of its section. */
export function ringsOf(points: readonly PlacedNow[], frame: PlaneFrame, onLining: ReadonlyMap<number, OnRing>): Rings {
  const sections = new Map<number, Station<RingPlace>[]>();
  for (const each of points) {
    const { masterId, outMm = null } = onLining.get(each.point.id) ?? {};
    if (masterId === undefined) continue;
    const { state } = each;
    const place =
      outMm === null || state === 'missing' ? null : { id: each.point.id, state, ...placeOf(each, frame), outMm };
    const stations = sections.get(masterId) ?? [];
    stations.push({ offset: each.y, state: place ? state : 'missing', place });
    sections.set(masterId, stations);
  }
  const all = [...sections.values()];
  const places = all.flat().flatMap(({ place }) => (place ? [place] : []));
  return {
    profiles: all.map((stations) => linePartsOf(stations)),
    places,
    counts: withMissing(places, points.length),
    largestMm: largestOf(places.map(({ outMm, state }) => ({ mm: outMm, state }))),
  };
}
