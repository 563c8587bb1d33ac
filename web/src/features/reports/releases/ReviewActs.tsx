import { type ReportReview, reportReleases } from '@plumbline/contract/reports/releases';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';

type Answer = Reply<typeof reportReleases.get>;

/** Offers the next acts, by whom; and what keeps the caller from it, in words. */
export function ReviewActs({ answer: { review, mayApprove, whyNot } }: { answer: Answer }) {
  const { t } = useTranslation();
  const may = useAllowed()(reportReleases.submit);
  const [asking, setAsking] = useState<'sendBack' | 'withdraw' | null>(null);
  const [isReleasing, setReleasing] = useState(false);
  if (!may) return null;
  if (review.writing)
    return (
      <p className="pl-2 rr-acts" role="status">
        {t('reportReleases:writing')}
      </p>
    );
  const { state } = review;
  return (
    <>
      {state === 'inReview' && whyNot && <p className="pl-2">{t(`errors:${whyNot}`)}</p>}
      <div className="pl-row rr-acts">
        {state === 'draft' && <Act review={review} route="submit" />}
        {state === 'inReview' && mayApprove && <Act review={review} route="approve" />}
        {state === 'approved' && (
          <Button type="primary" onClick={() => setReleasing(true)}>
            {t('reportReleases:acts.release')}
          </Button>
        )}
        {(state === 'inReview' || state === 'approved') && (
          <Button onClick={() => setAsking('sendBack')}>{t('reportReleases:acts.sendBack')}</Button>
        )}
        {state === 'released' && (
          <Button danger onClick={() => setAsking('withdraw')}>
            {t('reportReleases:acts.withdraw')}
          </Button>
        )}
        {(state === 'released' || state === 'withdrawn') && <NewVersion review={review} />}
      </div>
      {isReleasing && state === 'approved' && <ReleaseDialog review={review} onClose={() => setReleasing(false)} />}
      {asking && <ReasonDialog act={asking} reportId={review.reportId} onClose={() => setAsking(null)} />}
    </>
  );
}

function Act({ review, route }: { review: ReportReview; route: 'submit' | 'approve' }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run, isPending } = useWrite(reportReleases[route]);
  const go = (): void => {
    // Approved is what was read: another's change in between is said.
    const over = route === 'approve' ? { over: review } : {};
    void run({ projectId, reportId: review.reportId }, over).catch(toasts.failed);
  };
  return (
    <Button type="primary" loading={isPending} onClick={go}>
      {t(`reportReleases:acts.${route}`)}
    </Button>
  );
}

/** Nothing takes a release back: it is asked for twice. */
function ReleaseDialog({ review, onClose }: { review: ReportReview; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const projectId = useProject().project.id;
  const { run, isPending } = useWrite(reportReleases.release);
  return (
    <Modal
      open
      title={t('reportReleases:releaseAsk')}
      okText={t('reportReleases:acts.release')}
      cancelText={t('common:cancel')}
      confirmLoading={isPending}
      onOk={() => void run({ projectId, reportId: review.reportId }).then(onClose, toasts.failed)}
      onCancel={() => !isPending && onClose()}
      width={440}
    >
      <p className="pl-2">{t('reportReleases:releaseTips')}</p>
    </Modal>
  );
}

function NewVersion({ review }: { review: ReportReview }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const projectId = useProject().project.id;
  const may = useAllowed()(reportReleases.newVersion);
  const { run, isPending } = useWrite(reportReleases.newVersion);
  if (!may || review.replacedById !== null) return null;
  const go = async (): Promise<void> => {
    await run({ projectId, reportId: review.reportId });
    toasts.done(t('periodReports:working'));
    await navigate(to('Reports', { projectId }));
  };
  return (
    <Button loading={isPending} onClick={() => void go().catch(toasts.failed)}>
      {t('reportReleases:acts.newVersion')}
    </Button>
  );
}

function ReasonDialog({
  act,
  reportId,
  onClose,
}: {
  act: 'sendBack' | 'withdraw';
  reportId: number;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const projectId = useProject().project.id;
  const { run } = useWrite(reportReleases[act]);
  return (
    <FormDialog
      title={t(`reportReleases:acts.${act}`)}
      schema={reportReleases[act].input}
      fixed={{ projectId, reportId }}
      initial={{ reason: '' }}
      fields={[
        {
          type: 'INPUT',
          inputType: 'textarea',
          prop: 'reason',
          label: 'reportReleases:reason',
          rules: { maxLength: 500 },
          span: 2,
        },
      ]}
      saveLabel={t(`reportReleases:acts.${act}`)}
      danger={act === 'withdraw'}
      onSave={async (input: never) => {
        await run(input);
      }}
      onClose={onClose}
    >
      <p className="pl-2">{t(`reportReleases:${act}Tips`)}</p>
    </FormDialog>
  );
}
