import type { ReportReview, reportReleases } from '@plumbline/contract/reports/releases';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page, Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { LinksPane } from '../links/links.parts.tsx';
import { periodWords } from '../period-reports/period-words.parts.ts';
import { Changes, Comments, Conclusions, ReportFiles, ReviewActs, SealFacts } from '../releases/releases.parts.tsx';
import { useReview } from '../releases/releases.queries.ts';
import { stepsOf } from './review-steps.ts';

/** The review of one report: how far it is, what it concludes, what people write about it, and the next step. */
export default function ReviewPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const reportId = Number(useParams()['reportId']);
  const query = useReview(project.id, reportId);
  const report = query.data?.report;
  return (
    <Page
      title={
        <PagePath to={to('Reports', { projectId: project.id })} above={t('periodReports:menu')}>
          {report && `${t(`periodReports:types.${report.type}`)} ${periodWords(report)}`}
        </PagePath>
      }
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
    >
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {(answer) => <ReviewBody key={answer.report.id} answer={answer} />}
      </Answer>
    </Page>
  );
}

function ReviewBody({ answer }: { answer: Reply<typeof reportReleases.get> }) {
  const { t } = useTranslation();
  const { report, review } = answer;
  return (
    <div className="rr">
      <div className="rr-main">
        <Pane title={t('reportReleases:state')}>
          <Steps review={review} />
          <ReviewActs answer={answer} />
        </Pane>
        <Conclusions review={review} />
        {review.changes && <Changes changes={review.changes} />}
        <Comments reportId={report.id} isOpen={review.state !== 'released' && review.state !== 'withdrawn'} />
      </div>
      <div className="rr-side">
        <ReportFiles report={report} />
        <SealFacts review={review} />
        {(review.state === 'released' || review.state === 'withdrawn') && (
          <LinksPane reportId={report.id} isReleased={review.state === 'released'} />
        )}
      </div>
    </div>
  );
}

/** The way of a report, and where on it this one is: by words and marks, not by colour alone. */
function Steps({ review }: { review: ReportReview }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <ol className="rr-steps" aria-label={t('reportReleases:state')}>
      {stepsOf(review).map(({ step, isReached, isCurrent, isOver, by }, i) => (
        <li key={step} className={isReached ? 'done' : ''} aria-current={isCurrent ? 'step' : undefined}>
          <span className="rr-mark">{isOver ? '✓' : i + 1}</span>
          <span>
            <span className={isCurrent ? 'pl-b' : ''}>{t(`reportReleases:states.${step}`)}</span>
            {by && (
              <span className="pl-sm pl-3 rr-by">
                {by.name}, {formatTime(by.at, project.timeZone).slice(0, 16)}
              </span>
            )}
          </span>
        </li>
      ))}
      {review.withdrawn && (
        <li className="done rr-withdrawn" aria-current="step">
          <span className="rr-mark">×</span>
          <span>
            <span className="pl-b">{t('reportReleases:states.withdrawn')}</span>
            <span className="pl-sm pl-3 rr-by">
              {review.withdrawn.name}, {formatTime(review.withdrawn.at, project.timeZone).slice(0, 16)}
            </span>
            <span className="pl-sm rr-by">{review.withdrawn.reason}</span>
          </span>
        </li>
      )}
    </ol>
  );
}
