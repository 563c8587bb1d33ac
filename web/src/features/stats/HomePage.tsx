import './home.css';
import { alerts } from '@plumbline/contract/alerts';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../app/shell/projects.queries.ts';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';
import { ActivityPane } from './ActivityPane.tsx';
import { AlertBoard } from './AlertBoard.tsx';
import { AnswerStrip } from './AnswerStrip.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { HealthPane } from './HealthPane.tsx';
import { ProjectsMap } from './ProjectsMap.tsx';
import { useCounts } from './stats.queries.ts';
import { WatchedPoints } from './WatchedPoints.tsx';

/** What a duty officer must know in five seconds: is anything wrong, where, since when; then how healthy the watching is. */
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
      <div className="pl-panes mid">
        <ProjectsMap query={list} open={open.data?.alerts ?? []} />
        <AlertBoard query={open} maySee={maySeeAlerts} />
      </div>
      <div className="pl-panes bottom">
        <WatchedPoints />
        {counts.data ? <HealthPane counts={counts.data} /> : <div className="pl-pane" />}
        <ActivityPane />
      </div>
    </div>
  );
}
