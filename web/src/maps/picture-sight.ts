/** Part of a picture in a window: how large it is drawn and where its upper left corner lies, in px. Pure. */
export interface Sight {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
const closest = 8;

/** The whole picture in the middle of the window. */
export function fitted(picture: Size, window: Size): Sight {
  if (picture.width === 0 || window.width === 0) return { scale: 0, left: 0, top: 0 };
  const scale = Math.min(window.width / picture.width, window.height / picture.height);
  return {
    scale,
    left: (window.width - picture.width * scale) / 2,
    top: (window.height - picture.height * scale) / 2,
  };
}

/** The picture never leaves the window: its edge stays at the window's, and what is smaller stands in the middle. */
function clamped({ scale, left, top }: Sight, picture: Size, window: Size): Sight {
  const clampOffset = (at: number, length: number, available: number): number =>
    length <= available ? (available - length) / 2 : Math.min(0, Math.max(available - length, at));
  return {
    scale,
    left: clampOffset(left, picture.width * scale, window.width),
    top: clampOffset(top, picture.height * scale, window.height),
  };
}

/** Larger or smaller by a factor, from the whole picture to eight pixels for one; what lies under `at` stays there. */
export function zoomed(sight: Sight, by: number, at: { x: number; y: number }, picture: Size, window: Size): Sight {
  const min = fitted(picture, window).scale;
  const scale = Math.min(Math.max(closest, min), Math.max(min, sight.scale * by));
  if (sight.scale === 0) return fitted(picture, window);
  const ratio = scale / sight.scale;
  const next = { scale, left: at.x - (at.x - sight.left) * ratio, top: at.y - (at.y - sight.top) * ratio };
  return clamped(next, picture, window);
}

export const panned = (sight: Sight, x: number, y: number, picture: Size, window: Size): Sight =>
  clamped({ ...sight, left: sight.left + x, top: sight.top + y }, picture, window);

export interface Label {
  readonly id: string;
  readonly text: string;
  /** Higher comes first where two do not fit beside each other. */
  readonly first: number;
  readonly x: number;
  readonly y: number;
  /** Is its own mark and stands in its middle: an item. A point has a mark, and its name beside it. */
  readonly isItem: boolean;
}
export type LabelSide = 'left' | 'right' | 'middle';
interface LabelBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
const linePx = 16;
const itemPx = 26;
const markPx = 9;
const cellPx = 64;

const meet = (a: LabelBox, b: LabelBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Boxes by the squares of the window that they touch, so that only neighbours are compared. */
class Occupied {
  readonly #byCell = new Map<string, LabelBox[]>();

  #cellsOf(box: LabelBox): string[] {
    const cells: string[] = [];
    for (let cx = Math.floor(box.left / cellPx); cx <= Math.floor(box.right / cellPx); cx++)
      for (let cy = Math.floor(box.top / cellPx); cy <= Math.floor(box.bottom / cellPx); cy++)
        cells.push(`${cx},${cy}`);
    return cells;
  }

  add(box: LabelBox): void {
    for (const cell of this.#cellsOf(box)) this.#byCell.set(cell, [...(this.#byCell.get(cell) ?? []), box]);
  }

  isFree(box: LabelBox, ownMark: LabelBox | null): boolean {
    return this.#cellsOf(box).every((cell) =>
      (this.#byCell.get(cell) ?? []).every((other) => other === ownMark || !meet(box, other)),
    );
  }
}

const textPx = (text: string): number => [...text].reduce((sum, sign) => sum + (sign >= '\u{2e81}' ? 12 : 7), 4);

/** Where a name may stand, the best place first. */
function placesOf({ text, x, y, isItem }: Label): readonly (readonly [LabelSide, LabelBox])[] {
  const width = textPx(text);
  if (isItem) {
    const half = width / 2 + 9;
    return [['middle', { left: x - half, right: x + half, top: y - itemPx / 2, bottom: y + itemPx / 2 }]];
  }
  const [top, bottom] = [y - linePx / 2, y + linePx / 2];
  return [
    ['right', { left: x + 10, right: x + 12 + width, top, bottom }],
    ['left', { left: x - 12 - width, right: x - 10, top, bottom }],
  ];
}

/**
 * Returns the names that have room, and at which side of their mark: none covers another name, none covers another's
 * mark, none leaves the window. Ten thousand take milliseconds.
 */
export function labelled(labels: readonly Label[], windowPx: number): ReadonlyMap<string, LabelSide> {
  const sides = new Map<string, LabelSide>();
  const occupied = new Occupied();
  const marks = new Map(
    labels
      .filter(({ isItem }) => !isItem)
      .map(
        ({ id, x, y }) => [id, { left: x - markPx, right: x + markPx, top: y - markPx, bottom: y + markPx }] as const,
      ),
  );
  for (const mark of marks.values()) occupied.add(mark);
  for (const label of [...labels].sort((a, b) => b.first - a.first)) {
    const markBox = marks.get(label.id) ?? null;
    const side = placesOf(label).find(
      ([, box]) => box.left >= 0 && box.right <= windowPx && occupied.isFree(box, markBox),
    );
    if (!side) continue;
    sides.set(label.id, side[0]);
    occupied.add(side[1]);
  }
  return sides;
}
