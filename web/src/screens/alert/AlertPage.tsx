import './page.css';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import { formatSpan } from '@plumbline/science/display/span';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { to } from '../../app/paths.ts';
import { LevelMark } from '../../design/Level.tsx';
import { PagePath } from '../../design/PagePath.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import {
  AlertCollection,
  AlertCurve,
  AlertFigures,
  AlertHistory,
  isOpenStatus,
} from '../../features/alerts/figures/figures.parts.tsx';
import {
  Handling,
  LevelAction,
  PlanSteps,
  UnsentNote,
  useUnsent,
} from '../../features/alerts/handling/handling.parts.tsx';
import { SilenceNote } from '../../features/alerts/silences/silences.parts.tsx';
import { StormNote } from '../../features/alerts/storms/storms.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatZone } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { AlertBar } from './AlertBar.tsx';
import { AlertPlace } from './AlertPlace.tsx';
import { AlertTrust } from './AlertTrust.tsx';
import { Neighbours } from './Neighbours.tsx';
import { PageComment } from './PageComment.tsx';
import { PeopleToCall, PeopleWhoCan } from './PeopleToCall.tsx';

const AlertTerms = lazy(() => import('../../features/alerts/conditions/conditions.parts.tsx'));
const AlertDeliveries = lazy(() => import('../../features/alerts/deliveries/alert-deliveries.parts.tsx'));

/** One alert, made for one hand on a phone at night: what, where, how sure, what to do, and three big buttons. */
export default function AlertPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const alertId = Number(useParams()['alertId']);
  const query = useRead(alerts.get, { alertId });
  return (
    <Page
      title={
        <PagePath to={to('Alerts', { projectId: project.id })} above={t('alerts:title')}>
          {query.data?.alert.pointName ?? t('alerts:one')}
        </PagePath>
      }
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      flush
    >
      <Answer
        query={query}
        loading={
          <div className="ap">
            <SkeletonRows rows={4} rowPx={56} />
            <SkeletonChart height={200} />
          </div>
        }
      >
        {(answer) => <AlertBody key={answer.alert.id} answer={answer} />}
      </Answer>
    </Page>
  );
}

/** Long because it is one flat list of parts, in the order in which they are read at night. */
function AlertBody({ answer: { alert, history, files, documents, plan } }: { answer: Reply<typeof alerts.get> }) {
  const allowed = useAllowed();
  const unsent = useUnsent(alert);
  const around = useRead(alerts.surroundings, { alertId: alert.id });
  const isForOthers = isOpenStatus(alert.status) && !allowed(alerts.setStatus);
  return (
    <div className="ap">
      <PageBand alert={alert} />
      <div className="al-inside">
        <UnsentNote unsent={unsent} />
        {isForOthers && <PeopleWhoCan alert={alert} />}
        <StormNote alert={alert} />
        <SilenceNote
          projectId={alert.projectId}
          timeZone={alert.timeZone}
          structureId={alert.structureId}
          pointId={alert.pointId}
          level={alert.level}
        />
        <AlertFigures alert={alert} isBrief />
        <AlertTrust alert={alert} around={around.data} error={around.error} />
        <AlertCurve alert={alert} heightPx={200} />
        <AlertCollection alert={alert} />
        <PlanSteps {...{ alert, plan, unsent }} />
        <LevelAction alert={alert} />
        <PeopleToCall alert={alert} onlyUnable={isForOthers} />
        {alert.condition && (
          <Suspense>
            <AlertTerms alert={alert} />
          </Suspense>
        )}
        <Neighbours alert={alert} around={around.data} />
        <AlertPlace alert={alert} around={around.data} />
        <Handling {...{ alert, files, documents, unsent }} />
        {allowed(alerts.comment) && <PageComment alertId={alert.id} unsent={unsent} />}
        <AlertHistory alert={alert} history={history} />
        <Suspense>
          <AlertDeliveries alert={alert} />
        </Suspense>
      </div>
      {isOpenStatus(alert.status) && allowed(alerts.setStatus) && <AlertBar alert={alert} unsent={unsent} />}
    </div>
  );
}

function PageBand({ alert }: { alert: Alert }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isOpen = isOpenStatus(alert.status);
  const age = formatSpan((Date.now() - Date.parse(alert.raisedAt)) / 1000, language);
  return (
    <header className={`al-band${isOpen ? ` l${alert.level}` : ''}`}>
      <LevelMark level={alert.level} size={32} />
      <div className="pl-gap" style={{ minWidth: 0 }}>
        <h2>
          {t('alerts:band', {
            level: t(`common:level.${levelName(alert.level)}`),
            kind: t(`alerts:reached.${alert.measure}`),
          })}
        </h2>
        <div className="pl-sm">
          {isOpen
            ? t(`alerts:for.${alert.status as 'Pending'}`, { age })
            : t('alerts:settled', { status: t(`common:alertStatus.${alert.status}`), by: alert.settledBy ?? '' })}
        </div>
      </div>
    </header>
  );
}
