/**
 * Points of a tunnel section measured by a total station. Coordinates in m in the plane system (north, east) and height;
 * changes in mm.
 */

export interface Station {
  readonly north: number;
  readonly east: number;
  readonly height: number;
}

/** Distance in space between two points, m. */
export const chordOf = (a: Station, b: Station): number =>
  Math.hypot(b.north - a.north, b.east - a.east, b.height - a.height);

/** Distance in plan between two points, m. */
export const horizontalChordOf = (a: Station, b: Station): number => Math.hypot(b.north - a.north, b.east - a.east);

/** Change of a chord, mm: negative is closing. */
export const convergenceMm = (chordM: number, initialM: number): number => (chordM - initialM) * 1000;

/** Change of height, mm: negative is down. Crown settlement shows it with the sign that the view is set to. */
export const heightChangeMm = (now: Station, initial: Station): number => (now.height - initial.height) * 1000;

export interface LinePlace {
  /** Distance from A along the line, m. */
  readonly chainage: number;
  /** Distance to the directed line A to B in plan, m: right of travel is positive. */
  readonly offset: number;
}

/** Where a point lies about the directed line from A to B; null when A and B are the same point in plan. */
export function placeOnLine(a: Station, b: Station, point: Station): LinePlace | null {
  const [dn, de] = [b.north - a.north, b.east - a.east];
  const length = Math.hypot(dn, de);
  if (!(length > 0)) return null;
  const [wn, we] = [point.north - a.north, point.east - a.east];
  return { chainage: (wn * dn + we * de) / length, offset: (dn * we - de * wn) / length };
}

export interface Polar {
  /** Slope distance, m. */
  readonly distance: number;
  readonly azimuthDeg: number;
  /** Zenith angle: 90 is horizontal. */
  readonly zenithDeg: number;
  /** Heights of the instrument and of the target above their marks, m. */
  readonly instrumentHeight: number;
  readonly targetHeight: number;
}

const degree = Math.PI / 180;
const earthRadius = 6_371_000;

/**
 * Target of a polar observation: horizontal distance D sin z, height difference D cos z + i - v, with curvature and
 * refraction (1 - k) Hd^2 / 2R, R = 6,371 km.
 */
export function polarTarget(station: Station, observed: Polar, refraction = 0.13): Station {
  const zenith = observed.zenithDeg * degree;
  const azimuth = observed.azimuthDeg * degree;
  const horizontal = observed.distance * Math.sin(zenith);
  const bend = ((1 - refraction) * horizontal * horizontal) / (2 * earthRadius);
  return {
    north: station.north + horizontal * Math.cos(azimuth),
    east: station.east + horizontal * Math.sin(azimuth),
    height:
      station.height + observed.distance * Math.cos(zenith) + observed.instrumentHeight - observed.targetHeight + bend,
  };
}
