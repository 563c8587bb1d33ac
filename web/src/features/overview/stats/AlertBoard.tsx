import { ReloadOutlined } from '@ant-design/icons';
import type { Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { limits } from '@plumbline/contract/kernel/constants';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { LevelTag } from '../../../design/Level.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, NoPermission, SkeletonRows } from '../../../design/States.tsx';
import { formatBrief, formatTime, formatZone } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRaisedWords } from '../../../kernel/raised-figures.ts';
import { boardRows } from './board-rows.ts';

const { rows: rowCount, waitMs } = limits.scrollBoard;

/** Open alerts, most severe first: five rows, of which those after Red give way to the next after two seconds. It rests under the pointer, under the focus, and where motion is unwanted. */
export function AlertBoard({ query, maySee }: { query: UseQueryResult<Reply<typeof alerts.list>>; maySee: boolean }) {
  const { t } = useTranslation();
  const total = query.data?.total;
  return (
    <Pane
      title={t('stats:openAlerts')}
      count={total}
      flush
      action={<Link to={to('AllAlerts')}>{t('stats:allAlerts')}</Link>}
    >
      {maySee ? (
        <Answer
          query={query}
          loading={<SkeletonRows rows={rowCount} rowPx={63} />}
          isEmpty={(data) => data.alerts.length === 0}
          empty={<Empty title={t('stats:noAlerts')} why={t('stats:noAlertsWhy')} />}
        >
          {(data) => <Board alerts={data.alerts} total={data.total} />}
        </Answer>
      ) : (
        <NoPermission needs="Retrieve:Alert" />
      )}
    </Pane>
  );
}

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function Board({ alerts, total }: { alerts: readonly Alert[]; total: number }) {
  const { t } = useTranslation();
  const [start, setStart] = useState(0);
  const [resting, setResting] = useState(false);
  const moves = alerts.length > rowCount && !still();
  const { shown, pinned, from, to, next } = boardRows(alerts, start, moves);
  useEffect(() => {
    if (!moves || resting) return;
    const timer = setTimeout(() => setStart(next), waitMs);
    return () => clearTimeout(timer);
  }, [moves, resting, next]);
  const span = { from, to, total };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting under the pointer is a courtesy, nothing is done by it
    <div
      style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      onMouseEnter={() => setResting(true)}
      onMouseLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
    >
      <div style={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        <table className="board">
          <Columns />
          <tbody>
            {shown.map((alert) => (
              <Row key={alert.id} alert={alert} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="pl-row pl-sm pl-3" style={{ padding: '8px 20px', minHeight: 36 }}>
        {moves && (
          <>
            <ReloadOutlined />
            <span>
              {pinned > 0 && `${t('stats:board.pinned', { count: pinned })} · `}
              {resting ? t('stats:board.resting', span) : t('stats:board.turning', { ...span, seconds: waitMs / 1000 })}
            </span>
          </>
        )}
        <span className="pl-gap" />
        <span>{t('common:zone', { zone: formatZone() })}</span>
      </div>
    </div>
  );
}

function Columns() {
  const { t } = useTranslation();
  return (
    <>
      <colgroup>
        <col style={{ width: 98 }} />
        <col />
        <col style={{ width: 76 }} />
        <col className="th-col" style={{ width: 80 }} />
        <col style={{ width: 98 }} />
      </colgroup>
      <thead>
        <tr>
          <th>{t('stats:board.level')}</th>
          <th>{t('stats:board.point')}</th>
          <th className="n">{t('stats:board.value')}</th>
          <th className="n th-col">{t('stats:board.threshold')}</th>
          <th className="n">{t('stats:board.reading')}</th>
        </tr>
      </thead>
    </>
  );
}

/** One alert. What was over a limit and is below it again says so: its level is no longer the present one. */
function Row({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOpen = alert.releasedAt === null && alert.revised !== 'noLonger';
  const { value, limit, line } = useRaisedWords()(alert);
  const unit = t(`stats:measure.${alert.measure}`, { unit: alert.unit });
  return (
    <tr className={alert.level === 4 && isOpen ? 'red' : ''}>
      <td>
        <LevelTag level={alert.level} closed={!isOpen} />
        {!isOpen && <div className="pl-micro pl-3">{t('stats:board.released')}</div>}
      </td>
      <td>
        <Link to={to('Alerts', { projectId: alert.projectId }, { alert: alert.id })}>
          <span className="pl-b pl-ell" style={{ display: 'block' }} title={alert.pointName}>
            {alert.pointName}
          </span>
          <span className="pl-micro pl-3 pl-ell" style={{ display: 'block' }} title={alert.projectName}>
            {alert.projectName}
          </span>
        </Link>
      </td>
      <td className="n" title={line}>
        <span className="pl-bb">{value}</span>
        <div className="pl-micro pl-3">{unit}</div>
      </td>
      <td className="n pl-2 th-col" title={line}>
        {limit}
        <div className="pl-micro pl-3">{unit}</div>
      </td>
      <td
        className="n pl-2"
        title={`${formatTime(alert.readingAt, alert.timeZone)} ${formatZone(alert.timeZone, alert.readingAt)}`}
      >
        {formatBrief(alert.readingAt, undefined, language)}
        <div className="pl-micro pl-3">{t(`common:alertStatus.${alert.status}`)}</div>
      </td>
    </tr>
  );
}
