/** What vibration points recorded, on paper: samples over time, lines of a spectrum, spectra over time, peaks. Pure. */
import { zoneOf } from '../series/zone.ts';
import type { ChartFrame } from './chart-svg.ts';
import { box, dot, extentOf, type PlotAxis, plotOf, plotSize } from './plot-svg.ts';
import { brokenPath, label, line, strokeOf, svgOf } from './svg-parts.ts';
import { timeTicks, valueTicks } from './ticks.ts';

export interface PaperAxis {
  readonly name: string;
  /** Lowest and highest of each step; `high` is empty where `low` are the samples themselves. */
  readonly low: readonly number[];
  readonly high: readonly number[];
}
interface AxisWords {
  readonly x: string;
  readonly y: string;
}
const laneHeight = 130;

/** A lane for each axis, all in one scale. */
export function waveformSvg(
  axes: readonly PaperAxis[],
  { fromSeconds, stepSeconds }: { readonly fromSeconds: number; readonly stepSeconds: number },
  words: AxisWords,
): string {
  const count = Math.max(...axes.map(({ low }) => low.length), 1);
  const x = valueTicks(fromSeconds, fromSeconds + Math.max(1, count - 1) * stepSeconds, 8);
  const [lowest, highest] = extentOf(axes.flatMap(({ low, high }) => [...low, ...high]));
  const reach = Math.max(Math.abs(lowest), Math.abs(highest)) || 1;
  const y = valueTicks(-reach, reach, 3);
  const size = { width: plotSize.width, height: laneHeight };
  const lanes = axes.map(({ name, low, high }, i) => {
    const isLast = i === axes.length - 1;
    const plot = plotOf({ ...x, name: isLast ? words.x : '' }, { ...y, name: `${name}  ${words.y}` }, 0, size);
    const xOf = (place: number) => plot.xOf(fromSeconds + place * stepSeconds);
    const upper = low.map((value, k): [number, number] => [xOf(k), plot.yOf(high[k] ?? value)]);
    const lower = high.length === 0 ? [] : low.map((value, k): [number, number] => [xOf(k), plot.yOf(value)]).reverse();
    const path = brokenPath([...upper, ...lower]);
    const fill = high.length === 0 ? 'none' : strokeOf(i);
    return `<g transform="translate(0 ${i * laneHeight})">${plot.frame.join('')}<path d="${path}" stroke="${strokeOf(i)}" stroke-width="0.8" fill="${fill}"/></g>`;
  });
  return svgOf(size.width, laneHeight * Math.max(1, axes.length), lanes);
}

export interface PaperSpectrum {
  readonly name: string;
  readonly hz: readonly number[];
  readonly values: readonly (number | null)[];
  readonly dominantHz: number | null;
}

export function spectrumSvg(axes: readonly PaperSpectrum[], words: AxisWords): string {
  const [, highest] = extentOf(axes.flatMap(({ values }) => values));
  const [, farthest] = extentOf(axes.flatMap(({ hz }) => hz));
  const plot = plotOf(
    { ...valueTicks(0, farthest || 1, 8), name: words.x },
    { ...valueTicks(0, highest || 1), name: words.y },
  );
  return svgOf(plotSize.width, plotSize.height, [
    ...plot.frame,
    ...axes.map(({ hz, values }, i) => {
      const path = brokenPath(
        values.map((value, k) => (value === null ? null : [plot.xOf(hz[k] ?? 0), plot.yOf(value)])),
      );
      return `<path d="${path}" stroke="${strokeOf(i)}" stroke-width="1" fill="none" stroke-linejoin="round"/>`;
    }),
    ...axes.flatMap(({ name, dominantHz }, i) => {
      const y = plot.top + 10 + i * 16;
      const words = dominantHz === null ? name : `${name}  ${Number(dominantHz.toPrecision(3))} Hz`;
      return [line(plot.right - 128, y - 4, plot.right - 108, y - 4, strokeOf(i)), label(plot.right - 102, y, words)];
    }),
  ]);
}

