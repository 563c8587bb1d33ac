/**
 * Coordinate reference systems by their EPSG code, as files of sites use them: degrees, UTM on WGS 84 (EPSG:32601 to 32660,
 * 32701 to 32760), Gauss-Kruger on CGCS2000 in zones of 6 and 3 degrees with the zone in front of the easting or without
 * (EPSG:4491 to 4554), and Web Mercator. Pure. Numbers: EPSG Geodetic Parameter Dataset; Web Mercator: EPSG Guidance Note
 * 7-2, section 3.2.1.2. x is east and y is north, m; longitude first where the system counts degrees. WGS 84 and CGCS2000 are
 * taken for the same: they differ by centimetres.
 */

import { wgs84 } from './ellipsoid.ts';
import { project, unproject } from './gauss-kruger.ts';

export interface DegreesPlace {
  readonly longitude: number;
  readonly latitude: number;
}
export interface ReferenceSystem {
  readonly epsg: number;
  readonly toDegrees: (x: number, y: number) => DegreesPlace;
  readonly fromDegrees: (place: DegreesPlace) => PlanePlace;
}
/** x is east and y is north, m; longitude and latitude where the system counts degrees. */
export interface PlanePlace {
  readonly x: number;
  readonly y: number;
}
type Ways = Pick<ReferenceSystem, 'toDegrees' | 'fromDegrees'>;

const degree = Math.PI / 180;
const falseEastingM = 500_000;
const falseNorthingM = 10_000_000;
const utmScale = 0.9996;

const inDegrees: Ways = {
  toDegrees: (longitude, latitude) => ({ longitude, latitude }),
  fromDegrees: ({ longitude, latitude }) => ({ x: longitude, y: latitude }),
};

const webMercator: Ways = {
  toDegrees: (x, y) => ({
    longitude: x / wgs84.a / degree,
    latitude: (Math.PI / 2 - 2 * Math.atan(Math.exp(-y / wgs84.a))) / degree,
  }),
  fromDegrees: ({ longitude, latitude }) => ({
    x: wgs84.a * longitude * degree,
    y: wgs84.a * Math.asinh(Math.tan(latitude * degree)),
  }),
};

function utm(zone: number, isSouth: boolean): Ways {
  const [meridian, north0] = [6 * zone - 183, isSouth ? falseNorthingM : 0];
  return {
    toDegrees: (x, y) =>
      unproject(
        { east: falseEastingM + (x - falseEastingM) / utmScale, north: (y - north0) / utmScale },
        meridian,
        wgs84,
      ),
    fromDegrees: (place) => {
      const { east, north } = project(place, meridian, wgs84);
      return { x: falseEastingM + (east - falseEastingM) * utmScale, y: north * utmScale + north0 };
    },
  };
}

/** `zone`: in front of the easting; null = it is not. */
function gaussKruger(centralMeridian: number, zone: number | null): Ways {
  const front = (zone ?? 0) * 1_000_000;
  return {
    toDegrees: (x, y) => unproject({ east: x - front, north: y }, centralMeridian),
    fromDegrees: (place) => {
      const { east, north } = project(place, centralMeridian);
      return { x: east + front, y: north };
    },
  };
}

/** The zones of China: 75 to 135 degrees east. */
const firstMeridian = 75;
/** The first code of each of the four families, how far its meridians lie apart, and the zone of the first. */
const families = [
  { from: 4491, count: 11, stepDeg: 6, firstZone: 13 },
  { from: 4502, count: 11, stepDeg: 6, firstZone: null },
  { from: 4513, count: 21, stepDeg: 3, firstZone: 25 },
  { from: 4534, count: 21, stepDeg: 3, firstZone: null },
] as const;

function waysOf(epsg: number): Ways | null {
  if (epsg === 4326 || epsg === 4490 || epsg === 4258) return inDegrees;
  if (epsg === 3857) return webMercator;
  if (epsg > 32600 && epsg <= 32660) return utm(epsg - 32600, false);
  if (epsg > 32700 && epsg <= 32760) return utm(epsg - 32700, true);
  const family = families.find(({ from, count }) => epsg >= from && epsg < from + count);
  if (!family) return null;
  const place = epsg - family.from;
  const zone = family.firstZone === null ? null : family.firstZone + place;
  return gaussKruger(firstMeridian + family.stepDeg * place, zone);
}

/** The system of a code; null where it is none of those above. */
export function referenceSystem(epsg: number): ReferenceSystem | null {
  const ways = waysOf(epsg);
  return ways && { epsg, ...ways };
}
