/**
 * A casing on the plan and in space: its joints seen from above, north and east, from what its A and B axes say. mm, from
 * the position that displacements count from. null = missing, and stays missing.
 */
import { movementOf } from '../sensors/displacement.ts';
import type { Column } from './survey.ts';

const degree = Math.PI / 180;

export interface NorthEast {
  readonly north: number;
  readonly east: number;
}

/**
 * Turns a displacement along the axes of a casing to north and east: N = x cos m - y sin m, E = x sin m + y cos m, m the
 * azimuth of the mark (A+) clockwise from north; B+ is 90 degrees clockwise from A+ seen from above. Source: ISO 18674-3.
 */
export function northEastOf(xMm: number, yMm: number, markAzimuthDeg: number): NorthEast {
  const [sin, cos] = [Math.sin(markAzimuthDeg * degree), Math.cos(markAzimuthDeg * degree)];
  return { north: xMm * cos - yMm * sin, east: xMm * sin + yMm * cos };
}

/** A joint on the plan; null where one of its axes has no value. */
export interface PlanJoint extends NorthEast {
  /** Size of the horizontal movement, mm. */
  readonly horizontal: number;
  /** Where it goes, clockwise from north, deg; null where it has not moved. */
  readonly azimuthDeg: number | null;
}

/** The joints of a survey on the plan, from the top. */
export const planOf = (x: Column, y: Column, markAzimuthDeg: number): (PlanJoint | null)[] =>
  x.map((value, joint) => {
    const other = y[joint] ?? null;
    if (value === null || other === null) return null;
    const place = northEastOf(value, other, markAzimuthDeg);
    const { horizontal, azimuthDeg } = movementOf(place.north, place.east, 0);
    return { ...place, horizontal, azimuthDeg: Number.isNaN(azimuthDeg) ? null : azimuthDeg };
  });
