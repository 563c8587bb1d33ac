/** Wind: the direction is where the wind comes FROM, clockwise from North, in degrees; speed in m/s. */

export const windPoints = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type WindPoint = (typeof windPoints)[number];

/** At or below this speed [m/s] it is calm and the vane says nothing. Source: GB/T 35227. */
export const calmMS = 0.2;

/** One of 8 points: floor((deg + 22.5)/45) mod 8, so a border belongs to the point clockwise of it. Any deg, also < 0. */
export function windPoint(directionDeg: number): WindPoint {
  const turns = (((directionDeg % 360) + 360) % 360) + 22.5;
  return windPoints[Math.floor(turns / 45) % 8] as WindPoint;
}

/**
 * Mean direction atan2(sum v sin d, sum v cos d) mod 360 [deg]; null for no wind at all. Readings with a NaN are
 * left out.
 */
export function meanDirection(directionDeg: ArrayLike<number>, speedMS: ArrayLike<number>): number | null {
  let east = 0;
  let north = 0;
  for (let i = 0; i < directionDeg.length; i++) {
    const angle = ((directionDeg[i] as number) * Math.PI) / 180;
    const speed = speedMS[i] as number;
    if (Number.isNaN(angle) || Number.isNaN(speed)) continue;
    east += speed * Math.sin(angle);
    north += speed * Math.cos(angle);
  }
  if (Math.hypot(east, north) < 1e-9) return null;
  const deg = (Math.atan2(east, north) * 180) / Math.PI;
  const turned = (deg + 360) % 360;
  return 360 - turned < 1e-9 ? 0 : turned;
}

export interface WindRose {
  readonly counts: Readonly<Record<WindPoint, number>>;
  readonly calm: number;
  readonly meanDirectionDeg: number | null;
  readonly meanSpeedMS: number | null;
}

/** Counts by point; calm readings are counted apart (they weigh in the means with their small speed). */
export function windRose(directionDeg: ArrayLike<number>, speedMS: ArrayLike<number>, calm = calmMS): WindRose {
  const counts: Record<WindPoint, number> = { N: 0, NE: 0, E: 0, SE: 0, S: 0, SW: 0, W: 0, NW: 0 };
  const directions: number[] = [];
  const speeds: number[] = [];
  let still = 0;
  for (let i = 0; i < directionDeg.length; i++) {
    const direction = directionDeg[i] as number;
    const speed = speedMS[i] as number;
    if (Number.isNaN(direction) || Number.isNaN(speed)) continue;
    if (speed <= calm) still++;
    else counts[windPoint(direction)]++;
    directions.push(direction);
    speeds.push(speed);
  }
  const sum = speeds.reduce((a, b) => a + b, 0);
  return {
    counts,
    calm: still,
    meanDirectionDeg: meanDirection(directions, speeds),
    meanSpeedMS: speeds.length === 0 ? null : sum / speeds.length,
  };
}
