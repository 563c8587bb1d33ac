/**
 * What of a movement lies in the plane of a drawing. Movements in mm: north, east and up; on the drawing right and up.
 * null = missing, and stays missing. Azimuths in degrees clockwise from north.
 */
import { axialParts } from '../sensors/displacement.ts';

export interface SpaceMovement {
  readonly north: number | null;
  readonly east: number | null;
  readonly up: number | null;
}
/** mm, to the right and upwards on the drawing. */
export interface PlaneMovement {
  readonly right: number;
  readonly up: number;
}

/** Seen from the side, upright: right = N cos a + E sin a, up = U, with a the azimuth towards which right is. */
export function inUprightPlane({ north, east, up }: SpaceMovement, rightAzimuthDeg: number): PlaneMovement | null {
  if (north === null || east === null || up === null) return null;
  return { right: axialParts(north, east, rightAzimuthDeg).axial, up };
}

/** Seen from above: up on the drawing is 90 degrees counter-clockwise of right. Heights do not show. */
export function onPlan({ north, east }: Omit<SpaceMovement, 'up'>, rightAzimuthDeg: number): PlaneMovement | null {
  if (north === null || east === null) return null;
  const { axial, lateral } = axialParts(north, east, rightAzimuthDeg);
  return { right: axial, up: -lateral };
}

/** A point whose place on the drawing and on site are both known, m. */
export interface SitedPlace {
  readonly rightM: number;
  readonly upM: number;
  readonly eastM: number;
  readonly northM: number;
}
/** Nearer together than this, places on site say nothing of a direction. */
const minSpreadM = 1;
/** How far the lengths on the drawing may differ from those on site, as a share. */
const maxStretch = 0.05;

/**
 * Towards which azimuth right is, in [0, 360), from points that lie on the drawing where they lie on site; null where they do
 * not say: fewer than two, too near together, or at places that do not fit those on site to 5 per cent in length.
 */
export function rightAzimuthOf(places: readonly SitedPlace[], isPlan: boolean): number | null {
  const centred = withoutMean(places);
  const spread = centred.reduce((sum, { eastM, northM }) => sum + eastM ** 2 + northM ** 2, 0);
  if (places.length < 2 || spread < minSpreadM ** 2) return null;
  const turn = isPlan ? turnOf(centred, spread) : slopeOf(centred, spread);
  if (!turn || Math.abs(Math.hypot(turn.east, turn.north) - 1) > maxStretch) return null;
  const deg = (Math.atan2(turn.east, turn.north) * 180) / Math.PI;
  return (deg + 360) % 360;
}

function withoutMean(places: readonly SitedPlace[]): SitedPlace[] {
  const mean = (key: keyof SitedPlace): number => places.reduce((sum, each) => sum + each[key], 0) / places.length;
  const [rightM, upM, eastM, northM] = [mean('rightM'), mean('upM'), mean('eastM'), mean('northM')];
  return places.map((each) => ({
    rightM: each.rightM - rightM,
    upM: each.upM - upM,
    eastM: each.eastM - eastM,
    northM: each.northM - northM,
  }));
}

/** A plan is the site turned: the least squares turn; what right is on site, as long as a metre of it is drawn. */
function turnOf(places: readonly SitedPlace[], spread: number) {
  const sum = (part: (each: SitedPlace) => number): number => places.reduce((all, each) => all + part(each), 0);
  return {
    east: sum(({ rightM, upM, eastM, northM }) => eastM * rightM + northM * upM) / spread,
    north: sum(({ rightM, upM, eastM, northM }) => northM * rightM - eastM * upM) / spread,
  };
}

/** right = e E + n N by least squares; of points on one line, along that line. */
function slopeOf(places: readonly SitedPlace[], spread: number) {
  let [ee, en, nn, re, rn] = [0, 0, 0, 0, 0];
  for (const { rightM, eastM, northM } of places) {
    ee += eastM * eastM;
    en += eastM * northM;
    nn += northM * northM;
    re += rightM * eastM;
    rn += rightM * northM;
  }
  const determinant = ee * nn - en * en;
  if (determinant > 1e-3 * spread ** 2)
    return { east: (re * nn - rn * en) / determinant, north: (rn * ee - re * en) / determinant };
  return { east: re / spread, north: rn / spread };
}
