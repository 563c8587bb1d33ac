/**
 * Values between scattered points by natural neighbours, in the non-Sibsonian form: V. V. Belikov et al., "The non-Sibsonian
 * interpolation", Computational Mathematics and Mathematical Physics 37 (1997) 9; also called the Laplace interpolant. Plane
 * coordinates in any one unit, values in any one unit; the answer has the unit of the values.
 *
 *   f(q) = Σ wᵢ fᵢ / Σ wᵢ,   wᵢ = (length of the Voronoi edge between q and point i) / (distance of q from point i)
 *
 * Invariants: at a point it gives that point's value; a plane is given back exactly; it never lies outside of the values of
 * its neighbours; outside of the convex hull there is no value.
 */
import Delaunator from 'delaunator';
import { incircle, orient2d } from 'robust-predicates';

export interface ScatteredPoint {
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

export interface Interpolation {
  /** The points that count, those at one place joined to their mean. */
  readonly points: readonly ScatteredPoint[];
  /** The convex hull, in order, as places among `points`. */
  readonly hull: readonly number[];
  /** The value at a place; null outside of the hull. */
  readonly valueAt: (x: number, y: number) => number | null;
}

/** Points of one place are one point, of the mean of their values. */
function joined(points: Points): ScatteredPoint[] {
  const byPlace = Map.groupBy(points, ({ x, y }) => `${x} ${y}`);
  return [...byPlace.values()].map((some) => ({
    ...(some[0] as ScatteredPoint),
    value: some.reduce((sum, { value }) => sum + value, 0) / some.length,
  }));
}

/**
 * An interpolation between points; null where they span no area: fewer than three places, or all on one line.
 * Points without a finite place or value are refused with a RangeError.
 */
export function interpolationOf(scattered: readonly ScatteredPoint[]): Interpolation | null {
  if (scattered.some(({ x, y, value }) => !Number.isFinite(x + y + value))) throw new RangeError('not finite');
  const points = joined(scattered);
  if (points.length < 3) return null;
  const mesh = Delaunator.from(
    points,
    ({ x }) => x,
    ({ y }) => y,
  );
  if (mesh.triangles.length === 0) return null;
  const find = triangleFinder(points, mesh);
  return {
    points,
    hull: Array.from(mesh.hull),
    valueAt: (x, y) => {
      const start = find(x, y);
      return start === null ? null : blended(points, mesh, start, x, y);
    },
  };
}

type Mesh = Pick<Delaunator<ArrayLike<number>>, 'triangles' | 'halfedges'>;
type Points = readonly ScatteredPoint[];
const pointAt = (points: Points, at: number): ScatteredPoint => points[at] as ScatteredPoint;
const nextEdge = (edge: number): number => (edge % 3 === 2 ? edge - 2 : edge + 1);
const from = (mesh: Mesh, edge: number): number => mesh.triangles[edge] as number;
const to = (mesh: Mesh, edge: number): number => mesh.triangles[nextEdge(edge)] as number;

/** Walks from the triangle of the last answer towards a place: places that are asked one after another lie near one another. */
function triangleFinder(points: Points, mesh: Mesh): (x: number, y: number) => number | null {
  const count = mesh.triangles.length / 3;
  let last = 0;
  const isBeyond = (edge: number, x: number, y: number): boolean => {
    const [a, b, c] = [from(mesh, edge), to(mesh, edge), from(mesh, nextEdge(nextEdge(edge)))].map((i) =>
      pointAt(points, i),
    ) as [ScatteredPoint, ScatteredPoint, ScatteredPoint];
    return orient2d(a.x, a.y, b.x, b.y, x, y) * orient2d(a.x, a.y, b.x, b.y, c.x, c.y) < 0;
  };
  return (x, y) => {
    let triangle = last;
    // In a Delaunay triangulation the walk ends; the bound holds for whatever rounding might do.
    for (let step = 0; step <= count; step++) {
      const beyond = [0, 1, 2].map((i) => triangle * 3 + i).find((edge) => isBeyond(edge, x, y));
      if (beyond === undefined) {
        last = triangle;
        return triangle;
      }
      const across = mesh.halfedges[beyond] as number;
      if (across < 0) return null;
      triangle = Math.floor(across / 3);
    }
    return null;
  };
}

/** The value at a place in a triangle, of the points that would be its neighbours if it were one of them. */
function blended(points: Points, mesh: Mesh, start: number, x: number, y: number): number {
  const rim = rimOf(points, mesh, start, x, y);
  let [sum, weights] = [0, 0];
  for (const [at, { before, after }] of rim) {
    const { x: px, y: py, value } = pointAt(points, at);
    const distance = Math.hypot(px - x, py - y);
    if (distance === 0) return value;
    const [left, right] = [
      centreOf(x, y, pointAt(points, before), pointAt(points, at)),
      centreOf(x, y, pointAt(points, at), pointAt(points, after)),
    ];
    // On an edge of the hull: only its two ends are neighbours.
    if (left === null || right === null) {
      const [a, b] = [pointAt(points, at), pointAt(points, left === null ? before : after)];
      const share = distance / (distance + Math.hypot(b.x - x, b.y - y));
      return a.value + share * (b.value - a.value);
    }
    const weight = Math.hypot(left.x - right.x, left.y - right.y) / distance;
    sum += weight * value;
    weights += weight;
  }
  return sum / weights;
}

/** Around a place: the points of all triangles whose circumcircle holds it, each with the one before and after it. */
function rimOf(points: Points, mesh: Mesh, start: number, x: number, y: number) {
  const rim = new Map<number, { before: number; after: number }>();
  const inside = new Set([start]);
  const open = [start];
  const edges: number[] = [];
  for (let triangle = open.pop(); triangle !== undefined; triangle = open.pop())
    for (let edge = triangle * 3; edge < triangle * 3 + 3; edge++) {
      const across = mesh.halfedges[edge] as number;
      const other = across < 0 ? null : Math.floor(across / 3);
      if (other !== null && inside.has(other)) continue;
      if (other !== null && holds(points, mesh, other, x, y)) {
        inside.add(other);
        open.push(other);
      } else edges.push(edge);
    }
  for (const edge of edges) {
    // An edge that was the rim before its other side turned out to lie inside.
    const across = mesh.halfedges[edge] as number;
    if (across >= 0 && inside.has(Math.floor(across / 3))) continue;
    const [a, b] = [from(mesh, edge), to(mesh, edge)];
    rim.set(a, { before: rim.get(a)?.before ?? -1, after: b });
    rim.set(b, { before: a, after: rim.get(b)?.after ?? -1 });
  }
  return rim;
}

function holds(points: Points, mesh: Mesh, triangle: number, x: number, y: number): boolean {
  const [a, b, c] = [0, 1, 2].map((i) => pointAt(points, from(mesh, triangle * 3 + i))) as [
    ScatteredPoint,
    ScatteredPoint,
    ScatteredPoint,
  ];
  // The sign of both goes with the turn of the triangle; orient2d counts clockwise as positive.
  return incircle(a.x, a.y, b.x, b.y, c.x, c.y, x, y) * orient2d(a.x, a.y, b.x, b.y, c.x, c.y) < 0;
}

/** The centre of the circle through a place and two points; null where the three lie on one line. */
function centreOf(x: number, y: number, a: ScatteredPoint, b: ScatteredPoint): { x: number; y: number } | null {
  const [ax, ay, bx, by] = [a.x - x, a.y - y, b.x - x, b.y - y];
  const twice = 2 * (ax * by - ay * bx);
  if (Math.abs(twice) <= 1e-12 * (ax * ax + ay * ay + bx * bx + by * by)) return null;
  const [aa, bb] = [ax * ax + ay * ay, bx * bx + by * by];
  return { x: (by * aa - ay * bb) / twice, y: (ax * bb - bx * aa) / twice };
}
