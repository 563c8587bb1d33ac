/** A reading of a surface point as a position on the plan. */
import type { Position } from '@plumbline/contract/views/tracks';
import { movementOf } from '@plumbline/science/sensors/displacement';
import { iso, orNull } from '../../../readings/readings/readings.query.api.ts';

/** dx is north, dy east, dh up (science/src/sensors/families-movement.ts), mm; NaN = no value. */
export interface Reading {
  readonly atMs: number;
  readonly north: number;
  readonly east: number;
  readonly up: number;
}
export const axisFields = ['dx', 'dy', 'dh'] as const;

/** Counted from a base, where there is one. */
export const since = (reading: Reading, base: Reading | null): Reading =>
  base === null
    ? reading
    : {
        atMs: reading.atMs,
        north: reading.north - base.north,
        east: reading.east - base.east,
        up: reading.up - base.up,
      };

/** Returns whether it has a place on the plan. */
export const isPlaced = ({ north, east }: Reading): boolean => Number.isFinite(north) && Number.isFinite(east);

export function positionOf({ atMs, north, east, up }: Reading): Position {
  const { horizontal, azimuthDeg } = movementOf(north, east, 0);
  return {
    at: iso(atMs),
    north: orNull(north),
    east: orNull(east),
    up: orNull(up),
    horizontal: orNull(horizontal),
    azimuthDeg: orNull(azimuthDeg),
  };
}
