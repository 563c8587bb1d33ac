import type { recovery } from '@plumbline/contract/messages/recovery';
import { Button, Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../kernel/failures.ts';
import type { Reply } from '../../../kernel/queries.ts';

/** Request that a code was sent with: goes back with it. */
export type Sent = Reply<typeof recovery.sendCode>;
const pauseSeconds = 60;

/** Sends a code to what the field `address` of the form around it holds; again after a minute. */
export function CodeRequest({
  send,
  onSent,
}: {
  send: (form: Record<string, unknown>) => Promise<Sent>;
  onSent: (sent: Sent) => void;
}) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const [left, setLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const request = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      onSent(await send(form.getFieldsValue() as Record<string, unknown>));
      setLeft(pauseSeconds);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div style={{ marginBottom: 16 }}>
      <Button loading={busy} disabled={left > 0} onClick={() => void request()}>
        {left > 0 ? t('recovery:again', { seconds: left }) : t('recovery:send')}
      </Button>
      <span role="status" className="pl-2 pl-sm" style={{ marginLeft: 12 }}>
        {failure ? wordsOf(failure, t).words : left > 0 ? t('recovery:sent') : ''}
      </span>
    </div>
  );
}
