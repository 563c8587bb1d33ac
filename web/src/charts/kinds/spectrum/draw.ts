import type { Tokens } from '../../../design/tokens.ts';
import { curveColour } from '../../frame/curve-style.ts';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import {
  framed,
  isNarrow,
  labelStyle,
  nameStyle,
  plainNumberAxis,
  plotSizeOf,
  topOf,
  valueAxis,
} from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import type { Scale } from '../../frame/scale.ts';
import { heightAt, placeOf, valueScale } from './places.ts';
import type { SpectrumContent, SpectrumCurve, SpectrumSpot } from './shapes.ts';

/** Curves over the frequency as one ECharts option, either axis linear or logarithmic. Pure. */
export function draw(content: SpectrumContent, view: Range, canvas: Canvas): Drawing {
  const layout: Layout = { left: isNarrow(canvas) ? 50 : 56, right: 20, top: topOf(canvas), bottom: 28 };
  const size = plotSizeOf(layout, canvas);
  const heights = [...content.curves, ...spotsAsCurves(content)].flatMap(({ hz, values }) =>
    values.flatMap((value, i) => {
      const height = isWithin(placeOf(content, hz[i] ?? 0), view) ? heightAt(content, value) : null;
      return height === null ? [] : [height];
    }),
  );
  const scale = valueScale(content, heights, size.height);
  const option = framed(layout, canvas, {
    xAxis: frequencyAxis(content, view, size.width, canvas),
    yAxis: valuesAxis(content, scale, canvas),
    series: [
      ...content.curves.map((curve) => series(content, curve, canvas.tokens)),
      ...(content.spots ?? []).map((spot) => spotSeries(content, spot, canvas.tokens)),
    ],
  });
  return { option, layout, scale };
}

const spotsAsCurves = ({ spots = [] }: SpectrumContent) =>
  spots.map(({ hz, value }) => ({ hz: [hz], values: [value] }));

function frequencyAxis(content: SpectrumContent, view: Range, widthPx: number, canvas: Canvas): object {
  return {
    ...plainNumberAxis(view, Math.max(3, Math.floor(widthPx / 80)), canvas),
    ...(content.isLogFrequency && decadesOf(view, widthPx, canvas)),
    axisLine: { show: true, onZero: false, lineStyle: { color: canvas.tokens.axis } },
    position: 'bottom',
    name: `${canvas.t('common:chart.frequency')}, Hz`,
    nameGap: 0,
    nameTextStyle: { ...nameStyle(canvas), align: 'right', verticalAlign: 'bottom', padding: [0, 0, 8, 0] },
  };
}

/** Marks of an axis of powers of ten in the place of round numbers. */
function decadesOf(view: Range, widthPx: number, canvas: Canvas): object {
  const customValues = decadeTicks(view, widthPx);
  const formatter = (at: number) => plainNumber(10 ** at);
  return {
    interval: undefined,
    axisTick: { show: true, customValues },
    axisLabel: { ...labelStyle(canvas), customValues, formatter, hideOverlap: true },
  };
}

/** 1, 2, 5 of each decade, or the decades alone where there is no room. */
function decadeTicks({ from, to }: Range, widthPx: number): number[] {
  const parts = widthPx / Math.max(0.1, to - from) > 110 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power++)
    for (const part of parts) {
      const at = power + Math.log10(part);
      if (at >= from - 1e-9 && at <= to + 1e-9) ticks.push(at);
    }
  return ticks;
}

const plainNumber = (value: number): string => String(Number(value.toPrecision(3)));

const valuesAxis = (content: SpectrumContent, scale: Scale, canvas: Canvas): object => ({
  ...valueAxis(scale, canvas),
  ...(content.isLogValue
    ? { axisLabel: { ...labelStyle(canvas), formatter: (at: number) => plainNumber(10 ** at) } }
    : {}),
  name: `${content.axisName}, ${content.unit}`,
  nameTextStyle: { ...nameStyle(canvas), align: 'left', padding: [0, 0, 0, -40] },
  splitLine: { lineStyle: { color: canvas.tokens.grid, width: 1 } },
});

function series(content: SpectrumContent, curve: SpectrumCurve, tokens: Tokens): object {
  const colour = curveColour(tokens, curve.colour);
  const data = curve.hz.flatMap((hz, i): [number, number][] => {
    if (content.isLogFrequency && hz <= 0) return [];
    return [[placeOf(content, hz), heightAt(content, curve.values[i] ?? null) ?? Number.NaN]];
  });
  return {
    type: 'line',
    id: curve.id,
    silent: true,
    data,
    ...(curve.shape === 'bands' ? { step: 'middle' } : {}),
    lineStyle: {
      color: colour,
      width: curve.shape === 'other' ? 1 : 1.4,
      type: curve.shape === 'limit' ? [6, 4] : 'solid',
      opacity: curve.shape === 'other' ? 0.7 : 1,
    },
    itemStyle: { color: colour },
    showSymbol: false,
    z: curve.shape === 'limit' ? 2 : 3,
  };
}

function spotSeries(content: SpectrumContent, { id, hz, value, isChosen }: SpectrumSpot, tokens: Tokens): object {
  const colour = isChosen ? tokens.s1 : tokens['text-3'];
  return {
    type: 'line',
    id,
    silent: true,
    data: [[placeOf(content, hz), heightAt(content, value) ?? Number.NaN]],
    symbol: 'circle',
    symbolSize: isChosen ? 10 : 5,
    showSymbol: true,
    itemStyle: { color: colour, borderColor: tokens['bg-pane'], borderWidth: isChosen ? 2 : 0 },
    z: isChosen ? 5 : 4,
  };
}
