/** How alerts were handled, in sentences: the same on paper and in the workbook. */

import { formatSpan } from '@plumbline/science/display/span';
import type { ReportWords } from '../../words/words.api.ts';
import type { ReportContent } from './content.ts';
import { localTimes } from './local-times.ts';

/** Returns sentences on handling. Figures without a value are left out: no reaction yet is no reaction of zero seconds. */
export function handlingSentences(
  { handling: { figures, waiting }, language, timeZone }: ReportContent,
  words: ReportWords,
): readonly string[] {
  const span = (seconds: number | null) => (seconds === null ? null : formatSpan(seconds, language));
  return words.alertsHandled({
    raised: figures.raised,
    reaction: span(figures.reactionMedianSeconds),
    reactionP90: span(figures.reactionP90Seconds),
    settled: figures.settled,
    settling: span(figures.settlingMedianSeconds),
    falseAlarms: figures.falseAlarms,
    waiting: waiting.count,
    oldest: waiting.oldestAt === null ? null : localTimes(timeZone).text(Date.parse(waiting.oldestAt)),
  });
}
