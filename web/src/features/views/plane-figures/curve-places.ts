/**
 * Where small curves stand beside their marks. Pure. Invariant: none lies over another, over a mark or beyond the drawing; what finds
 * no room at this size is left out and counted.
 */
import type { PlacedNow } from '@plumbline/contract/site/drawings.figures';
import type { Box } from '../../../maps/labels.ts';
import type { DrawnFigures } from './drawn-figures.ts';

/** The first is as wide as is read well; the second is for where points are crowded. */
export const curveSizes = [
  { w: 64, h: 20 },
  { w: 44, h: 16 },
] as const;
const markPx = 16;
/** From the middle of a mark to its curve, and between two curves. */
const apartPx = 13;
const betweenPx = 2;

const isApart = (a: Box, b: Box, gap: number): boolean =>
  a.x + a.w + gap <= b.x || b.x + b.w + gap <= a.x || a.y + a.h + gap <= b.y || b.y + b.h + gap <= a.y;

/** Below its mark, else above, else beside it; then the same where it is smaller. */
const around = (x: number, y: number): Box[] =>
  curveSizes.flatMap(({ w, h }) => [
    { x: x - w / 2, y: y + apartPx, w, h },
    { x: x - w / 2, y: y - apartPx - h, w, h },
    { x: x + apartPx, y: y - h / 2, w, h },
    { x: x - apartPx - w, y: y - h / 2, w, h },
    { x, y: y + apartPx, w, h },
    { x: x - w, y: y + apartPx, w, h },
  ]);

/** By point, px of the drawing at its size on the screen. */
export function curvePlaces(
  pointIds: readonly number[],
  placed: readonly PlacedNow[],
  { width, height }: { readonly width: number; readonly height: number },
): ReadonlyMap<number, Box> {
  const marks = placed.map(({ point: { id }, x, y }) => ({ id, x: x * width, y: y * height }));
  const covered = marks.map(({ x, y }) => ({ x: x - markPx / 2, y: y - markPx / 2, w: markPx, h: markPx }));
  const boxes = new Map<number, Box>();
  const isFree = (box: Box): boolean =>
    box.x >= 0 &&
    box.y >= 0 &&
    box.x + box.w <= width &&
    box.y + box.h <= height &&
    covered.every((mark) => isApart(box, mark, 0)) &&
    [...boxes.values()].every((other) => isApart(box, other, betweenPx));
  const pointSet = new Set(pointIds);
  for (const { id, x, y } of marks) {
    const box = pointSet.has(id) ? around(x, y).find(isFree) : undefined;
    if (box) boxes.set(id, box);
  }
  return boxes;
}

/** The boxes of all that have room on a drawing that is `widthPx` wide; until that is known, none. */
export function curveBoxes(
  { sparklines }: Pick<DrawnFigures, 'sparklines'>,
  placed: readonly PlacedNow[],
  { width, height }: { readonly width: number; readonly height: number },
  widthPx: number,
): readonly Box[] {
  if (!sparklines || widthPx === 0) return [];
  const size = { width: widthPx, height: (widthPx * height) / width };
  const pointIds = sparklines.curves.map(({ pointId }) => pointId);
  return [...curvePlaces(pointIds, placed, size).values()];
}
