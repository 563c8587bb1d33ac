/** What is seen of a picture in a window: how large it is drawn and where its upper left corner lies, in px. Pure. */
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
  readonly id: number;
  readonly text: string;
  /** Higher comes first where two do not fit beside each other. */
  readonly first: number;
  readonly x: number;
  readonly y: number;
}
const linePx = 16;
const cellPx = 64;

/**
 * Which labels have room, and at which side of their mark: none covers another, none leaves the window at the right. Ten
 * thousand take milliseconds: only neighbours are compared.
 */
export function labelled(labels: readonly Label[], windowPx: number): ReadonlyMap<number, 'left' | 'right'> {
  const shown = new Map<number, 'left' | 'right'>();
  const occupied = new Map<string, { left: number; right: number; top: number; bottom: number }[]>();
  const width = (text: string): number => [...text].reduce((sum, sign) => sum + (sign >= '\u{2e81}' ? 12 : 7), 4);
  for (const { id, text, x, y } of [...labels].sort((a, b) => b.first - a.first)) {
    const long = 12 + width(text);
    const side = x + long > windowPx && x > long ? 'left' : 'right';
    const left = side === 'left' ? x - long : x + 10;
    const box = { left, right: left + long - 10, top: y - linePx / 2, bottom: y + linePx / 2 };
    const cells: string[] = [];
    for (let cx = Math.floor(box.left / cellPx); cx <= Math.floor(box.right / cellPx); cx++)
      for (let cy = Math.floor(box.top / cellPx); cy <= Math.floor(box.bottom / cellPx); cy++)
        cells.push(`${cx},${cy}`);
    const meets = cells.some((cell) =>
      occupied
        .get(cell)
        ?.some(
          (other) =>
            box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
        ),
    );
    if (meets) continue;
    shown.set(id, side);
    for (const cell of cells) occupied.set(cell, [...(occupied.get(cell) ?? []), box]);
  }
  return shown;
}
