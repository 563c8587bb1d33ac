/** Movements of a tunnel's section on its lining laid flat: along the lining, and away from the middle of the tube. Pure. */
import { fitCircle } from '../sections/circle.ts';
import type { Plane } from '../sections/plane.ts';

export interface RingMovement {
  /** mm along the lining, counter-clockwise where across is to the right and up is up; null = missing. */
  readonly tangentialMm: number | null;
  /** mm away from the middle of the tube; negative = inwards. */
  readonly outMm: number | null;
}
export interface AroundRing {
  /** Where each place lies around the middle, radians counter-clockwise from across. */
  readonly angles: readonly number[];
  readonly movements: readonly RingMovement[];
}

/** By the circle that fits the places at rest, m; null = fewer than three, or on a line. */
export function aroundRing(
  places: readonly Plane[],
  moves: readonly { readonly acrossMm: number | null; readonly upMm: number | null }[],
): AroundRing | null {
  const circle = fitCircle(places);
  if (!circle) return null;
  const angles = places.map(({ x, y }) => Math.atan2(y - circle.centre.y, x - circle.centre.x));
  return {
    angles,
    movements: angles.map((angle, i) => {
      const { acrossMm = null, upMm = null } = moves[i] ?? {};
      if (acrossMm === null || upMm === null) return { tangentialMm: null, outMm: null };
      return {
        tangentialMm: upMm * Math.cos(angle) - acrossMm * Math.sin(angle),
        outMm: acrossMm * Math.cos(angle) + upMm * Math.sin(angle),
      };
    }),
  };
}

/**
 * Returns whether the way along the lining, as it grows on the drawing, goes counter-clockwise (1) or clockwise (-1)
 * around the tube; null = the places on the drawing are not in one order around it.
 */
export function girthTurn(places: readonly { readonly angle: number; readonly girth: number }[]): 1 | -1 | null {
  const inOrder = places.toSorted((a, b) => a.girth - b.girth);
  const steps = inOrder.slice(1).map(({ angle, girth }, i) => {
    const before = inOrder[i];
    if (!before || girth === before.girth) return 0;
    // Neighbours lie less than half of the tube apart.
    return Math.sign(Math.sin(angle - before.angle));
  });
  if (steps.length === 0 || steps.some((step) => step !== steps[0])) return null;
  return steps[0] === 1 ? 1 : steps[0] === -1 ? -1 : null;
}

export interface ChainOnLining {
  /** How far each joint lies from the first along the lining, m; positive = counter-clockwise as the section is drawn. */
  readonly girthsM: readonly number[];
  /** The whole way around, m. */
  readonly girthM: number;
  readonly movements: readonly RingMovement[];
}

/**
 * A chain of segments around a tube, or along a part of it: its joints in mm at rest and how far each moved, in the plane of the
 * section. Neighbours lie less than half of the tube apart. null = fewer than three joints, or on a line.
 */
export function chainOnLining(
  joints: readonly Plane[],
  moves: readonly { readonly acrossMm: number | null; readonly upMm: number | null }[],
): ChainOnLining | null {
  const places = joints.map(({ x, y }) => ({ x: x / 1000, y: y / 1000 }));
  const [circle, ring] = [fitCircle(places), aroundRing(places, moves)];
  if (!circle || !ring) return null;
  let sumM = 0;
  const girthsM = ring.angles.map((angle, i) => {
    const before = ring.angles[i - 1];
    if (before !== undefined) sumM += Math.atan2(Math.sin(angle - before), Math.cos(angle - before)) * circle.radius;
    return sumM;
  });
  return { girthsM, girthM: 2 * Math.PI * circle.radius, movements: ring.movements };
}

/** The same place on a lining that is laid flat about `middleM`: at most half of the girth from it. */
export const onLaidLining = (m: number, girthM: number, middleM: number): number =>
  m - girthM * Math.round((m - middleM) / girthM);
