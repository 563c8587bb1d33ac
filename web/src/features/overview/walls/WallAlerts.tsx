import type { WallAlert } from '@plumbline/contract/alerts/alerts.wall';
import { limits } from '@plumbline/contract/kernel/constants';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../design/Level.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatBrief } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useMeasureWord } from '../../../kernel/measure-words.ts';
import { useRaisedWords } from '../../../kernel/raised-figures.ts';
import { boardRows } from '../stats/stats.parts.tsx';

const { rows: rowCount } = limits.scrollBoard;
/** Longer than on Home: whoever passes by reads five rows in this time. */
const turnMs = 6_000;

/** Unsettled alerts, the most severe first: five at a time, those at red always. */
export function WallAlerts({ alerts, total, zone }: { alerts: readonly WallAlert[]; total: number; zone: string }) {
  const { t } = useTranslation();
  const [start, setStart] = useState(0);
  const moves = alerts.length > rowCount;
  const { shown, from, to, next } = boardRows(alerts, start, moves);
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => setStart(next), turnMs);
    return () => clearTimeout(timer);
  }, [moves, next]);
  return (
    <section className="wall-alerts">
      <h2>
        {t('stats:openAlerts')} <span>{total}</span>
        <small>{t('walls:columns')}</small>
      </h2>
      {alerts.length === 0 ? (
        <Empty title={t('stats:noAlerts')} why={t('stats:noAlertsWhy')} />
      ) : (
        <ul>
          {shown.map((alert) => (
            <AlertRow key={alert.id} alert={alert} zone={zone} />
          ))}
        </ul>
      )}
      {moves && <p>{t('walls:turning', { from, to, total: alerts.length })}</p>}
    </section>
  );
}

/** What reached which limit where, and when it was measured. What fell below again says so. */
function AlertRow({ alert, zone }: { alert: WallAlert; zone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { level, pointName, projectName, unit, readingAt, releasedAt } = alert;
  const { value, past } = useRaisedWords()(alert);
  const measureWord = useMeasureWord();
  const isOver = releasedAt !== null || alert.revised === 'noLonger';
  return (
    <li className={level === 4 && !isOver ? 'red' : undefined}>
      <LevelTag level={level} closed={isOver} />
      <div>
        <b>{pointName}</b>
        <span>{[measureWord(alert), projectName].join(' · ')}</span>
      </div>
      <div className="n">
        <b>
          {value} <small>{unit}</small>
        </b>
        <span>{isOver ? t('walls:over') : past}</span>
      </div>
      <time dateTime={readingAt}>{formatBrief(readingAt, zone, language)}</time>
    </li>
  );
}
