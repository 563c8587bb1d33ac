import { curveColour, curveDash } from '../../frame/curve-style.ts';
import type { Range } from '../../frame/range.ts';
import { axisIndex } from './axes.ts';
import { axisOf, kindOf } from './curve-kinds.ts';
import { type Cut, cutAtGaps } from './gaps.ts';
import { marksOf } from './marks.ts';
import type { ChartCurve, CurveKind } from './shapes.ts';
import type { Sketch } from './sketch.ts';

/** More gaps than this are a habit of the device, not events: the broken line says enough. */
const maxGaps = 12;

/** The curves as series of ECharts; limits, gaps and corrections stand on the first line. */
export function curveSeries(sketch: Sketch): object[] {
  const { curves } = sketch.content;
  const lines = curves.filter((curve) => kindOf(curve) === 'line');
  return [
    ...curves.flatMap((curve) => drawnBy[kindOf(curve)](curve, sketch, lines.indexOf(curve))),
    ...(lines.length === 0 ? [{ id: 'marks', type: 'line', data: [], ...marksOf(sketch, []) }] : []),
  ];
}

/** How each kind of curve is drawn, told its place among the lines. */
const drawnBy: Readonly<Record<CurveKind, (curve: ChartCurve, sketch: Sketch, line: number) => object[]>> = {
  line: lineSeries,
  hanging: barSeries,
};

function lineSeries(curve: ChartCurve, sketch: Sketch, line: number): object[] {
  const { content, canvas, view, size } = sketch;
  const { step, widthPx, breakAtGaps } = content.lineStyle ?? {};
  const place = curve.colour ?? line;
  const colour = curveColour(canvas.tokens, place);
  const gapMs = breakAtGaps === false ? Number.POSITIVE_INFINITY : gapMsOf(curve, view, size.width);
  const cut = cutAtGaps(curve.times, curve.values, gapMs);
  const yAxisIndex = axisIndex[axisOf(curve)];
  return [
    {
      id: curve.id,
      name: curve.name,
      type: 'line',
      yAxisIndex,
      data: cut.line,
      symbol: 'none',
      showSymbol: false,
      connectNulls: breakAtGaps === false,
      smooth: false,
      ...(step ? { step: 'end' } : {}),
      silent: true,
      clip: true,
      z: 3,
      lineStyle: { color: colour, width: widthPx ?? (line === 0 ? 1.8 : 1.6), type: curveDash(place) },
      ...(line === 0 ? marksOf(sketch, cut.gaps.length <= maxGaps ? cut.gaps : []) : {}),
    },
    {
      id: `${curve.id} dots`,
      type: 'scatter',
      yAxisIndex,
      data: dotsOf(cut),
      symbolSize: 5,
      itemStyle: { color: colour },
      silent: true,
      z: 4,
      clip: true,
    },
  ];
}

/** Readings with no neighbour, and the newest. */
function dotsOf({ line, lone }: Cut): readonly (readonly [number, number])[] {
  const newest = line.findLast((point): point is readonly [number, number] => point[1] !== null);
  return newest ? [...lone, newest] : lone;
}

function barSeries(curve: ChartCurve, { canvas, size }: Sketch): object[] {
  const { times, values } = curve;
  return [
    {
      id: curve.id,
      name: curve.name,
      type: 'bar',
      yAxisIndex: axisIndex[axisOf(curve)],
      data: times.map((at, i) => [at, values[i] ?? null]),
      barWidth: Math.max(1, Math.min(12, (size.width / Math.max(1, times.length)) * 0.8)),
      itemStyle: { color: canvas.tokens.s5 },
      silent: true,
      z: 1,
    },
  ];
}

/** Milliseconds between readings that still count as joined. Thinned curves have at most one reading per pixel. */
function gapMsOf({ gapSeconds, times }: ChartCurve, view: Range, widthPx: number): number {
  const pixelMs = (view.to - view.from) / Math.max(1, widthPx);
  if (gapSeconds !== undefined) return Math.max(gapSeconds * 1000, pixelMs * 3);
  return Math.max(usualDistance(times) * 3, pixelMs * 3);
}

/** The median of what lies between readings; 0 of fewer than two. */
function usualDistance(times: readonly number[]): number {
  const distances: number[] = [];
  let before: number | null = null;
  for (const at of times) {
    if (before !== null) distances.push(at - before);
    before = at;
  }
  return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0;
}
