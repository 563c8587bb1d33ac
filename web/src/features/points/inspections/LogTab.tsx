import { FileTextOutlined } from '@ant-design/icons';
import { inspections, type LogEntry } from '@plumbline/contract/points/inspections';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { formatDay, formatTime } from '../../../kernel/format.ts';
import { useProject, useStoredProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';

const pageSize = 50;

/** Lists what was done and missed, day by day; each day leads to its report. */
export function LogTab() {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Math.max(1, Number(pageText) || 1);
  const query = useRead(
    inspections.logs,
    { projectId: project.id, page, pageSize },
    { placeholderData: keepPreviousData },
  );
  return (
    <div className="in-tab">
      <Answer
        query={query}
        loading={<SkeletonRows rows={8} />}
        isEmpty={(data) => data.entries.length === 0}
        empty={<Empty title={t('inspections:log.none')} />}
      >
        {({ entries, total }) => (
          <>
            {[...Map.groupBy(entries, ({ at }) => formatDay(at, project.timeZone))].map(([date, of]) => (
              <section key={date} className="in-day">
                <h2 className="pl-row">
                  <span className="pl-num">{date}</span>
                  <span className="pl-gap" />
                  <Link className="pl-sm" to={to('InspectionReport', { projectId: project.id, date })}>
                    <FileTextOutlined /> {t('inspections:report.open')}
                  </Link>
                </h2>
                <ul className="in-list">
                  {of.map((entry) => (
                    <li key={entry.id}>
                      <Entry entry={entry} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            <Pages at={page} pageSize={pageSize} total={total} onChange={(next) => setPage(String(next))} />
          </>
        )}
      </Answer>
    </div>
  );
}

function Entry({ entry: { at, kind, planName, byName, detail, roundId, defectId } }: { entry: LogEntry }) {
  const { t } = useTranslation();
  const { id: projectId, timeZone } = useProject().project;
  const words = (
    <>
      <span className="pl-num pl-3">{formatTime(at, timeZone).slice(11, 16)}</span>
      <span className="words">
        <span className={kind === 'overdue' ? 'pl-wrong' : ''}>
          {t(`inspections:log.${kind}`)} · {planName}
        </span>
        <span className="pl-3 pl-sm">{[byName ?? '', detail].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
  if (roundId === null && defectId === null) return <div className="row">{words}</div>;
  const address =
    roundId === null
      ? to('Inspection', { projectId }, { tab: 'defects', defect: defectId ?? undefined })
      : to('InspectionRound', { projectId, roundId });
  return <Link to={address}>{words}</Link>;
}
