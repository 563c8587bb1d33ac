import type { Tokens } from '../../../design/tokens.ts';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import { framed, isNarrow, nameStyle, plainNumberAxis, plotSizeOf, topOf, valueAxis } from '../../frame/option.ts';
import type { Range } from '../../frame/range.ts';
import type { Scale } from '../../frame/scale.ts';
import {
  ageColour,
  chosenLast,
  jointLimitSeries,
  limitStyle,
  marksSeries,
  plainMark,
  surveyScale,
  surveySeries,
} from '../survey-curves.ts';
import type { ProfileContent, ProfileCurve } from './shapes.ts';
import { strataSeries, stripPxOf } from './strata.ts';

const downwards = (value: number, atM: number) => [value, atM] as const;

/** A profile as one ECharts option: depth downwards (or elevation upwards), values across at the top. Pure. */
export function draw(content: ProfileContent, view: Range, canvas: Canvas): Drawing {
  const layout = layoutOf(content, canvas);
  const size = plotSizeOf(layout, canvas);
  const scale = surveyScale(
    content.curves.map(({ depths: positionsM, values }) => ({ positionsM, values })),
    view,
    { thresholds: allLimits(content), steps: size.width < 300 ? 3 : 5, isReversed: content.isReversed },
  );
  const option = framed(layout, canvas, {
    xAxis: valuesAxis(content, scale, canvas),
    yAxis: depthAxis(content, view, size.height, canvas),
    series: [
      marks(content, scale, canvas),
      ...strataSeries(content, { view, layout, scale }, canvas),
      ...jointLimitSeries(content.jointLimits ?? [], downwards, canvas.tokens),
      ...chosenLast(content.curves).map(({ depths: positionsM, ...curve }) =>
        surveySeries({ ...curve, positionsM }, downwards, curveColour(curve, canvas.tokens)),
      ),
    ],
  });
  return { option, layout, scale, ...(content.isUpward ? { isMirrored: true } : {}) };
}

const layoutOf = (content: ProfileContent, canvas: Canvas): Layout => ({
  left: (isNarrow(canvas) ? 52 : 60) + stripPxOf(content, canvas),
  right: 20,
  top: topOf(canvas) + 16,
  bottom: (content.thresholds ?? []).length > 0 ? 28 : 16,
});

const valuesAxis = ({ axisName, unit }: ProfileContent, scale: Scale, canvas: Canvas): object => ({
  ...valueAxis(scale, canvas),
  position: 'top',
  name: `${axisName}, ${unit}`,
  nameLocation: scale.reversed ? 'start' : 'end',
  nameGap: 0,
  nameTextStyle: { ...nameStyle(canvas), align: 'right', verticalAlign: 'bottom', padding: [0, 0, 22, 0] },
  splitLine: { lineStyle: { color: canvas.tokens.grid, width: 1 } },
});

const depthAxis = (content: ProfileContent, view: Range, heightPx: number, canvas: Canvas): object => {
  const { isUpward = false } = content;
  const stripPx = stripPxOf(content, canvas);
  return {
    ...plainNumberAxis(view, heightPx < 300 ? 4 : 6, canvas),
    // At the edge, with its numbers: over the zero of the values it would look like their name.
    axisLine: { show: false, onZero: false },
    inverse: !isUpward,
    name: `${canvas.t(isUpward ? 'common:chart.elevation' : 'common:chart.depth')}, m`,
    nameLocation: isUpward ? 'end' : 'start',
    nameGap: 22,
    // The numbers stand beyond the strip of soil, the name over it.
    ...(stripPx > 0 && { offset: stripPx, nameTextStyle: { ...nameStyle(canvas), align: 'left', padding: 0 } }),
    splitLine: { lineStyle: { color: canvas.tokens.grid, width: 1 } },
  };
};

/** By its age, or by whose it is. */
export const curveColour = ({ age, source }: Pick<ProfileCurve, 'age' | 'source'>, tokens: Tokens): string =>
  source ? tokens[source] : ageColour(age, tokens);

const allLimits = ({ thresholds = [], jointLimits = [] }: ProfileContent) => [...thresholds, ...jointLimits];

/** What stands behind the curves: zero, limits with their marks at the foot, the pinned depth. */
function marks(
  { thresholds = [], pinnedM = null, isUpward }: ProfileContent,
  scale: Scale,
  { tokens }: Canvas,
): object {
  const limits = thresholds
    .filter(({ value }) => value >= scale.min && value <= scale.max)
    .map(({ level, value }) => {
      const { lineStyle, label } = limitStyle(level, '', tokens);
      return { xAxis: value, lineStyle, label: { ...label, position: isUpward ? 'start' : 'end', distance: 5 } };
    });
  return marksSeries([
    plainMark({ xAxis: 0 }, tokens.axis),
    ...limits,
    ...(pinnedM === null ? [] : [plainMark({ yAxis: pinnedM }, tokens.crosshair, { opacity: 0.7 })]),
  ]);
}
