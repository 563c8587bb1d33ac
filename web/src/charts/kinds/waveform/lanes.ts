/**
 * Axes under each other on one scale: each has a lane as high as the largest of all, so that what looks stronger is
 * stronger. Pure.
 */
import type { Scale } from '../../frame/scale.ts';
import type { WaveformContent, WaveformTrace } from './shapes.ts';

export interface Lanes {
  readonly axes: readonly string[];
  /** Half the height of a lane, in the unit of the waveform. */
  readonly half: number;
  /** A round value that is marked on both sides of zero. */
  readonly mark: number;
  readonly decimals: number;
  readonly scale: Scale;
}

export function lanesOf({ traces }: WaveformContent): Lanes {
  const axes = [...new Set(traces.map(({ axis }) => axis))].sort();
  let largest = 0;
  for (const { low, high } of traces) {
    for (const value of low) largest = Math.max(largest, Math.abs(value));
    for (const value of high) largest = Math.max(largest, Math.abs(value));
  }
  const half = (largest || 1) * 1.12;
  const { mark, decimals } = markOf(half);
  const height = 2 * half * Math.max(1, axes.length);
  return { axes, half, mark, decimals, scale: { min: 0, max: height, step: height, decimals } };
}

/** A round value that leaves room between the marks of two lanes. */
function markOf(half: number): { readonly mark: number; readonly decimals: number } {
  const power = Math.floor(Math.log10(half * 0.7));
  const digit = [5, 2, 1].find((each) => each * 10 ** power <= half * 0.7) ?? 1;
  return { mark: digit * 10 ** power, decimals: Math.max(0, -power) };
}

/** Where zero of an axis lies, the first axis at the top. */
export const zeroOf = ({ axes, half }: Lanes, axis: string): number =>
  2 * half * (axes.length - 1 - Math.max(0, axes.indexOf(axis))) + half;

export const secondsAt = ({ fromSeconds, stepSeconds }: WaveformTrace, place: number): number =>
  fromSeconds + place * stepSeconds;

/** The sample at a time; of a pixel the one that is farther from zero. Null beside the trace. */
export function valueNear(trace: WaveformTrace, seconds: number): number | null {
  const place = Math.round((seconds - trace.fromSeconds) / trace.stepSeconds);
  const [low, high] = [trace.low[place], trace.high[place]];
  if (low === undefined) return null;
  return high !== undefined && Math.abs(high) > Math.abs(low) ? high : low;
}

/** The times of the first trace: where the crosshair stops. */
export const stopsIn = ({ traces: [first] }: WaveformContent): number[] =>
  first ? first.low.map((_, i) => secondsAt(first, i)) : [];

/** When the chosen waveform is farthest from zero. */
export function peakTime({ traces }: WaveformContent): number | null {
  let [best, at] = [-1, null as number | null];
  for (const trace of traces) {
    if (trace.isOther) continue;
    for (let i = 0; i < trace.low.length; i++) {
      const size = Math.max(Math.abs(trace.low[i] ?? 0), Math.abs(trace.high[i] ?? 0));
      if (size > best) [best, at] = [size, secondsAt(trace, i)];
    }
  }
  return at;
}
