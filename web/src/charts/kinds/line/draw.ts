import { formatNumber } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import type { Canvas, Drawing, Layout } from '../../frame/kind.ts';
import { framed, isNarrow, nameStyle, plainNumberAxis, plotSizeOf, topOf, valueAxis } from '../../frame/option.ts';
import type { Range } from '../../frame/range.ts';
import { heightOf, type Scale, stackLabels } from '../../frame/scale.ts';
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
import type { LineContent } from './shapes.ts';

const across = (value: number, atM: number) => [atM, value] as const;

/** A line as one ECharts option: distance across, values upwards, or downwards where they are settlement. Pure. */
export function draw(content: LineContent, view: Range, canvas: Canvas): Drawing {
  const layout = layoutOf(content, canvas);
  const size = plotSizeOf(layout, canvas);
  const scale = surveyScale(
    content.curves.map(({ chainagesM: positionsM, values }) => ({ positionsM, values })),
    view,
    {
      thresholds: [...(content.thresholds ?? []), ...(content.jointLimits ?? [])],
      steps: size.height < 170 ? 3 : 4,
      isReversed: content.isDownward,
    },
  );
  const option = framed(layout, canvas, {
    xAxis: { ...chainageAxis(view, size.width, canvas), inverse: content.isMirrored === true },
    yAxis: valuesAxis(content, scale, canvas),
    series: [
      marks(content, scale, canvas, { layout, heightPx: size.height }),
      ...jointLimitSeries(content.jointLimits ?? [], across, canvas.tokens),
      ...chosenLast(content.curves).map(({ chainagesM: positionsM, age, ...curve }) =>
        surveySeries({ ...curve, positionsM }, across, ageColour(age, canvas.tokens)),
      ),
    ],
  });
  return { option, layout, scale, ...(content.isMirrored ? { isMirrored: true } : {}) };
}

/** Room at the right for the words of limits. */
const layoutOf = ({ thresholds = [] }: LineContent, canvas: Canvas): Layout => ({
  left: isNarrow(canvas) ? 46 : 56,
  right: thresholds.length > 0 ? (isNarrow(canvas) ? 84 : 116) : 20,
  top: topOf(canvas),
  bottom: 44,
});

const chainageAxis = (view: Range, widthPx: number, canvas: Canvas): object => ({
  ...plainNumberAxis(view, Math.max(3, Math.floor(widthPx / 90)), canvas),
  axisLine: { show: true, onZero: false, lineStyle: { color: canvas.tokens.axis } },
  // At the foot whichever way the values go.
  position: 'bottom',
  name: `${canvas.t('common:chart.chainage')}, m`,
  nameLocation: 'middle',
  nameGap: 24,
  nameTextStyle: nameStyle(canvas),
});

const valuesAxis = ({ axisName, unit }: LineContent, scale: Scale, canvas: Canvas): object => ({
  ...valueAxis(scale, canvas),
  name: `${axisName}, ${unit}`,
  nameTextStyle: { ...nameStyle(canvas), align: 'left', padding: [0, 0, 0, -40] },
  splitLine: { lineStyle: { color: canvas.tokens.grid, width: 1 } },
});

/** What stands behind the curves: zero, limits with their words in the right margin, the pinned place. */
function marks(
  { thresholds = [], pinnedM = null, precision }: LineContent,
  scale: Scale,
  canvas: Canvas,
  { layout, heightPx }: { layout: Layout; heightPx: number },
): object {
  const { tokens, t } = canvas;
  const visibleLimits = thresholds.filter(({ value }) => value >= scale.min && value <= scale.max);
  const shifts = stackLabels(
    visibleLimits.map(({ value }) => layout.top + (1 - heightOf(scale, value)) * heightPx),
    15,
  );
  const limits = visibleLimits.map(({ level, value }, i) => {
    const number = formatNumber(value, isNarrow(canvas) ? scale.decimals + 1 : precision);
    const words = isNarrow(canvas) ? number : `${t(`common:level.${levelName(level)}`)} ${number}`;
    const { lineStyle, label } = limitStyle(level, words, tokens);
    return { yAxis: value, lineStyle, label: { ...label, distance: 8, offset: [0, shifts[i]] } };
  });
  return marksSeries([
    plainMark({ yAxis: 0 }, tokens.axis),
    ...limits,
    ...(pinnedM === null ? [] : [plainMark({ xAxis: pinnedM }, tokens.crosshair, { opacity: 0.7 })]),
  ]);
}
