/**
 * Transformations between coordinate systems, and their estimation from common points. Plane: four parameters; space:
 * seven (Bursa-Wolf). Coordinates in m.
 */
import { solveLinearFit } from '../estimation/linear-fit.ts';

const arcSecond = Math.PI / 648_000;

/** x is north, y is east. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** x2 = dx + m (x cos a - y sin a), y2 = dy + m (x sin a + y cos a); a is positive from x to y. */
export interface FourParameters {
  readonly dx: number;
  readonly dy: number;
  readonly angleRad: number;
  readonly scale: number;
}

export const transformPlane = ({ dx, dy, angleRad, scale }: FourParameters, { x, y }: PlanePoint): PlanePoint => {
  const [sin, cos] = [Math.sin(angleRad), Math.cos(angleRad)];
  return { x: dx + scale * (x * cos - y * sin), y: dy + scale * (x * sin + y * cos) };
};

export interface SpacePoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Translation in m, rotations in arc seconds, scale in parts per million. */
export interface SevenParameters {
  readonly tx: number;
  readonly ty: number;
  readonly tz: number;
  readonly rx: number;
  readonly ry: number;
  readonly rz: number;
  readonly scalePpm: number;
}

/** Coordinate frame (EPSG 9607, textbooks in China) or position vector (EPSG 9606): the signs of the rotations differ. */
export type RotationConvention = 'coordinateFrame' | 'positionVector';

/** X2 = T + (1 + s) R X1 with small angles; R of the coordinate frame is [[1, rz, -ry], [-rz, 1, rx], [ry, -rx, 1]]. */
export function transformSpace(
  parameters: SevenParameters,
  { x, y, z }: SpacePoint,
  convention: RotationConvention = 'coordinateFrame',
): SpacePoint {
  const sign = convention === 'coordinateFrame' ? arcSecond : -arcSecond;
  const [rx, ry, rz] = [parameters.rx * sign, parameters.ry * sign, parameters.rz * sign];
  const scale = 1 + parameters.scalePpm * 1e-6;
  return {
    x: parameters.tx + scale * (x + rz * y - ry * z),
    y: parameters.ty + scale * (-rz * x + y + rx * z),
    z: parameters.tz + scale * (ry * x - rx * y + z),
  };
}

export interface Estimated<Parameters, Point> {
  readonly parameters: Parameters;
  /** The source points transformed. */
  readonly fitted: readonly Point[];
  /** Target minus fitted. */
  readonly residuals: readonly Point[];
  /** Root of the mean square residual over all coordinates, m. */
  readonly rms: number;
  /** Standard deviation of a coordinate, m: sqrt(vv / redundancy); null without redundancy. */
  readonly sigma0: number | null;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function quality(residuals: readonly number[], unknowns: number): { rms: number; sigma0: number | null } {
  const vv = residuals.reduce((sum, value) => sum + value * value, 0);
  const redundancy = residuals.length - unknowns;
  return { rms: Math.sqrt(vv / residuals.length), sigma0: redundancy > 0 ? Math.sqrt(vv / redundancy) : null };
}

/**
 * Four parameters from two common points or more, by least squares in (dx, dy, m cos a, m sin a) about the centre of the
 * points. Null for fewer points, points in one place, or a coordinate that is not a number.
 */
export function estimatePlane(
  source: readonly PlanePoint[],
  target: readonly PlanePoint[],
): Estimated<FourParameters, PlanePoint> | null {
  if (source.length < 2 || source.length !== target.length) return null;
  const from = { x: mean(source.map(({ x }) => x)), y: mean(source.map(({ y }) => y)) };
  const to = { x: mean(target.map(({ x }) => x)), y: mean(target.map(({ y }) => y)) };
  const solved = solveLinearFit(
    source.flatMap(({ x, y }) => [
      [1, 0, x - from.x, -(y - from.y)],
      [0, 1, y - from.y, x - from.x],
    ]),
    target.flatMap(({ x, y }) => [x - to.x, y - to.y]),
  );
  if (solved === null) return null;
  const [dx = 0, dy = 0, cos = 1, sin = 0] = solved.solution;
  const parameters = {
    dx: to.x + dx - cos * from.x + sin * from.y,
    dy: to.y + dy - sin * from.x - cos * from.y,
    angleRad: Math.atan2(sin, cos),
    scale: Math.hypot(sin, cos),
  };
  const fitted = source.map((point) => transformPlane(parameters, point));
  const residuals = fitted.map((point, i) => ({
    x: (target[i] as PlanePoint).x - point.x,
    y: (target[i] as PlanePoint).y - point.y,
  }));
  return {
    parameters,
    fitted,
    residuals,
    ...quality(
      residuals.flatMap(({ x, y }) => [x, y]),
      4,
    ),
  };
}

/**
 * Seven parameters (coordinate frame) from three common points or more, by least squares about the centre of the points
 * and scaled by their extent. Those of a small network depend on each other strongly: judge by the fitted points. Null
 * for fewer points, points on a line, or a coordinate that is not a number.
 */
export function estimateSpace(
  source: readonly SpacePoint[],
  target: readonly SpacePoint[],
): Estimated<SevenParameters, SpacePoint> | null {
  if (source.length < 3 || source.length !== target.length) return null;
  const from = centreOf(source);
  const extent = Math.max(...source.map(({ x, y, z }) => Math.hypot(x - from.x, y - from.y, z - from.z)));
  if (!(extent > 0)) return null;
  const rows = source.flatMap((point) => {
    const [x, y, z] = [(point.x - from.x) / extent, (point.y - from.y) / extent, (point.z - from.z) / extent];
    return [
      [1, 0, 0, 0, -z, y, x],
      [0, 1, 0, z, 0, -x, y],
      [0, 0, 1, -y, x, 0, z],
    ];
  });
  const solved = solveLinearFit(
    rows,
    target.flatMap((point, i) => {
      const { x, y, z } = source[i] as SpacePoint;
      return [point.x - x, point.y - y, point.z - z];
    }),
  );
  if (solved === null) return null;
  const parameters = aboutOrigin(solved.solution, from, extent);
  const fitted = source.map((point) => transformSpace(parameters, point));
  const residuals = fitted.map((point, i) => {
    const { x, y, z } = target[i] as SpacePoint;
    return { x: x - point.x, y: y - point.y, z: z - point.z };
  });
  return {
    parameters,
    fitted,
    residuals,
    ...quality(
      residuals.flatMap(({ x, y, z }) => [x, y, z]),
      7,
    ),
  };
}

/** Parameters of a solution that was found about a centre and scaled by the extent: T = t - ((1 + s) R - 1) centre. */
function aboutOrigin(solution: readonly number[], centre: SpacePoint, extent: number): SevenParameters {
  const [tx = 0, ty = 0, tz = 0, a = 0, b = 0, c = 0, d = 0] = solution;
  const scale = d / extent;
  const seconds = (value: number): number => value / extent / (1 + scale) / arcSecond;
  const turn = { rx: seconds(a), ry: seconds(b), rz: seconds(c), scalePpm: scale * 1e6 };
  const turned = transformSpace({ tx: 0, ty: 0, tz: 0, ...turn }, centre);
  return { tx: tx + centre.x - turned.x, ty: ty + centre.y - turned.y, tz: tz + centre.z - turned.z, ...turn };
}

const centreOf = (points: readonly SpacePoint[]): SpacePoint => ({
  x: mean(points.map(({ x }) => x)),
  y: mean(points.map(({ y }) => y)),
  z: mean(points.map(({ z }) => z)),
});
