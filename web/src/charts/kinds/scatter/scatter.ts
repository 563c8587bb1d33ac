import { LineChart, ScatterChart } from 'echarts/charts';
import { curveColour } from '../../frame/curve-style.ts';
import type { Canvas, ChartKind, Drawing, Layout } from '../../frame/kind.ts';
import { acrossAxis, framed, isNarrow, nameStyle, plotSizeOf, topOf, valueAxis } from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { extentOf, scaleOf } from '../../frame/scale.ts';
import { fileNumber } from '../survey-curves.ts';
import type { ScatterContent } from './shapes.ts';

const pairsId = 'pairs';
const fitId = 'fit';

/** One quantity against another: older pairs paler, the line through them dashed. */
export const scatter: ChartKind<ScatterContent> = {
  parts: [ScatterChart, LineChart],
  direction: 'x',
  minSpan: 1e-6,
  draw,
  entriesOf: (content, _, tokens) => [
    {
      id: pairsId,
      name: content.pairsName,
      unit: '',
      value: '',
      swatch: { colour: curveColour(tokens, 0), shape: 'box' },
    },
    ...(content.fit
      ? [
          {
            id: fitId,
            name: content.fitName,
            unit: '',
            value: '',
            swatch: { colour: curveColour(tokens, 1), shape: 'dashed' as const },
          },
        ]
      : []),
  ],
  without: (content, hidden) => ({
    ...content,
    pairs: hidden.has(pairsId) ? [] : content.pairs,
    fit: hidden.has(fitId) ? null : content.fit,
  }),
  stopsOf: () => [],
  dotsAt: () => [],
  positionWords: () => ({ whole: '', short: '' }),
  // There is no crosshair: the legend says what is drawn, and no last value.
  restsAt: () => 0,
  hasValues: ({ pairs, fit }) => pairs.length > 0 || fit !== null,
  captionOf: ({ xName, yName }) => `${yName} – ${xName}`,
  tableOf: ({ pairs, xName, xUnit, yName, yUnit }, view) => [
    [headOf(xName, xUnit), headOf(yName, yUnit)],
    ...pairs.filter(({ x }) => isWithin(x, view)).map(({ x, y }) => [fileNumber(x), fileNumber(y)]),
  ],
};

const headOf = (name: string, unit: string): string => (unit === '' ? name : `${name} (${unit})`);

function draw(content: ScatterContent, view: Range, canvas: Canvas): Drawing {
  const layout: Layout = { left: isNarrow(canvas) ? 54 : 64, right: 20, top: topOf(canvas), bottom: 46 };
  const size = plotSizeOf(layout, canvas);
  const visiblePairs = content.pairs.filter(({ x }) => isWithin(x, view));
  const scale = scaleOf(...extentOf(visiblePairs.map(({ y }) => y)), size.height < 170 ? 3 : 5);
  const { tokens } = canvas;
  const option = framed(layout, canvas, {
    xAxis: {
      ...acrossAxis(view, size.width, headOf(content.xName, content.xUnit), canvas),
      splitLine: { lineStyle: { color: tokens.grid, width: 1 } },
    },
    yAxis: {
      ...valueAxis(scale, canvas),
      name: headOf(content.yName, content.yUnit),
      nameTextStyle: { ...nameStyle(canvas), align: 'left', padding: [0, 0, 0, -40] },
      splitLine: { lineStyle: { color: tokens.grid, width: 1 } },
    },
    series: [
      {
        type: 'scatter',
        id: pairsId,
        silent: true,
        symbolSize: content.pairs.length > 500 ? 4 : 6,
        data: content.pairs.map(({ x, y, age }) => ({ value: [x, y], itemStyle: { opacity: 0.2 + 0.7 * age } })),
        itemStyle: { color: curveColour(tokens, 0) },
        clip: true,
      },
      ...(content.fit ? [fitSeries(content.fit, view, curveColour(tokens, 1))] : []),
    ],
  });
  return { option, layout, scale };
}

const fitSeries = ({ slope, intercept }: NonNullable<ScatterContent['fit']>, { from, to }: Range, colour: string) => ({
  type: 'line',
  id: fitId,
  silent: true,
  showSymbol: false,
  data: [from, to].map((x) => [x, intercept + slope * x]),
  lineStyle: { color: colour, width: 2, type: [6, 4] },
  clip: true,
  z: 4,
});
