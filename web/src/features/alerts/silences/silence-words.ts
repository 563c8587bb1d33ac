import type { Silence } from '@plumbline/contract/alerts/silences';
import { useTranslation } from 'react-i18next';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';

/** A quiet window in words, in the zone of its project. */
export function useSilenceWords(zone: string | undefined) {
  const { t } = useTranslation();
  const language = useLanguage();
  const at = (instant: string): string => formatShort(instant, zone, language);
  return {
    at,
    place: ({ structureName, pointName }: Silence): string => pointName ?? structureName ?? t('silences:wholeProject'),
    levels: ({ levels }: Silence): string => levels.map((each) => t(`common:level.${levelName(each)}`)).join(', '),
    span: ({ startAt, endAt, endedAt }: Silence): string =>
      t('silences:span', { from: at(startAt), to: at(endedAt ?? endAt) }),
  };
}
