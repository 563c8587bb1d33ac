import type { ChartKind, Drawing } from './kind.ts';
import { type ChartBox, isWithin, nearest, type Range, rounded } from './range.ts';
import { heightOf, valueAt } from './scale.ts';

/** A place in the chart's element, in px from its left upper corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Where the plot lies along the axis that is moved, in px. */
export interface Track {
  readonly start: number;
  readonly length: number;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

/** A chart as it stands on the screen: what a place in px says in positions and values, and back. */
export class Plane {
  readonly direction: 'x' | 'y';
  readonly #minSpan: number;
  readonly view: Range;
  readonly drawing: Drawing;
  readonly track: Track;
  /** The same across: from where the scale begins, upwards or to the right. */
  readonly #across: Track;

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
    this.track = direction === 'x' ? width : height;
    this.#across = direction === 'x' ? height : width;
  }

  /** The px of a position along the axis that is moved. */
  pxOf(position: number): number {
    const { from, to } = this.view;
    return this.track.start + ((position - from) / (to - from)) * this.track.length;
  }

  /** The px of a value across; null where it lies outside of the plot. */
  acrossPxOf(value: number): number | null {
    const { scale } = this.drawing;
    if (value < scale.min || value > scale.max) return null;
    const share = heightOf(scale, value);
    return this.#across.start + (this.direction === 'x' ? 1 - share : share) * this.#across.length;
  }

  /** The stop nearest to a spot; null outside of the plot or where none is in view. */
  stopAt(spot: Spot, stops: readonly number[]): number | null {
    const share = (spot[this.direction] - this.track.start) / this.track.length;
    if (share < 0 || share > 1) return null;
    const found = stops[nearest(stops, this.#positionAt(share))];
    return found !== undefined && isWithin(found, this.view) ? found : null;
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
    const share = within((spot[this.direction === 'x' ? 'y' : 'x'] - this.#across.start) / this.#across.length);
    return valueAt(this.drawing.scale, this.direction === 'x' ? 1 - share : share);
  }
}
