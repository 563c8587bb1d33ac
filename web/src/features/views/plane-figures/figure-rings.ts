/** Sections of a tunnel on its lining laid flat: how each member moved along it, and in or out, before anything is enlarged. Pure. */
import type { PlacedNow } from '@plumbline/contract/site/drawings.figures';
import type { RingMember } from '@plumbline/contract/site/drawings.rings';
import type { DrawingPlane } from '@plumbline/contract/site/drawings.scale';
import { type LinePart, linePartsOf, type Station } from '@plumbline/science/plane-figures/line';
import { aroundRing, girthTurn } from '@plumbline/science/plane-figures/lining';
import {
  type FigureCounts,
  largestOf,
  placeOf,
  type RingPlace,
  type Vector,
  type Vectors,
  vectorsOf,
  withMissing,
} from './figure-shapes.ts';
import type { PlaneFrame } from './plane-frame.ts';
import { type ChainsDrawn, noChains, type RingChain } from './ring-chains.ts';

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
  const rings = new Map<number, OnRing>();
  for (const { masterId, own, ring, turn } of sectionsOn(members, placed, frame))
    for (const [i, { pointId, forwardMm }] of own.entries()) {
      const { tangentialMm = null, outMm = null } = ring.movements[i] ?? {};
      rings.set(pointId, {
        masterId,
        right: forwardMm === null ? null : forwardMm * frame.acrossSign,
        up: tangentialMm === null ? null : tangentialMm * turn * frame.upSign,
        outMm,
      });
    }
  return rings;
}

/** The sections that lie around the tube in the order of their marks. */
function sectionsOn(members: readonly RingMember[], placed: readonly PlacedNow[], frame: PlaneFrame) {
  const places = new Map(placed.map((each) => [each.point.id, each]));
  return [...Map.groupBy(members, (each) => each.masterId)].flatMap(([masterId, ringMembers]) => {
    const ring = aroundRing(
      ringMembers.map(({ acrossM: x, upM: y }) => ({ x, y })),
      ringMembers,
    );
    const turn =
      ring &&
      girthTurn(
        ringMembers.flatMap(({ pointId }, i) => {
          const place = places.get(pointId);
          return place ? [{ angle: ring.angles[i] ?? 0, girth: -place.y * frame.upSign }] : [];
        }),
      );
    return ring && turn ? [{ masterId, own: ringMembers, ring, turn }] : [];
  });
}

/** Returns the direction of the lining around the tube, 1 = counter-clockwise; null = no section says, or they differ. */
export function turnOfSections(
  members: readonly RingMember[],
  placed: readonly PlacedNow[],
  frame: PlaneFrame,
): 1 | -1 | null {
  const turns = new Set(sectionsOn(members, placed, frame).map(({ turn }) => turn));
  return turns.size === 1 ? ([...turns][0] ?? null) : null;
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

export interface Rings {
  /** A profile for each section, its places in order along the lining. */
  readonly profiles: readonly (readonly LinePart<RingPlace>[])[];
  readonly places: readonly RingPlace[];
  readonly chains: readonly RingChain[];
  readonly counts: FigureCounts;
  /** Chains that are left out because nothing says which way around the tube the lining goes. */
  readonly turnMissing: number;
  readonly largestMm: number;
}

/** How far each member went out of the tube, or in: a profile at the place of its section, and one for each chain. */
export function ringsOf(
  points: readonly PlacedNow[],
  frame: PlaneFrame,
  onLining: ReadonlyMap<number, OnRing>,
  { chains, turnMissing }: ChainsDrawn = noChains,
): Rings {
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
    chains,
    counts: withMissing([...places, ...chains], points.length - turnMissing),
    turnMissing,
    largestMm: largestOf(
      [...places, ...chains.flatMap((chain) => chain.places)].map(({ outMm, state }) => ({ mm: outMm, state })),
    ),
  };
}
