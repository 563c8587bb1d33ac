import { LineChart } from 'echarts/charts';
import { curveColour } from '../../frame/curve-style.ts';
import type { Canvas, ChartKind, Drawing, Layout } from '../../frame/kind.ts';
import { acrossAxis, framed, isNarrow, nameStyle, plotSizeOf, topOf, valueAxis } from '../../frame/option.ts';
import type { Range } from '../../frame/range.ts';
import { scaleOf } from '../../frame/scale.ts';
import { fileNumber } from '../survey-curves.ts';
import type { HistogramContent } from './shapes.ts';

const barsId = 'bars';
const normalId = 'normal';

/** Bars that touch, from end to end of their bins, under the curve of the normal distribution. */
export const histogram: ChartKind<HistogramContent> = {
  parts: [LineChart],
  direction: 'x',
  minSpan: 1e-6,
  draw,
  entriesOf: ({ name, normal, normalName }, _, tokens) => [
    { id: barsId, name, unit: '', value: '', swatch: { colour: curveColour(tokens, 0), shape: 'box' } },
    ...(normal.length > 0
      ? [
          {
            id: normalId,
            name: normalName,
            unit: '',
            value: '',
            swatch: { colour: curveColour(tokens, 1), shape: 'line' as const },
          },
        ]
      : []),
  ],
  without: (content, hidden) => ({
    ...content,
    counts: hidden.has(barsId) ? content.counts.map(() => 0) : content.counts,
    normal: hidden.has(normalId) ? [] : content.normal,
  }),
  stopsOf: () => [],
  dotsAt: () => [],
  positionWords: () => ({ whole: '', short: '' }),
  // There is no crosshair: the legend says what is drawn, and no last value.
  restsAt: () => 0,
  hasValues: ({ counts }) => counts.length > 0,
  captionOf: ({ name, unit }) => `${name}${unit ? `, ${unit}` : ''}`,
  tableOf: ({ edges, counts, name, unit, countName }) => [
    [`${name} ≥${unit ? ` (${unit})` : ''}`, `${name} <${unit ? ` (${unit})` : ''}`, countName],
    ...counts.map((count, i) => [fileNumber(edges[i] ?? null), fileNumber(edges[i + 1] ?? null), count]),
  ],
};

function draw(content: HistogramContent, view: Range, canvas: Canvas): Drawing {
  const { edges, counts, normal, unit, name, countName } = content;
  const { tokens } = canvas;
  const layout: Layout = { left: isNarrow(canvas) ? 54 : 64, right: 20, top: topOf(canvas), bottom: 46 };
  const size = plotSizeOf(layout, canvas);
  const most = Math.max(1, ...counts, ...normal.map(({ count }) => count));
  const scale = { ...scaleOf(0, most, 4), min: 0 };
  const outline = [
    [edges[0] ?? 0, 0],
    ...counts.flatMap((count, i) => [
      [edges[i] ?? 0, count],
      [edges[i + 1] ?? 0, count],
      [edges[i + 1] ?? 0, 0],
    ]),
  ];
  const option = framed(layout, canvas, {
    xAxis: { ...acrossAxis(view, size.width, unit ? `${name}, ${unit}` : name, canvas), splitLine: { show: false } },
    yAxis: {
      ...valueAxis(scale, canvas),
      name: countName,
      nameTextStyle: { ...nameStyle(canvas), align: 'left', padding: [0, 0, 0, -40] },
      splitLine: { lineStyle: { color: tokens.grid, width: 1 } },
    },
    series: [
      {
        type: 'line',
        id: barsId,
        silent: true,
        showSymbol: false,
        data: outline,
        lineStyle: { color: curveColour(tokens, 0), width: 1 },
        areaStyle: { color: curveColour(tokens, 0), opacity: 0.3 },
      },
      {
        type: 'line',
        id: normalId,
        silent: true,
        showSymbol: false,
        data: normal.map(({ x, count }) => [x, count]),
        lineStyle: { color: curveColour(tokens, 1), width: 2 },
        z: 4,
      },
    ],
  });
  return { option, layout, scale };
}
