/**
 * Gauss-Kruger projection (transverse Mercator with scale 1 on the central meridian, false easting 500 km) by Krueger's
 * series to n^6, exact to less than 0.1 um within 3,000 km of the meridian. x is north and y is east, as surveyors in China
 * name them. Source: Karney (2011), Transverse Mercator with an accuracy of a few nanometers, J. Geodesy 85, section 4.
 */
import { cgcs2000, type Ellipsoid, eccentricitySquared } from './ellipsoid.ts';

const degree = Math.PI / 180;
const falseEastingM = 500_000;

export interface Grid {
  /** x, m. */
  readonly north: number;
  /** y with the false easting, m, without a zone in front. */
  readonly east: number;
}

export interface Projected extends Grid {
  /** Angle from grid north to true north, deg, negative west of the meridian in the northern hemisphere. */
  readonly convergenceDeg: number;
  /** Of lengths in the grid to lengths on the ellipsoid. */
  readonly scale: number;
}

/** Zones of 3 degrees: zone = L / 3, rounded; zones of 6 degrees: floor(L / 6) + 1. */
export function zoneOf(
  longitude: number,
  widthDeg: 3 | 6,
): { readonly zone: number; readonly centralMeridian: number } {
  const zone = widthDeg === 3 ? Math.round(longitude / 3) : Math.floor(longitude / 6) + 1;
  return { zone, centralMeridian: widthDeg === 3 ? 3 * zone : 6 * zone - 3 };
}

interface Series {
  /** Radius of the rectifying sphere, m. */
  readonly radius: number;
  readonly forward: readonly number[];
  readonly inverse: readonly number[];
}

function seriesOf(ellipsoid: Ellipsoid): Series {
  const n = 1 / (2 * ellipsoid.inverseFlattening - 1);
  const [n2, n3, n4, n5, n6] = [n ** 2, n ** 3, n ** 4, n ** 5, n ** 6];
  return {
    radius: (ellipsoid.a / (1 + n)) * (1 + n2 / 4 + n4 / 64 + n6 / 256),
    forward: [
      n / 2 - (2 * n2) / 3 + (5 * n3) / 16 + (41 * n4) / 180 - (127 * n5) / 288 + (7891 * n6) / 37800,
      (13 * n2) / 48 - (3 * n3) / 5 + (557 * n4) / 1440 + (281 * n5) / 630 - (1983433 * n6) / 1935360,
      (61 * n3) / 240 - (103 * n4) / 140 + (15061 * n5) / 26880 + (167603 * n6) / 181440,
      (49561 * n4) / 161280 - (179 * n5) / 168 + (6601661 * n6) / 7257600,
      (34729 * n5) / 80640 - (3418889 * n6) / 1995840,
      (212378941 * n6) / 319334400,
    ],
    inverse: [
      n / 2 - (2 * n2) / 3 + (37 * n3) / 96 - n4 / 360 - (81 * n5) / 512 + (96199 * n6) / 604800,
      n2 / 48 + n3 / 15 - (437 * n4) / 1440 + (46 * n5) / 105 - (1118711 * n6) / 3870720,
      (17 * n3) / 480 - (37 * n4) / 840 - (209 * n5) / 4480 + (5569 * n6) / 90720,
      (4397 * n4) / 161280 - (11 * n5) / 504 - (830251 * n6) / 7257600,
      (4583 * n5) / 161280 - (108847 * n6) / 3991680,
      (20648693 * n6) / 638668800,
    ],
  };
}

/** tan of the conformal latitude (Karney 2011, equations 7 to 9). */
function conformal(tau: number, e: number): number {
  const sigma = Math.sinh(e * Math.atanh((e * tau) / Math.hypot(1, tau)));
  return tau * Math.hypot(1, sigma) - sigma * Math.hypot(1, tau);
}

/** Grid coordinates of a place. */
export function project(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  centralMeridian: number,
  ellipsoid: Ellipsoid = cgcs2000,
): Projected {
  const { radius, forward } = seriesOf(ellipsoid);
  const e = Math.sqrt(eccentricitySquared(ellipsoid));
  const [phi, lambda] = [latitude * degree, (longitude - centralMeridian) * degree];
  const tau = Math.tan(phi);
  const tauC = conformal(tau, e);
  const cosL = Math.cos(lambda);
  const xi0 = Math.atan2(tauC, cosL);
  const eta0 = Math.asinh(Math.sin(lambda) / Math.hypot(tauC, cosL));
  let [xi, eta, p, q] = [xi0, eta0, 1, 0];
  for (const [i, alpha] of forward.entries()) {
    const k = 2 * (i + 1);
    xi += alpha * Math.sin(k * xi0) * Math.cosh(k * eta0);
    eta += alpha * Math.cos(k * xi0) * Math.sinh(k * eta0);
    p += k * alpha * Math.cos(k * xi0) * Math.cosh(k * eta0);
    q += k * alpha * Math.sin(k * xi0) * Math.sinh(k * eta0);
  }
  const convergence = Math.atan2(tauC * Math.sin(lambda), Math.hypot(1, tauC) * cosL) + Math.atan2(q, p);
  const onSphere = Math.sqrt(1 - e * e * Math.sin(phi) ** 2) * Math.hypot(1, tau);
  const scale = ((radius / ellipsoid.a) * Math.hypot(p, q) * onSphere) / Math.hypot(tauC, cosL);
  return { north: radius * xi, east: falseEastingM + radius * eta, convergenceDeg: convergence / degree, scale };
}

/** The place of grid coordinates. */
export function unproject(
  { north, east }: Grid,
  centralMeridian: number,
  ellipsoid: Ellipsoid = cgcs2000,
): { readonly latitude: number; readonly longitude: number } {
  const { radius, inverse } = seriesOf(ellipsoid);
  const e2 = eccentricitySquared(ellipsoid);
  const e = Math.sqrt(e2);
  const [xi, eta] = [north / radius, (east - falseEastingM) / radius];
  let [xi0, eta0] = [xi, eta];
  for (const [i, beta] of inverse.entries()) {
    const k = 2 * (i + 1);
    xi0 -= beta * Math.sin(k * xi) * Math.cosh(k * eta);
    eta0 -= beta * Math.cos(k * xi) * Math.sinh(k * eta);
  }
  const tauC = Math.sin(xi0) / Math.hypot(Math.sinh(eta0), Math.cos(xi0));
  // Newton (Karney 2011, equations 19 to 21): three steps reach the last digit.
  let tau = tauC / (1 - e2);
  for (let step = 0; step < 5; step++) {
    const latitude = conformal(tau, e);
    const slope = (1 + (1 - e2) * tau * tau) / ((1 - e2) * Math.hypot(1, latitude) * Math.hypot(1, tau));
    const change = (tauC - latitude) * slope;
    tau += change;
    if (Math.abs(change) < 1e-15 * Math.max(1, Math.abs(tau))) break;
  }
  return {
    latitude: Math.atan(tau) / degree,
    longitude: centralMeridian + Math.atan2(Math.sinh(eta0), Math.cos(xi0)) / degree,
  };
}
