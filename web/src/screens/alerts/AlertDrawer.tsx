import { CloseOutlined, ExpandOutlined } from '@ant-design/icons';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { formatSpan } from '@plumbline/science/display/span';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { DetailPane } from '../../design/DetailPane.tsx';
import { LevelMark } from '../../design/Level.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Answer, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import {
  AlertCollection,
  AlertCurve,
  AlertFigures,
  AlertHistory,
  isOpenStatus,
} from '../../features/alerts/figures/figures.parts.tsx';
import {
  CommentForm,
  Handling,
  LevelAction,
  PlanSteps,
  type Unsent,
  useUnsent,
  type Verdict,
  VerdictBar,
} from '../../features/alerts/handling/handling.parts.tsx';
import { SilenceNote } from '../../features/alerts/silences/silences.parts.tsx';
import { StormNote } from '../../features/alerts/storms/storms.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';

const AlertTerms = lazy(() => import('../../features/alerts/conditions/conditions.parts.tsx'));
const AlertDeliveries = lazy(() => import('../../features/alerts/deliveries/alert-deliveries.parts.tsx'));

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
  const unsent = useUnsent({ id: alertId });
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
        {(answer) => (
          <>
            <Band alert={answer.alert} onClose={onClose} />
            <Inside answer={answer} unsent={unsent} />
            <Allowed to={alerts.comment}>
              <CommentForm key={answer.alert.id} alertId={answer.alert.id} />
            </Allowed>
            {isOpenStatus(answer.alert.status) && (
              <Allowed to={alerts.setStatus}>
                <VerdictBar key={answer.alert.id} alert={answer.alert} armed={armed} onArm={onArm} />
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

/** What is scrolled: all of the alert but its band and verdict. */
function Inside({ answer, unsent }: { answer: Reply<typeof alerts.get>; unsent: Unsent }) {
  const { alert, history, files, documents, plan } = answer;
  return (
    <div className="al-inside">
      <StormNote alert={alert} />
      <Quiet alert={alert} />
      <AlertFigures alert={alert} />
      <Terms alert={alert} />
      <AlertCollection alert={alert} />
      <PlanSteps {...{ alert, plan, unsent }} />
      <LevelAction alert={alert} />
      <AlertCurve alert={alert} />
      <Handling key={alert.id} {...{ alert, files, documents, unsent }} />
      <AlertHistory alert={alert} history={history} />
      <Suspense>
        <AlertDeliveries alert={alert} />
      </Suspense>
    </div>
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
      {alert && (
        <LinkButton
          type="text"
          icon={<ExpandOutlined />}
          aria-label={t('handling:openPage')}
          title={t('handling:openPage')}
          to={to('Alert', { projectId: alert.projectId, alertId: alert.id })}
        />
      )}
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
