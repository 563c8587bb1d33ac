import type { EChartsCoreOption } from 'echarts/core';
import { formatNumber } from '../kernel/format.ts';
import { curveColour, curveDash } from './curve-style.ts';
import { cutAtGaps } from './gaps.ts';
import { alertSeries, flagSeries, marksOf } from './marks.ts';
import { rainAxisOf } from './rain.ts';
import { boundScale, extentOf, type Scale } from './scale.ts';
import type { ChartContent, ChartCurve, Frame, Layout, Range } from './shapes.ts';
import { tickLabel, timeTicks } from './ticks.ts';

/** A time-value chart as one ECharts option. Pure: what is drawn depends on what is given, and the size. */
export function layoutOf(content: ChartContent, frame: Frame): Layout {
  const narrow = frame.widthPx < 520;
  const second = content.curves.some((curve) => curve.axis === 'right' || curve.kind === 'hanging');
  const labels = (content.thresholds ?? []).length > 0;
  const shifted = (content.thresholds ?? []).some(({ cumulative }) => cumulative !== undefined);
  return {
    left: narrow ? 46 : 56,
    right: labels ? (narrow ? 84 : shifted ? 150 : 116) : second ? 56 : narrow ? 14 : 20,
    top: frame.title ? 64 : 34,
    bottom: 28,
  };
}

/** Half an axis of values that lie in view, both neighbours outside included so that lines reach the edge. */
function* inView(curve: ChartCurve, view: Range): Generator<number | null> {
  for (let i = 0; i < curve.times.length; i++) {
    const at = curve.times[i]!;
    if (at >= view.from && at <= view.to) yield curve.values[i] ?? null;
  }
}
function* together(curves: readonly ChartCurve[], view: Range): Generator<number | null> {
  for (const curve of curves) yield* inView(curve, view);
}

/** Seconds between readings that still count as joined. Thinned curves have at most one reading per pixel. */
export function gapMsOf(curve: ChartCurve, view: Range, widthPx: number): number {
  const pixelMs = (view.to - view.from) / Math.max(1, widthPx);
  if (curve.gapSeconds !== undefined) return Math.max(curve.gapSeconds * 1000, pixelMs * 3);
  const distances = curve.times.slice(1).map((at, i) => at - curve.times[i]!);
  const usual = distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
  return Math.max(usual * 3, pixelMs * 3);
}

