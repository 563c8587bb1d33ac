import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { ConversionVersion } from './conversion-changes.ts';

/** From when to when a version was in force, by the clocks of the project. */
export function useVersionTime(): (version: Pick<ConversionVersion, 'fromAt' | 'toAt'>) => string {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  return ({ fromAt, toAt }) => {
    const from = fromAt === null ? t('masters:history.beginning') : formatTime(fromAt, timeZone);
    return toAt === null
      ? t('masters:history.from', { from })
      : t('masters:history.fromTo', { from, to: formatTime(toAt, timeZone) });
  };
}
