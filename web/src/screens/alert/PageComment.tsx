import { alertLimits } from '@plumbline/contract/alerts/alerts';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Unsent, useStoredText } from '../../features/alerts/handling/handling.parts.tsx';

/** A comment on the page of an alert. What is typed stays in this browser, and what is sent goes out when the server is there. */
export function PageComment({ alertId, unsent }: { alertId: number; unsent: Unsent }) {
  const { t } = useTranslation();
  const [text, setText] = useStoredText(`${alertId}.comment`);
  const isEmpty = text.trim() === '';
  const send = (): void => {
    unsent.send({ kind: 'comment', text: text.trim() });
    setText('');
  };
  return (
    <section className="pl-row ap-comment">
      <Input.TextArea
        value={text}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={alertLimits.commentLength}
        placeholder={t('alerts:comment.hint')}
        aria-label={t('alerts:comment.label')}
        onChange={(event) => setText(event.target.value)}
      />
      <Button disabled={isEmpty} onClick={send}>
        {t('alerts:comment.send')}
      </Button>
    </section>
  );
}
