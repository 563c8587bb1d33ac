import { alertLimits, alerts } from '@plumbline/contract/alerts';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import { useWrite } from '../../kernel/writes.ts';

/** Says something of an alert, open or settled. What was typed stays until it is kept. */
export function CommentForm({ alertId }: { alertId: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [text, setText] = useState('');
  const { mutate, isPending } = useWrite(alerts.comment, {
    onSuccess: () => setText(''),
    onError: toasts.failed,
  });
  const send = (): void => {
    if (text.trim() !== '' && !isPending) mutate({ alertId, text });
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
      <Button disabled={text.trim() === ''} loading={isPending} onClick={send}>
        {t('alerts:comment.send')}
      </Button>
    </div>
  );
}
