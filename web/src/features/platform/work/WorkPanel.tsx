import { CloseOutlined, DeleteOutlined, ReloadOutlined } from '@ant-design/icons';
import { type StuckWork, work as workRoutes } from '@plumbline/contract/platform/work';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { DetailPane } from '../../../design/DetailPane.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime, missing } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { errorText, useWorkName } from './work-words.ts';

/** One piece of stuck work: why it fails, and what may be done about it. */
export function WorkPanel({ work, onClose }: { work: StuckWork; onClose: () => void }) {
  const { t } = useTranslation();
  const nameOf = useWorkName();
  return (
    <DetailPane label={nameOf(work.name)} widthPx={460} onClose={onClose}>
      <div className="work-head">
        <div className="pl-gap">
          <div className="pl-sm pl-3">{t(`work:lane.${work.lane}`)}</div>
          <h2>{nameOf(work.name)}</h2>
        </div>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </div>
      <div className="work-body">
        <Facts
          facts={[
            [t('work:number'), String(work.id)],
            [t('work:since'), work.since === null ? t('work:byClock') : formatTime(work.since)],
            [t('work:attempts'), formatCount(work.attempts)],
            [t('work:nextTry'), formatTime(work.nextTryAt)],
          ]}
        />
        <h3 className="pl-h3">{t('work:error')}</h3>
        <p className="work-text">{errorText(work.error) || missing}</p>
        <h3 className="pl-h3">{t('work:input')}</h3>
        <p className="work-text">{work.input}</p>
      </div>
      <Actions work={work} onGone={onClose} />
    </DetailPane>
  );
}

/** To try it again, which does no harm, and to give it up, which cannot be undone. */
function Actions({ work, onGone }: { work: StuckWork; onGone: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const nameOf = useWorkName();
  const { run: retry, isPending } = useWrite(workRoutes.retry);
  const { run: discard } = useWrite(workRoutes.discard);
  const [discarding, setDiscarding] = useState(false);
  const tryAgain = async (): Promise<void> => {
    try {
      await retry({ workId: work.id });
      toasts.done(t('work:triedAgain'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <div className="work-actions pl-row">
      {allowed(workRoutes.retry) && (
        <Button type="primary" icon={<ReloadOutlined />} loading={isPending} onClick={() => void tryAgain()}>
          {t('work:retry')}
        </Button>
      )}
      <span className="pl-gap" />
      {work.lane !== 'schedule' && allowed(workRoutes.discard) && (
        <Button icon={<DeleteOutlined />} onClick={() => setDiscarding(true)}>
          {t('work:discard')}
        </Button>
      )}
      <ConfirmDestructive
        open={discarding}
        title={t('work:discardTitle', { name: nameOf(work.name) })}
        lost={work.lane === 'task' ? t('work:discardTask') : t('work:discardEvent')}
        action={t('work:discard')}
        onConfirm={async () => {
          await discard({ workId: work.id });
          onGone();
          toasts.done(t('work:discarded'));
        }}
        onClose={() => setDiscarding(false)}
      />
    </div>
  );
}
