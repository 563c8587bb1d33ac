import type { Range } from './range.ts';
import type { Spot } from './spot.ts';

/**
 * The part of a plan, section or body that is shown. Pure. Invariant: it never leaves the whole, so that a drawing is not
 * lost from sight, whatever an address says.
 */
export interface PlaneWindow {
  /** Its middle, in the units of the plane. */
  readonly x: number;
  readonly y: number;
  /** The side of the largest square about it that is in view: on plots of any shape the same is seen of the plane. */
  readonly side: number;
}

/** Two stretches of a plane, in its units. */
export interface Extent {
  readonly x: Range;
  readonly y: Range;
}

/** A plane in a plot: what is in view, and what is when nothing is enlarged. */
export interface ShownPlane extends Extent {
  readonly whole: Extent;
  /** Left and right have changed places. */
  readonly isMirrored?: boolean;
}

/** How many times the whole can be enlarged. */
const closest = 200;
/** How much a key or a button enlarges. */
export const zoomStep = 1.5;

const spanOf = ({ from, to }: Range): number => to - from;
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The range from a place on, moved so that it lies within the whole one. */
function within(from: number, span: number, extent: Range): Range {
  const start = clamp(from, extent.from, Math.max(extent.from, extent.to - span));
  return { from: start, to: start + span };
}

/** Returns the part of a plane that a window shows; all of it without one. */
export function partOf(extent: Extent, window: PlaneWindow | null | undefined): Extent {
  if (!window) return extent;
  const shorter = Math.min(spanOf(extent.x), spanOf(extent.y));
  const share = clamp(window.side / shorter, 1 / closest, 1);
  const about = (middle: number, range: Range): Range => {
    const span = spanOf(range) * share;
    return within(middle - span / 2, span, range);
  };
  return { x: about(window.x, extent.x), y: about(window.y, extent.y) };
}

/** The window that shows a part; null = the whole. */
export function windowOf(part: Extent, extent: Extent): PlaneWindow | null {
  const side = Math.min(spanOf(part.x), spanOf(part.y));
  if (side >= Math.min(spanOf(extent.x), spanOf(extent.y)) * 0.999) return null;
  // A ten-thousandth of what is in view is less than a pixel: more digits would only lengthen the address.
  const decimals = clamp(4 - Math.floor(Math.log10(side)), 0, 12);
  const rounded = (value: number): number => Number(value.toFixed(decimals));
  return {
    x: rounded((part.x.from + part.x.to) / 2),
    y: rounded((part.y.from + part.y.to) / 2),
    side: rounded(side),
  };
}

/** Returns whether a place, as shares of the plot from its left and its foot, lies in it. */
export const isInPlot = ({ x, y }: Spot): boolean => x >= 0 && x <= 1 && y >= 0 && y <= 1;

/** The place of the plane under a place of the plot. */
export const placeUnder = (share: Spot, { x, y }: Extent): Spot => ({
  x: x.from + share.x * spanOf(x),
  y: y.from + share.y * spanOf(y),
});

/** The window in which a place of the plane lies under a place of the plot, `zoom` of the whole in view (1 = all). */
export function windowWith(extent: Extent, place: Spot, share: Spot, zoom: number): PlaneWindow | null {
  const shareInView = clamp(zoom, 1 / closest, 1);
  const rangeOf = (at: number, part: number, range: Range): Range => {
    const span = spanOf(range) * shareInView;
    return within(at - part * span, span, range);
  };
  return windowOf({ x: rangeOf(place.x, share.x, extent.x), y: rangeOf(place.y, share.y, extent.y) }, extent);
}

/** How much of the whole a window shows: 1 = all. */
export const zoomOf = (extent: Extent, window: PlaneWindow | null): number =>
  spanOf(partOf(extent, window).x) / spanOf(extent.x);
export const isClosest = (extent: Extent, window: PlaneWindow | null): boolean =>
  zoomOf(extent, window) <= 1.001 / closest;

/** Enlarged about a place of the plot: what lies under it stays there. */
export function zoomedAbout(
  extent: Extent,
  window: PlaneWindow | null,
  share: Spot,
  factor: number,
): PlaneWindow | null {
  const place = placeUnder(share, partOf(extent, window));
  return windowWith(extent, place, share, zoomOf(extent, window) * factor);
}

/** Moved by shares of what is in view: to the right and upwards. */
export function movedBy(extent: Extent, window: PlaneWindow | null, right: number, up: number): PlaneWindow | null {
  const middle = placeUnder({ x: 0.5 + right, y: 0.5 + up }, partOf(extent, window));
  return windowWith(extent, middle, { x: 0.5, y: 0.5 }, zoomOf(extent, window));
}
