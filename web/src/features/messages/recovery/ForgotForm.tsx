import type { InputOf } from '@plumbline/contract/kernel/route';
import { recovery, verificationCode } from '@plumbline/contract/messages/recovery';
import { password } from '@plumbline/contract/points/fields';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { to } from '../../../app/paths.ts';
import { PasswordRules } from '../../../design/form/PasswordRules.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import type { Sent } from './CodeRequest.tsx';

/** A forgotten password: a code is sent to where the account is reached, and with it comes the new password. */
export default function ForgotForm() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { run: sendCode } = useWrite(recovery.sendCode);
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <>
      <h1 style={{ marginBottom: 4 }}>{t('recovery:forgot')}</h1>
      <p className="pl-2" style={{ marginBottom: 24 }}>
        {sent ? t('recovery:sentIfRight') : t('recovery:forgotWhy')}
      </p>
      {sent ? (
        <NewPasswordForm sent={sent} onAgain={() => setSent(null)} />
      ) : (
        <SchemaForm
          schema={recovery.sendCode.input}
          fixed={{ language }}
          onSubmit={async (input: InputOf<typeof recovery.sendCode.input>) => setSent(await sendCode(input))}
          foot={(busy) => (
            <Button type="primary" htmlType="submit" block size="large" loading={busy}>
              {t('recovery:send')}
            </Button>
          )}
        >
          <Field name="username" label={t('sessions:username')}>
            <Input autoFocus autoComplete="username" maxLength={32} />
          </Field>
          <Field name="address" label={t('recovery:address')}>
            <Input maxLength={254} autoComplete="tel" />
          </Field>
        </SchemaForm>
      )}
      <LinkButton type="link" block to={to('Sign')}>
        {t('recovery:toSignIn')}
      </LinkButton>
    </>
  );
}

const typed = z
  .object({ code: verificationCode, password, again: z.string() })
  .refine((form) => form.password === form.again, { path: ['again'], message: 'passwordsDiffer' });

function NewPasswordForm({ sent, onAgain }: { sent: Sent; onAgain: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const { run: resetPassword } = useWrite(recovery.resetPassword);
  const [chosen, setChosen] = useState('');
  return (
    <SchemaForm
      schema={typed}
      errorField={{ verificationWrong: 'code' }}
      onChange={(values) => setChosen(String(values.password ?? ''))}
      onSubmit={async ({ code, password }: z.output<typeof typed>) => {
        await resetPassword({ challenge: sent.challenge, code, password });
        toasts.done(t('recovery:done'));
        await navigate(to('Sign'), { replace: true });
      }}
      foot={(busy) => (
        <>
          <Button type="primary" htmlType="submit" block size="large" loading={busy}>
            {t('recovery:setPassword')}
          </Button>
          <Button type="link" block onClick={onAgain}>
            {t('recovery:newCode')}
          </Button>
        </>
      )}
    >
      <Field name="code" label={t('recovery:code')}>
        <Input autoFocus className="pl-mono" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
      </Field>
      <Field name="password" label={t('users:password.new')} help={<PasswordRules value={chosen} />}>
        <Input.Password autoComplete="new-password" maxLength={16} />
      </Field>
      <Field name="again" label={t('users:password.again')}>
        <Input.Password autoComplete="new-password" maxLength={16} />
      </Field>
    </SchemaForm>
  );
}
