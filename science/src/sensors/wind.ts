/** Wind: the direction is where the wind comes FROM, clockwise from North, in degrees; speed in m/s. */
import { bearingOf } from '../series/directions.ts';

export const windPoints = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type WindPoint = (typeof windPoints)[number];

/** At or below this speed [m/s] it is calm and the vane says nothing. Source: GB/T 35227. */
export const calmMS = 0.2;

/** One of 8 points: floor((deg + 22.5)/45) mod 8, so a border belongs to the point clockwise of it. Any deg, also < 0. */
export const windPoint = (directionDeg: number): WindPoint => windPoints[sectorOf(directionDeg, 8)] as WindPoint;

/** Lower ends of the classes of speed, m/s: forces 1 to 6 and above. Source: GB/T 28591 (Beaufort). */
export const usualSpeedClasses = [0, 1.6, 3.4, 5.5, 8, 10.8] as const;

/** Sector of a direction, 0 = north, clockwise: floor((deg + half a sector) / sector) mod n; a border belongs to the next. */
export function sectorOf(directionDeg: number, sectors: number): number {
  const widthDeg = 360 / sectors;
  const turns = (((directionDeg % 360) + 360) % 360) + widthDeg / 2;
  return Math.floor(turns / widthDeg) % sectors;
}

/** Readings by where the wind came from and how strong it was. */
export interface WindTally {
  /** counts[sector][class]; sector 0 is north, clockwise. */
  readonly counts: readonly (readonly number[])[];
  /** At or below the calm speed: no direction. */
  readonly calm: number;
  /** Readings with both a direction and a speed. */
  readonly total: number;
  /** Readings that miss one of the two. */
  readonly missing: number;
  readonly meanDirectionDeg: number | null;
  readonly meanSpeedMS: number | null;
  readonly maxSpeedMS: number | null;
}

/**
 * A rose that is counted piece by piece, however many readings there are. Classes of speed are [lower, next lower), the
 * last without an end. Calm readings are counted apart and weigh in the means with their small speed; the mean direction is
 * that of `series/directions.ts`, weighted by the speed.
 */
export function windCounter(sectors: number, classes: readonly number[] = usualSpeedClasses, calm = calmMS) {
  const counts = Array.from({ length: sectors }, () => classes.map(() => 0));
  const sums = { calm: 0, total: 0, missing: 0, speed: 0, east: 0, north: 0, max: Number.NEGATIVE_INFINITY };
  const count = (direction: number, speed: number): void => {
    if (Number.isNaN(direction) || Number.isNaN(speed)) {
      sums.missing++;
      return;
    }
    sums.total++;
    sums.speed += speed;
    sums.max = Math.max(sums.max, speed);
    sums.east += speed * Math.sin((direction * Math.PI) / 180);
    sums.north += speed * Math.cos((direction * Math.PI) / 180);
    const sector = counts[sectorOf(direction, sectors)];
    const place = Math.max(
      0,
      classes.findLastIndex((lower) => speed >= lower),
    );
    if (speed <= calm) sums.calm++;
    else if (sector) sector[place] = (sector[place] ?? 0) + 1;
  };
  return {
    add(directionDeg: ArrayLike<number>, speedMS: ArrayLike<number>): void {
      for (let i = 0; i < directionDeg.length; i++) count(directionDeg[i] as number, speedMS[i] as number);
    },
    tally: (): WindTally => ({
      counts,
      calm: sums.calm,
      total: sums.total,
      missing: sums.missing,
      meanDirectionDeg: bearingOf({ n: sums.total, east: sums.east, north: sums.north }),
      meanSpeedMS: sums.total === 0 ? null : sums.speed / sums.total,
      maxSpeedMS: sums.total === 0 ? null : sums.max,
    }),
  };
}
