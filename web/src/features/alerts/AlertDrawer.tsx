import './alert-drawer.css';
import { CloseOutlined } from '@ant-design/icons';
import { type Alert, type AlertChange, alerts } from '@plumbline/contract/alerts';
import { formatSpan } from '@plumbline/science/display/span';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { z } from 'zod';
import { to } from '../../app/paths.ts';
import { DetailPane } from '../../design/DetailPane.tsx';
import { LevelMark } from '../../design/Level.tsx';
import { Facts } from '../../design/Pane.tsx';
import { Answer, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import {
  formatBeside,
  formatChange,
  formatDistance,
  formatNumber,
  formatShort,
  formatTime,
  formatZone,
} from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useRead } from '../../kernel/reads.ts';
import { useShownZone } from '../../kernel/zone.ts';
import { SilenceNote } from '../silences/silences.parts.tsx';
import { AlertCurve } from './AlertCurve.tsx';
import { useMeasured } from './alert-words.ts';
import { isOpenStatus } from './alerts-filter.ts';
import { CommentForm } from './CommentForm.tsx';
import { LevelAction } from './LevelAction.tsx';
import { LevelScale } from './LevelScale.tsx';
import { type Verdict, VerdictBar } from './VerdictBar.tsx';

const AlertTerms = lazy(() => import('../conditions/conditions.parts.tsx'));
const AlertDeliveries = lazy(() => import('../deliveries/alert-deliveries.parts.tsx'));

