/**
 * Calculations of monitoring that a formula can call. Every one is a function of science, with the order of its arguments
 * laid down here; NaN means "cannot calculate" and goes through. Units are those of the guide's page on formulas.
 */

import { polarTarget } from '../sections/tunnel.ts';
import {
  anchorLoss,
  digitsOf,
  loadStrain,
  totalStrain,
  wireStrain,
  withoutBarometer,
} from '../sensors/vibrating-wire.ts';
import { levelAtReference, levelOfPressure } from '../settlement/hydrostatic.ts';
import { cantOf, twistOf, versineOf } from '../settlement/track.ts';
import { cableForce, fundamentalOf, slenderness } from '../spectra/cable.ts';
import { toGeodetic } from '../surface/ellipsoid.ts';
import { type SpacePoint, transformSpace } from '../surface/transforms.ts';

type Call = (...values: number[]) => number;
/** A name, how many arguments it takes, and what it calculates of them. */
type Declared = readonly [name: string, min: number, max: number, apply: Call];

/** cableForce(kg/m, m, Hz, order, N m2): kN. */
const force: Call = (massKgM = Number.NaN, lengthM = Number.NaN, hz = Number.NaN, order = 1, stiffnessNm2 = 0) =>
  order > 0 ? cableForce({ massKgM, lengthM, stiffnessNm2 }, hz, order) : Number.NaN;

/** The first frequency that fits those of the orders 1, 2, 3, ... best. */
const fundamental: Call = (...hz) =>
  fundamentalOf(hz.map((frequencyHz, i) => ({ order: i + 1, frequencyHz }))) ?? Number.NaN;

const cables: readonly Declared[] = [
  ['cableForce', 3, 5, force],
  [
    'cableSlenderness',
    3,
    3,
    (lengthM = Number.NaN, stiffnessNm2 = Number.NaN, kn = Number.NaN) =>
      slenderness({ massKgM: 0, lengthM, stiffnessNm2 }, kn),
  ],
  ['fundamental', 1, 32, fundamental],
];

const track: readonly Declared[] = [
  ['cant', 1, 2, (tiltDeg = Number.NaN, centresMm?: number) => cantOf(tiltDeg, centresMm)],
  ['twist', 3, 3, (a = Number.NaN, b = Number.NaN, baseM = Number.NaN) => twistOf(a, b, baseM)],
  ['versine', 3, 3, (a = Number.NaN, middle = Number.NaN, b = Number.NaN) => versineOf(a, middle, b)],
];

const instruments: readonly Declared[] = [
  ['digits', 1, 1, (hz = Number.NaN) => digitsOf(hz)],
  [
    'wireStrain',
    4,
    4,
    (gauge = Number.NaN, batch = Number.NaN, zeroHz = Number.NaN, hz = Number.NaN) =>
      wireStrain(gauge, batch, digitsOf(zeroHz), digitsOf(hz)),
  ],
  [
    'loadStrain',
    2,
    4,
    (strain = Number.NaN, change = Number.NaN, wire?: number, concrete?: number) =>
      loadStrain(strain, change, wire, concrete),
  ],
  ['totalStrain', 2, 3, (strain = Number.NaN, change = Number.NaN, wire?: number) => totalStrain(strain, change, wire)],
  ['anchorLoss', 2, 2, (locked = Number.NaN, now = Number.NaN) => anchorLoss(locked, now)],
  [
    'withoutBarometer',
    3,
    3,
    (pressure = Number.NaN, now = Number.NaN, zero = Number.NaN) => withoutBarometer(pressure, now, zero),
  ],
  ['levelOfPressure', 1, 2, (kPa = Number.NaN, density?: number) => levelOfPressure(kPa, density)],
  [
    'levelAtReference',
    3,
    4,
    (level = Number.NaN, at = Number.NaN, reference = Number.NaN, gamma?: number) =>
      levelAtReference(level, at, reference, gamma),
  ],
];

/** What a total station measured from a station at north, east and height 0. */
const polar = (
  distance: number,
  azimuthDeg: number,
  zenithDeg: number,
  heights: readonly [number, number],
  k?: number,
) =>
  polarTarget(
    { north: 0, east: 0, height: 0 },
    { distance, azimuthDeg, zenithDeg, instrumentHeight: heights[0], targetHeight: heights[1] },
    k,
  );

const survey: readonly Declared[] = [
  [
    'polarNorth',
    4,
    4,
    (from = Number.NaN, d = Number.NaN, azimuth = Number.NaN, zenith = Number.NaN) =>
      from + polar(d, azimuth, zenith, [0, 0]).north,
  ],
  [
    'polarEast',
    4,
    4,
    (from = Number.NaN, d = Number.NaN, azimuth = Number.NaN, zenith = Number.NaN) =>
      from + polar(d, azimuth, zenith, [0, 0]).east,
  ],
  [
    'polarHeight',
    5,
    6,
    (from = Number.NaN, d = Number.NaN, zenith = Number.NaN, i = Number.NaN, v = Number.NaN, k?: number) =>
      from + polar(d, 0, zenith, [i, v], k).height,
  ],
];

const inSpace =
  (part: (moved: SpacePoint) => number): Call =>
  (
    x = Number.NaN,
    y = Number.NaN,
    z = Number.NaN,
    tx = Number.NaN,
    ty = Number.NaN,
    tz = Number.NaN,
    rx = Number.NaN,
    ry = Number.NaN,
    rz = Number.NaN,
    scalePpm = Number.NaN,
  ) =>
    part(transformSpace({ tx, ty, tz, rx, ry, rz, scalePpm }, { x, y, z }));

/** None of the middle of the earth: a receiver without a fix sends zeros. */
const onEarth =
  (part: 'latitude' | 'longitude' | 'height'): Call =>
  (x = Number.NaN, y = Number.NaN, z = Number.NaN) =>
    x === 0 && y === 0 && z === 0 ? Number.NaN : toGeodetic({ x, y, z })[part];

const coordinates: readonly Declared[] = [
  ['transformX', 10, 10, inSpace(({ x }) => x)],
  ['transformY', 10, 10, inSpace(({ y }) => y)],
  ['transformZ', 10, 10, inSpace(({ z }) => z)],
  ['latitudeOf', 3, 3, onEarth('latitude')],
  ['longitudeOf', 3, 3, onEarth('longitude')],
  ['heightOf', 3, 3, onEarth('height')],
];

export const engineeringFunctions: readonly Declared[] = [
  ...cables,
  ...track,
  ...instruments,
  ...survey,
  ...coordinates,
];
