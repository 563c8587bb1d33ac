import { CheckOutlined, CloseOutlined, RollbackOutlined } from '@ant-design/icons';
import {
  type ReportComment,
  type ReportReview,
  reportReleases,
  reportSections,
} from '@plumbline/contract/reports/releases';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { CommentBox } from './CommentBox.tsx';
import { useComments } from './releases.queries.ts';
import type { PagePlace, Pin } from './review-places.ts';

/** Places of the comments, as the list of them takes part in them. */
export interface ListedPlaces {
  readonly pins: readonly Pin[];
  readonly active: number | null;
  /** Shows a comment on its page. */
  readonly onShow: (commentId: number) => void;
  /** Where the next comment is to be; null = nowhere. */
  readonly mark: PagePlace | null;
  readonly onUnmark: () => void;
}
const threadId = (commentId: number): string => `report-thread-${commentId}`;

/** Brings a comment into sight in the list. */
export const showThread = (commentId: number): void =>
  document.getElementById(threadId(commentId))?.scrollIntoView({ block: 'nearest' });

/** Shows the comments on a report: threads by section, those that are resolved folded behind the others. */
export function Comments({
  review,
  mayWrite,
  places,
}: {
  review: ReportReview;
  mayWrite: boolean;
  places: ListedPlaces;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { reportId } = review;
  const query = useComments(project.id, reportId);
  return (
    <Pane title={t('reportReleases:comments')}>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ comments }) => {
          const threads = comments.filter(({ parentId }) => parentId === null);
          return (
            <>
              {threads.length === 0 && <p className="pl-3">{t('reportReleases:noComments')}</p>}
              {mayWrite && <NewThread review={review} places={places} />}
              <ul className="rr-threads">
                {[...threads.filter((each) => !each.resolved), ...threads.filter((each) => each.resolved)].map(
                  (thread) => (
                    <Thread
                      key={thread.id}
                      review={review}
                      thread={thread}
                      answers={comments.filter(({ parentId }) => parentId === thread.id)}
                      mayWrite={mayWrite && thread.reportId === reportId}
                      places={places}
                    />
                  ),
                )}
              </ul>
            </>
          );
        }}
      </Answer>
    </Pane>
  );
}

function Words({ comment }: { comment: ReportComment }) {
  const { project } = useProject();
  return (
    <>
      <div className="pl-sm pl-3">
        {comment.byName}, {formatTime(comment.at, project.timeZone).slice(0, 16)}
      </div>
      <p className="rr-text">{comment.text}</p>
    </>
  );
}

function Thread({
  review,
  thread,
  answers,
  mayWrite,
  places,
}: {
  review: ReportReview;
  thread: ReportComment;
  answers: readonly ReportComment[];
  mayWrite: boolean;
  places: ListedPlaces;
}) {
  const { reportId } = review;
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run, isPending } = useWrite(reportReleases.resolveComment);
  const isResolved = thread.resolved !== null;
  const resolve = (): void =>
    void run({ projectId, reportId, commentId: thread.id, resolved: !isResolved }, { over: thread }).catch(
      toasts.failed,
    );
  return (
    <li
      id={threadId(thread.id)}
      className={[isResolved ? 'resolved' : '', places.active === thread.id ? 'active' : ''].join(' ').trim()}
    >
      <div className="pl-row">
        <Subject review={review} thread={thread} places={places} />
        {thread.resolved && (
          <span className="pl-sm pl-3">{t('reportReleases:resolvedBy', { name: thread.resolved.name })}</span>
        )}
        <span className="pl-gap" />
        {mayWrite && (
          <Button
            size="small"
            loading={isPending}
            icon={isResolved ? <RollbackOutlined /> : <CheckOutlined />}
            onClick={resolve}
          >
            {t(isResolved ? 'reportReleases:reopen' : 'reportReleases:resolve')}
          </Button>
        )}
      </div>
      <Words comment={thread} />
      {answers.map((answer) => (
        <div key={answer.id} className="rr-answer">
          <Words comment={answer} />
        </div>
      ))}
      {mayWrite && !isResolved && <Reply reportId={reportId} threadId={thread.id} />}
    </li>
  );
}

/** Says what a thread is about: a place of a page, or a section; and of which version or state of the pages. */
function Subject({ review, thread, places }: { review: ReportReview; thread: ReportComment; places: ListedPlaces }) {
  const { t } = useTranslation();
  const pin = places.pins.find(({ comment }) => comment.id === thread.id);
  const page = thread.page === null ? [] : [t('reportReleases:onPage', { page: thread.page })];
  const since =
    thread.reportId !== review.reportId
      ? t('reportReleases:pages.onVersion', { version: thread.version })
      : pin && thread.edition < review.edition
        ? t('reportReleases:pages.since')
        : null;
  return (
    <span>
      {pin ? (
        <button
          type="button"
          className="pl-bare rr-show"
          title={t('reportReleases:pages.show', { number: pin.number })}
          onClick={() => places.onShow(thread.id)}
        >
          <span className="rr-number">{pin.number}</span> <span className="pl-b">{page}</span>
        </button>
      ) : (
        <span className="pl-b">{[t(`reportReleases:sections.${thread.section}`), ...page].join(', ')}</span>
      )}
      {since !== null && <span className="pl-sm pl-3"> {since}</span>}
    </span>
  );
}

function Reply({ reportId, threadId }: { reportId: number; threadId: number }) {
  const { t } = useTranslation();
  const [isAnswering, setAnswering] = useState(false);
  if (isAnswering) return <CommentBox reportId={reportId} parentId={threadId} onDone={() => setAnswering(false)} />;
  return (
    <Button size="small" type="link" className="rr-reply" onClick={() => setAnswering(true)}>
      {t('reportReleases:answer')}
    </Button>
  );
}

function NewThread({ review, places }: { review: ReportReview; places: ListedPlaces }) {
  const { t } = useTranslation();
  const { mark, onUnmark } = places;
  const [section, setSection] = useState<(typeof reportSections)[number]>('measurements');
  const [page, setPage] = useState<number | null>(null);
  return (
    <div className="rr-new">
      {mark && (
        <div className="pl-row tight">
          <span className="pl-b">{t('reportReleases:pages.atMark', { page: mark.page })}</span>
          <IconButton icon={<CloseOutlined />} label={t('reportReleases:pages.unmark')} onClick={onUnmark} />
        </div>
      )}
      <div className="pl-row tight" hidden={mark !== null}>
        <Select
          value={section}
          aria-label={t('reportReleases:section')}
          className="rr-section"
          options={reportSections.map((value) => ({ value, label: t(`reportReleases:sections.${value}`) }))}
          onChange={setSection}
        />
        <InputNumber
          min={1}
          max={10_000}
          precision={0}
          value={page}
          placeholder={t('reportReleases:page')}
          aria-label={t('reportReleases:page')}
          onChange={setPage}
        />
      </div>
      <CommentBox
        reportId={review.reportId}
        edition={review.edition}
        parentId={null}
        section={section}
        page={page}
        mark={mark}
        onSent={onUnmark}
      />
    </div>
  );
}