const timeAxis = ({ fromMs, toMs, timeZone }: ChartFrame): PlotAxis => ({
  min: fromMs,
  max: toMs,
  name: '',
  ticks: timeTicks(zoneOf(timeZone), fromMs, toMs).map(({ at, words }) => ({ value: at, words })),
});

/** From nothing to the most: dark blue to yellow, told apart without colours too. */
const ramp = ['#0b1d51', '#31688e', '#35b779', '#fde725'] as const;
function rampColour(share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (ramp.length - 1);
  const i = Math.min(Math.floor(place), ramp.length - 2);
  const part = (colour: string, k: number) => Number.parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16);
  const mixed = [0, 1, 2].map((k) => {
    const [a, b] = [part(ramp[i] ?? ramp[0], k), part(ramp[i + 1] ?? ramp[3], k)];
    return Math.round(a + (b - a) * (place - i))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}

export interface PaperSpectra {
  readonly fromHz: number;
  readonly lineHz: number;
  readonly columns: readonly { readonly atMs: number; readonly values: readonly (number | null)[] }[];
}
const cells = { across: 110, up: 64 } as const;

/** The highest of what falls into a cell: no peak is lost. Columns of no waveform stay white. */
export function spectraSvg(
  { fromHz, lineHz, columns }: PaperSpectra,
  frame: ChartFrame,
  words: { readonly y: string; readonly value: string },
): string {
  const lines = Math.max(...columns.map(({ values }) => values.length), 1);
  const plot = plotOf(timeAxis(frame), { ...valueTicks(fromHz, fromHz + lines * lineHz), name: words.y }, 64);
  const up = Math.min(lines, cells.up);
  const most = new Map<number, number>();
  for (const { atMs, values } of columns) {
    const across = Math.min(
      cells.across - 1,
      Math.floor(((atMs - frame.fromMs) / (frame.toMs - frame.fromMs)) * cells.across),
    );
    for (const [i, value] of values.entries()) {
      if (value === null) continue;
      const key = across * up + Math.floor((i * up) / lines);
      most.set(key, Math.max(most.get(key) ?? Number.NEGATIVE_INFINITY, value));
    }
  }
  const [, highest] = extentOf(most.values());
  const width = (plot.right - plot.left) / cells.across;
  const heightHz = (lines * lineHz) / up;
  const drawn = [...most].map(([key, value]) => {
    const row = key % up;
    const [low, high] = [plot.yOf(fromHz + row * heightHz), plot.yOf(fromHz + (row + 1) * heightHz)];
    const x = plot.left + Math.floor(key / up) * width;
    return box(x, high, width + 0.3, low - high + 0.3, rampColour(highest > 0 ? value / highest : 0));
  });
  const scale = Array.from({ length: 24 }, (_, i) => {
    const height = (plot.bottom - plot.top) / 24;
    return box(plot.right + 12, plot.bottom - (i + 1) * height, 12, height + 0.3, rampColour((i + 0.5) / 24));
  });
  return svgOf(plotSize.width, plotSize.height, [
    ...plot.frame,
    ...drawn,
    ...scale,
    label(plot.right + 28, plot.top + 8, String(Number(highest.toPrecision(3)))),
    label(plot.right + 28, plot.bottom, '0'),
    label(plotSize.width - 4, 13, words.value, 'end'),
  ]);
}

/** Peaks of events as bars over time. */
export function magnitudesSvg(
  events: readonly { readonly atMs: number; readonly value: number }[],
  frame: ChartFrame,
  words: { readonly y: string },
): string {
  const [, highest] = extentOf(events.map(({ value }) => value));
  const plot = plotOf(timeAxis(frame), { ...valueTicks(0, highest || 1), name: words.y });
  return svgOf(plotSize.width, plotSize.height, [
    ...plot.frame,
    ...events.flatMap(({ atMs, value }) => {
      const [x, y] = [plot.xOf(atMs), plot.yOf(value)];
      return [line(x, plot.bottom, x, y, strokeOf(0)), dot(x, y, 2, strokeOf(0))];
    }),
  ]);
}
