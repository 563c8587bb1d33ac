/** A curve that a person drew, as readings: one each interval, on the line between its columns. */
import type { Series } from '@plumbline/science/limits/condition-terms';

/** Moments of a curve that a person can move. */
export const drawnColumns = 121;
/** Readings of a curve: an interval that gives more is lengthened. */
const maxReadings = 5_000;

export interface DrawnSpan {
  readonly startAt: number;
  readonly toMs: number;
}

/** Readings along a curve, one each interval, on the line between its columns; none where nothing is drawn. */
export function readingsOn(values: readonly (number | null)[], span: DrawnSpan, intervalSeconds: number): Series {
  const length = span.toMs - span.startAt;
  const stepMs = Math.max(intervalSeconds * 1000, length / maxReadings);
  const times: number[] = [];
  const sampled: number[] = [];
  for (let at = span.startAt; at <= span.toMs; at += stepMs) {
    const column = ((at - span.startAt) / length) * (values.length - 1);
    const [left, right] = [values[Math.floor(column)] ?? null, values[Math.ceil(column)] ?? null];
    if (left === null || right === null) continue;
    times.push(Math.round(at));
    sampled.push(left + (right - left) * (column - Math.floor(column)));
  }
  return { times, values: sampled };
}

/** From where to where a curve can be drawn: half as far again as what must be in it. */
export function drawnRange(values: readonly number[]): { low: number; high: number } {
  const [low, high] = values.length > 0 ? [Math.min(0, ...values), Math.max(0, ...values)] : [0, 10];
  const reach = high - low || 1;
  return { low: low < 0 ? low - reach / 2 : low, high: high > 0 ? high + reach / 2 : high };
}
