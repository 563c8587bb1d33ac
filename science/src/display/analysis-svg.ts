/** Values counted by size, and one quantity against another, on paper. Pure. */
import { box, dot, extentOf, plotOf, plotSize } from './plot-svg.ts';
import { label, line, strokeOf, svgOf } from './svg-parts.ts';
import { valueTicks } from './ticks.ts';

export interface PaperHistogram {
  /** Ends of the bins, one more than there are. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  readonly mean: number;
}

export function histogramSvg(
  { edges, counts, mean }: PaperHistogram,
  words: { readonly value: string; readonly count: string; readonly mean: string; readonly about: string },
): string {
  const [low, high] = extentOf(edges);
  const plot = plotOf(
    { ...valueTicks(low, high), name: words.value },
    { ...valueTicks(0, Math.max(1, ...counts)), name: words.count },
  );
  const { xOf, yOf } = plot;
  return svgOf(plotSize.width, plotSize.height + 16, [
    ...plot.frame,
    label(4, plotSize.height + 10, words.about),
    ...counts.map((count, i) => {
      const [from, to] = [xOf(edges[i] ?? low), xOf(edges[i + 1] ?? high)];
      return count === 0 ? '' : box(from + 0.5, yOf(count), to - from - 1, plot.bottom - yOf(count), strokeOf(0));
    }),
    line(xOf(mean), plot.top, xOf(mean), plot.bottom, strokeOf(1)),
    label(Math.min(xOf(mean) + 4, plot.right - 60), plot.top + 10, words.mean),
  ]);
}

export interface PaperRelation {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** The straight line that fits them best; null = none does. */
  readonly fit: { readonly slope: number; readonly intercept: number } | null;
}

/** `fit` = the line in words. */
export function relationSvg(
  { x, y, fit }: PaperRelation,
  words: { readonly x: string; readonly y: string; readonly fit: string },
): string {
  const [low, high] = extentOf(x);
  const across = valueTicks(low, high);
  const plot = plotOf({ ...across, name: words.x }, { ...valueTicks(...extentOf(y)), name: words.y });
  const { xOf, yOf } = plot;
  const at = (value: number): [number, number] => [xOf(value), yOf((fit?.slope ?? 0) * value + (fit?.intercept ?? 0))];
  return svgOf(plotSize.width, plotSize.height, [
    ...plot.frame,
    ...x.map((value, i) => dot(xOf(value), yOf(y[i] ?? 0), 1.8, strokeOf(0), 0.55)),
    ...(fit ? [line(...at(low), ...at(high), strokeOf(1)), label(plot.right, plot.top - 12, words.fit, 'end')] : []),
  ]);
}
