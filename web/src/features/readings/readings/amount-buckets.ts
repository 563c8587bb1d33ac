/**
 * Amounts over a long range as columns of the calendar of the project: a column for each reading is thinned to what is widest, and
 * says nothing of a day. Pure.
 */

import { hourMs } from '@plumbline/contract/kernel/durations';
import type { readings, Series } from '@plumbline/contract/readings/readings';
import type { Range } from '../../../charts/frame/range.ts';
import type { Reply } from '../../../kernel/queries.ts';

export type ColumnUnit = 'hour' | 'day' | 'month' | 'year';

/** More columns than this on a chart are a hatching. */
const maxColumns = 400;
const lengths = [
  ['hour', hourMs, 30 * 24 * hourMs],
  ['day', 24 * hourMs, 366 * 24 * hourMs],
  ['month', 30 * 24 * hourMs, 3_650 * 24 * hourMs],
  ['year', 365 * 24 * hourMs, 3_650 * 24 * hourMs],
] as const;

/** Returns the span that a column stands for; null = one reading. */
export function columnUnit({ from, to }: Range, intervalSeconds: number): ColumnUnit | null {
  const spanMs = to - from;
  const intervalMs = intervalSeconds * 1000;
  if (spanMs / intervalMs <= maxColumns) return null;
  const fitting = lengths.find(
    ([, lengthMs, longestMs]) => lengthMs > intervalMs && spanMs <= longestMs && spanMs / lengthMs <= maxColumns,
  );
  return fitting?.[0] ?? null;
}

/** The sums as a curve, each at the middle of its bucket. */
export const columnsOf = ({ series }: Reply<typeof readings.buckets>): { series: Series[] } => ({
  series: series.map(({ buckets, pointId, field, unit, quantity }) => ({
    pointId,
    field,
    unit,
    quantity,
    times: buckets.map(({ start, end }) => (Date.parse(start) + Date.parse(end)) / 2),
    values: buckets.map(({ sum }) => sum),
    total: buckets.length,
    thinned: false,
    corrected: false,
    flagged: [],
    flaggedTotal: 0,
    filtered: null,
  })),
});
