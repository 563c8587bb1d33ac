import type { ContentOf } from '@plumbline/contract/overview/dashboards.contents';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../design/Level.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatBrief, formatNumber } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';

/** The unsettled alerts of the project, the highest level first; how many there are beyond those is said. */
export function AlertsPanel({ content: { alerts, total, timeZone } }: { content: ContentOf<'alerts'> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (alerts.length === 0) return <Empty title={t('stats:noAlerts')} />;
  return (
    <ul className="db-list" aria-label={t('stats:openAlerts')}>
      {alerts.map(
        ({ id, level, pointName, value, precision, threshold, measure, unit, readingAt, releasedAt, revised }) => {
          const isOver = releasedAt !== null || revised === 'noLonger';
          return (
            <li key={id} className="db-alert">
              <LevelTag level={level} closed={isOver} />
              <span className="db-name">
                <b className="pl-ell">{pointName}</b>
                <span className="pl-sm pl-2 pl-ell">
                  {isOver
                    ? t('walls:over')
                    : `${t('walls:of', { limit: formatNumber(threshold, precision) })} ${t(`stats:measure.${measure}`, { unit })}`}
                </span>
              </span>
              <span className="db-figures">
                <b className="pl-num">{formatNumber(value, precision)}</b>
                <time className="pl-sm pl-3" dateTime={readingAt}>
                  {formatBrief(readingAt, timeZone, language)}
                </time>
              </span>
            </li>
          );
        },
      )}
      {total > alerts.length && (
        <li className="pl-sm pl-2">{t('dashboards:moreAlerts', { count: total - alerts.length })}</li>
      )}
    </ul>
  );
}
