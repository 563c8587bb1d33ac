import { alertLimits, alerts } from '@plumbline/contract/alerts/alerts';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** Says something of an alert, open or settled. What was typed stays until it is kept: leaving asks first. */
export function CommentForm({ alertId }: { alertId: number }) {
  const { t } = useTranslation();
  const id = useId();
  const toasts = useToasts();
  const [text, setText] = useState('');
  const { run, isPending } = useWrite(alerts.comment, {
    onSuccess: () => setText(''),
    onError: toasts.failed,
  });
  const isEmpty = text.trim() === '';
  const save = (): Promise<boolean> =>
    run({ alertId, text }).then(
      () => true,
      () => false,
    );
  const send = (): void => {
    if (!isEmpty && !isPending) void save();
  };
  return (
    <div className="pl-row al-comment">
      <Input.TextArea
        value={text}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={alertLimits.commentLength}
        placeholder={t('alerts:comment.hint')}
        aria-label={t('alerts:comment.label')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      />
      <Button disabled={isEmpty} loading={isPending} onClick={send}>
        {t('alerts:comment.send')}
      </Button>
      <LeaveGuard id={id} dirty={!isEmpty} save={save} undo={() => setText('')} />
    </div>
  );
}
