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

/** A vertical plane through the points of a section: its direction to the right in plan, and the middle of the points. */
export interface SectionPlane {
  readonly north: number;
  readonly east: number;
  /** Unit vector to the right; forwards is 90 degrees counter-clockwise of it seen from above. */
  readonly rightNorth: number;
  readonly rightEast: number;
}

/**
 * The plane for which the sum of squared distances in plan is least: the direction is the larger axis of the scatter,
 * tan 2a = 2 Sne / (Snn - See), turned so that the last point lies right of the first. Points over each other face north.
 */
export function sectionPlane(points: readonly Station[]): SectionPlane {
  const mean = (of: (point: Station) => number): number =>
    points.reduce((sum, each) => sum + of(each), 0) / points.length;
  const [north, east] = [mean((point) => point.north), mean((point) => point.east)];
  let [nn, ee, ne] = [0, 0, 0];
  for (const point of points) {
    const [dn, de] = [point.north - north, point.east - east];
    nn += dn * dn;
    ee += de * de;
    ne += dn * de;
  }
  if (!(nn + ee > 0)) return { north, east, rightNorth: 0, rightEast: 1 };
  const azimuth = Math.atan2(2 * ne, nn - ee) / 2;
  const [rightNorth, rightEast] = [Math.cos(azimuth), Math.sin(azimuth)];
  const [first, last] = [points[0], points.at(-1)];
  const reach = first && last ? (last.north - first.north) * rightNorth + (last.east - first.east) * rightEast : 0;
  const sign = reach < 0 || (reach === 0 && rightEast < 0) ? -1 : 1;
  return { north, east, rightNorth: sign * rightNorth, rightEast: sign * rightEast };
}

/** Right and forward parts of a vector in plan, in its unit. */
export const inPlane = (
  { rightNorth, rightEast }: SectionPlane,
  north: number,
  east: number,
): { readonly right: number; readonly forward: number } => ({
  right: north * rightNorth + east * rightEast,
  forward: north * rightEast - east * rightNorth,
});

/**
 * The chords that are usually measured of n points listed from one foot over the crown to the other: those across, from
 * the feet upwards, then from the crown (an even number has two points there) to the others.
 */
export function usualChords(count: number): (readonly [from: number, to: number])[] {
  const across = Array.from({ length: Math.floor(count / 2) }, (_, i) => [i, count - 1 - i] as const);
  if (count < 3) return across;
  const crown = (count - 1) / 2;
  const diagonals = Number.isInteger(crown)
    ? Array.from({ length: count }, (_, i) => [crown, i] as const).filter(([from, to]) => from !== to)
    : [[0, count / 2] as const, [count / 2 - 1, count - 1] as const];
  return [...across, ...diagonals];
}
