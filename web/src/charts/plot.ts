import { nearest } from './gaps.ts';
import type { Spot } from './gestures.ts';
import type { optionOf } from './option.ts';
import { valueAt } from './scale.ts';
import type { ChartBox, ChartCurve, Range } from './shapes.ts';

/** A chart as it stands on the screen: what a place in px says in times and values. */
export interface Plot {
  readonly view: Range;
  readonly curves: readonly ChartCurve[];
  readonly drawn: ReturnType<typeof optionOf> | null;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The time of the first curve's reading nearest to a place in px; null outside the plot or where nothing is in view. */
export function nearestReading(x: number, { view, curves, drawn, widthPx }: Plot): number | null {
  if (!drawn) return null;
  const { left, right } = drawn.layout;
  const share = (x - left) / (widthPx - left - right);
  if (share < 0 || share > 1) return null;
  const lead = curves.find((curve) => curve.kind !== 'hanging' && curve.times.length > 0);
  const found = lead?.times[nearest(lead.times, view.from + share * (view.to - view.from))];
  return found !== undefined && found >= view.from && found <= view.to ? found : null;
}

/** A box in px as times and values; null for one that is too small to be meant. */
export function boxOf(from: Spot, to: Spot, { view, drawn, widthPx, heightPx }: Plot): ChartBox | null {
  if (!drawn || Math.abs(from.x - to.x) < 3) return null;
  const { layout, scale } = drawn;
  const width = widthPx - layout.left - layout.right;
  const height = heightPx - layout.top - layout.bottom;
  const share = (part: number): number => Math.min(1, Math.max(0, part));
  const at = (x: number): number => Math.round(view.from + share((x - layout.left) / width) * (view.to - view.from));
  const value = (y: number): number => valueAt(scale, 1 - share((y - layout.top) / height));
  const ends = [value(from.y), value(to.y)];
  return {
    from: at(Math.min(from.x, to.x)),
    to: at(Math.max(from.x, to.x)),
    lower: Math.min(...ends),
    upper: Math.max(...ends),
  };
}
