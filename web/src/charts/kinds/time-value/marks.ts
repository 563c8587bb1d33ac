import { formatSpan } from '@plumbline/science/display/span';
import { formatNumber } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import type { Canvas } from '../../frame/kind.ts';
import { isNarrow } from '../../frame/option.ts';
import { isWithin, type Range } from '../../frame/range.ts';
import { heightOf, stackLabels } from '../../frame/scale.ts';
import { glyphUrl } from '../../level-glyph.ts';
import { plainMark } from '../survey-curves.ts';
import { annotationBands, annotationLines } from './annotation-marks.ts';
import { axisOf } from './curve-kinds.ts';
import { hasFailed } from './gaps.ts';
import type { ChartCorrection, ChartThreshold } from './shapes.ts';
import type { Sketch } from './sketch.ts';

/** Draws the marks on a curve: limits, gaps, corrections, annotations. Pure parts of an ECharts option. */
export const marksOf = (sketch: Sketch, gaps: readonly Range[]): object => ({
  markLine: {
    silent: true,
    symbol: 'none',
    animation: false,
    data: [...limitLines(sketch), ...correctionLines(sketch), ...annotationLines(sketch), ...markedLine(sketch)],
  },
  markArea: {
    silent: true,
    animation: false,
    itemStyle: {
      color: sketch.canvas.tokens.gapfill,
      borderColor: sketch.canvas.tokens.hatch,
      borderWidth: 1,
      borderType: 'dotted',
    },
    label: { position: 'insideBottom', color: sketch.canvas.tokens['text-3'], fontSize: 11 },
    data: [
      ...annotationBands(sketch),
      ...gaps
        .filter((gap) => gap.to > sketch.view.from && gap.from < sketch.view.to)
        .map((gap) => gapArea(gap, sketch)),
    ],
  },
});

/** Level lines with their words in the right margin, none over another. */
function limitLines({ content, canvas, layout, size, scale }: Sketch): object[] {
  const visibleLimits = (content.thresholds ?? []).filter(({ value }) => value >= scale.min && value <= scale.max);
  const places = visibleLimits.map(({ value }) => layout.top + (1 - heightOf(scale, value)) * size.height);
  const shifts = stackLabels(places, 15);
  const precision = content.curves.find((curve) => axisOf(curve) === 'left')?.precision ?? 3;
  return visibleLimits.map((limit, i) =>
    limitLine(limit, limitWords(limit, canvas, scale.decimals + 1, precision), shifts[i], canvas),
  );
}

function limitLine(
  { level, value }: ChartThreshold,
  words: string,
  shift: number | undefined,
  { tokens }: Canvas,
): object {
  const fill = tokens[`lv${level}` as 'lv1'];
  const edge = tokens[`lv${level}-edge` as 'lv1-edge'];
  return {
    yAxis: value,
    lineStyle: { color: edge, width: 1.2, type: [6, 4] },
    label: {
      position: 'end',
      distance: 8,
      offset: [0, shift],
      color: tokens[`lv${level}-text` as 'lv1-text'],
      fontSize: 11,
      fontWeight: 500,
      formatter: `{mark|} ${words}`,
      rich: {
        mark: { width: 12, height: 12, backgroundColor: { image: glyphUrl(level, fill, edge, tokens['lv-ink']) } },
      },
    },
  };
}

/** Signs of a number that the narrow margin has room for, beside the glyph of its level. */
const narrowSigns = 9;

/** What a limit's label says: its level and number, or, of one that is set on the change, that number and what it is of. */
function limitWords(
  { level, value, cumulative }: ChartThreshold,
  canvas: Canvas,
  narrowDecimals: number,
  precision: number,
): string {
  const { t } = canvas;
  const narrow = isNarrow(canvas);
  const label = formatNumber(cumulative ?? value, precision);
  const maxSigns = cumulative === undefined ? narrowSigns : narrowSigns - 2;
  // A limit is written as it was set, and with fewer decimals only where it would run out of the picture.
  const number = narrow && label.length > maxSigns ? formatNumber(cumulative ?? value, narrowDecimals) : label;
  if (cumulative !== undefined) return narrow ? `Δ ${number}` : t('common:chart.cumulative', { number });
  return narrow ? number : `${t(`common:level.${levelName(level)}`)} ${number}`;
}

/** Dotted verticals with their words at the upper edge. */
const correctionLines = ({ content, view, canvas: { tokens } }: Sketch): object[] =>
  (content.corrections ?? [])
    .filter(({ at }) => isWithin(at, view))
    .map(({ at, words }: ChartCorrection) => ({
      xAxis: at,
      symbol: 'none',
      lineStyle: { color: tokens['text-2'], width: 1, type: [1, 3] },
      label: { position: 'end', color: tokens['text-2'], fontSize: 11, formatter: `◇ ${words}`, distance: 4 },
    }));

/** A thin vertical where the marked time is in view. */
const markedLine = ({ content: { markedAt = null }, view, canvas: { tokens } }: Sketch): object[] =>
  markedAt === null || !isWithin(markedAt, view)
    ? []
    : [plainMark({ xAxis: markedAt }, tokens.crosshair, { opacity: 0.7 })];

/** A tinted band from the last reading to the next, with its length where there is room for it. */
function gapArea(gap: Range, { content, view, canvas, size }: Sketch): object[] {
  const from = Math.max(gap.from, view.from);
  const to = Math.min(gap.to, view.to);
  const widthPx = ((to - from) / (view.to - view.from)) * size.width;
  const span = formatSpan((gap.to - gap.from) / 1000, canvas.language);
  const key = hasFailed(content.flags ?? [], gap) ? 'common:chart.gapFailed' : 'common:chart.gap';
  return [{ xAxis: from, label: { formatter: widthPx > 40 ? canvas.t(key, { span }) : '' } }, { xAxis: to }];
}
