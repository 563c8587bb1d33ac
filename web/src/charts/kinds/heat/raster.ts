/**
 * The picture of a heat map, pixel by pixel. Pure. Invariant: nothing is drawn where there is no column, and of several lines
 * in one pixel the strongest is.
 */
import { writeHeat } from '../../../design/heat-colours.ts';
import type { Range } from '../../frame/range.ts';
import { type Levels, middleOf, shareOf } from './levels.ts';
import type { HeatColumn, HeatContent } from './shapes.ts';

/** A strip of a waveform that lasts less than this is drawn as wide, px; as far as its neighbours leave room. */
const stripPx = 12;
const narrowestPx = 2;

export interface Strip {
  readonly column: HeatColumn;
  /** In px of the plot, `to` not included. */
  readonly from: number;
  readonly to: number;
}

/** Where each column that is in view lies, the strongest last: where two share a pixel it is the one that is seen. */
export function stripsOf({ columns, isContinuous }: HeatContent, view: Range, widthPx: number): Strip[] {
  const pxOf = (at: number): number => ((at - view.from) / (view.to - view.from)) * widthPx;
  const middles = columns.map((column) => pxOf(middleOf(column)));
  const strips = columns.flatMap((column, i): Strip[] => {
    let [from, to] = [pxOf(column.from), pxOf(column.to)];
    if (!isContinuous) {
      const middle = middles[i] ?? 0;
      const free = Math.min(middle - (middles[i - 1] ?? -Infinity), (middles[i + 1] ?? Infinity) - middle) * 0.9;
      const wide = Math.max(to - from, Math.min(stripPx, free), narrowestPx);
      [from, to] = [middle - wide / 2, middle + wide / 2];
    }
    const [first, end] = [
      Math.max(0, Math.round(from)),
      Math.min(widthPx, Math.max(Math.round(to), Math.round(from) + 1)),
    ];
    return end > first ? [{ column, from: first, to: end }] : [];
  });
  return isContinuous ? strips : strips.sort((a, b) => (a.column.peak ?? 0) - (b.column.peak ?? 0));
}

/** Red, green, blue and opacity of every pixel, from the left upper corner on. */
export function rasterOf(
  content: HeatContent,
  levels: Levels,
  view: Range,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
  const { lines } = content;
  for (const { column, from, to } of stripsOf(content, view, widthPx))
    for (let y = 0; y < heightPx; y++) {
      const end = Math.min(lines, Math.ceil(((heightPx - y) / heightPx) * lines));
      const first = Math.min(end - 1, Math.floor(((heightPx - y - 1) / heightPx) * lines));
      let strongest: number | null = null;
      for (let line = first; line < end; line++) {
        const value = column.values[line] ?? null;
        if (value !== null && (strongest === null || value > strongest)) strongest = value;
      }
      if (strongest === null) continue;
      const share = shareOf(content, levels, column, strongest);
      for (let x = from; x < to; x++) writeHeat(share, pixels, 4 * (y * widthPx + x));
    }
  return pixels;
}
