import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import { framed, isNarrow, plotSizeOf, timeAxis, topOf } from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { boundScale, extentOf } from '../../frame/scale.ts';
import { alertSeries, flagSeries } from './alert-marks.ts';
import { valueAxes } from './axes.ts';
import { axisOf } from './curve-kinds.ts';
import { curveSeries } from './curve-series.ts';
import { rainAxisOf } from './rain.ts';
import type { ChartCurve, TimeValueContent } from './shapes.ts';
import type { Sketch } from './sketch.ts';

/** A time-value chart as one ECharts option. Pure: what is drawn depends on what is given, and the size. */
export function draw(content: TimeValueContent, view: Range, canvas: Canvas): Drawing {
  const layout = layoutOf(content, canvas);
  const size = plotSizeOf(layout, canvas);
  const left = curvesOn(content, 'left');
  const right = curvesOn(content, 'right');
  const hanging = curvesOn(content, 'hanging');
  const steps = size.height < 170 ? 3 : 4;
  const limits = (content.thresholds ?? []).map(({ value }) => value);
  const scale = boundScale(extentOf(inView(left, view), limits), content.axes?.left, steps);
  const sketch: Sketch = { content, view, canvas, layout, size, scale };
  const option = framed(layout, canvas, {
    xAxis: timeAxis(view, size.width, content.zone, canvas),
    yAxis: valueAxes(sketch, {
      left,
      right,
      hanging,
      rightScale: boundScale(extentOf(inView(right, view)), content.axes?.right, steps),
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
  });
  return { option, layout, scale };
}

function layoutOf(content: TimeValueContent, canvas: Canvas): Layout {
  return {
    left: isNarrow(canvas) ? 46 : 56,
    right: rightOf(content, isNarrow(canvas)),
    top: topOf(canvas),
    bottom: 28,
  };
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

/** The values of all curves that lie in view. */
function* inView(curves: readonly ChartCurve[], view: Range): Generator<number | null> {
  for (const { times, values } of curves)
    for (const [i, at] of times.entries()) if (isWithin(at, view)) yield values[i] ?? null;
}
