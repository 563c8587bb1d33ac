import { LineChart } from 'echarts/charts';
import type { TFunction } from 'i18next';
import { formatNumber, formatTime, formatZone } from '../../../kernel/format.ts';
import { curveColour } from '../../frame/curve-style.ts';
import type { Canvas, ChartKind, Drawing, Layout } from '../../frame/kind.ts';
import { framed, isNarrow, plotSizeOf, timeAxis, topOf, valueAxis } from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { scaleOf } from '../../frame/scale.ts';
import { fileNumber } from '../survey-curves.ts';
import type { EventBar, EventsContent } from './shapes.ts';

const id = 'events';

/** Events as bars from zero along time: when they came, and how strong they were. */
export const events: ChartKind<EventsContent> = {
  parts: [LineChart],
  direction: 'x',
  minSpan: 1_000,
  draw,
  entriesOf(content, at, tokens) {
    const bar = at === null ? content.bars.at(-1) : barAt(content, at);
    const { name, precision } = content;
    const unit = [content.unit, bar?.words ?? ''].filter((words) => words !== '').join(' · ');
    const swatch = { colour: curveColour(tokens, 0), shape: 'box' as const };
    return [{ id, name, unit, value: formatNumber(bar?.value, precision), swatch }];
  },
  // There is but one entry: nothing hides it.
  without: (content) => content,
  stopsOf: ({ bars }) => bars.map(({ at }) => at),
  dotsAt(content, at, tokens) {
    const bar = barAt(content, at);
    return bar ? [{ id, value: bar.value, colour: curveColour(tokens, 0) }] : [];
  },
  positionWords: ({ zone }, at) => ({ whole: formatTime(at, zone), short: formatTime(at, zone) }),
  restsAt: ({ bars, chosenId }) => bars.find((bar) => bar.id === chosenId)?.at ?? null,
  hasValues: ({ bars }) => bars.length > 0,
  captionOf: ({ name, unit, zone }, { from, to }) =>
    `${name}, ${unit}, ${formatTime(from, zone)} – ${formatTime(to, zone)} ${formatZone(zone, to)}`,
  tableOf,
};

const barAt = ({ bars }: EventsContent, at: number): EventBar | undefined => bars.find((bar) => bar.at === at);

function tableOf(
  { bars, name, unit, heads, zone }: EventsContent,
  view: Range,
  t: TFunction,
): (string | number | null)[][] {
  const lines = bars
    .filter(({ at }) => isWithin(at, view))
    .map(({ at, value, cells }) => [formatTime(at, zone), fileNumber(value), ...cells]);
  return [[`${t('common:chart.time')} (${formatZone(zone, view.to)})`, `${name} (${unit})`, ...heads], ...lines];
}

function draw(content: EventsContent, view: Range, canvas: Canvas): Drawing {
  const { bars, chosenId, unit, name } = content;
  const { tokens } = canvas;
  const layout: Layout = { left: isNarrow(canvas) ? 46 : 56, right: 20, top: topOf(canvas), bottom: 28 };
  const size = plotSizeOf(layout, canvas);
  const visibleBars = bars.filter(({ at }) => isWithin(at, view));
  const scale = {
    ...scaleOf(0, Math.max(0.01, ...visibleBars.map(({ value }) => value)), size.height < 120 ? 2 : 3),
    min: 0,
  };
  const series = (of: readonly EventBar[], key: string, colour: string, width: number, z: number): object => ({
    type: 'line',
    id: key,
    silent: true,
    // A stem from zero for each, and a gap before the next.
    data: of.flatMap(({ at, value }) => [
      [at, 0],
      [at, value],
      [at, Number.NaN],
    ]),
    symbol: 'none',
    lineStyle: { color: colour, width },
    z,
  });
  const widthPx = Math.max(2, Math.min(6, size.width / Math.max(1, visibleBars.length) / 2));
  const option = framed(layout, canvas, {
    xAxis: timeAxis(view, size.width, content.zone, canvas),
    yAxis: {
      ...valueAxis(scale, canvas),
      name: `${name}, ${unit}`,
      nameTextStyle: { color: tokens['text-2'], fontSize: 11, align: 'left', padding: [0, 0, 0, -40] },
      splitLine: { lineStyle: { color: tokens.grid, width: 1 } },
    },
    series: [
      series(
        visibleBars.filter((bar) => bar.id !== chosenId),
        'bars',
        curveColour(tokens, 0),
        widthPx,
        3,
      ),
      series(
        visibleBars.filter((bar) => bar.id === chosenId),
        'chosen',
        tokens.text,
        widthPx + 2,
        4,
      ),
    ],
  });
  return { option, layout, scale };
}
