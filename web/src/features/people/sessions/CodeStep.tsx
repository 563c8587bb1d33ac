import { Button, Form, Input, type InputRef } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../../kernel/failures.ts';

/** The second step of signing in: the code of the app, or a recovery code. */
export function CodeStep({
  busy,
  error,
  onSubmit,
  onBack,
}: {
  busy: boolean;
  error: unknown;
  onSubmit: (code: string) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  // What was typed stays, and the next key replaces it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each refusal
  useEffect(() => field.current?.focus({ cursor: 'all' }), [error]);
  return (
    <Form layout="vertical" requiredMark={false} className="pl-form" onFinish={({ code }) => onSubmit(code)}>
      <Form.Item
        name="code"
        label={t('sessions:code.word')}
        extra={t('sessions:code.help')}
        rules={[{ required: true, message: t('forms:issue.required') }]}
        {...(error ? { validateStatus: 'error' as const, help: wordsOf(error, t).words } : {})}
      >
        <Input ref={field} className="pl-mono" autoComplete="one-time-code" spellCheck={false} maxLength={60} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block size="large" loading={busy}>
        {t('sessions:signIn')}
      </Button>
      <Button type="link" block onClick={onBack}>
        {t('sessions:code.back')}
      </Button>
    </Form>
  );
}
