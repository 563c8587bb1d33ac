import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import {
  framed,
  isNarrow,
  labelStyle,
  nameStyle,
  plainAxis,
  plainNumberAxis,
  plotSizeOf,
  topOf,
} from '../../frame/option.ts';
import type { Range } from '../../frame/range.ts';
import { stackLabels } from '../../frame/scale.ts';
import { limitStyle, plainMark } from '../survey-curves.ts';
import { type Lanes, lanesOf, secondsAt, zeroOf } from './lanes.ts';
import type { WaveformContent, WaveformTrace } from './shapes.ts';

/** A waveform as one ECharts option: seconds across, each axis in a lane of its own. Pure. */
export function draw(content: WaveformContent, view: Range, canvas: Canvas): Drawing {
  const layout: Layout = { left: isNarrow(canvas) ? 46 : 56, right: 20, top: topOf(canvas), bottom: 28 };
  const size = plotSizeOf(layout, canvas);
  const lanes = lanesOf(content);
  const option = framed(layout, canvas, {
    xAxis: secondsAxis(view, size.width, canvas),
    yAxis: laneAxis(content, lanes, canvas),
    series: [
      marks(content, lanes, canvas, size.height),
      ...backdropSeries(content, lanes, canvas.tokens),
      ...[...content.traces]
        .sort((a, b) => Number(b.isOther ?? false) - Number(a.isOther ?? false))
        .map((trace) => series(trace, strokesOf(trace, 0), lanes, canvas.tokens)),
    ],
  });
  return { option, layout, scale: lanes.scale };
}

export const traceColour = ({ isOther = false }: WaveformTrace, tokens: Tokens): string =>
  isOther ? tokens.s2 : tokens.s1;

const secondsAxis = (view: Range, widthPx: number, canvas: Canvas): object => ({
  ...plainNumberAxis(view, Math.max(3, Math.floor(widthPx / 90)), canvas),
  axisLine: { show: true, onZero: false, lineStyle: { color: canvas.tokens.axis } },
  name: `${canvas.t('common:chart.seconds')}, s`,
  nameGap: 0,
  nameTextStyle: { ...nameStyle(canvas), align: 'right', verticalAlign: 'bottom', padding: [0, 0, 8, 0] },
});

/** Marked at zero and at one round value on both sides of it, in every lane. */
function laneAxis({ axisName, unit }: WaveformContent, lanes: Lanes, canvas: Canvas): object {
  const values = lanes.axes.flatMap((axis) => {
    const zero = zeroOf(lanes, axis);
    return [zero - lanes.mark, zero, zero + lanes.mark];
  });
  // By its place among the three of its lane: adding up leaves no zero.
  const words = (at: number): string => {
    const share = (((at - lanes.half) % (2 * lanes.half)) + 2 * lanes.half) % (2 * lanes.half);
    if (share < lanes.mark / 2 || share > 2 * lanes.half - lanes.mark / 2) return '0';
    return formatNumber(share < lanes.half ? lanes.mark : -lanes.mark, lanes.decimals);
  };
  return {
    ...plainAxis(canvas),
    min: lanes.scale.min,
    max: lanes.scale.max,
    name: `${axisName}, ${unit}`,
    nameTextStyle: { ...nameStyle(canvas), align: 'left', padding: [0, 0, 0, -40] },
    axisTick: { show: false, customValues: values },
    axisLabel: {
      ...labelStyle(canvas),
      customValues: values,
      formatter: (at: number) => words(at),
    },
    splitLine: { show: false },
  };
}

/** A pixel: from when to when, and its lowest and highest sample; one sample alone is both. */
type Stroke = readonly [from: number, to: number, low: number, high: number];

const strokesOf = (trace: WaveformTrace, widthSeconds: number): Stroke[] =>
  trace.low.map((low, i) => [secondsAt(trace, i), secondsAt(trace, i) + widthSeconds, low, trace.high[i] ?? low]);

function series(trace: WaveformTrace, strokes: readonly Stroke[], lanes: Lanes, tokens: Tokens): object {
  const zero = zeroOf(lanes, trace.axis);
  const colour = traceColour(trace, tokens);
  const data = strokes.flatMap(([from, to, low, high]) => {
    if (trace.high.length === 0) return [[from, zero + low]];
    // A pixel is a stroke from its lowest to its highest sample; where it is wider than one, a box.
    const up = [
      [from, zero + low],
      [from, zero + high],
    ];
    return to === from ? up : [...up, [to, zero + high], [to, zero + low]];
  });
  return {
    type: 'line',
    id: trace.id,
    silent: true,
    data,
    lineStyle: { color: colour, width: 1, opacity: trace.isOther ? 0.75 : 1 },
    itemStyle: { color: colour },
    showSymbol: false,
    z: trace.isOther ? 3 : 4,
  };
}

/** What lies beside the traces, no higher than its lane. It goes up to where they begin: between them is no gap. */
function backdropSeries({ traces, backdrop = [] }: WaveformContent, lanes: Lanes, tokens: Tokens): object[] {
  const [first] = traces;
  if (!first) return [];
  const [begin, end] = [secondsAt(first, 0), secondsAt(first, first.low.length - 1)];
  const within = (value: number): number => Math.max(-lanes.half, Math.min(lanes.half, value));
  return backdrop.flatMap((trace) => {
    const strokes = strokesOf(trace, trace.stepSeconds).map(
      ([from, to, low, high]): Stroke => [from, to, within(low), within(high)],
    );
    // What the traces cover of a stroke is theirs.
    const before = strokes.flatMap(([from, to, ...values]): Stroke[] =>
      from < begin ? [[from, Math.min(to, begin), ...values]] : [],
    );
    const after = strokes.flatMap(([from, to, ...values]): Stroke[] =>
      to > end ? [[Math.max(from, end), to, ...values]] : [],
    );
    return [
      series({ ...trace, id: `before-${trace.id}` }, before, lanes, tokens),
      series({ ...trace, id: `after-${trace.id}` }, after, lanes, tokens),
    ];
  });
}

/** Zero of each lane with its letter, the lines between lanes, and limits that are near. */
function marks({ limits = [] }: WaveformContent, lanes: Lanes, { tokens }: Canvas, heightPx: number): object {
  const visibleLimits = limits.filter(({ value }) => value <= lanes.half);
  // Marks of limits that lie close stand under each other.
  const shifts = stackLabels(
    visibleLimits.map(({ value }) => ((lanes.half - value) / lanes.scale.max) * heightPx),
    13,
  );
  const data = lanes.axes.flatMap((axis, i) => {
    const zero = zeroOf(lanes, axis);
    const lane = { yAxis: zero, lineStyle: { color: tokens.axis, width: 1, type: 'solid' } };
    const letter = { show: true, position: 'insideStartTop', formatter: axis.toUpperCase(), color: tokens['text-2'] };
    return [
      { ...lane, label: { ...letter, fontSize: 11, fontWeight: 600, distance: [4, 3] } },
      ...(i === 0 ? [] : [plainMark({ yAxis: zero + lanes.half }, tokens.grid)]),
      ...visibleLimits.flatMap(({ level, value }, k) =>
        [value, -value].map((at) => {
          const { lineStyle, label } = limitStyle(level, '', tokens);
          // Its mark stands once, beside the uppermost line.
          return {
            yAxis: zero + at,
            lineStyle,
            label: { ...label, show: i === 0 && at > 0, distance: 4, offset: [0, shifts[k]] },
          };
        }),
      ),
    ];
  });
  return {
    type: 'line',
    id: 'marks',
    silent: true,
    data: [],
    markLine: { silent: true, animation: false, symbol: 'none', data },
  };
}
