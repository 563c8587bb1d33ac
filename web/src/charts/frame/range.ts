import { elementAt } from '@plumbline/contract/kernel/elements';

/** A stretch of the axis along which a chart is moved: instants in epoch ms, depths, frequencies. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A rectangle that a person drew on the plot: a stretch of the axis, and values across it. */
export interface ChartBox extends Range {
  readonly lower: number;
  readonly upper: number;
}

/** The shortest stretch of time that a chart shows, in ms. */
export const minTimeMs = 1_000;

/** To the thousandth part of the shortest stretch: no more digits than can be seen. */
export const rounded = (position: number, minSpan: number): number => {
  const parts = 1_000 / minSpan;
  return Math.round(position * parts) / parts;
};

/** The range scaled by `factor` about the place `share` (0..1) of it. */
export function zoomed({ from, to }: Range, share: number, factor: number, minSpan = minTimeMs): Range {
  const span = to - from;
  const next = Math.max(minSpan, span * factor);
  const centre = from + span * share;
  return { from: rounded(centre - next * share, minSpan), to: rounded(centre + next * (1 - share), minSpan) };
}

/** The range moved back by a share of itself. */
export function panned({ from, to }: Range, share: number, minSpan = minTimeMs): Range {
  const by = rounded((to - from) * share, minSpan);
  return { from: from - by, to: to - by };
}

/** The stretch moved, and cut where it is longer, so that it lies within the whole. */
export function boundedBy({ from, to }: Range, bounds: Range): Range {
  const span = Math.min(to - from, bounds.to - bounds.from);
  const start = Math.max(bounds.from, Math.min(from, bounds.to - span));
  return { from: start, to: start + span };
}

export const isWithin = (position: number, { from, to }: Range): boolean => position >= from && position <= to;

/** The index of the position nearest to another; -1 where there is none. Positions ascend. */
export function nearest(positions: readonly number[], to: number): number {
  const after = firstFrom(positions, to);
  const [before, at] = [positions[after - 1], positions[after]];
  if (at === undefined) return positions.length - 1;
  return before !== undefined && to - before < at - to ? after - 1 : after;
}

/** The index of the first position that is not below another; the length where all are. */
function firstFrom(positions: readonly number[], min: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elementAt(positions, middle) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
