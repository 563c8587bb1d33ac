import type { ContentOf } from '@plumbline/contract/overview/dashboards.contents';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../design/Level.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatBrief } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useRaisedWords } from '../../../kernel/raised-figures.ts';

/** The unsettled alerts of the project, the highest level first; how many there are beyond those is said. */
export function AlertsPanel({ content: { alerts, total, timeZone } }: { content: ContentOf<'alerts'> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const raisedWords = useRaisedWords();
  if (alerts.length === 0) return <Empty title={t('stats:noAlerts')} />;
  return (
    <ul className="db-list" aria-label={t('stats:openAlerts')}>
      {alerts.map((alert) => {
        const { id, level, pointName, unit, readingAt, releasedAt, revised } = alert;
        const { value, past, line } = raisedWords(alert);
        const isOver = releasedAt !== null || revised === 'noLonger';
        return (
          <li key={id} className="db-alert">
            <LevelTag level={level} closed={isOver} />
            <span className="db-name" title={line}>
              <b className="pl-ell">{pointName}</b>
              <span className="pl-sm pl-2 pl-ell">{isOver ? t('walls:over') : past}</span>
            </span>
            <span className="db-figures">
              <b className="pl-num">
                {value} {unit}
              </b>
              <time className="pl-sm pl-3" dateTime={readingAt}>
                {formatBrief(readingAt, timeZone, language)}
              </time>
            </span>
          </li>
        );
      })}
      {total > alerts.length && (
        <li className="pl-sm pl-2">{t('dashboards:moreAlerts', { count: total - alerts.length })}</li>
      )}
    </ul>
  );
}
