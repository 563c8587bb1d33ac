import { LineChart } from 'echarts/charts';
import { MarkLineComponent } from 'echarts/components';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../kernel/format.ts';
import type { ChartKind } from '../../frame/kind.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { fileNumber } from '../survey-curves.ts';
import { draw, traceColour } from './draw.ts';
import { lanesOf, peakTime, secondsAt, stopsIn, valueNear, zeroOf } from './lanes.ts';
import type { WaveformContent } from './shapes.ts';

const secondsWords = (at: number): string => `${at.toFixed(3)} s`;

/** Samples over seconds, every axis in a lane, one crosshair through all. */
export const waveform: ChartKind<WaveformContent> = {
  parts: [LineChart, MarkLineComponent],
  direction: 'x',
  minSpan: 0.02,
  draw,
  entriesOf: ({ traces, unit }, at, tokens) =>
    traces.map((trace) => ({
      id: trace.id,
      name: trace.name,
      unit,
      value: formatNumber(at === null ? null : valueNear(trace, at), 3),
      swatch: { colour: traceColour(trace, tokens), shape: 'line' },
    })),
  without: (content, hidden) => ({ ...content, traces: content.traces.filter(({ id }) => !hidden.has(id)) }),
  stopsOf: stopsIn,
  dotsAt(content, at, tokens) {
    const lanes = lanesOf(content);
    return content.traces.flatMap((trace) => {
      const value = valueNear(trace, at);
      const { id, axis } = trace;
      return value === null ? [] : [{ id, value: zeroOf(lanes, axis) + value, colour: traceColour(trace, tokens) }];
    });
  },
  positionWords: (_content, at) => ({ whole: secondsWords(at), short: secondsWords(at) }),
  restsAt: peakTime,
  hasValues: ({ traces }) => traces.some(({ low }) => low.length > 0),
  captionOf: ({ axisName, unit }, { from, to }) => `${axisName}, ${unit}, ${secondsWords(from)} – ${secondsWords(to)}`,
  tableOf,
};

/** A line for each time; where pixels were drawn, their lowest and highest sample. */
function tableOf({ traces, unit }: WaveformContent, view: Range, t: TFunction): (string | number | null)[][] {
  const [first] = traces;
  if (!first) return [];
  const head = traces.flatMap(({ name, high }) =>
    high.length > 0 ? [`${name} min (${unit})`, `${name} max (${unit})`] : [`${name} (${unit})`],
  );
  const lines = first.low.flatMap((_, i) => {
    const at = secondsAt(first, i);
    if (!isWithin(at, view)) return [];
    const cells = traces.flatMap((trace) => {
      const place = Math.round((at - trace.fromSeconds) / trace.stepSeconds);
      const low = fileNumber(trace.low[place] ?? null);
      return trace.high.length > 0 ? [low, fileNumber(trace.high[place] ?? null)] : [low];
    });
    return [[Number(at.toFixed(6)), ...cells]];
  });
  return [[`${t('common:chart.seconds')} (s)`, ...head], ...lines];
}
