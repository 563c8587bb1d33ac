import type { Tokens } from '../../../design/tokens.ts';
import { formatNumber } from '../../../kernel/format.ts';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import { framed, isNarrow, labelStyle, nameStyle, plainAxis, plotSizeOf, topOf } from '../../frame/option.ts';
import type { Range } from '../../frame/range.ts';
import { scaleOf, stackLabels } from '../../frame/scale.ts';
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
        .map((trace) => series(trace, lanes, canvas.tokens)),
    ],
  });
  return { option, layout, scale: lanes.scale };
}

export const traceColour = ({ isOther = false }: WaveformTrace, tokens: Tokens): string =>
  isOther ? tokens.s2 : tokens.s1;

const secondsAxis = (view: Range, widthPx: number, canvas: Canvas): object => {
  const { step, decimals } = scaleOf(view.from, view.to, Math.max(3, Math.floor(widthPx / 90)));
  return {
    ...plainAxis(canvas),
    min: view.from,
    max: view.to,
    interval: step,
    axisLine: { show: true, onZero: false, lineStyle: { color: canvas.tokens.axis } },
    name: `${canvas.t('common:chart.seconds')}, s`,
    nameGap: 0,
    nameTextStyle: { ...nameStyle(canvas), align: 'right', verticalAlign: 'bottom', padding: [0, 0, 8, 0] },
    axisLabel: { ...labelStyle(canvas), formatter: (value: number) => value.toFixed(decimals), hideOverlap: true },
    splitLine: { show: false },
  };
};

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

function series(trace: WaveformTrace, lanes: Lanes, tokens: Tokens): object {
  const zero = zeroOf(lanes, trace.axis);
  const colour = traceColour(trace, tokens);
  // A pixel is a stroke from its lowest to its highest sample.
  const data = trace.low.flatMap((low, i) => {
    const seconds = secondsAt(trace, i);
    const high = trace.high[i];
    return high === undefined
      ? [[seconds, zero + low]]
      : [
          [seconds, zero + low],
          [seconds, zero + high],
        ];
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

/** What lies beside the traces, no higher than its lane. */
function backdropSeries({ traces, backdrop = [] }: WaveformContent, lanes: Lanes, tokens: Tokens): object[] {
  const [first] = traces;
  if (!first) return [];
  const covered = { from: secondsAt(first, 0), to: secondsAt(first, first.low.length - 1) };
  const within = (value: number): number => Math.max(-lanes.half, Math.min(lanes.half, value));
  return backdrop.flatMap((trace) => {
    const sides = [
      { id: 'before', isHere: (at: number) => at < covered.from },
      { id: 'after', isHere: (at: number) => at > covered.to },
    ];
    return sides.map(({ id, isHere }) => {
      const places = trace.low.flatMap((_, i) => (isHere(secondsAt(trace, i)) ? [i] : []));
      const [start = 0, end = -1] = [places[0], places.at(-1)];
      const low = trace.low.slice(start, end + 1).map(within);
      const high = trace.high.slice(start, end + 1).map(within);
      const part = { ...trace, id: `${id}-${trace.id}`, fromSeconds: secondsAt(trace, start), low, high };
      return series(part, lanes, tokens);
    });
  });
}

/** Zero of each lane with its letter, the lines between lanes, and limits that are near. */
function marks({ limits = [] }: WaveformContent, lanes: Lanes, { tokens }: Canvas, heightPx: number): object {
  const shown = limits.filter(({ value }) => value <= lanes.half);
  // Marks of limits that lie close stand under each other.
  const shifts = stackLabels(
    shown.map(({ value }) => ((lanes.half - value) / lanes.scale.max) * heightPx),
    13,
  );
  const data = lanes.axes.flatMap((axis, i) => {
    const zero = zeroOf(lanes, axis);
    const lane = { yAxis: zero, lineStyle: { color: tokens.axis, width: 1, type: 'solid' } };
    const letter = { show: true, position: 'insideStartTop', formatter: axis.toUpperCase(), color: tokens['text-2'] };
    return [
      { ...lane, label: { ...letter, fontSize: 11, fontWeight: 600, distance: [4, 3] } },
      ...(i === 0 ? [] : [plainMark({ yAxis: zero + lanes.half }, tokens.grid)]),
      ...shown.flatMap(({ level, value }, k) =>
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
