import { EditOutlined, HistoryOutlined } from '@ant-design/icons';
import { type ReportReview, reportReleases, reviewLimits } from '@plumbline/contract/reports/releases';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Edits the conclusions of a report; open while it is a draft or in review, with what was written before. */
export function Conclusions({ review }: { review: ReportReview }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const may = useAllowed()(reportReleases.setConclusions);
  const [open, setOpen] = useState<'edit' | 'history' | null>(null);
  const isOpen = may && (review.state === 'draft' || review.state === 'inReview');
  return (
    <Pane
      title={t('reportReleases:conclusions')}
      action={
        <span className="pl-row tight">
          {review.revision > 0 && (
            <Button size="small" icon={<HistoryOutlined />} onClick={() => setOpen('history')}>
              {t('reportReleases:revisions', { count: review.revision })}
            </Button>
          )}
          {isOpen && (
            <Button size="small" icon={<EditOutlined />} onClick={() => setOpen('edit')}>
              {t('common:edit')}
            </Button>
          )}
        </span>
      }
    >
      {review.conclusions === '' ? (
        <p className="pl-3">{t('reportReleases:noConclusions')}</p>
      ) : (
        <p className="rr-text">{review.conclusions}</p>
      )}
      {review.conclusionsBy && (
        <p className="pl-sm pl-3">
          {review.conclusionsBy.name}, {formatTime(review.conclusionsBy.at, project.timeZone).slice(0, 16)}
        </p>
      )}
      {open === 'edit' && <EditDialog review={review} onClose={() => setOpen(null)} />}
      {open === 'history' && <HistoryDialog reportId={review.reportId} onClose={() => setOpen(null)} />}
    </Pane>
  );
}

function EditDialog({ review, onClose }: { review: ReportReview; onClose: () => void }) {
  const { t } = useTranslation();
  const projectId = useProject().project.id;
  const { run } = useWrite(reportReleases.setConclusions);
  return (
    <FormDialog
      title={t('reportReleases:conclusions')}
      schema={reportReleases.setConclusions.input}
      fixed={{ projectId, reportId: review.reportId }}
      record={review}
      initial={{ conclusions: review.conclusions }}
      fields={[
        {
          type: 'INPUT',
          inputType: 'textarea',
          prop: 'conclusions',
          label: 'reportReleases:conclusions',
          tips: 'reportReleases:conclusionsTips',
          rules: { maxLength: reviewLimits.conclusions },
          span: 2,
        },
      ]}
      widthPx={720}
      onSave={async (input: never, precondition) => {
        await run(input, precondition);
      }}
      onClose={onClose}
    />
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
