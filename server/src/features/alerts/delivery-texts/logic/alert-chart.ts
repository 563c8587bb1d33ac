/** The curve of an alert as a drawing: the days before its reading, the limits on the side that was passed, the reading. Pure. */
import { type Language, levelColours } from '@plumbline/contract/kernel/constants';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { precisionOf } from '@plumbline/contract/points/families';
import { type ChartFrame, chartSvg, limitStrokes, type PaperCurve } from '@plumbline/science/display/chart-svg';
import { formatNumber } from '@plumbline/science/display/number';
import { fieldName } from '../../alerts/alerts.reasons.api.ts';
import type { AlertContent } from './content.ts';
import { messageWords } from './message-words.ts';

/** Six days before a reading, and what of the day after it has passed, [fromMs, toMs]. */
export function spanAround({ readingAt }: Pick<AlertContent, 'readingAt'>, now: Date) {
  const at = Date.parse(readingAt);
  return { fromMs: at - 6 * dayMs, toMs: Math.max(at + dayMs / 24, Math.min(at + dayMs, now.getTime())) };
}

/** Returns the quantity that the curve shows: what the limit is of; of a condition what its deciding term measures. */
export const quantityOf = ({ measure }: Pick<AlertContent, 'measure'>) => (measure === 'condition' ? 'value' : measure);

/** A condition's term is on the curve where it is about the value itself of the point that the alert names. */
function isOnCurve({ measure, condition, pointId, field }: AlertContent): boolean {
  if (measure !== 'condition') return true;
  return (
    condition?.terms.some((term) => term.pointId === pointId && term.field === field && term.kind === 'value') ?? false
  );
}

export function alertChart(
  content: AlertContent,
  curve: PaperCurve,
  language: Language,
  frame: Pick<ChartFrame, 'fromMs' | 'toMs'>,
): { svg: string; words: string } {
  const { level, value, threshold, levels = [], unit, measure, pointName, family, field, timeZone } = content;
  const words = messageWords[language];
  const name = `${pointName}, ${fieldName(family, field, language)}`;
  const sign = threshold < 0 ? -1 : 1;
  const all = measure === 'condition' || levels.length === 0 ? [threshold] : levels.map((each) => each && each * sign);
  const first = all.length === 1 ? level : 1;
  const limits = all.flatMap((limit, i) =>
    limit === null
      ? []
      : [
          {
            value: limit,
            name: `${words.levels[first + i] ?? ''} ${formatNumber(limit, precisionOf(family, field)) ?? ''}`,
            colour: limitStrokes[first + i - 1] ?? '#444',
          },
        ],
  );
  const isDrawn = isOnCurve(content);
  const mark = { at: Date.parse(content.readingAt), value, colour: levelColours[level] };
  const svg = chartSvg(
    { curves: [{ ...curve, name }], field: { unit }, limits: isDrawn ? limits : [], mark: isDrawn ? mark : null },
    { ...frame, timeZone },
  );
  return { svg, words: words.curveOf(name) };
}