export function optionOf(
  content: ChartContent,
  view: Range,
  frame: Frame,
): { option: EChartsCoreOption; layout: Layout; scale: Scale } {
  const { tokens, language } = frame;
  const layout = layoutOf(content, frame);
  const plotWidth = Math.max(40, frame.widthPx - layout.left - layout.right);
  const plotHeight = Math.max(40, frame.heightPx - layout.top - layout.bottom);
  const thresholds = content.thresholds ?? [];
  const lines = content.curves.filter((curve) => curve.kind !== 'hanging');
  const left = lines.filter((curve) => curve.axis !== 'right');
  const right = lines.filter((curve) => curve.axis === 'right');
  const hanging = content.curves.filter((curve) => curve.kind === 'hanging');
  const steps = plotHeight < 170 ? 3 : 4;
  const { axes, lineStyle } = content;
  const scale = boundScale(
    extentOf(
      together(left, view),
      thresholds.map((each) => each.value),
    ),
    axes?.left,
    steps,
  );
  const rightScale = boundScale(extentOf(together(right, view)), axes?.right, steps);
  const rain = rainAxisOf(together(hanging, view), hanging[0]?.unit ?? '');
  const ticks = timeTicks(
    view.from,
    view.to,
    Math.max(2, Math.floor(plotWidth / (frame.widthPx < 520 ? 72 : 96))),
    content.zone,
  );

  const label = { color: tokens['text-3'], fontSize: 11, fontFamily: 'Inter, "Noto Sans SC", sans-serif' };
  const unitName = {
    nameTextStyle: { ...label, color: tokens['text-2'], align: 'right' as const, padding: [0, 8, 0, 0] },
    nameGap: 12,
    nameLocation: 'end' as const,
  };
  const units = (curves: readonly ChartCurve[], label = ''): string => {
    const all = [...new Set(curves.map((curve) => curve.unit))].filter(Boolean).join(', ');
    return label === '' || all === '' ? label || all : `${label}, ${all}`;
  };
  /** Ends that people said need not be round: their labels would crowd the round ones beside them. */
  const round = (end: number, { step }: Scale): boolean => Math.abs(end / step - Math.round(end / step)) < 1e-6;

  const xAxis = {
    type: 'value',
    min: view.from,
    max: view.to,
    axisLine: { lineStyle: { color: tokens.axis }, onZero: false },
    axisTick: { length: 4, lineStyle: { color: tokens.axis }, customValues: [...ticks.at] },
    axisLabel: {
      ...label,
      customValues: [...ticks.at],
      formatter: (at: number) => tickLabel(at, ticks.stepMs, content.zone, language),
      hideOverlap: true,
    },
    splitLine: { show: false },
  };
  const yBase = { type: 'value', axisLine: { show: false }, axisTick: { show: false }, ...unitName };
  const decimals = (s: Scale) => ({
    ...label,
    showMinLabel: round(s.min, s),
    showMaxLabel: round(s.max, s),
    formatter: (value: number) => formatNumber(value, s.decimals).replace(/^−?0(\.0*)?$/, (0).toFixed(s.decimals)),
  });
  const yAxis: object[] = [
    {
      ...yBase,
      // Only where nothing but rain is drawn: no numbers that belong to no curve.
      show: left.length > 0 || hanging.length === 0,
      name: units(left, axes?.left?.label),
      nameTextStyle: {
        ...unitName.nameTextStyle,
        ...(axes?.left?.label ? { align: 'left', padding: [0, 0, 0, -40] } : {}),
      },
      nameLocation: scale.reversed ? 'start' : 'end',
      inverse: scale.reversed === true,
      min: scale.min,
      max: scale.max,
      interval: scale.step,
      axisLabel: decimals(scale),
      splitLine: { lineStyle: { color: tokens.grid, width: 1 } },
    },
    {
      ...yBase,
      name: units(right, axes?.right?.label),
      nameTextStyle: {
        ...unitName.nameTextStyle,
        ...(axes?.right?.label ? { padding: [0, -40, 0, 0] } : { align: 'left', padding: [0, 0, 0, 8] }),
      },
      nameLocation: rightScale.reversed ? 'start' : 'end',
      inverse: rightScale.reversed === true,
      position: 'right',
      show: right.length > 0,
      min: rightScale.min,
      max: rightScale.max,
      interval: rightScale.step,
      axisLabel: decimals(rightScale),
      splitLine: { show: false },
    },
    {
      ...yBase,
      name: '',
      position: 'right',
      inverse: true,
      show: hanging.length > 0,
      min: 0,
      max: rain.max,
      interval: rain.interval,
      // Where the margin holds another axis or the words of limits, the labels stand inside the plot.
      axisLabel: {
        ...label,
        inside: right.length > 0 || thresholds.length > 0,
        backgroundColor: tokens['bg-pane'],
        padding: [1, 3],
        formatter: rain.labelOf,
      },
      z: 2,
      splitLine: { show: false },
    },
  ];

  const series: object[] = [];
  let line = 0;
  for (const curve of lines) {
    const place = curve.colour ?? line;
    const colour = curveColour(tokens, place);
    const gapMs = lineStyle?.breakAtGaps === false ? Number.POSITIVE_INFINITY : gapMsOf(curve, view, plotWidth);
    const cut = cutAtGaps(curve.times, curve.values, gapMs);
    const yAxisIndex = curve.axis === 'right' ? 1 : 0;
    // Many gaps are a habit of the device, not events: the broken line says enough.
    const gaps = cut.gaps.length <= 12 ? cut.gaps : [];
    series.push({
      id: curve.id,
      name: curve.name,
      type: 'line',
      yAxisIndex,
      data: cut.line,
      symbol: 'none',
      showSymbol: false,
      connectNulls: lineStyle?.breakAtGaps === false,
      smooth: false,
      ...(lineStyle?.step ? { step: 'end' } : {}),
      silent: true,
      clip: true,
      z: 3,
      lineStyle: { color: colour, width: lineStyle?.widthPx ?? (line === 0 ? 1.8 : 1.6), type: curveDash(place) },
      ...(line === 0 ? marksOf(content, gaps, view, scale, layout, frame) : {}),
    });
    const lastIndex = curve.values.findLastIndex((value) => value !== null);
    const dots: (readonly [number, number])[] = [...cut.lone];
    if (lastIndex >= 0) dots.push([curve.times[lastIndex]!, curve.values[lastIndex] as number]);
    series.push({
      id: `${curve.id} dots`,
      type: 'scatter',
      yAxisIndex,
      data: dots,
      symbolSize: 5,
      itemStyle: { color: colour },
      silent: true,
      z: 4,
      clip: true,
    });
    line++;
  }
  if (lines.length === 0)
    series.push({ id: 'marks', type: 'line', data: [], ...marksOf(content, [], view, scale, layout, frame) });
  for (const curve of hanging) {
    series.push({
      id: curve.id,
      name: curve.name,
      type: 'bar',
      yAxisIndex: 2,
      data: curve.times.map((at, i) => [at, curve.values[i] ?? null]),
      barWidth: Math.max(1, Math.min(12, (plotWidth / Math.max(1, curve.times.length)) * 0.8)),
      itemStyle: { color: tokens.s5 },
      silent: true,
      z: 1,
    });
  }
  if (left.length > 0) {
    series.push(...flagSeries(content.flags ?? [], view, tokens));
    series.push(...alertSeries(content.alerts ?? [], view, scale, tokens));
  }

  const option: EChartsCoreOption = {
    animation: false,
    textStyle: { fontFamily: 'Inter, "Noto Sans SC", sans-serif', fontSize: 11 },
    ...(frame.title
      ? {
          backgroundColor: tokens['bg-pane'],
          title: {
            text: frame.title,
            subtext: frame.subtitle ?? '',
            left: 16,
            top: 8,
            itemGap: 4,
            textStyle: { color: tokens.text, fontSize: 13, fontWeight: 600 },
            subtextStyle: { color: tokens['text-3'], fontSize: 11 },
          },
        }
      : {}),
    grid: { ...layout, containLabel: false },
    xAxis,
    yAxis,
    series,
  };
  return { option, layout, scale };
}
