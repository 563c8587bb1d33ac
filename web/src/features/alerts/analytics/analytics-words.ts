import type { alertAnalytics } from '@plumbline/contract/alerts/analytics';
import { formatSpan } from '@plumbline/science/display/span';
import { useTranslation } from 'react-i18next';
import type { Stat } from '../../../design/Pane.tsx';
import { formatAge, formatCount, formatShare, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';

export type Analytics = Reply<typeof alertAnalytics.ofProject>;

/** A length of time, or that there is none. */
export function useSpanWords(): (seconds: number | null) => string {
  const language = useLanguage();
  return (seconds) => (seconds === null ? missing : formatSpan(seconds, language));
}

/** The share of false alarms among what people have settled; of nothing settled there is none. */
export const falseShare = ({ falseAlarms, settled }: { falseAlarms: number; settled: number }): string =>
  settled === 0 ? missing : formatShare(falseAlarms / settled);

/** The figures of the strip. What waits now is counted whenever it was raised, and says so. */
export function useStats({ all, waiting }: Analytics): readonly Stat[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const span = useSpanWords();
  const reacted = all.reacted === 0 ? t('alertAnalytics:nobodyYet') : undefined;
  return [
    { label: t('alertAnalytics:raised'), value: formatCount(all.raised) },
    {
      label: t('alertAnalytics:reaction'),
      value: span(all.reactionMedianSeconds),
      note: reacted ?? `${t('alertAnalytics:reactionP90')} ${span(all.reactionP90Seconds)}`,
    },
    {
      label: t('alertAnalytics:settling'),
      value: span(all.settlingMedianSeconds),
      note: all.settled === 0 ? t('alertAnalytics:nobodyYet') : undefined,
    },
    {
      label: t('alertAnalytics:falseAlarms'),
      value: falseShare(all),
      note: t('alertAnalytics:ofSettled', { count: all.settled }),
    },
    {
      label: t('alertAnalytics:waiting'),
      value: formatCount(waiting.count),
      note:
        waiting.oldestAt === null
          ? undefined
          : t('alertAnalytics:oldest', { age: formatAge(waiting.oldestAt, language) }),
    },
  ];
}
