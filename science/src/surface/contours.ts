/**
 * Bands of equal value between scattered points, as areas to be drawn: marching squares over a grid of natural-neighbour
 * values (natural-neighbours.ts). Plane coordinates in any one unit.
 */
import { contours } from 'd3-contour';
import { valueTicks } from '../display/ticks.ts';
import type { Interpolation, ScatteredPoint } from './natural-neighbours.ts';

/** [x, y] in the unit of the points. */
export type Place = readonly [x: number, y: number];
export interface Band {
  /** The value at its lower edge; null = the lowest band, which has none. */
  readonly from: number | null;
  /** What is at or above `from`: areas, each of an outer ring and its holes. The next band lies over it. */
  readonly areas: readonly (readonly (readonly Place[])[])[];
}
export interface ContourField {
  /** The convex hull of the points: nothing may be drawn outside of it. */
  readonly hull: readonly Place[];
  /** Ascending; the first is the hull itself. */
  readonly bands: readonly Band[];
  /** The edges of all bands, ascending, one more than there are bands: round numbers that hold all values. */
  readonly edges: readonly number[];
}

/** Cells along the longer side of the points. */
const longerCells = 90;
const minCells = 8;
const usualBands = 8;

/**
 * The round numbers that part the values of all `frames` into bands, so that a replay keeps its colours. Null values are left
 * out; one value alone gets a band around it.
 */
export function bandEdges(frames: readonly (readonly (number | null)[])[]): number[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const frame of frames)
    for (const value of frame) if (value !== null) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low > high ? [] : valueTicks(low, high, usualBands).ticks.map(({ value }) => value);
}

/** The bands of an interpolation between `edges` (from `bandEdges`). */
export function contourField(interpolation: Interpolation, edges: readonly number[]): ContourField {
  const hull = interpolation.hull.map((at): Place => {
    const { x, y } = interpolation.points[at] as ScatteredPoint;
    return [x, y];
  });
  const grid = gridOf(hull);
  const values = valuesOf(interpolation, hull, grid);
  const inner = edges.slice(1, -1);
  const shapes = contours().size([grid.columns, grid.rows]).thresholds(inner)(Array.from(values));
  // The values stand at the centres of their cells.
  const place = ([column, row]: readonly number[]): Place => [
    grid.x + ((column ?? 0) - 0.5) * grid.step,
    grid.y + ((row ?? 0) - 0.5) * grid.step,
  ];
  return {
    hull,
    edges,
    bands: [
      { from: null, areas: [[hull]] },
      ...shapes.map(({ value, coordinates }) => ({
        from: value,
        areas: coordinates.map((rings) => rings.map((ring) => ring.map(place))),
      })),
    ],
  };
}

interface Grid {
  readonly x: number;
  readonly y: number;
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
}

/** A cell more than the hull on every side: bands are cut at the hull, not before it. */
function gridOf(hull: readonly Place[]): Grid {
  const [xs, ys] = [hull.map(([x]) => x), hull.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
  // A long thin hull has some cells across it too.
  const step = Math.min(Math.max(width, height) / longerCells, Math.min(width, height) / minCells);
  const cells = (length: number): number => Math.ceil(length / step) + 3;
  return { x: x - step, y: y - step, step, columns: cells(width), rows: cells(height) };
}

function valuesOf(interpolation: Interpolation, hull: readonly Place[], grid: Grid): Float64Array {
  const values = new Float64Array(grid.columns * grid.rows);
  for (let row = 0; row < grid.rows; row++)
    for (let column = 0; column < grid.columns; column++) {
      const [x, y] = [grid.x + column * grid.step, grid.y + row * grid.step];
      values[row * grid.columns + column] = interpolation.valueAt(x, y) ?? onRim(interpolation, hull, x, y);
    }
  return values;
}

/** What the nearest place of the hull shows: outside of it nothing is drawn, but lines have to reach it. */
function onRim({ points, hull: order }: Interpolation, hull: readonly Place[], x: number, y: number): number {
  const read = (i: number): number => (points[order[i] as number] as ScatteredPoint).value;
  let [nearest, value] = [Number.POSITIVE_INFINITY, Number.NaN];
  for (let i = 0; i < hull.length; i++) {
    const next = (i + 1) % hull.length;
    const [[ax, ay], [bx, by]] = [hull[i], hull[next]] as [Place, Place];
    const [dx, dy] = [bx - ax, by - ay];
    const share = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
    const distance = Math.hypot(x - ax - share * dx, y - ay - share * dy);
    if (distance >= nearest) continue;
    const [a, b] = [read(i), read(next)];
    [nearest, value] = [distance, a + share * (b - a)];
  }
  return value;
}
