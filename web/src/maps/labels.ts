/**
 * Where the labels of map marks go: right of the mark, else left, above, below; else nowhere. Pure.
 * Invariant: no label covers a mark or another label; louder levels choose first.
 */
export interface Labelled {
  readonly id: string | number;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly level: number;
}
export type Side = 'right' | 'left' | 'above' | 'below';
interface Box {
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

export function placeLabels(marks: readonly Labelled[], width: number, height: number): Map<string | number, Side> {
  const taken: Box[] = marks.map((mark) => ({ x: mark.x - 8, y: mark.y - 8, w: 16, h: 16 }));
  const placed = new Map<string | number, Side>();
  const inside = (box: Box): boolean => box.x >= 0 && box.y >= 0 && box.x + box.w <= width && box.y + box.h <= height;
  for (const mark of [...marks].sort((a, b) => b.level - a.level)) {
    if (mark.widthPx === 0) continue;
    for (const side of ['right', 'left', 'below', 'above'] as const) {
      const box = boxOf(mark, side);
      if (!inside(box) || !taken.every((other) => apart(box, other))) continue;
      taken.push(box);
      placed.set(mark.id, side);
      break;
    }
  }
  return placed;
}
