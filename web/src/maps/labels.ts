/**
 * Where the labels of map marks go: right of the mark, else left, above, below; else nowhere. Pure.
 * Invariant: no label covers a level mark or another label; louder levels choose first.
 */
export interface Labelled {
  readonly id: string | number;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Urgency: a level, or less than 1 for what is silent or normal. */
  readonly level: number;
}
const sides = ['right', 'left', 'below', 'above'] as const;
export type Side = (typeof sides)[number];
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
const markPx = 12;
const apart = (a: Box, b: Box): boolean => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

export function boxOf(mark: Labelled, side: Side): Box {
  const { x, y, widthPx: w, heightPx: h } = mark;
  if (side === 'right') return { x: x + markPx, y: y - h / 2, w, h };
  if (side === 'left') return { x: x - markPx - w, y: y - h / 2, w, h };
  if (side === 'above') return { x: x - w / 2, y: y - markPx - h, w, h };
  return { x: x - w / 2, y: y + markPx, w, h };
}

export function placeLabels(
  marks: readonly Labelled[],
  width: number,
  height: number,
  /** What lies over the map: its controls. */
  covered: readonly Box[] = [],
): Map<string | number, Side> {
  const glyphs = marks.map((mark) => ({ x: mark.x - 8, y: mark.y - 8, w: 16, h: 16, level: mark.level }));
  const labels: Box[] = [];
  const placed = new Map<string | number, Side>();
  const inside = (box: Box): boolean => box.x >= 0 && box.y >= 0 && box.x + box.w <= width && box.y + box.h <= height;
  const free = (box: Box, from: number): boolean =>
    inside(box) &&
    covered.every((other) => apart(box, other)) &&
    labels.every((other) => apart(box, other)) &&
    glyphs.every((other) => other.level < from || apart(box, other));
  for (const mark of [...marks].sort((a, b) => b.level - a.level)) {
    if (mark.widthPx === 0) continue;
    // Where no side is free, a label may lie over rings of level 0, never over a level mark.
    const side = sides.find((each) => free(boxOf(mark, each), 0)) ?? sides.find((each) => free(boxOf(mark, each), 1));
    if (!side) continue;
    labels.push(boxOf(mark, side));
    placed.set(mark.id, side);
  }
  return placed;
}
