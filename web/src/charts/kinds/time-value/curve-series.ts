import { curveColour, curveDash } from '../../frame/curve-style.ts';
import { isWithin, type Range } from '../../frame/range.ts';
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
  const lines = curves.filter((curve) => kindOf(curve) === 'line' || kindOf(curve) === 'columns');
  return [
    ...curves.flatMap((curve) => drawnBy[kindOf(curve)](curve, sketch, lines.indexOf(curve))),
    ...(lines.length === 0 ? [{ id: 'marks', type: 'line', data: [], ...marksOf(sketch, []) }] : []),
  ];
}

/** How much of a curve is seen beneath what a filter made of it. */
export const faintOpacity = 0.35;

/** How each kind of curve is drawn, told its place among the lines. */
const drawnBy: Readonly<Record<CurveKind, (curve: ChartCurve, sketch: Sketch, line: number) => object[]>> = {
  line: lineSeries,
  columns: columnSeries,
  hanging: barSeries,
  forecast: forecastSeries,
  filtered: filteredSeries,
};

function lineSeries(curve: ChartCurve, sketch: Sketch, line: number): object[] {
  const place = curve.colour ?? line;
  const cut = cutOf(curve, sketch);
  return lineOf(curve, sketch, cut, {
    widthPx: line === 0 ? 1.8 : 1.6,
    place,
    opacity: curve.isFaint ? faintOpacity : 1,
    marks: line === 0 ? marksOf(sketch, cut.gaps.length <= maxGaps ? cut.gaps : []) : {},
  });
}

/** A line over the faint one that it was made of, and a hollow square at each value that the filter refused. */
function filteredSeries(curve: ChartCurve, sketch: Sketch): object[] {
  const { canvas, view } = sketch;
  const place = curve.colour ?? 0;
  const refused = (curve.refused ?? []).filter(({ at }) => isWithin(at, view));
  return [
    ...lineOf(curve, sketch, cutOf(curve, sketch), { widthPx: 1.8, place, opacity: 1, marks: {} }),
    {
      id: `${curve.id} refused`,
      type: 'scatter',
      yAxisIndex: axisIndex[axisOf(curve)],
      data: refused.map(({ at, value }) => [at, value]),
      symbol: 'rect',
      symbolSize: 6,
      itemStyle: { color: 'transparent', borderColor: curveColour(canvas.tokens, place), borderWidth: 1.2 },
      silent: true,
      z: 5,
      clip: true,
    },
  ];
}

function cutOf(curve: ChartCurve, { content, view, size }: Sketch): Cut {
  const gapMs = content.lineStyle?.breakAtGaps === false ? Number.POSITIVE_INFINITY : gapMsOf(curve, view, size.width);
  return cutAtGaps(curve.times, curve.values, gapMs);
}

/** A line, and dots where it would not be seen. */
function lineOf(
  curve: ChartCurve,
  { content, canvas }: Sketch,
  cut: Cut,
  { widthPx, place, opacity, marks }: { widthPx: number; place: number; opacity: number; marks: object },
): object[] {
  const { step, widthPx: chosenPx, breakAtGaps } = content.lineStyle ?? {};
  const colour = curveColour(canvas.tokens, place);
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
      // A state holds until the next reading says another one: there is nothing between two of them.
      ...(step || (curve.wordOf && kindOf(curve) === 'line') ? { step: 'end' } : {}),
      silent: true,
      clip: true,
      z: 3,
      lineStyle: { color: colour, width: chosenPx ?? widthPx, type: curveDash(place), opacity },
      ...marks,
    },
    {
      id: `${curve.id} dots`,
      type: 'scatter',
      yAxisIndex,
      data: dotsOf(cut),
      symbolSize: 5,
      itemStyle: { color: colour, opacity },
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

/** Amounts in the colour of their place; limits and corrections stand on the first of all. */
function columnSeries(curve: ChartCurve, sketch: Sketch, line: number): object[] {
  const { canvas, view, size } = sketch;
  const within = curve.times.filter((at) => isWithin(at, view)).length;
  return [
    {
      id: curve.id,
      name: curve.name,
      type: 'bar',
      yAxisIndex: axisIndex[axisOf(curve)],
      data: curve.times.map((at, i) => [at, curve.values[i] ?? null]),
      barWidth: Math.max(1, Math.min(16, (size.width / Math.max(1, within)) * 0.8)),
      itemStyle: { color: curveColour(canvas.tokens, curve.colour ?? line) },
      silent: true,
      clip: true,
      z: 3,
      ...(line === 0 ? marksOf(sketch, []) : {}),
    },
  ];
}

/** A dashed line in the colour of the first curve, its band behind it as a pale surface between two lines that are not drawn. */
function forecastSeries(curve: ChartCurve, { canvas: { tokens } }: Sketch): object[] {
  const { id, name, times, values, band } = curve;
  const yAxisIndex = axisIndex[axisOf(curve)];
  const common = { type: 'line', yAxisIndex, symbol: 'none', silent: true, clip: true };
  const stacked = { ...common, stack: `${id} band`, stackStrategy: 'all', lineStyle: { opacity: 0 }, z: 1 };
  const lower = times.map((at, i) => [at, band?.lower[i] ?? Number.NaN]);
  const width = times.map((at, i) => [at, (band?.upper[i] ?? Number.NaN) - (band?.lower[i] ?? Number.NaN)]);
  return [
    ...(band
      ? [
          { ...stacked, id: `${id} lower`, data: lower },
          { ...stacked, id: `${id} width`, data: width, areaStyle: { color: tokens.area, opacity: 1 } },
        ]
      : []),
    {
      ...common,
      id,
      name,
      data: times.map((at, i) => [at, values[i] ?? Number.NaN]),
      z: 3,
      lineStyle: { color: curveColour(tokens, 0), width: 1.6, type: [6, 4] },
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
