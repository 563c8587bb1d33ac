/**
 * Where a picture lies on the earth by points that are known in both: an affine fit of three or four points, or a projective one
 * of four. Pixels count from the upper left, x to the right and y down. Pure. Fits are made in the plane of a Gauss-Kruger
 * zone of their own, where lengths are true.
 */
import { solveLinearFit } from '../estimation/linear-fit.ts';
import { project, unproject } from './gauss-kruger.ts';

export interface PicturePoint {
  /** Pixels. */
  readonly x: number;
  readonly y: number;
  readonly longitude: number;
  readonly latitude: number;
}
/** `affine` = turned, stretched and sheared; `projective` = seen at an angle too. */
export type PictureFit = 'affine' | 'projective';

export interface PlacedPicture {
  readonly toDegrees: (x: number, y: number) => { readonly longitude: number; readonly latitude: number };
  readonly toPixel: (longitude: number, latitude: number) => { readonly x: number; readonly y: number };
  /** How far each known point lies from where the fit puts it, m. */
  readonly residualsM: readonly number[];
  /** True where the fit passes through every point whatever was clicked: the residuals say nothing then. */
  readonly isExact: boolean;
  /** Metres of a pixel in the middle of the points. */
  readonly metresPerPixel: number;
  /** True where the picture is seen from behind: a mirror image. No map is. */
  readonly isMirrored: boolean;
  /** False where a picture of this size reaches beyond the horizon of the fit. */
  readonly isWhole: (width: number, height: number) => boolean;
}

type Plane = readonly [x: number, y: number];
/** Rows of a homogeneous transformation. */
type Matrix = readonly [number, number, number, number, number, number, number, number, number];

const apply = (m: Matrix, [x, y]: Plane): Plane => {
  const w = m[6] * x + m[7] * y + m[8];
  return [(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w];
};

function inverse(m: Matrix): Matrix {
  const [a, b, c, d, e, f, g, h, i] = m;
  return [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ] as unknown as Matrix;
}

/** About their middle and scaled to about one, so that the equations are well conditioned. */
function normalized(points: readonly Plane[]): {
  readonly points: Plane[];
  readonly back: Matrix;
  readonly there: Matrix;
} {
  const count = points.length;
  const mx = points.reduce((sum, [x]) => sum + x, 0) / count;
  const my = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const size = Math.max(...points.map(([x, y]) => Math.hypot(x - mx, y - my))) || 1;
  return {
    points: points.map(([x, y]) => [(x - mx) / size, (y - my) / size]),
    there: [1 / size, 0, -mx / size, 0, 1 / size, -my / size, 0, 0, 1],
    back: [size, 0, mx, 0, size, my, 0, 0, 1],
  };
}

function product(a: Matrix, b: Matrix): Matrix {
  const at = (row: number, column: number): number =>
    (a[3 * row] as number) * (b[column] as number) +
    (a[3 * row + 1] as number) * (b[column + 3] as number) +
    (a[3 * row + 2] as number) * (b[column + 6] as number);
  return Array.from({ length: 9 }, (_, i) => at(Math.floor(i / 3), i % 3)) as unknown as Matrix;
}

/** Twice the area of the triangle of three points. */
const area = ([ax, ay]: Plane, [bx, by]: Plane, [cx, cy]: Plane): number =>
  (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);

/** Smaller than this against their extent, a triangle is a line. */
const flattest = 0.01;
const triples = (points: readonly Plane[]): number[] =>
  points.flatMap((a, i) => points.slice(i + 1).flatMap((b, j) => points.slice(i + j + 2).map((c) => area(a, b, c))));

/** Returns whether points span an area: for an affine fit one triangle is enough, for a projective one no three may lie in line. */
function isSpread(points: readonly Plane[], fit: PictureFit): boolean {
  const areas = triples(points).map(Math.abs);
  return fit === 'affine' ? Math.max(...areas) > flattest : Math.min(...areas) > flattest;
}

function affine(from: readonly Plane[], to: readonly Plane[]): Matrix | null {
  const rows = from.map(([x, y]) => [x, y, 1]);
  const [first, second] = [0, 1].map((i) =>
    solveLinearFit(
      rows,
      to.map((each) => each[i as 0 | 1]),
    ),
  );
  if (!first || !second) return null;
  const [a = 0, b = 0, c = 0] = first.solution;
  const [d = 0, e = 0, f = 0] = second.solution;
  return [a, b, c, d, e, f, 0, 0, 1];
}

function projective(from: readonly Plane[], to: readonly Plane[]): Matrix | null {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i] as Plane;
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y],
      [0, 0, 0, x, y, 1, -v * x, -v * y],
    ];
  });
  const solved = solveLinearFit(
    rows,
    to.flatMap(([u, v]) => [u, v]),
  );
  if (!solved) return null;
  const m = [...solved.solution, 1] as unknown as Matrix;
  // What lies behind whoever looks is nowhere: the points must all lie on one side.
  const sides = from.map(([x, y]) => Math.sign(m[6] * x + m[7] * y + m[8]));
  return sides.every((side) => side === sides[0] && side !== 0) ? m : null;
}

