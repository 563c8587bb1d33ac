import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber, formatZone } from '../../kernel/format.ts';
import type { Canvas, Layout } from './kind.ts';
import type { Range } from './range.ts';
import { type Scale, scaleOf } from './scale.ts';
import { tickLabel, timeTicks } from './ticks.ts';

/** What options of all kinds on two axes have in common. Pure. */
const fontFamily = 'Inter, "Noto Sans SC", sans-serif';

/** Below this width labels are short and margins tight. */
const narrowPx = 520;
export const isNarrow = ({ widthPx }: Pick<Canvas, 'widthPx'>): boolean => widthPx < narrowPx;

/** Room over the plot: for the names of axes, and for a title where there is one. */
export const topOf = ({ title }: Pick<Canvas, 'title'>): number => (title ? 64 : 34);

/** Width and height of the plot, never nothing. */
export const plotSizeOf = (
  layout: Layout,
  { widthPx, heightPx }: Pick<Canvas, 'widthPx' | 'heightPx'>,
): { width: number; height: number } => ({
  width: Math.max(40, widthPx - layout.left - layout.right),
  height: Math.max(40, heightPx - layout.top - layout.bottom),
});

export const labelStyle = ({ tokens }: Canvas) => ({ color: tokens['text-3'], fontSize: 11, fontFamily });

/** Type, title and plot; axes and series are the kind's. */
export const framed = (layout: Layout, canvas: Canvas, drawn: EChartsCoreOption): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily, fontSize: 11 },
  ...(canvas.title ? titled(canvas.title, canvas) : {}),
  grid: { ...layout, containLabel: false },
  ...drawn,
});

const titled = (title: string, { tokens, subtitle }: Canvas): EChartsCoreOption => ({
  backgroundColor: tokens['bg-pane'],
  title: {
    text: title,
    subtext: subtitle ?? '',
    left: 16,
    top: 8,
    itemGap: 4,
    textStyle: { color: tokens.text, fontSize: 13, fontWeight: 600 },
    subtextStyle: { color: tokens['text-3'], fontSize: 11 },
  },
});

/** An axis of places or frequencies: marked at round numbers of what is in view, about `most` of them. */
export function plainNumberAxis(view: Range, most: number, canvas: Canvas): object {
  const { step, decimals } = scaleOf(view.from, view.to, most);
  const customValues = roundTicks({ min: view.from, max: view.to, step });
  return {
    ...plainAxis(canvas),
    min: view.from,
    max: view.to,
    interval: step,
    axisTick: { show: false, customValues },
    axisLabel: {
      ...labelStyle(canvas),
      customValues,
      formatter: (value: number) => value.toFixed(decimals),
      hideOverlap: true,
    },
    splitLine: { show: false },
  };
}

/** An axis of instants, marked at round times of the zone. */
export function timeAxis(view: Range, plotWidth: number, zone: string | undefined, canvas: Canvas): object {
  const { tokens, language } = canvas;
  const most = Math.max(2, Math.floor(plotWidth / (isNarrow(canvas) ? 72 : 96)));
  const ticks = timeTicks(view.from, view.to, most, zone);
  return {
    type: 'value',
    min: view.from,
    max: view.to,
    // By whose clocks, beside the numbers.
    ...(zone === undefined
      ? {}
      : {
          name: formatZone(zone, view.to),
          nameLocation: 'start',
          nameGap: 6,
          nameTextStyle: { ...labelStyle(canvas), verticalAlign: 'top', padding: [8, 0, 0, 0] },
        }),
    axisLine: { lineStyle: { color: tokens.axis }, onZero: false },
    axisTick: { length: 4, lineStyle: { color: tokens.axis }, customValues: [...ticks.at] },
    axisLabel: {
      ...labelStyle(canvas),
      customValues: [...ticks.at],
      formatter: (at: number) => tickLabel(at, ticks.stepMs, zone, language),
      hideOverlap: true,
    },
    splitLine: { show: false },
  };
}

/** An axis without a line of its own, its name at the end. */
export const plainAxis = (canvas: Canvas): object => ({
  type: 'value',
  axisLine: { show: false },
  axisTick: { show: false },
  nameTextStyle: nameStyle(canvas),
  nameGap: 12,
  nameLocation: 'end',
});
export const nameStyle = (canvas: Canvas) => ({
  ...labelStyle(canvas),
  color: canvas.tokens['text-2'],
  align: 'right' as const,
  padding: [0, 8, 0, 0],
});

/**
 * Where an axis of numbers has its marks: at the multiples of its step. Left to itself the library counts from the lower end, which
 * need not be round: its marks would be at 85.5 and 86.5 under the words 86 and 87.
 */
export function roundTicks({ min, max, step }: Pick<Scale, 'min' | 'max' | 'step'>): number[] {
  const [first, last] = [Math.ceil(min / step - 1e-6), Math.floor(max / step + 1e-6)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** An axis of numbers between the ends of a scale. */
export function valueAxis(scale: Scale, canvas: Canvas): object {
  const customValues = roundTicks(scale);
  return {
    ...plainAxis(canvas),
    nameLocation: scale.reversed ? 'start' : 'end',
    inverse: scale.reversed === true,
    min: scale.min,
    max: scale.max,
    interval: scale.step,
    axisTick: { show: false, customValues },
    axisLabel: {
      ...labelStyle(canvas),
      customValues,
      formatter: (value: number) => axisNumber(value, scale.decimals),
    },
  };
}

/** A value axis across, its name under its middle. The ends of the view are named only where they are round. */
export function acrossAxis({ from, to }: Range, widthPx: number, name: string, canvas: Canvas): object {
  const { step, decimals } = scaleOf(from, to, Math.max(3, Math.floor(widthPx / 90)));
  const customValues = roundTicks({ min: from, max: to, step });
  return {
    ...plainAxis(canvas),
    min: from,
    max: to,
    interval: step,
    position: 'bottom',
    axisLine: { show: true, onZero: false, lineStyle: { color: canvas.tokens.axis } },
    name,
    nameLocation: 'middle',
    nameGap: 26,
    nameTextStyle: { ...nameStyle(canvas), align: 'center' },
    axisTick: { show: false, customValues },
    axisLabel: {
      ...labelStyle(canvas),
      customValues,
      formatter: (at: number) => axisNumber(at, decimals),
      hideOverlap: true,
    },
  };
}

/** Zero without a sign, whatever a sum of steps has left. */
const axisNumber = (value: number, decimals: number): string =>
  formatNumber(value, decimals).replace(/^−?0(\.0*)?$/, (0).toFixed(decimals));
