/** The ends of a span as its figures tell them: its first and last value, and the rate between them. Pure. */

import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Timed } from './rates.ts';

/** The first and the last value that is there; null = there is none. */
export function endsOf(times: Float64Array, values: Float64Array): { first: Timed; last: Timed } | null {
  const first = values.findIndex((value) => !Number.isNaN(value));
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  const measured = (i: number) => ({ atMs: times[i] as number, value: values[i] as number });
  return first < 0 ? null : { first: measured(first), last: measured(last) };
}

/**
 * Change per day between two ends of a span; null where they are hardly a day apart: minutes say nothing of a day. An
 * interval may be missing at each end; points that are read less often than daily have two readings at least.
 */
export function rateOverSpan(
  { first, last }: { first: Timed; last: Timed },
  change: number | null,
  intervalMs: number,
) {
  const minMs = Math.max(dayMs - 2 * intervalMs, Math.min(intervalMs, dayMs) / 2);
  const lengthMs = last.atMs - first.atMs;
  return lengthMs < minMs || change === null ? null : change / (lengthMs / dayMs);
}