/**
 * null where the points say nothing about the rest of the picture: too few, in one place or (nearly) in a line, or numbers that
 * are none.
 */
export function placePicture(points: readonly PicturePoint[], fit: PictureFit): PlacedPicture | null {
  const needed = fit === 'affine' ? 3 : 4;
  if (points.length < needed || points.length > 4) return null;
  if (!points.every(({ x, y, longitude, latitude }) => [x, y, longitude, latitude].every(Number.isFinite))) return null;
  const meridian = points.reduce((sum, { longitude }) => sum + longitude, 0) / points.length;
  const planeOf = (longitude: number, latitude: number): Plane => {
    const { east, north } = project({ longitude, latitude }, meridian);
    return [east, north];
  };
  const there = points.map(({ longitude, latitude }) => planeOf(longitude, latitude));
  const from = normalized(points.map(({ x, y }): Plane => [x, y]));
  const to = normalized(there);
  if (!isSpread(from.points, fit) || !isSpread(to.points, fit)) return null;
  const fitted = (fit === 'affine' ? affine : projective)(from.points, to.points);
  if (!fitted) return null;
  const matrix = product(to.back, product(fitted, from.there));
  const back = product(from.back, product(inverse(fitted), to.there));
  const residualsM = points.map(({ x, y }, i) => {
    const [east, north] = apply(matrix, [x, y]);
    const [e, n] = there[i] as Plane;
    return Math.hypot(east - e, north - n);
  });
  const turned = area(...(apart(matrix, points) as [Plane, Plane, Plane]));
  return {
    toDegrees: (x, y) => {
      const [east, north] = apply(matrix, [x, y]);
      return unproject({ east, north }, meridian);
    },
    toPixel: (longitude, latitude) => {
      const [x, y] = apply(back, planeOf(longitude, latitude));
      return { x, y };
    },
    residualsM,
    isExact: points.length === needed,
    metresPerPixel: Math.sqrt(Math.abs(turned)),
    // Pixels count downwards: what is upright on the map turns the other way.
    isMirrored: turned > 0,
    isWhole: (width, height) => {
      const sides = [
        points[0] as PicturePoint,
        { x: 0, y: 0 },
        { x: width, y: 0 },
        { x: 0, y: height },
        { x: width, y: height },
      ];
      const signs = sides.map(({ x, y }) => Math.sign(matrix[6] * x + matrix[7] * y + matrix[8]));
      return signs.every((sign) => sign === signs[0] && sign !== 0);
    },
  };
}

/** A pixel in the middle of the points, and its neighbours to the right and below, in the plane. */
function apart(matrix: Matrix, points: readonly PicturePoint[]): Plane[] {
  const x = points.reduce((sum, each) => sum + each.x, 0) / points.length;
  const y = points.reduce((sum, each) => sum + each.y, 0) / points.length;
  return [
    [x, y],
    [x + 1, y],
    [x, y + 1],
  ].map((each) => apply(matrix, each as unknown as Plane));
}
