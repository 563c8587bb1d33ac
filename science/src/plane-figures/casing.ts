/**
 * A casing as it bends in the plane of a drawing: how far each joint went to the right of where it was, mm. null = missing, and
 * stays missing.
 */
import { northEastOf } from '../profiles/north-east.ts';
import type { Column } from '../profiles/survey.ts';
import { axialParts } from '../sensors/displacement.ts';

/** Directions drawn to the right: what lies in the plane; or an axis of the casing, or its opposite. */
export const casingDirections = ['plane', 'a', 'b', 'aReversed', 'bReversed'] as const;
export type CasingDirection = (typeof casingDirections)[number];

export interface CasingBend {
  /** Of each joint from the top, mm to the right. */
  readonly rightMm: Column;
  /** What that is: the plane where both azimuths are known, else an axis. */
  readonly direction: CasingDirection;
}

/**
 * `markAzimuthDeg`: of A+; `rightAzimuthDeg`: of right on the drawing, both clockwise from north, null = not known. In the plane:
 * right = N cos r + E sin r. Without both azimuths the plane is not known: A to the right is drawn then.
 */
export function bendOf(
  { x, y }: { readonly x: Column; readonly y: Column },
  towards: CasingDirection,
  markAzimuthDeg: number | null,
  rightAzimuthDeg: number | null,
): CasingBend {
  if (towards === 'plane' && markAzimuthDeg !== null && rightAzimuthDeg !== null)
    return {
      direction: 'plane',
      rightMm: x.map((a, joint) => {
        const b = y[joint] ?? null;
        if (a === null || b === null) return null;
        const { north, east } = northEastOf(a, b, markAzimuthDeg);
        return axialParts(north, east, rightAzimuthDeg).axial;
      }),
    };
  const direction = towards === 'plane' ? 'a' : towards;
  const column = direction.startsWith('a') ? x : y;
  const sign = direction.endsWith('Reversed') ? -1 : 1;
  return { direction, rightMm: column.map((value) => (value === null ? null : sign * value)) };
}
