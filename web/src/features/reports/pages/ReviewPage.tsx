import type { PeriodReport } from '@plumbline/contract/reports/period-reports';
import { type ReportReview, reportReleases } from '@plumbline/contract/reports/releases';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page, Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { LinksPane } from '../links/links.parts.tsx';
import { periodWords } from '../period-reports/period-words.parts.ts';
import {
  Changes,
  Comments,
  Conclusions,
  type PagePlace,
  pinsOf,
  ReportFiles,
  ReviewActs,
  SealFacts,
  showThread,
} from '../releases/releases.parts.tsx';
import { useComments, useReview } from '../releases/releases.queries.ts';
import { ReviewPages, showPin } from './ReviewPages.tsx';
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
  const isOver = review.state === 'released' || review.state === 'withdrawn';
  const may = useAllowed()(reportReleases.addComment) && !isOver;
  const places = usePlaces(report);
  const hasPages = report.files.some(({ format }) => format === 'pdf');
  return (
    <div className="rr">
      <div className="rr-main">
        <Pane title={t('reportReleases:state')}>
          <Steps review={review} />
          <ReviewActs answer={answer} />
        </Pane>
        {hasPages ? (
          <ReviewPages
            reportId={report.id}
            edition={review.edition}
            places={{ ...places, ...(may && { onMark: places.onMark }) }}
          />
        ) : (
          <p className="pl-notice">{t('reportReleases:pages.none')}</p>
        )}
        {review.changes && <Changes changes={review.changes} />}
      </div>
      <div className="rr-side">
        <Conclusions review={review} />
        <Comments review={review} mayWrite={may} places={places} />
        <ReportFiles report={report} />
        <SealFacts review={review} />
        {isOver && <LinksPane reportId={report.id} isReleased={review.state === 'released'} />}
      </div>
    </div>
  );
}

/** Places of the comments on the pages and in the list: what is chosen in one is shown in the other. */
function usePlaces({ id: reportId }: PeriodReport) {
  const { project } = useProject();
  const { data } = useComments(project.id, reportId);
  const [active, setActive] = useState<number | null>(null);
  const [mark, setMark] = useState<PagePlace | null>(null);
  return {
    pins: pinsOf(data?.comments ?? []),
    active,
    onActive: (commentId: number): void => {
      setActive(commentId);
      showThread(commentId);
    },
    onShow: (commentId: number): void => {
      setActive(commentId);
      showPin(commentId);
    },
    mark,
    onMark: setMark,
    onUnmark: (): void => setMark(null),
  };
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
