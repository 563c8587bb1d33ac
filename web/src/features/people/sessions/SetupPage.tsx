import type { InputOf } from '@plumbline/contract/kernel/route';
import { sessions } from '@plumbline/contract/people/sessions';
import { firstSetup } from '@plumbline/contract/people/sessions.setup';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { adopt } from '../../../app/restore.queries.ts';
import { PasswordRules } from '../../../design/form/PasswordRules.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { takeUp } from '../../../kernel/take-up.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { SignFrame } from './SignFrame.tsx';

/** The first start of an empty installation: founds the corporation and its administrator with the token that the server printed. */
export default function SetupPage() {
  const { t } = useTranslation();
  const { run: setUp } = useWrite(firstSetup.setup);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [password, setPassword] = useState('');
  const info = useRead(sessions.loginInfo, {});
  if (info.data && !info.data.setup) return <Navigate to={to('Sign')} replace />;
  const completeSetUp = async (input: InputOf<(typeof firstSetup)['setup']['input']>): Promise<void> => {
    const reply: Reply<(typeof firstSetup)['setup']> = await setUp(input);
    takeUp(reply, false);
    adopt(reply);
    await navigate(to('ProjectList', {}, { create: '1' }), { replace: true });
  };
  return (
    <SignFrame>
      <h1 style={{ marginBottom: 4 }}>{t('sessions:setup.title')}</h1>
      <p className="pl-2" style={{ marginBottom: 24 }}>
        {t('sessions:setup.why')}
      </p>
      <SchemaForm
        schema={firstSetup.setup.input}
        initial={{ setupToken: search.get('token') ?? '' }}
        errorField={{ setupClosed: 'setupToken' }}
        onSubmit={completeSetUp}
        onChange={(values) => setPassword(String(values.password ?? ''))}
        foot={(busy) => (
          <Button type="primary" htmlType="submit" block size="large" loading={busy}>
            {t('sessions:setup.go')}
          </Button>
        )}
      >
        <Field name="setupToken" label={t('sessions:setup.token')} help={t('sessions:setup.tokenHelp')}>
          <Input autoFocus autoComplete="off" className="pl-mono" />
        </Field>
        <Field name="corporationTitle" label={t('sessions:setup.corporation')}>
          <Input maxLength={50} autoComplete="organization" />
        </Field>
        <div className="pl-fields-2">
          <Field name="username" label={t('sessions:username')}>
            <Input maxLength={32} autoComplete="username" />
          </Field>
          <Field name="displayName" label={t('users:profile.displayName')}>
            <Input maxLength={32} autoComplete="name" />
          </Field>
        </div>
        <Field name="password" label={t('sessions:password')} help={<PasswordRules value={password} />}>
          <Input.Password maxLength={16} autoComplete="new-password" />
        </Field>
      </SchemaForm>
    </SignFrame>
  );
}
