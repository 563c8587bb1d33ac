import { InfoCircleOutlined, LockOutlined, UserOutlined } from '@ant-design/icons';
import { limits } from '@plumbline/contract/constants';
import { sessions } from '@plumbline/contract/sessions';
import { Button, Checkbox, Form, type FormInstance, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { to } from '../../app/paths.ts';
import { adopt } from '../../app/restore.queries.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { changeLanguage } from '../../kernel/language.ts';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import * as session from '../../kernel/session.ts';
import { useWrite } from '../../kernel/writes.ts';
import { SignFrame } from './SignFrame.tsx';

/** Only a path of our own is followed after sign-in: never another site. */
const wanted = (search: URLSearchParams): string => {
  const path = search.get('redirect') ?? '';
  return /^\/(?!\/)/.test(path) ? path : to('Home');
};

interface Typed {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Sign in by account. Says why one is here when a session ended, and how to enter the demonstration. */
export default function SignPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const signedIn = session.useMaybeSession();
  const info = useRead(sessions.loginInfo, {});
  const [form] = Form.useForm<Typed>();
  const { signIn, busy, error } = useSignIn(form, () => navigate(wanted(search), { replace: true }));
  const ended = search.get('ended');

  if (info.data?.setup) return <Navigate to={to('Setup')} replace />;
  if (signedIn && !busy) return <Navigate to={wanted(search)} replace />;

  const demo = info.data?.demo;
  return (
    <SignFrame>
      <h1 style={{ marginBottom: 24 }}>{t('sessions:signIn')}</h1>
      {ended !== null && (
        <p className="pl-notice pl-row" role="status" style={{ marginBottom: 16 }}>
          <InfoCircleOutlined className="pl-2" />
          {ended === 'inactive' ? t('sessions:ended.inactive') : t('sessions:ended.expired')}
        </p>
      )}
      <div className="tabline">
        <span>{t('sessions:account')}</span>
      </div>
      <SignForm form={form} busy={busy} error={error} onSubmit={(typed) => void signIn(typed)} />
      {demo && (
        <DemoNotice demo={demo} onFill={(password) => form.setFieldsValue({ username: demo.username, password })} />
      )}
      {info.error && (
        <p className="pl-2 pl-sm" style={{ marginTop: 16 }}>
          {wordsOf(info.error, t).words}
        </p>
      )}
    </SignFrame>
  );
}

/** Signs in and goes on; a refusal empties the password and stays with it. */
function useSignIn(form: FormInstance<Typed>, goOn: () => void | Promise<void>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run } = useWrite(sessions.signin);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const signIn = async ({ username, password, remember }: Typed): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const reply = await run({ username, password });
      session.keepToken(reply.token, remember);
      await changeLanguage(reply.user.language);
      adopt(reply);
      if (reply.isSimplePwd) toasts.warn(t('sessions:weakPassword'), limits.weakPasswordWarningMs / 1000);
      await goOn();
    } catch (failure) {
      setError(failure);
      form.setFieldValue('password', '');
      form.getFieldInstance('password')?.focus();
    } finally {
      setBusy(false);
    }
  };
  return { signIn, busy, error };
}

function SignForm({
  form,
  busy,
  error,
  onSubmit,
}: {
  form: FormInstance<Typed>;
  busy: boolean;
  error: unknown;
  onSubmit: (typed: Typed) => void;
}) {
  const { t } = useTranslation();
  const first = useRef<InputRef>(null);
  useEffect(() => first.current?.focus(), []);
  const required = [{ required: true, message: t('forms:issue.required') }];
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="pl-form"
      initialValues={{ remember: false }}
      onFinish={onSubmit}
    >
      <Form.Item name="username" label={t('sessions:username')} rules={required}>
        <Input ref={first} prefix={<UserOutlined className="pl-3" />} autoComplete="username" maxLength={64} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('sessions:password')}
        rules={required}
        {...(error ? { validateStatus: 'error' as const, help: wordsOf(error, t).words } : {})}
      >
        <Input.Password prefix={<LockOutlined className="pl-3" />} autoComplete="current-password" maxLength={64} />
      </Form.Item>
      <Form.Item name="remember" valuePropName="checked">
        <Checkbox>{t('sessions:remember')}</Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" block size="large" loading={busy}>
        {t('sessions:signIn')}
      </Button>
    </Form>
  );
}

type Demo = NonNullable<Reply<typeof sessions.loginInfo>['demo']>;

/** How to enter the demonstration. */
function DemoNotice({ demo, onFill }: { demo: Demo; onFill: (password: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-notice pl-sm demo">
      <b>
        <InfoCircleOutlined className="pl-2" />
        {t('sessions:demo.title')}
      </b>
      <span className="pl-2">{t('sessions:username')}</span>
      <span>{demo.username}</span>
      {demo.password !== null ? (
        <Button type="link" size="small" style={{ padding: 0, height: 18 }} onClick={() => onFill(demo.password ?? '')}>
          {t('sessions:demo.fill')}
        </Button>
      ) : (
        <span />
      )}
      <span className="pl-2">{t('sessions:password')}</span>
      <span className={demo.password === null ? 'pl-2' : ''}>{demo.password ?? t('sessions:demo.printed')}</span>
    </div>
  );
}
