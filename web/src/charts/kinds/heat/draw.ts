import { heatStops } from '../../../design/heat-colours.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import {
  framed,
  isNarrow,
  labelStyle,
  nameStyle,
  plainAxis,
  plotSizeOf,
  roundTicks,
  timeAxis,
  topOf,
  valueAxis,
} from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { type Scale, scaleOf } from '../../frame/scale.ts';
import { type Levels, levelsOf, middleOf, toHzOf } from './levels.ts';
import { rasterOf } from './raster.ts';
import type { HeatColumn, HeatContent } from './shapes.ts';

/** Values over time and frequency as one ECharts option: a picture of pixels, the peaks over it, the scale above it. */
export function draw(content: HeatContent, view: Range, canvas: Canvas): Drawing {
  const layout: Layout = { left: isNarrow(canvas) ? 46 : 56, right: 20, top: topOf(canvas) + 4, bottom: 28 };
  const { width, height } = plotSizeOf(layout, canvas);
  const scale = frequencyScale(content, height);
  const levels = levelsOf(content);
  const plot = { left: layout.left, top: layout.top, widthPx: Math.round(width), heightPx: Math.round(height) };
  const option = framed(layout, canvas, {
    xAxis: content.zone === null ? elapsedAxis(view, width, canvas) : timeAxis(view, width, content.zone, canvas),
    yAxis: {
      ...valueAxis(scale, canvas),
      name: 'Hz',
      nameTextStyle: { ...nameStyle(canvas), align: 'left', padding: [0, 0, 0, -40] },
      axisLine: { show: true, onZero: false, lineStyle: { color: canvas.tokens.axis } },
      splitLine: { show: false },
    },
    series: [
      {
        type: 'custom',
        id: 'heat',
        silent: true,
        clip: false,
        coordinateSystem: 'cartesian2d',
        data: [[(view.from + view.to) / 2, (scale.min + scale.max) / 2]],
        renderItem: () => ({
          type: 'group',
          silent: true,
          children: [
            ...coveredSpan(content, view, plot, canvas),
            ...pictureOf(content, levels, view, plot),
            ...legend(levels, canvas, layout.top),
          ],
        }),
      },
      peaks(content),
    ],
  });
  return { option, layout, scale };
}

function frequencyScale(content: HeatContent, heightPx: number): Scale {
  const { fromHz } = content;
  const toHz = toHzOf(content);
  const { step, decimals } = scaleOf(fromHz, toHz, heightPx < 170 ? 3 : 5);
  return { min: fromHz, max: toHz, step, decimals };
}

/** Seconds since the beginning, of an axis in ms. */
function elapsedAxis(view: Range, widthPx: number, canvas: Canvas): object {
  const { step, decimals } = scaleOf(view.from / 1000, view.to / 1000, Math.max(3, Math.floor(widthPx / 90)));
  const customValues = roundTicks({ min: view.from, max: view.to, step: step * 1000 });
  return {
    ...plainAxis(canvas),
    min: view.from,
    max: view.to,
    interval: step * 1000,
    axisLine: { show: true, onZero: false, lineStyle: { color: canvas.tokens.axis } },
    axisTick: { show: false, customValues },
    axisLabel: {
      ...labelStyle(canvas),
      customValues,
      formatter: (at: number) => (at / 1000).toFixed(decimals),
      hideOverlap: true,
    },
    splitLine: { show: false },
  };
}

interface Plot {
  readonly left: number;
  readonly top: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** The ground of what was asked for: where nothing lies on it there is no waveform. */
function coveredSpan({ span }: HeatContent, view: Range, { left, top, widthPx, heightPx }: Plot, { tokens }: Canvas) {
  const pxOf = (at: number): number =>
    Math.min(widthPx, Math.max(0, ((at - view.from) / (view.to - view.from)) * widthPx));
  const [from, to] = [pxOf(span.from), pxOf(span.to)];
  return to > from
    ? [
        {
          type: 'rect',
          shape: { x: left + from, y: top, width: to - from, height: heightPx },
          style: { fill: tokens.gapfill },
        },
      ]
    : [];
}

/** Only a browser has pixels; elsewhere all but the picture is drawn. */
function pictureOf(content: HeatContent, levels: Levels, view: Range, plot: Plot): object[] {
  if (typeof document === 'undefined' || content.columns.length === 0) return [];
  const size = { widthPx: plot.widthPx, heightPx: plot.heightPx };
  const picture = document.createElement('canvas');
  picture.width = size.widthPx;
  picture.height = size.heightPx;
  picture
    .getContext('2d')
    ?.putImageData(new ImageData(rasterOf(content, levels, view, size), size.widthPx, size.heightPx), 0, 0);
  return [
    {
      type: 'image',
      style: { image: picture, x: plot.left, y: plot.top, width: size.widthPx, height: size.heightPx },
    },
  ];
}

const barPx = { width: 140, narrow: 96, height: 8 } as const;

/** The scale of colours, with its ends and its middle, at the right over the plot. */
function legend({ low, high, unit }: Levels, canvas: Canvas, plotTop: number): object[] {
  const width = isNarrow(canvas) ? barPx.narrow : barPx.width;
  const isDecibel = unit === 'dB';
  const words = (value: number): string =>
    isDecibel ? formatNumber(value, 0) : formatNumber(value, Number(value.toPrecision(2)) >= 10 ? 0 : 3);
  const { fontSize, fontFamily } = labelStyle(canvas);
  const text = (value: string, x: number, align: string, colour = canvas.tokens['text-3']): object => ({
    type: 'text',
    style: { text: value, x, y: plotTop - 13, align, verticalAlign: 'middle', fill: colour, fontSize, fontFamily },
  });
  const unitPx = 8 + unit.length * 6.5;
  const highPx = 8 + words(high).length * 6.5;
  const right = canvas.widthPx - 20 - unitPx - highPx;
  return [
    text(words(low), right - width - 6, 'right'),
    {
      type: 'rect',
      shape: { x: right - width, y: plotTop - 17, width, height: barPx.height },
      style: {
        fill: { type: 'linear', x: 0, y: 0, x2: 1, y2: 0, colorStops: [...heatStops] },
        stroke: canvas.tokens['line-control'],
        lineWidth: 1,
      },
    },
    text(words(high), right + 6, 'left'),
    text(unit, canvas.widthPx - 20, 'right', canvas.tokens['text-2']),
  ];
}

/** Light dots with a dark rim: they are seen on every colour of the scale. Where columns follow each other, a line too. */
function peaks({ columns, isContinuous, fromHz, lineHz, lines }: HeatContent): object {
  const inBand = ({ peakHz }: HeatColumn): boolean =>
    peakHz !== null && isWithin(peakHz, { from: fromHz, to: fromHz + lineHz * lines });
  return {
    type: 'line',
    id: 'peaks',
    silent: true,
    clip: true,
    data: columns.map((column) => [middleOf(column), inBand(column) ? column.peakHz : Number.NaN]),
    lineStyle: { color: '#ffffff', width: isContinuous ? 1.5 : 0, shadowColor: '#000000', shadowBlur: 3 },
    itemStyle: { color: '#ffffff', borderColor: '#000000', borderWidth: 1 },
    symbol: 'circle',
    symbolSize: columns.length > 150 ? 4 : 6,
    showSymbol: !isContinuous,
    connectNulls: false,
    z: 5,
  };
}
