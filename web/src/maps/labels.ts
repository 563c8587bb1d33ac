/**
 * Where the labels of map marks go: right of the mark, else left, below, above, at a corner; else nowhere. Pure.
 * Invariant: no label covers a level mark or another label; louder levels choose first.
 */
export interface Labelled {
  readonly id: string | number;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  /** With all that can be said; absent = no more than that. */
  readonly longPx?: number;
  readonly heightPx: number;
  /** Urgency: a level, or less than 1 for what is silent or normal. */
  readonly level: number;
  /** Carries a number at its upper right. */
  readonly isCluster: boolean;
}
const sides = ['right', 'left', 'below', 'above', 'below-left', 'above-left', 'below-right', 'above-right'] as const;
export type Side = (typeof sides)[number];
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
const markPx = 12;
const numberPx = 12;
const apart = (a: Box, b: Box): boolean => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

const cellPx = 64;
/** Boxes by the squares of the window that they touch, so that only neighbours are compared. */
class Occupied<B extends Box> {
  readonly #byCell = new Map<number, B[]>();

  #visit(box: Box, visit: (cell: number) => boolean): boolean {
    const [right, bottom] = [Math.floor((box.x + box.w) / cellPx), Math.floor((box.y + box.h) / cellPx)];
    for (let cx = Math.floor(box.x / cellPx); cx <= right; cx++)
      for (let cy = Math.floor(box.y / cellPx); cy <= bottom; cy++) if (!visit(cx * 65_536 + cy)) return false;
    return true;
  }

  add(box: B): void {
    this.#visit(box, (cell) => {
      const there = this.#byCell.get(cell);
      if (there) there.push(box);
      else this.#byCell.set(cell, [box]);
      return true;
    });
  }

  isFree(box: Box, counts: (other: B) => boolean = () => true): boolean {
    return this.#visit(box, (cell) =>
      (this.#byCell.get(cell) ?? []).every((other) => !counts(other) || apart(box, other)),
    );
  }
}

export function boxOf(mark: Labelled, side: Side): Box {
  const { x, y, widthPx: w, heightPx: h } = mark;
  if (side === 'right') return { x: x + markPx + (mark.isCluster ? numberPx : 0), y: y - h / 2, w, h };
  if (side === 'left') return { x: x - markPx - w, y: y - h / 2, w, h };
  const top = side.startsWith('above') ? y - markPx - h : y + markPx;
  if (side.endsWith('-left')) return { x: x + markPx - w, y: top, w, h };
  if (side.endsWith('-right')) return { x: x - markPx, y: top, w, h };
  return { x: x - w / 2, y: top, w, h };
}

/** Size of a name as it is drawn: without what is said where there is room alone, and with it. */
export function sizeOf(name: HTMLElement | null | undefined): Pick<Labelled, 'widthPx' | 'longPx' | 'heightPx'> {
  const widthOf = (element: Element | null | undefined) => (element instanceof HTMLElement ? element.offsetWidth : 0);
  const quantity = widthOf(name?.querySelector('.quantity'));
  const [title, below] = [widthOf(name?.firstElementChild), widthOf(name?.querySelector('small > :last-child'))];
  return {
    widthPx: Math.max(title, below),
    longPx: Math.max(title, quantity + below),
    heightPx: name?.offsetHeight ?? 0,
  };
}

export interface PlacedLabels {
  readonly sides: ReadonlyMap<string | number, Side>;
  /** What has room for all that can be said. */
  readonly long: ReadonlySet<string | number>;
}
export const noLabels: PlacedLabels = { sides: new Map(), long: new Set() };

export function placeLabels(
  marks: readonly Labelled[],
  width: number,
  height: number,
  /** What lies over the map: its controls. */
  covered: readonly Box[] = [],
): PlacedLabels {
  const glyphs = new Occupied<Box & { readonly level: number }>();
  for (const { x, y, level, isCluster } of marks)
    glyphs.add(isCluster ? { x: x - 8, y: y - 12, w: 28, h: 20, level } : { x: x - 8, y: y - 8, w: 16, h: 16, level });
  const labels = new Occupied<Box>();
  const placed = new Map<string | number, Side>();
  const inside = (box: Box): boolean => box.x >= 0 && box.y >= 0 && box.x + box.w <= width && box.y + box.h <= height;
  const free = (box: Box, from: number, but?: Box): boolean =>
    inside(box) &&
    covered.every((other) => apart(box, other)) &&
    labels.isFree(box, (other) => other !== but) &&
    glyphs.isFree(box, ({ level }) => level >= from);
  const byUrgency = [...marks].sort((a, b) => b.level - a.level).filter(({ widthPx }) => widthPx > 0);
  const boxes = new Map<Labelled, Box>();
  for (const mark of byUrgency) {
    // Where no side is free, the name of what is at a level may lie over rings of level 0, never over a level mark.
    const from = mark.level >= 1 ? 1 : 0;
    const side =
      sides.find((each) => free(boxOf(mark, each), 0)) ?? sides.find((each) => free(boxOf(mark, each), from));
    if (!side) continue;
    const box = boxOf(mark, side);
    labels.add(box);
    boxes.set(mark, box);
    placed.set(mark.id, side);
  }
  // Once every name has its place: none is left out for what another has to say.
  const long = new Set<string | number>();
  for (const [mark, placedBox] of boxes) {
    const side = placed.get(mark.id);
    const box = side && boxOf({ ...mark, widthPx: mark.longPx ?? mark.widthPx }, side);
    if (!box || !free(box, 0, placedBox)) continue;
    labels.add(box);
    long.add(mark.id);
  }
  return { sides: placed, long };
}

/** Clearance that keeps the map's own names away from letters, px: an ideograph is as wide as it is high. */
export const clearancePx = 13;

/** Where the map's own names keep clear: of each mark, and of its name at the side where that stands. */
export function clearanceOf(
  marks: readonly {
    readonly longitude: number;
    readonly latitude: number;
    readonly widthPx: number;
    readonly side: Side | null;
  }[],
): GeoJSON.FeatureCollection<
  GeoJSON.Point,
  { readonly text: string; readonly anchor: string; readonly offset: number[] }
> {
  return {
    type: 'FeatureCollection',
    features: marks.flatMap(({ longitude, latitude, widthPx, side }) => {
      const clearance = (text: string, { anchor, offset }: Anchor) => ({
        type: 'Feature' as const,
        properties: { text, anchor, offset },
        geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
      });
      const line = '\u4e00'.repeat(Math.ceil(widthPx / clearancePx));
      return [
        clearance('\u25cf', { anchor: 'center', offset: [0, 0] }),
        ...(side && widthPx > 0 ? [clearance(`${line}\n${line}`, anchors[side])] : []),
      ];
    }),
  };
}

interface Anchor {
  readonly anchor: string;
  readonly offset: number[];
}
/** How letters of the map are told to stand at a side of their place; offsets in heights of a letter. */
const anchors: Readonly<Record<Side, Anchor>> = {
  right: { anchor: 'left', offset: [1, 0] },
  left: { anchor: 'right', offset: [-1, 0] },
  above: { anchor: 'bottom', offset: [0, -1] },
  below: { anchor: 'top', offset: [0, 1] },
  'above-left': { anchor: 'bottom-right', offset: [1, -1] },
  'above-right': { anchor: 'bottom-left', offset: [-1, -1] },
  'below-left': { anchor: 'top-right', offset: [1, 1] },
  'below-right': { anchor: 'top-left', offset: [-1, 1] },
};
