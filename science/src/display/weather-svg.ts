/** The weather of a period as a strip: rain of each day as bars, the range of temperature as a band beside it. Pure. */
import { label, line, svgOf } from './svg-parts.ts';
import { valueTicks } from './ticks.ts';

export interface WeatherDay {
  /** `2026-03-29` */
  readonly day: string;
  /** mm; null = nothing was measured. */
  readonly rain: number | null;
  readonly coldest: number | null;
  readonly warmest: number | null;
}

const size = { width: 1060, height: 170 };
const plot = { left: 52, right: 52, top: 22, bottom: 24 };
const maxLabels = 16;
const [rainColour, warmColour] = ['#56B4E9', '#D55E00'];

export function weatherSvg(
  days: readonly WeatherDay[],
  words: { readonly rain: string; readonly temperature: string },
) {
  const bottom = size.height - plot.bottom;
  const right = size.width - plot.right;
  const rains = days.flatMap(({ rain }) => (rain === null ? [] : [rain]));
  const warmths = days.flatMap(({ coldest, warmest }) => [coldest, warmest].filter((each) => each !== null));
  const width = (right - plot.left) / Math.max(days.length, 1);
  const xOf = (i: number) => plot.left + i * width;
  const rain = valueTicks(
    0,
    rains.reduce((high, each) => Math.max(high, each), 1),
  );
  const warmth = valueTicks(
    warmths.reduce((low, each) => Math.min(low, each), Number.POSITIVE_INFINITY),
    warmths.reduce((high, each) => Math.max(high, each), Number.NEGATIVE_INFINITY),
  );
  const yOf = (axis: { min: number; max: number }) => (value: number) =>
    bottom - ((value - axis.min) / (axis.max - axis.min)) * (bottom - plot.top);
  const [rainY, warmY] = [yOf(rain), yOf(warmth)];
  const every = Math.ceil(days.length / maxLabels);
  const bar = (x: number, top: number, low: number, of: number, colour: string, opacity: number) =>
    `<rect x="${x.toFixed(1)}" y="${top.toFixed(1)}" width="${Math.max(of, 0.5).toFixed(1)}" height="${Math.max(low - top, 1).toFixed(1)}" fill="${colour}" fill-opacity="${opacity}"/>`;
  return svgOf(size.width, size.height, [
    line(plot.left, bottom, right, bottom, '#666'),
    ...(rains.length > 0
      ? [
          label(plot.left - 6, 12, words.rain, 'start'),
          ...rain.ticks.flatMap(({ value, words: text }) => [
            line(plot.left, rainY(value), right, rainY(value), '#ddd'),
            label(plot.left - 6, rainY(value) + 4, text, 'end'),
          ]),
        ]
      : []),
    ...(warmths.length > 0
      ? [
          label(right + 6, 12, words.temperature, 'end'),
          ...warmth.ticks.map(({ value, words: text }) => label(right + 6, warmY(value) + 4, text)),
        ]
      : []),
    ...days.flatMap(({ day, rain: fell, coldest, warmest }, i) => [
      ...(fell === null ? [] : [bar(xOf(i) + width * 0.15, rainY(fell), bottom, width * 0.7, rainColour, 0.9)]),
      ...(coldest === null || warmest === null
        ? []
        : [bar(xOf(i) + width * 0.4, warmY(warmest), warmY(coldest), width * 0.2, warmColour, 0.75)]),
      ...(i % every === 0 ? [label(xOf(i) + width / 2, bottom + 16, day.slice(5), 'middle')] : []),
    ]),
  ]);
}
