import { CheckOutlined, RollbackOutlined } from '@ant-design/icons';
import { type ReportComment, reportReleases, reportSections } from '@plumbline/contract/reports/releases';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { CommentBox } from './CommentBox.tsx';
import { useComments } from './releases.queries.ts';

/** Shows the comments on a report: threads by section, those that are resolved folded behind the others. */
export function Comments({ reportId, isOpen }: { reportId: number; isOpen: boolean }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const may = useAllowed()(reportReleases.addComment) && isOpen;
  const query = useComments(project.id, reportId);
  return (
    <Pane title={t('reportReleases:comments')}>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ comments }) => {
          const threads = comments.filter(({ parentId }) => parentId === null);
          return (
            <>
              {threads.length === 0 && <p className="pl-3">{t('reportReleases:noComments')}</p>}
              <ul className="rr-threads">
                {[...threads.filter((each) => !each.resolved), ...threads.filter((each) => each.resolved)].map(
                  (thread) => (
                    <Thread
                      key={thread.id}
                      reportId={reportId}
                      thread={thread}
                      answers={comments.filter(({ parentId }) => parentId === thread.id)}
                      mayWrite={may}
                    />
                  ),
                )}
              </ul>
              {may && <NewThread reportId={reportId} />}
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
  reportId,
  thread,
  answers,
  mayWrite,
}: {
  reportId: number;
  thread: ReportComment;
  answers: readonly ReportComment[];
  mayWrite: boolean;
}) {
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
    <li className={isResolved ? 'resolved' : ''}>
      <div className="pl-row">
        <span className="pl-b">
          {t(`reportReleases:sections.${thread.section}`)}
          {thread.page !== null && `, ${t('reportReleases:onPage', { page: thread.page })}`}
        </span>
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

function NewThread({ reportId }: { reportId: number }) {
  const { t } = useTranslation();
  const [section, setSection] = useState<(typeof reportSections)[number]>('measurements');
  const [page, setPage] = useState<number | null>(null);
  return (
    <div className="rr-new">
      <div className="pl-row tight">
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
      <CommentBox reportId={reportId} parentId={null} section={section} page={page} />
    </div>
  );
}
