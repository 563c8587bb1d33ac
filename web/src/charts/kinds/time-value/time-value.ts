import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import { MarkAreaComponent, MarkLineComponent, MarkPointComponent } from 'echarts/components';
import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber, formatTime, formatZone } from '../../../kernel/format.ts';
import { curveColour } from '../../frame/curve-style.ts';
import type { ChartKind, Dot, Entry } from '../../frame/kind.ts';
import { minTimeMs, nearest, type Range } from '../../frame/range.ts';
import { axisOf, kindOf, leadOf, withColours } from './curve-kinds.ts';
import { draw } from './draw.ts';
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
  stopsOf: ({ curves }) => leadOf(curves)?.times ?? [],
  dotsAt,
  positionWords({ zone }, at) {
    const whole = formatTime(at, zone);
    return { whole, short: whole.slice(5, 16) };
  },
  hasValues: ({ curves }) => curves.some(({ values }) => values.some((value) => value !== null)),
  captionOf,
  tableOf: (content, view, t) => tableOf(content, view, t('common:chart.time')),
};

function entryOf(curve: ChartCurve, at: number | null, tokens: Tokens): Entry {
  const { id, name, unit, times, values, precision } = curve;
  const index = at === null ? values.findLastIndex((value) => value !== null) : nearest(times, at);
  return { id, name, unit, value: formatNumber(values[index], precision), swatch: swatchOf(curve, tokens) };
}

function swatchOf(curve: ChartCurve, tokens: Tokens): Entry['swatch'] {
  const place = curve.colour ?? 0;
  const kind = kindOf(curve);
  switch (kind) {
    case 'line':
      return { colour: curveColour(tokens, place), shape: place > 3 ? 'dashed' : 'line' };
    case 'hanging':
      return { colour: tokens.s5, shape: 'box' };
    default:
      return kind satisfies never;
  }
}

/** What is drawn on the first curve is hidden with it. */
function without(content: TimeValueContent, hidden: ReadonlySet<string>): TimeValueContent {
  const curves = withColours(content.curves).filter(({ id }) => !hidden.has(id));
  const first = content.curves[0];
  const { axes, lineStyle, zone } = content;
  return first && hidden.has(first.id) ? { curves, axes, lineStyle, zone } : { ...content, curves };
}

/** Only on the left axis: that is the scale across. */
function dotsAt({ curves }: TimeValueContent, at: number, tokens: Tokens): Dot[] {
  return curves.flatMap((curve, i): Dot[] => {
    const value = axisOf(curve) === 'left' ? curve.values[nearest(curve.times, at)] : null;
    if (value === null || value === undefined) return [];
    return [{ id: curve.id, value, colour: curveColour(tokens, curve.colour ?? i) }];
  });
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
  const shown = Math.max(1, end < 0 ? names.length : end);
  const more = names.length > shown ? `, +${names.length - shown}` : '';
  const range = `${formatTime(from, zone)} – ${formatTime(to, zone)} ${formatZone(zone, to)}`;
  return `${range}   ${names.slice(0, shown).join(', ')}${more}`;
}
