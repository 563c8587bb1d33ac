import { EditOutlined, HistoryOutlined } from '@ant-design/icons';
import { type ReportReview, reportReleases, reviewLimits } from '@plumbline/contract/reports/releases';
import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Edits the conclusions of a report; open while it is a draft or in review, with what was written before. */
export function Conclusions({ review }: { review: ReportReview }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const may = useAllowed()(reportReleases.setConclusions);
  const [isEditing, setEditing] = useState(false);
  const [hasHistory, setHistory] = useState(false);
  const isOpen = may && (review.state === 'draft' || review.state === 'inReview');
  return (
    <Pane
      title={t('reportReleases:conclusions')}
      action={
        <span className="pl-row tight">
          {review.revision > 0 && (
            <Button size="small" icon={<HistoryOutlined />} onClick={() => setHistory(true)}>
              {t('reportReleases:revisions', { count: review.revision })}
            </Button>
          )}
          {isOpen && !isEditing && (
            <Button size="small" icon={<EditOutlined />} onClick={() => setEditing(true)}>
              {t('common:edit')}
            </Button>
          )}
        </span>
      }
    >
      {isEditing ? (
        <Editor review={review} onClose={() => setEditing(false)} />
      ) : review.conclusions === '' ? (
        <p className="pl-3">{t('reportReleases:noConclusions')}</p>
      ) : (
        <p className="rr-text">{review.conclusions}</p>
      )}
      {review.conclusionsBy && (
        <p className="pl-sm pl-3">
          {review.conclusionsBy.name}, {formatTime(review.conclusionsBy.at, project.timeZone).slice(0, 16)}
        </p>
      )}
      {hasHistory && <HistoryDialog reportId={review.reportId} onClose={() => setHistory(false)} />}
    </Pane>
  );
}

/** Conclusions being typed, and those that they go on from. */
interface Draft {
  readonly text: string;
  readonly revision: number;
}

/**
 * The conclusions as they are typed, beside the pages. Invariant: what was typed stays until it is saved or put away; what others
 * saved meanwhile is shown, and overwritten by nobody who has not seen it.
 */
function Editor({ review, onClose }: { review: ReportReview; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const projectId = useProject().project.id;
  const { run, isPending } = useWrite(reportReleases.setConclusions);
  const [{ text, revision }, setDraft] = useState<Draft>({ text: review.conclusions, revision: review.revision });
  const [error, setError] = useState<unknown>(null);
  const isBehind = revision !== review.revision;
  const save = async (): Promise<boolean> => {
    setError(null);
    if (isBehind) return false;
    try {
      await run({ projectId, reportId: review.reportId, conclusions: text }, { over: review });
      onClose();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <div className="rr-edit">
      <LeaveGuard id={id} dirty={text.trim() !== review.conclusions} save={save} undo={onClose} />
      <Input.TextArea
        autoFocus
        value={text}
        aria-label={t('reportReleases:conclusions')}
        autoSize={{ minRows: 6, maxRows: 18 }}
        maxLength={reviewLimits.conclusions}
        onChange={({ target }) => setDraft({ text: target.value, revision })}
      />
      <p className="pl-sm pl-3">{t('reportReleases:conclusionsTips')}</p>
      {isBehind && (
        <Meanwhile
          review={review}
          onKeep={() => setDraft({ text, revision: review.revision })}
          onTake={() => setDraft({ text: review.conclusions, revision: review.revision })}
        />
      )}
      {error !== null && (
        <p role="alert" className="pl-wrong pl-sm">
          {wordsOf(error, t).words}
        </p>
      )}
      <div className="pl-row tight">
        <Button type="primary" size="small" loading={isPending} disabled={isBehind} onClick={() => void save()}>
          {t('common:save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
}

/** Conclusions that somebody else saved while others were typed. */
function Meanwhile({ review, onKeep, onTake }: { review: ReportReview; onKeep: () => void; onTake: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <p className="pl-sm">{t('reportReleases:pages.meanwhile', { name: review.conclusionsBy?.name ?? '' })}</p>
      <p className="rr-text">{review.conclusions}</p>
      <div className="pl-row tight">
        <Button size="small" onClick={onKeep}>
          {t('reportReleases:pages.keepMine')}
        </Button>
        <Button size="small" onClick={onTake}>
          {t('reportReleases:pages.takeTheirs')}
        </Button>
      </div>
    </div>
  );
}

function HistoryDialog({ reportId, onClose }: { reportId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(reportReleases.revisions, { projectId: project.id, reportId });
  return (
    <Modal open title={t('reportReleases:history')} footer={null} onCancel={onClose} width={720}>
      <Answer query={query} loading={<SkeletonRows rows={4} />}>
        {({ revisions }) =>
          revisions.length === 0 ? (
            <Empty title={t('reportReleases:noConclusions')} />
          ) : (
            <ol className="rr-revisions">
              {revisions.map(({ revision, text, byName, at }) => (
                <li key={revision}>
                  <div className="pl-sm pl-3">
                    {revision}. {byName}, {formatTime(at, project.timeZone).slice(0, 16)}
                  </div>
                  <p className="rr-text">{text}</p>
                </li>
              ))}
            </ol>
          )
        }
      </Answer>
    </Modal>
  );
}
