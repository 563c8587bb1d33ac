/**
 * A curve as a filter shows it. Windows are centred, so that nothing is shifted in time, and count readings or hours.
 * Nothing stored is changed by it, and nothing is judged by it.
 */
import { hourMs } from '@plumbline/contract/kernel/durations';
import {
  type Filtered,
  hampel,
  movingAverage,
  movingMedian,
  movingSigma,
  type Part,
  readingWindows,
  timeWindows,
  type Windows,
} from './windows.ts';

export interface DisplayFilter {
  readonly method: 'average' | 'median' | 'hampel' | 'sigma';
  /** Length of the window, in `unit`; of readings an odd number: as many before a reading as after it. */
  readonly window: number;
  readonly unit: 'hours' | 'readings';
  /** What Hampel and three sigma refuse: farther off than so many deviations. */
  readonly threshold: number;
}

/**
 * How far beyond a reading others take part in its filtered value, in ms or readings: half a window; of three sigma a whole
 * one, since each residual in the window has a window of its own.
 */
export function reachOf({ method, window, unit }: DisplayFilter): {
  readonly unit: 'ms' | 'readings';
  readonly reach: number;
} {
  const half = unit === 'hours' ? (window * hourMs) / 2 : Math.floor(window / 2);
  return { unit: unit === 'hours' ? 'ms' : 'readings', reach: method === 'sigma' ? 2 * half : half };
}

export const windowsOf = ({ window, unit }: DisplayFilter, times: ArrayLike<number>): Windows =>
  unit === 'hours' ? timeWindows(times, window * hourMs) : readingWindows(times.length, window, 'centred');

/** A part of a series through the filter. Averages and medians refuse nothing. */
export function applyFilter(
  { method, threshold }: DisplayFilter,
  values: ArrayLike<number>,
  windows: Windows,
  part: Part,
): Filtered {
  switch (method) {
    case 'average':
      return { values: movingAverage(values, windows, part), outliers: [] };
    case 'median':
      return { values: movingMedian(values, windows, part), outliers: [] };
    case 'hampel':
      return hampel(values, windows, threshold, part);
    case 'sigma':
      return movingSigma(values, windows, windows, threshold, part);
    default:
      return method satisfies never;
  }
}
