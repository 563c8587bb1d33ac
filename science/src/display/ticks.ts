/** Ticks of the axes of a chart on paper. Pure. */
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import type { Zone } from '../series/zone.ts';

export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly { readonly value: number; readonly words: string }[];
}

const usualTicks = 5;

/** Round numbers that hold [min, max], about `wanted` of them; a span of nothing is opened by a little. */
export function valueTicks(min: number, max: number, tickCount = usualTicks): ValueAxis {
  const half = Math.abs(min) * 0.01 || 0.1;
  const [low, high] = max > min ? [min, max] : [min - half, max + half];
  const rough = (high - low) / tickCount;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const decimals = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => {
    const value = (first + i) * step;
    const words = Math.abs(value) >= 1e6 ? value.toExponential(2) : value.toFixed(decimals);
    return { value, words: Number(words) === 0 ? '0' : words };
  });
  return { min: first * step, max: last * step, ticks };
}

/** How long a span may be for ticks so far apart. */
const steps = [
  { spanMs: 30 * hourMs, hours: 4 },
  { spanMs: 3 * dayMs, hours: 12 },
  { spanMs: 8 * dayMs, hours: 24 },
  { spanMs: 16 * dayMs, hours: 24 * 2 },
  { spanMs: 35 * dayMs, hours: 24 * 5 },
  { spanMs: 70 * dayMs, hours: 24 * 10 },
  { spanMs: 110 * dayMs, hours: 24 * 14 },
] as const;

/** Ticks at whole hours, days or months of the zone, [fromMs, toMs]. */
export function timeTicks(zone: Zone, fromMs: number, toMs: number): { at: number; words: string }[] {
  const span = toMs - fromMs;
  const step = steps.find(({ spanMs }) => span <= spanMs);
  return step ? clockTicks(zone, fromMs, toMs, step.hours * hourMs) : monthTicks(zone, fromMs, toMs);
}

function clockTicks(zone: Zone, fromMs: number, toMs: number, stepMs: number) {
  const ticks: { at: number; words: string }[] = [];
  const start = Math.floor(zone.localOf(fromMs) / dayMs) * dayMs;
  for (let local = start; ; local += stepMs) {
    const at = zone.startOf(local);
    if (at > toMs) return ticks;
    const text = new Date(local).toISOString();
    if (at >= fromMs)
      ticks.push({ at, words: stepMs < dayMs && local % dayMs !== 0 ? text.slice(11, 16) : text.slice(5, 10) });
  }
}

function monthTicks(zone: Zone, fromMs: number, toMs: number) {
  const ticks: { at: number; words: string }[] = [];
  const start = new Date(zone.localOf(fromMs));
  const step = toMs - fromMs > 200 * dayMs ? 2 : 1;
  for (let month = start.getUTCMonth(); ; month += step) {
    const local = Date.UTC(start.getUTCFullYear(), month, 1);
    const at = zone.startOf(local);
    if (at > toMs) return ticks;
    if (at >= fromMs) ticks.push({ at, words: new Date(local).toISOString().slice(0, 7) });
  }
}
