import { elementAt } from '@plumbline/contract/kernel/elements';
import type { ChartKind, Drawing } from './kind.ts';
import { type ChartBox, isWithin, nearest, type Range, rounded } from './range.ts';
import { heightOf, type Scale, valueAt } from './scale.ts';
import type { Size, Spot } from './spot.ts';

/** Where the plot lies along the axis that is moved, in px; an axis that runs the other way has a negative length. */
export interface Track {
  readonly start: number;
  readonly length: number;
}

interface Lane extends Track {
  readonly scale: Scale;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

/** A chart as it stands on the screen: what a place in px says in positions and values, and back. */
export class Plane {
  readonly direction: 'x' | 'y';
  readonly #minSpan: number;
  readonly view: Range;
  readonly drawing: Drawing;
  readonly track: Track;
  /** The same across: from where the scale begins, upwards or to the right; one for each panel. */
  readonly #across: readonly Lane[];
  readonly #size: Size;

  constructor(
    { direction, minSpan }: Pick<ChartKind<never>, 'direction' | 'minSpan'>,
    view: Range,
    drawing: Drawing,
    { widthPx, heightPx }: Size,
  ) {
    const { left, right, top, bottom } = drawing.layout;
    const width: Track = { start: left, length: widthPx - left - right };
    const height: Track = { start: top, length: heightPx - top - bottom };
    this.direction = direction;
    this.#minSpan = minSpan;
    this.view = view;
    this.drawing = drawing;
    const track = direction === 'x' ? width : height;
    this.track = drawing.isMirrored ? { start: track.start + track.length, length: -track.length } : track;
    const panels = drawing.panels?.map(({ top: start, heightPx: length, scale }) => ({ start, length, scale }));
    this.#across = panels ?? [{ ...(direction === 'x' ? height : width), scale: drawing.scale }];
    this.#size = { widthPx, heightPx };
  }

  /** The px of a position along the axis that is moved. */
  pxOf(position: number): number {
    const { from, to } = this.view;
    return this.track.start + ((position - from) / (to - from)) * this.track.length;
  }

  /** The px of a value across; null where it lies outside of the plot. */
  acrossPxOf(value: number, panel = 0): number | null {
    const lane = this.#across[panel];
    if (!lane || value < lane.scale.min || value > lane.scale.max) return null;
    const share = heightOf(lane.scale, value);
    return lane.start + (this.direction === 'x' ? 1 - share : share) * lane.length;
  }

  /** Returns whether a spot lies on the numbers of the axis that is moved. */
  isOnAxis(spot: Spot): boolean {
    const { layout } = this.drawing;
    const share = (spot[this.direction] - this.track.start) / this.track.length;
    if (share < 0 || share > 1) return false;
    return this.direction === 'x' ? spot.y > this.#size.heightPx - layout.bottom : spot.x < layout.left;
  }

  /** The band over the whole plot between two spots on the axis, as corners in px. */
  bandOf(from: Spot, to: Spot): { readonly from: Spot; readonly to: Spot } {
    const { top, left, right, bottom } = this.drawing.layout;
    const { widthPx, heightPx } = this.#size;
    const inside = (px: number): number => {
      const ends = [this.track.start, this.track.start + this.track.length];
      return Math.min(Math.max(...ends), Math.max(Math.min(...ends), px));
    };
    return this.direction === 'x'
      ? { from: { x: inside(from.x), y: top }, to: { x: inside(to.x), y: heightPx - bottom } }
      : { from: { x: left, y: inside(from.y) }, to: { x: widthPx - right, y: inside(to.y) } };
  }

  /** The value across at a spot; null outside of the plot. */
  valueAcross(spot: Spot): number | null {
    const lane = elementAt(this.#across, 0);
    const share = (spot[this.direction === 'x' ? 'y' : 'x'] - lane.start) / lane.length;
    return share < 0 || share > 1 ? null : this.#valueAt(spot);
  }

  /** The stop nearest to a spot; null outside of the plot or where none is in view. */
  stopAt(spot: Spot, stops: readonly number[]): number | null {
    const share = (spot[this.direction] - this.track.start) / this.track.length;
    if (share < 0 || share > 1) return null;
    const stop = stops[nearest(stops, this.#positionAt(share))];
    return stop !== undefined && isWithin(stop, this.view) ? stop : null;
  }

  /** A rectangle in px as positions and values; null for one that is too small to be meant. */
  boxOf(from: Spot, to: Spot): ChartBox | null {
    if (Math.abs(from[this.direction] - to[this.direction]) < 3) return null;
    const positions = [from, to].map((spot) =>
      rounded(this.#positionAt(within((spot[this.direction] - this.track.start) / this.track.length)), this.#minSpan),
    );
    const values = [from, to].map((spot) => this.#valueAt(spot));
    return {
      from: Math.min(...positions),
      to: Math.max(...positions),
      lower: Math.min(...values),
      upper: Math.max(...values),
    };
  }

  #positionAt(share: number): number {
    return this.view.from + share * (this.view.to - this.view.from);
  }

  #valueAt(spot: Spot): number {
    // Boxes choose values of what is drawn first.
    const lane = elementAt(this.#across, 0);
    const share = within((spot[this.direction === 'x' ? 'y' : 'x'] - lane.start) / lane.length);
    return valueAt(lane.scale, this.direction === 'x' ? 1 - share : share);
  }
}
