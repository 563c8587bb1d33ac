/** What the demonstration's sites are drawn with: metres about the place of a project, as pure functions. */
import type { layerKinds } from '@plumbline/contract/site/layers';

/** Metres east and north of the project's own place. */
export type Metres = readonly [east: number, north: number];
export interface SiteShape {
  readonly type: 'Point' | 'LineString' | 'Polygon';
  readonly at: readonly Metres[];
  readonly name?: string;
  readonly elevation?: number;
}
export interface SiteDrawing {
  readonly name: string;
  readonly kind: (typeof layerKinds)[number];
  readonly shapes: readonly SiteShape[];
}
/** Along an axis and to its left, m, as metres east and north. */
export type Frame = (chainage: number, left: number) => Metres;

export const frame = (towardsDeg: number): Frame => {
  const [cos, sin] = [Math.cos((towardsDeg * Math.PI) / 180), Math.sin((towardsDeg * Math.PI) / 180)];
  return (chainage, left) => [chainage * cos - left * sin, chainage * sin + left * cos];
};

export const area = (at: readonly Metres[], name?: string): SiteShape => ({
  type: 'Polygon',
  at,
  ...(name && { name }),
});
export const line = (at: readonly Metres[], name?: string): SiteShape => ({
  type: 'LineString',
  at,
  ...(name && { name }),
});
export const place = (at: Metres, name: string): SiteShape => ({ type: 'Point', at: [at], name });

/** Numbers from one to another in so many steps. */
export const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count);

/** A box about a middle, along the axis of the frame. */
export const box = (at: Frame, chainage: number, left: number, length: number, width: number): Metres[] => [
  at(chainage - length / 2, left - width / 2),
  at(chainage + length / 2, left - width / 2),
  at(chainage + length / 2, left + width / 2),
  at(chainage - length / 2, left + width / 2),
];

/** A band along the axis: its left and right edges as functions of the way along. */
export const band = (
  at: Frame,
  ways: readonly number[],
  left: (chainage: number) => number,
  right: (chainage: number) => number,
): Metres[] => [...ways.map((way) => at(way, left(way))), ...ways.toReversed().map((way) => at(way, right(way)))];

/** Numbers between 0 and 1, the same at every start (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Quarter {
  readonly at: Frame;
  readonly chainage: readonly [from: number, to: number];
  readonly left: readonly [from: number, to: number];
  /** Between two streets, m. */
  readonly block: readonly [chainage: number, left: number];
  /** Where nothing is built: water, the structure itself. Along and left, with the margin that is asked for, m. */
  readonly isFree: (chainage: number, left: number, margin: number) => boolean;
  readonly seed: number;
  /** Share of the plots that are built on. */
  readonly density?: number;
}

/** A quarter of a town: streets in a grid that end where nothing is built, and houses between them. */
export function quarterOf(quarter: Quarter): { readonly streets: SiteShape[]; readonly houses: SiteShape[] } {
  const { at, chainage, left, block, isFree } = quarter;
  const acrossAll = steps(chainage[0], chainage[1], Math.round((chainage[1] - chainage[0]) / block[0]));
  const rows = steps(left[0], left[1], Math.round((left[1] - left[0]) / block[1]));
  const streets = [
    ...acrossAll.flatMap((way) =>
      runs(steps(left[0], left[1], 60), (each) => isFree(way, each, 6)).map((run) =>
        line(run.map((each) => at(way, each))),
      ),
    ),
    ...rows.flatMap((side) =>
      runs(steps(chainage[0], chainage[1], 60), (each) => isFree(each, side, 6)).map((run) =>
        line(run.map((each) => at(each, side))),
      ),
    ),
  ];
  return { streets, houses: housesOf(quarter) };
}

/** The stretches of some numbers on which something holds. */
function runs(all: readonly number[], holds: (each: number) => boolean): number[][] {
  const found: number[][] = [[]];
  for (const each of all)
    if (holds(each)) found.at(-1)?.push(each);
    else if (found.at(-1)?.length) found.push([]);
  return found.filter(({ length }) => length > 1);
}

function housesOf({ at, chainage, left, block, isFree, seed, density = 0.72 }: Quarter): SiteShape[] {
  const random = randomOf(seed);
  const houses: SiteShape[] = [];
  for (let way = chainage[0]; way < chainage[1] - 1; way += block[0])
    for (let side = left[0]; side < left[1] - 1; side += block[1])
      for (const [i, j] of [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ] as const) {
        const length = (block[0] / 2 - 9) * (0.45 + random() * 0.5);
        const width = (block[1] / 2 - 9) * (0.45 + random() * 0.5);
        const middle = [way + block[0] * (0.27 + 0.46 * i), side + block[1] * (0.27 + 0.46 * j)] as const;
        if (random() < density && isFree(middle[0], middle[1], 22))
          houses.push(area(houseOf(at, middle, length, width, random())));
      }
  return houses;
}

/** A box, or one with a wing. */
function houseOf(
  at: Frame,
  [way, side]: readonly [number, number],
  length: number,
  width: number,
  turn: number,
): Metres[] {
  if (turn < 0.6) return box(at, way, side, length, width);
  const [l, w] = [length / 2, width / 2];
  return [
    at(way - l, side - w),
    at(way + l, side - w),
    at(way + l, side),
    at(way, side),
    at(way, side + w),
    at(way - l, side + w),
  ];
}
