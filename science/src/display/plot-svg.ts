/** The frame of a drawing with two axes: its grid, its words, and where values lie in it. Pure. */
import { label, line } from './svg-parts.ts';
import type { ValueAxis } from './ticks.ts';

/** An axis and what it is, with its unit. */
export interface PlotAxis extends ValueAxis {
  readonly name: string;
}
export interface Plot {
  readonly xOf: (value: number) => number;
  readonly yOf: (value: number) => number;
  /** Grid, ticks and names: drawn first. */
  readonly frame: readonly string[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Two stand beside each other on a page. */
export const plotSize = { width: 520, height: 250 } as const;
const margin = { left: 62, right: 16, top: 26, bottom: 40 };

/** `more` = room on the right beyond what axes need. */
export function plotOf(x: PlotAxis, y: PlotAxis, more = 0, size: { width: number; height: number } = plotSize): Plot {
  const [left, top] = [margin.left, margin.top];
  const [right, bottom] = [size.width - margin.right - more, size.height - margin.bottom];
  const xOf = (value: number) => left + ((value - x.min) / (x.max - x.min)) * (right - left);
  const yOf = (value: number) => bottom - ((value - y.min) / (y.max - y.min)) * (bottom - top);
  return {
    xOf,
    yOf,
    left,
    right,
    top,
    bottom,
    frame: [
      ...y.ticks.flatMap(({ value, words }) => [
        line(left, yOf(value), right, yOf(value), value === 0 ? '#888' : '#ddd'),
        label(left - 6, yOf(value) + 4, words, 'end'),
      ]),
      ...x.ticks.flatMap(({ value, words }) => [
        line(xOf(value), bottom, xOf(value), bottom + 4, '#666'),
        label(xOf(value), bottom + 17, words, 'middle'),
      ]),
      line(left, top, left, bottom, '#666'),
      line(left, bottom, right, bottom, '#666'),
      label(4, 13, y.name),
      label(right, size.height - 6, x.name, 'end'),
    ],
  };
}

export const box = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(width, 0.4).toFixed(1)}" height="${Math.max(height, 0.4).toFixed(1)}" fill="${fill}"/>`;
export const dot = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${fill}" fill-opacity="${opacity}"/>`;

/** The least and the greatest of what is there; both 0 where nothing is. */
export function extentOf(values: Iterable<number | null>): readonly [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values)
    if (value !== null && Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low > high ? [0, 0] : [low, high];
}
