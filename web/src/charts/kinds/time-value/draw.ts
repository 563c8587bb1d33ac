import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import { framed, isNarrow, plotSizeOf, timeAxis, topOf } from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { boundScale, extentOf } from '../../frame/scale.ts';
import { alertSeries, flagSeries } from './alert-marks.ts';
import { stateWords, valueAxes } from './axes.ts';
import { axisOf, kindOf } from './curve-kinds.ts';
import { curveSeries } from './curve-series.ts';
import { panelsOf } from './panels.ts';
import { rainAxisOf } from './rain.ts';
import type { AxisStyle, ChartCurve, TimeValueContent } from './shapes.ts';
import type { Sketch } from './sketch.ts';

/** A time-value chart as one ECharts option. Pure: what is drawn depends on what is given, and the size. */
export function draw(content: TimeValueContent, view: Range, canvas: Canvas): Drawing {
  const contents = panelsOf(content);
  if (contents.length > 1) return stacked(contents, view, canvas);
  const layout = layoutOf(content, canvas);
  const { scale, ...drawn } = panel(content, view, canvas, layout);
  return { option: framed(layout, canvas, drawn), layout, scale };
}

/** What is drawn of one chart in its place. */
function panel(content: TimeValueContent, view: Range, canvas: Canvas, layout: Layout) {
  const size = plotSizeOf(layout, canvas);
  const left = curvesOn(content, 'left');
  const right = curvesOn(content, 'right');
  const hanging = curvesOn(content, 'hanging');
  const steps = size.height < 170 ? 3 : 4;
  const limits = (content.thresholds ?? []).map(({ value }) => value);
  const scale = boundScale(
    extentOf(inView(left, view), limits),
    styleOf(left, content.axes?.left),
    steps,
    unitOf(left),
  );
  const sketch: Sketch = { content, view, canvas, layout, size, scale };
  return {
    scale,
    xAxis: timeAxis(view, size.width, content.zone, canvas),
    yAxis: valueAxes(sketch, {
      left,
      right,
      hanging,
      rightScale: boundScale(extentOf(inView(right, view)), content.axes?.right, steps, unitOf(right)),
      rain: rainAxisOf(inView(hanging, view), hanging[0]?.unit ?? ''),
    }),
    series: [
      ...curveSeries(sketch),
      ...(left.length > 0
        ? [
            ...flagSeries(content.flags ?? [], view, canvas.tokens),
            ...alertSeries(content.alerts ?? [], view, scale, canvas.tokens),
          ]
        : []),
    ],
  };
}

/** The unit of curves that have one; '' where they have several. */
const unitOf = (curves: readonly ChartCurve[]): string => {
  const [unit = '', ...others] = new Set(curves.map((curve) => curve.unit));
  return others.length === 0 ? unit : '';
};

/** Room between two charts: the name of the lower one's axis. */
const betweenPx = 30;

/** Charts of one height under each other, on one axis of time that has its words under the last. */
function stacked(contents: readonly TimeValueContent[], view: Range, canvas: Canvas): Drawing {
  const outer = contents.map((content) => layoutOf(content, canvas));
  const [left, right] = [Math.max(...outer.map((each) => each.left)), Math.max(...outer.map((each) => each.right))];
  const { top, bottom } = elementAt(outer, 0);
  const count = contents.length;
  const heightPx = Math.max(40, (canvas.heightPx - top - bottom - betweenPx * (count - 1)) / count);
  const layouts = contents.map((_, i): Layout => {
    const from = top + i * (heightPx + betweenPx);
    return { left, right, top: from, bottom: canvas.heightPx - from - heightPx };
  });
  const drawn = contents.map((content, i) => panel(content, view, canvas, elementAt(layouts, i)));
  const plotLayout: Layout = { left, right, top, bottom };
  const option = framed(plotLayout, canvas, {
    grid: layouts.map((layout) => ({ ...layout, containLabel: false })),
    xAxis: drawn.map(({ xAxis }, i) => ({
      ...xAxis,
      gridIndex: i,
      ...(i < count - 1 ? { axisLabel: { show: false }, name: '' } : {}),
    })),
    yAxis: drawn.flatMap(({ yAxis }, i) => yAxis.map((axis) => ({ ...axis, gridIndex: i }))),
    series: drawn.flatMap(({ series, yAxis }, i) => series.map((each) => placedIn(each, i, i * yAxis.length))),
  });
  const panels = drawn.map(({ scale }, i) => ({ top: elementAt(layouts, i).top, heightPx, scale }));
  return { option, layout: plotLayout, scale: elementAt(panels, 0).scale, panels };
}

/** A series on the axes of its chart, apart from those of its name in the others. */
function placedIn(series: SeriesParts, panel: number, firstAxis: number): object {
  const { id, yAxisIndex = 0 } = series;
  return { ...series, id: `${panel} ${id}`, xAxisIndex: panel, yAxisIndex: firstAxis + yAxisIndex };
}
interface SeriesParts {
  readonly id?: string;
  readonly yAxisIndex?: number;
}

function layoutOf(content: TimeValueContent, canvas: Canvas): Layout {
  return {
    left: Math.max(isNarrow(canvas) ? 46 : 56, widthOfWords(content)),
    right: rightOf(content, isNarrow(canvas)),
    top: topOf(canvas),
    bottom: 28,
  };
}

/** Room for the words of states in place of numbers, px: a wide letter takes as much as the type is high. */
function widthOfWords(content: TimeValueContent): number {
  const words = stateWords(content, curvesOn(content, 'left')) ?? new Map<number, string>();
  const widths = [...words.values()].map((word) =>
    [...word].reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) > 0x2e80 ? 11 : 6.2), 0),
  );
  return Math.ceil(Math.max(0, ...widths)) + 18;
}

/** Room for the words of limits, else for the numbers of a second axis. */
function rightOf({ curves, thresholds = [] }: TimeValueContent, narrow: boolean): number {
  if (thresholds.some(({ cumulative }) => cumulative !== undefined)) return narrow ? 84 : 150;
  if (thresholds.length > 0) return narrow ? 84 : 116;
  if (curves.some((curve) => axisOf(curve) !== 'left')) return 56;
  return narrow ? 14 : 20;
}

const curvesOn = ({ curves }: TimeValueContent, axis: ReturnType<typeof axisOf>): readonly ChartCurve[] =>
  curves.filter((curve) => axisOf(curve) === axis);

/** Amounts stand on their axis: it begins at 0, unless people have said otherwise or a curve beside them is below. */
function styleOf(curves: readonly ChartCurve[], style: AxisStyle | undefined): AxisStyle | undefined {
  const isFromZero = curves.length > 0 && curves.every((curve) => kindOf(curve) === 'columns');
  return isFromZero ? { ...style, min: style?.min ?? 0 } : style;
}

/** The values of all curves that lie in view. */
function* inView(curves: readonly ChartCurve[], view: Range): Generator<number | null> {
  for (const { times, values, band } of curves)
    for (const [i, at] of times.entries())
      if (isWithin(at, view)) {
        yield values[i] ?? null;
        yield band?.lower[i] ?? null;
        yield band?.upper[i] ?? null;
      }
}
