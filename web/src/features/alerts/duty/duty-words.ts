/** People on duty and times of duty in words. */
import type { DutyRoster } from '@plumbline/contract/alerts/duty';
import { useTranslation } from 'react-i18next';
import { formatShort, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';

const isSameDay = (a: string, b: string, zone: string): boolean =>
  formatTime(Date.parse(a), zone).slice(0, 10) === formatTime(Date.parse(b), zone).slice(0, 10);

type Person = DutyRoster['onDuty'][number];

/** The same in the time zone of the project that is open. */
export const useDutyWords = () => useDutyWordsIn(useProject().project.timeZone);

export function useDutyWordsIn(timeZone: string) {
  const { t } = useTranslation();
  const language = useLanguage();
  return {
    /** The name, with what keeps them from acting. */
    nameOf: ({ name, problems }: Person): string =>
      problems.length === 0
        ? name
        : t('duty:cannot', { name, why: problems.map((each) => t(`duty:problem.${each}`)).join(', ') }),
    spanOf: ({ startAt, endAt }: { readonly startAt: string; readonly endAt: string }): string =>
      t('duty:span', {
        from: formatShort(startAt, timeZone, language),
        to: isSameDay(startAt, endAt, timeZone)
          ? formatTime(Date.parse(endAt), timeZone).slice(11, 16)
          : formatShort(endAt, timeZone, language),
      }),
  };
}