/** One alert: how severe and how old, where, by how much, when, the curve around it, its history, and the verdict. */
export function AlertDrawer({
  alertId,
  armed,
  onArm,
  onClose,
}: {
  alertId: number;
  armed: Verdict | null;
  onArm: (verdict: Verdict | null) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const query = useRead(alerts.get, { alertId });
  return (
    <DetailPane label={t('alerts:one')} widthPx={460} takesFocus onClose={onClose}>
      <Answer
        query={query}
        loading={
          <>
            <Band onClose={onClose} />
            <SkeletonRows rows={5} />
            <SkeletonChart height={180} />
          </>
        }
      >
        {({ alert, history }) => (
          <>
            <Band alert={alert} onClose={onClose} />
            <div className="al-inside">
              <Quiet alert={alert} />
              <Body alert={alert} />
              <Terms alert={alert} />
              <LevelAction alert={alert} />
              <AlertCurve alert={alert} />
              <History alert={alert} history={history} />
              <Suspense>
                <AlertDeliveries alert={alert} />
              </Suspense>
            </div>
            <Allowed to={alerts.comment}>
              <CommentForm key={alert.id} alertId={alert.id} />
            </Allowed>
            {isOpenStatus(alert.status) && (
              <Allowed to={alerts.setStatus}>
                <VerdictBar key={alert.id} alert={alert} armed={armed} onArm={onArm} />
              </Allowed>
            )}
          </>
        )}
      </Answer>
      {query.error && query.data === undefined && (
        <div style={{ padding: '0 20px' }}>
          <Button onClick={onClose}>{t('common:close')}</Button>
        </div>
      )}
    </DetailPane>
  );
}

/** Of a condition: each of its terms as it stood. */
const Terms = ({ alert }: { alert: Alert }) =>
  alert.condition && (
    <Suspense>
      <AlertTerms alert={alert} />
    </Suspense>
  );

function Band({ alert, onClose }: { alert?: Alert; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const open = alert !== undefined && isOpenStatus(alert.status);
  const level = t(`common:level.${levelName(alert?.level ?? 0)}`);
  const age = alert ? formatSpan((Date.now() - Date.parse(alert.raisedAt)) / 1000, language) : '';
  return (
    <header className={`al-band${alert && open ? ` l${alert.level}` : ''}`}>
      {alert && <LevelMark level={alert.level} size={24} />}
      {alert && (
        <div className="pl-gap" style={{ minWidth: 0 }}>
          <h2 className="pl-ell">{t('alerts:band', { level, kind: t(`alerts:reached.${alert.measure}`) })}</h2>
          <div className="pl-sm">
            {open
              ? t(`alerts:for.${alert.status as 'Pending'}`, { age })
              : t('alerts:settled', { status: t(`common:alertStatus.${alert.status}`), by: alert.settledBy ?? '' })}
          </div>
        </div>
      )}
      <span className="pl-gap" />
      <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
    </header>
  );
}

/** That its messages are withheld now. */
const Quiet = ({ alert }: { alert: Alert }) => (
  <SilenceNote
    projectId={alert.projectId}
    timeZone={alert.timeZone}
    structureId={alert.structureId}
    pointId={alert.pointId}
    level={alert.level}
  />
);

function Body({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const measured = useMeasured();
  const { quantity, unit, precision } = measured(alert);
  const zone = useShownZone(alert.timeZone);
  const over = Math.abs(alert.value) - Math.abs(alert.threshold);
  const cells: readonly (readonly [string, string, boolean])[] = [
    [t('alerts:value'), formatNumber(alert.value, precision), true],
    [t('alerts:threshold'), formatNumber(alert.threshold, precision), false],
    [t('alerts:overBy'), over > 0 ? formatDistance(over, precision) : formatChange(over, precision), true],
  ];
  return (
    <section>
      <div className="pl-sm pl-3 pl-ell">
        {alert.projectName} / {alert.structureName}
      </div>
      <h2 className="pl-row" style={{ marginBottom: 12 }}>
        {alert.pointName} <span className="pl-2 quantity">{quantity}</span>
      </h2>
      <div className="al-three">
        {cells.map(([label, value, strong]) => (
          <div key={label}>
            <div className="pl-sm pl-3">
              {label}
              {unit && `, ${unit}`}
            </div>
            <div className={`figure${strong ? '' : ' pl-2'}`}>{value}</div>
          </div>
        ))}
      </div>
      <LevelScale
        value={alert.value}
        threshold={alert.threshold}
        levels={alert.levels}
        unit={unit}
        precision={precision}
      />
      <AlertFacts alert={alert} zone={zone} />
      {alert.late && <p className="pl-sm pl-2 late">{t('alerts:late')}</p>}
      {alert.revised && <p className="pl-sm pl-2 late">{t(`alerts:revised.${alert.revised}`)}</p>}
    </section>
  );
}

/** When it was read, received, raised and released, and its newest value. */
function AlertFacts({ alert, zone }: { alert: Alert; zone: string | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { unit, precision } = useMeasured()(alert);
  const delayS = (Date.parse(alert.receivedAt) - Date.parse(alert.readingAt)) / 1000;
  const received = formatBeside(alert.receivedAt, alert.readingAt, zone);
  const newest = `${formatNumber(alert.lastValue, precision)} ${unit} · ${formatShort(alert.lastAt, zone, language)}`;
  const delayed = () => t('alerts:after', { time: received, delay: formatSpan(delayS, language) });
  return (
    <Facts
      facts={[
        [t('alerts:readingTime'), `${formatTime(alert.readingAt, zone)} ${formatZone(zone, alert.readingAt)}`],
        [t('alerts:receivedTime'), delayS >= 1 ? delayed() : received],
        [t('alerts:raisedTime'), formatTime(alert.raisedAt, zone)],
        ...(alert.lastAt !== alert.readingAt ? ([[t('alerts:newest'), newest]] as const) : []),
        ...(alert.releasedAt ? ([[t('alerts:releasedTime'), formatTime(alert.releasedAt, zone)]] as const) : []),
        ...(alert.reason ? ([[t('alerts:reason'), alert.reason]] as const) : []),
      ]}
    />
  );
}

/** What happened to an alert, in words. */
function useChangeWords(): (change: z.output<typeof AlertChange>) => string {
  const { t } = useTranslation();
  return (change) => {
    const level = t(`common:level.${levelName(change.level)}`);
    if (change.kind === 'raised') return t('alerts:history.raised', { level });
    if (change.kind === 'released') return t('alerts:history.released');
    if (change.kind === 'revised')
      return change.upheld ? t('alerts:history.upheld') : t('alerts:history.noLonger', { level });
    if (change.kind === 'comment') return t('alerts:history.comment', { by: change.by ?? '' });
    return t('alerts:history.changed', { status: t(`common:alertStatus.${change.status}`), by: change.by ?? '' });
  };
}

function History({ alert, history }: { alert: Alert; history: readonly z.output<typeof AlertChange>[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const measured = useMeasured();
  const { unit, precision } = measured(alert);
  const describeChange = useChangeWords();
  return (
    <section>
      <div className="pl-row" style={{ marginBottom: 6 }}>
        <h3>{t('alerts:history.title')}</h3>
        <span className="pl-gap" />
        <Allowed to="Retrieve:Data">
          <Link
            to={to(
              'DataView',
              { projectId: alert.projectId },
              {
                point: alert.pointId,
                field: alert.field,
                quantity: alert.measure === 'value' || alert.measure === 'condition' ? undefined : alert.measure,
              },
            )}
          >
            {t('alerts:openDataView')}
          </Link>
        </Allowed>
      </div>
      <ol className="al-history">
        {[...history].reverse().map((change, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
          <li key={i}>
            <span className="pl-3 pl-num">{formatShort(change.at, alert.timeZone, language)}</span>
            <span>
              {describeChange(change)}
              {change.reason && (
                <span className={change.kind === 'comment' ? 'said' : 'pl-2'}>
                  {change.kind === 'comment' ? change.reason : ` · ${change.reason}`}
                </span>
              )}
            </span>
            <span className="pl-3 pl-num">
              {change.value !== null && change.kind !== 'changed' && change.kind !== 'comment'
                ? `${formatNumber(change.value, precision)} ${unit}`
                : ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
