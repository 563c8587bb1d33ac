/** Contours of a moment or of a span, as a drawing shows them. Pure. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import { bandEdges, type ContourField, contourField } from '@plumbline/science/surface/contours';
import { interpolationOf } from '@plumbline/science/surface/natural-neighbours';
import type { ContourPoint } from './contour-groups.ts';

export const contourSpans = ['now', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type ContourSpan = (typeof contourSpans)[number];
const spanMs: Record<ContourSpan, number> = {
  now: 0,
  day: dayMs,
  week: 7 * dayMs,
  month: 30 * dayMs,
  quarter: 91 * dayMs,
  year: 365 * dayMs,
};
/** What one call reads the sections of. */
const maxFrames = 24;

/** The times that are replayed, ascending, the present the last of them; alone where nothing is replayed. */
export function frameTimes(span: ContourSpan, nowMs: number): number[] {
  if (span === 'now') return [nowMs];
  return Array.from({ length: maxFrames }, (_, i) => nowMs - (spanMs[span] * (maxFrames - 1 - i)) / (maxFrames - 1));
}

/** Values of the points at one time, as long as the points; null = no reading near enough. */
export interface ContourFrame {
  readonly at: number;
  readonly values: readonly (number | null)[];
}

/** Size of the drawing in metres, or in its own units where it has no scale. */
export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

/** The bands of a frame in shares of `size`; null where too few points had a reading, or all of them lie on a line. */
export function frameField(
  points: readonly ContourPoint[],
  { values }: ContourFrame,
  edges: readonly number[],
  size: DrawingSize,
): ContourField | null {
  const measured = points.flatMap(({ x, y }, i) => {
    const value = values[i] ?? null;
    return value === null ? [] : [{ x: x * size.width, y: y * size.height, value }];
  });
  const interpolation = interpolationOf(measured);
  return interpolation && contourField(interpolation, edges);
}

/** The edges of the bands of all frames: colours mean the same in each. */
export const edgesOf = (frames: readonly ContourFrame[]): number[] => bandEdges(frames.map(({ values }) => values));
