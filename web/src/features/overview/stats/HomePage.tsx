import './home.css';
import { ControlOutlined } from '@ant-design/icons';
import { alerts } from '@plumbline/contract/alerts/alerts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../../app/shell/projects.queries.ts';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { ActivityPane } from './ActivityPane.tsx';
import { AlertBoard } from './AlertBoard.tsx';
import { AnswerStrip } from './AnswerStrip.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HealthPane } from './HealthPane.tsx';
import { ProjectsMap } from './ProjectsMap.tsx';
import { useCounts } from './stats.queries.ts';
import { WatchedPoints } from './WatchedPoints.tsx';

/** Fetched by those who arranged Home, or are about to. */
const ArrangedHome = lazy(() => import('./ArrangedHome.tsx'));
const ArrangeDialog = lazy(() => import('./ArrangeDialog.tsx'));
const StatLists = lazy(() => import('./StatLists.tsx'));
/** Fetched in the demonstration alone. */
const HomeDemonstration = lazy(() => import('../demonstration/demonstration.parts.tsx'));

/** Shows what a duty officer must know in five seconds: is anything wrong, where, since when; then how healthy the watching is. */
export default function HomePage() {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const counts = useCounts();
  const list = useProjects();
  const maySeeAlerts = allowed(alerts.list);
  const open = useRead(alerts.list, { status: 'Open', pageSize: 50 }, { enabled: maySeeAlerts });

  if (list.data?.projects.length === 0)
    return (
      <section className="pl-page">
        <h1 className="pl-visually-hidden">{t('shell:home')}</h1>
        <FirstSteps />
      </section>
    );
  return (
    <div className="home">
      <h1 className="pl-visually-hidden">{t('shell:home')}</h1>
      <Answer
        query={counts}
        loading={
          <div style={{ background: 'var(--pl-bg-pane)' }}>
            <SkeletonRows rows={2} />
          </div>
        }
      >
        {(data) => <AnswerStrip counts={data} />}
      </Answer>
      <Panels counts={counts.data} list={list} open={open} maySeeAlerts={maySeeAlerts} />
      <Arrange />
    </div>
  );
}

/** As Home comes, or as somebody arranged it. */
function Panels({
  counts,
  list,
  open,
  maySeeAlerts,
}: {
  counts: ReturnType<typeof useCounts>['data'];
  list: ReturnType<typeof useProjects>;
  open: UseQueryResult<Reply<typeof alerts.list>>;
  maySeeAlerts: boolean;
}) {
  const { home } = useSession().preferences;
  // A project that one may no longer see is not watched: all are.
  const watchedId = list.data?.projects.some(({ id }) => id === home?.watchedProjectId) ? home?.watchedProjectId : null;
  const map = <ProjectsMap query={list} open={open.data?.alerts ?? []} />;
  const board = <AlertBoard query={open} maySee={maySeeAlerts} />;
  const watched = <WatchedPoints limit={home?.watchedCount ?? 6} {...(watchedId && { projectId: watchedId })} />;
  const health = counts ? <HealthPane counts={counts} /> : <div className="pl-pane" />;
  if (home)
    return (
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <ArrangedHome
          choice={home}
          panels={{ map, alerts: board, watched, health, activity: <ActivityPane />, statistics: <StatPane /> }}
        />
      </Suspense>
    );
  return (
    <>
      <div className="pl-panes mid">
        {map}
        {board}
      </div>
      <div className="pl-panes bottom">
        {watched}
        {health}
        <ActivityPane />
      </div>
    </>
  );
}

/** Projects, structures, items and points one by one. */
function StatPane() {
  const { t } = useTranslation();
  return (
    <Pane title={t('stats:lists.title')}>
      <StatLists of={{}} />
    </Pane>
  );
}

function Arrange() {
  const { t } = useTranslation();
  const { preferences, corporation } = useSession();
  const { home } = preferences;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="home-foot">
      {corporation?.demonstration && (
        <Suspense fallback={null}>
          <HomeDemonstration corporationId={corporation.id} language={corporation.demonstration} />
        </Suspense>
      )}
      <Button size="small" type="text" icon={<ControlOutlined />} onClick={() => setOpen(true)}>
        {t('stats:arrange.title')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ArrangeDialog choice={home} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
