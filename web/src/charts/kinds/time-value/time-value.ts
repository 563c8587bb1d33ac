import { limits } from '@plumbline/contract/kernel/constants';
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { MarkAreaComponent, MarkLineComponent, MarkPointComponent } from 'echarts/components';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber, formatShort, formatTime, formatZone } from '../../../kernel/format.ts';
import { curveColour } from '../../frame/curve-style.ts';
import type { ChartKind, Dot, Entry } from '../../frame/kind.ts';
import { minTimeMs, nearest, type Range } from '../../frame/range.ts';
import { axisOf, kindOf, stopsWithForecast, withColours } from './curve-kinds.ts';
import { faintOpacity } from './curve-series.ts';
import { draw } from './draw.ts';
import { panelCount, panelsOf } from './panels.ts';
import type { ChartCurve, TimeValueContent } from './shapes.ts';
import { tableOf } from './table.ts';

/** Values over time: the chart of most views. */
export const timeValue: ChartKind<TimeValueContent> = {
  parts: [LineChart, BarChart, ScatterChart, MarkLineComponent, MarkAreaComponent, MarkPointComponent],
  direction: 'x',
  minSpan: minTimeMs,
  draw,
  entriesOf: ({ curves }, at, tokens) => withColours(curves).map((curve) => entryOf(curve, at, tokens)),
  without,
  stopsOf: ({ curves }) => stopsWithForecast(curves),
  dotsAt,
  positionWords({ zone }, at, language) {
    const text = formatTime(at, zone);
    return {
      whole: zone === undefined ? text : `${text} ${formatZone(zone, at)}`,
      short: formatShort(at, zone, language),
    };
  },
  hasValues: ({ curves }) => curves.some(({ values }) => values.some((value) => value !== null)),
  // The picture of specification 9, and half of it more for every further chart.
  pictureOf: (content) => ({
    widthPx: limits.chartPng.widthPx,
    heightPx: limits.chartPng.heightPx + (panelCount(content) - 1) * (limits.chartPng.heightPx / 2),
  }),
  captionOf,
  tableOf: (content, view, t) => tableOf(content, view, t('common:chart.time')),
};

function entryOf(curve: ChartCurve, at: number | null, tokens: Tokens): Entry {
  const { id, name, unit, times, values, precision, wordOf } = curve;
  const index = at === null ? values.findLastIndex((value) => value !== null) : nearest(times, at);
  const value = at !== null && !isSpokenFor(curve, at) ? null : values[index];
  return {
    id,
    name,
    unit,
    value: (value != null && wordOf?.(value)) || formatNumber(value, precision),
    swatch: swatchOf(curve, tokens),
  };
}

/** A forecast says nothing before it begins, and what was measured nothing of times that are to come. */
function isSpokenFor(curve: ChartCurve, at: number): boolean {
  const { times } = curve;
  if (kindOf(curve) === 'forecast') return at >= (times[0] ?? Number.POSITIVE_INFINITY);
  return at <= Math.max(times.at(-1) ?? 0, Date.now()) + (curve.gapSeconds ?? 0) * 1000;
}

function swatchOf(curve: ChartCurve, tokens: Tokens): Entry['swatch'] {
  const place = curve.colour ?? 0;
  const kind = kindOf(curve);
  switch (kind) {
    case 'line':
    case 'filtered':
      return {
        colour: curveColour(tokens, place),
        shape: place > 3 ? 'dashed' : 'line',
        ...(curve.isFaint ? { opacity: faintOpacity } : {}),
      };
    case 'forecast':
      return { colour: curveColour(tokens, 0), shape: 'dashed' };
    case 'columns':
      return { colour: curveColour(tokens, place), shape: 'box' };
    case 'hanging':
      return { colour: tokens.s5, shape: 'box' };
    default:
      return kind satisfies never;
  }
}

/** What is drawn on the first curve is hidden with it, unless what a filter made of it stays: its flags are on the line alone. */
function without(content: TimeValueContent, hidden: ReadonlySet<string>): TimeValueContent {
  const curves = withColours(content.curves).filter(({ id }) => !hidden.has(id));
  const first = content.curves[0];
  const { axes, lineStyle, zone, panels } = content;
  if (first && hidden.has(first.id) && curves.some(({ of }) => of === first.id))
    return { ...content, curves, flags: [] };
  return first && hidden.has(first.id)
    ? { curves, axes, lineStyle, zone, ...(panels ? { panels } : {}) }
    : { ...content, curves };
}

/** Only on left axes: those are the scales across. */
function dotsAt(content: TimeValueContent, at: number, tokens: Tokens): Dot[] {
  return panelsOf(content).flatMap(({ curves }, panel) =>
    curves.flatMap((curve, i): Dot[] => {
      const value = axisOf(curve) === 'left' ? curve.values[nearest(curve.times, at)] : null;
      if (value === null || value === undefined) return [];
      if (!isSpokenFor(curve, at)) return [];
      const colour = curveColour(tokens, curve.colour ?? (kindOf(curve) === 'forecast' ? 0 : i));
      return [{ id: curve.id, value, colour, panel }];
    }),
  );
}

/** From when to when, and as many curves as the line holds, then how many more. */
function captionOf({ curves, zone }: TimeValueContent, { from, to }: Range): string {
  const names = curves.map((curve) => `${curve.name} (${curve.unit})`);
  let remaining = 78;
  const end = names.findIndex((name) => {
    const isOver = remaining - name.length <= 0;
    remaining -= name.length + 2;
    return isOver;
  });
  const visibleCount = Math.max(1, end < 0 ? names.length : end);
  const more = names.length > visibleCount ? `, +${names.length - visibleCount}` : '';
  const range = `${formatTime(from, zone)} – ${formatTime(to, zone)} ${formatZone(zone, to)}`;
  return `${range}   ${names.slice(0, visibleCount).join(', ')}${more}`;
}
