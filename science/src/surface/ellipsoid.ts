/**
 * Geodetic coordinates. Latitude and longitude in degrees, heights above the ellipsoid and lengths in m. Earth-centred
 * coordinates (ECEF): X through Greenwich, Z through the North pole. Source: EPSG guidance note 7-2.
 */

const degree = Math.PI / 180;

export interface Ellipsoid {
  /** Semi-major axis, m. */
  readonly a: number;
  /** Inverse flattening. */
  readonly inverseFlattening: number;
}

export const wgs84: Ellipsoid = { a: 6_378_137, inverseFlattening: 298.257223563 };
/** Ellipsoid of CGCS2000; within 0.2 mm of WGS 84. */
export const cgcs2000: Ellipsoid = { a: 6_378_137, inverseFlattening: 298.257222101 };

export interface Geodetic {
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
}

export interface Cartesian {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** East, north and up of a point about a base, m. */
export interface LocalOffset {
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

/** First eccentricity squared: f (2 - f). */
export const eccentricitySquared = ({ inverseFlattening }: Ellipsoid): number =>
  (1 / inverseFlattening) * (2 - 1 / inverseFlattening);

/** X = (N + h) cos B cos L, Y = (N + h) cos B sin L, Z = (N (1 - e2) + h) sin B, N = a / sqrt(1 - e2 sin2 B). */
export function toCartesian({ latitude, longitude, height }: Geodetic, ellipsoid: Ellipsoid = wgs84): Cartesian {
  const [b, l] = [latitude * degree, longitude * degree];
  const e2 = eccentricitySquared(ellipsoid);
  const n = ellipsoid.a / Math.sqrt(1 - e2 * Math.sin(b) ** 2);
  return {
    x: (n + height) * Math.cos(b) * Math.cos(l),
    y: (n + height) * Math.cos(b) * Math.sin(l),
    z: (n * (1 - e2) + height) * Math.sin(b),
  };
}

/** The inverse, by Bowring's iteration of the reduced latitude to 1e-14 rad; heights keep their precision at the poles. */
export function toGeodetic({ x, y, z }: Cartesian, ellipsoid: Ellipsoid = wgs84): Geodetic {
  const { a } = ellipsoid;
  const f = 1 / ellipsoid.inverseFlattening;
  const e2 = eccentricitySquared(ellipsoid);
  const p = Math.hypot(x, y);
  let reduced = Math.atan2(z, (1 - f) * p);
  let latitude = reduced;
  for (let step = 0; step < 12; step++) {
    const [sin, cos] = [Math.sin(reduced), Math.cos(reduced)];
    latitude = Math.atan2(z + (e2 * (1 - f) * a * sin ** 3) / (1 - e2), p - e2 * a * cos ** 3);
    const next = Math.atan2((1 - f) * Math.sin(latitude), Math.cos(latitude));
    if (Math.abs(next - reduced) < 1e-14) break;
    reduced = next;
  }
  const [sin, cos] = [Math.sin(latitude), Math.cos(latitude)];
  const w = Math.sqrt(1 - e2 * sin * sin);
  return {
    latitude: latitude / degree,
    longitude: Math.atan2(y, x) / degree,
    height: p * cos + z * sin - a * w,
  };
}

/** Position of a point about a base: the difference of the two, turned to the horizon of the base. */
export function localOffset(base: Geodetic, point: Cartesian, ellipsoid: Ellipsoid = wgs84): LocalOffset {
  const from = toCartesian(base, ellipsoid);
  const [dx, dy, dz] = [point.x - from.x, point.y - from.y, point.z - from.z];
  const [b, l] = [base.latitude * degree, base.longitude * degree];
  const [sinB, cosB, sinL, cosL] = [Math.sin(b), Math.cos(b), Math.sin(l), Math.cos(l)];
  return {
    east: -sinL * dx + cosL * dy,
    north: -sinB * cosL * dx - sinB * sinL * dy + cosB * dz,
    up: cosB * cosL * dx + cosB * sinL * dy + sinB * dz,
  };
}
