import { InfoCircleOutlined, LockOutlined, UserOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { sessions } from '@plumbline/contract/people/sessions';
import { secondStep } from '@plumbline/contract/people/sessions.second-step';
import { Button, Checkbox, Form, type FormInstance, Input, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { Unreachable } from '../../../kernel/call.ts';
import { wordsOf } from '../../../kernel/failures.ts';
import { useHasNetwork } from '../../../kernel/network.ts';
import type { Reply } from '../../../kernel/queries.ts';
import * as session from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { CodeStep } from './CodeStep.tsx';
import { challengeIn, type Pending, useEnter, wanted } from './enter.ts';
import { useLoginInfo } from './login-info.queries.ts';
import { SignFrame } from './SignFrame.tsx';

interface Typed {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

const isNoNetwork = (error: unknown): boolean => error instanceof Unreachable && error.reason !== 'status';

/** Sign in by account. Says why one is here when a session ended, and how to enter the demonstration. */
export default function SignPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const signedIn = session.useMaybeSession();
  const demoKey = search.get('demo');
  const info = useLoginInfo(demoKey);
  const hasNetwork = useHasNetwork();
  const [form] = Form.useForm<Typed>();
  const { signIn, giveCode, back, needsCode, busy, error } = useSignIn(form, () =>
    navigate(wanted(search), { replace: true }),
  );
  const ended = search.get('ended');

  if (info.data?.setup) return <Navigate to={to('Setup')} replace />;
  if (signedIn && !busy) return <Navigate to={wanted(search)} replace />;
  // Nobody can check a password now: what is asked for is a network. Whoever has a session needs no form at all.
  if (info.data === undefined && (!hasNetwork || isNoNetwork(info.failureReason)))
    return session.isUnasked() ? <Navigate to={wanted(search)} replace /> : <NoNetwork />;

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
      {needsCode ? (
        <CodeStep busy={busy} error={error} onSubmit={(code) => void giveCode(code)} onBack={back} />
      ) : (
        <SignForm
          form={form}
          username={search.get('as') ?? ''}
          busy={busy}
          error={error}
          onSubmit={(typed) => void signIn(typed)}
        />
      )}
      {demo && !needsCode && (
        <DemoNotice demo={demo} onFill={(password) => form.setFieldsValue({ username: demo.username, password })} />
      )}
      {info.data && !needsCode && <OtherWays {...info.data} redirect={search.get('redirect') ?? undefined} />}
      {info.error && (
        <p className="pl-2 pl-sm" style={{ marginTop: 16 }}>
          {wordsOf(info.error, t).words}
        </p>
      )}
    </SignFrame>
  );
}

function NoNetwork() {
  const { t } = useTranslation();
  return (
    <SignFrame>
      <Empty title={t('fieldWork:noNetwork.title')} why={t('sessions:noNetwork')} />
    </SignFrame>
  );
}

/** What else can be done here, as far as the installation offers it. */
type Ways = Pick<
  Reply<typeof sessions.loginInfo>,
  'registration' | 'recovery' | 'sso' | 'ssoDomain' | 'wechat' | 'passkeys'
>;
function OtherWays({
  registration,
  recovery,
  sso,
  ssoDomain,
  wechat,
  passkeys,
  redirect,
}: Ways & { redirect: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      {passkeys && (
        <LinkButton block size="large" style={{ marginTop: 12 }} to={to('SignWay', { way: 'passkey' }, { redirect })}>
          {t('passkeys:signIn')}
        </LinkButton>
      )}
      {wechat && (
        <LinkButton block size="large" style={{ marginTop: 12 }} to={to('SignWay', { way: 'wechat' }, { redirect })}>
          {t('wechat:signIn')}
        </LinkButton>
      )}
      {sso && (
        <LinkButton
          block
          size="large"
          style={{ marginTop: 12 }}
          to={to('SignWay', { way: 'sso' }, { domain: ssoDomain ?? undefined, redirect })}
        >
          {t('sessions:sso')}
        </LinkButton>
      )}
      <div className="pl-row ways">
        {recovery && <Link to={to('SignWay', { way: 'password' })}>{t('sessions:forgot')}</Link>}
        <span className="pl-gap" />
        {registration && <Link to={to('SignWay', { way: 'register' })}>{t('sessions:register')}</Link>}
      </div>
    </>
  );
}

/** Signs in, in two steps where a code is asked for, and goes on; a refusal of the password empties it and stays with it. */
function useSignIn(form: FormInstance<Typed>, goOn: () => void | Promise<void>) {
  const { run } = useWrite(sessions.signin);
  const { run: runCode } = useWrite(secondStep.signinCode);
  const [pending, setPending] = useState<Pending | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const enter = useEnter(goOn);
  const attempt = async (work: () => Promise<void>, refused: (failure: unknown) => void): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      refused(failure);
    } finally {
      setBusy(false);
    }
  };
  const restart = (failure: unknown): void => {
    setPending(null);
    setError(failure);
    form.setFieldValue('password', '');
    form.getFieldInstance('password')?.focus();
  };
  const signIn = ({ username, password, remember }: Typed): Promise<void> =>
    attempt(
      async () => {
        const reply = await run({ username, password });
        await enter(reply, { remember });
      },
      (failure) => {
        const step = challengeIn(failure);
        if (step) setPending({ ...step, remember });
        else restart(failure);
      },
    );
  const giveCode = async (code: string): Promise<void> => {
    if (!pending) return;
    await attempt(
      async () => enter(await runCode({ challenge: pending.challenge, code }), pending),
      (failure) => {
        if (failure instanceof Failure && failure.name === 'challengeExpired') restart(failure);
        else setError(failure);
      },
    );
  };
  return { signIn, giveCode, back: () => restart(null), needsCode: pending !== null, busy, error };
}

function SignForm({
  form,
  username,
  busy,
  error,
  onSubmit,
}: {
  form: FormInstance<Typed>;
  /** Of who has just registered. */
  username: string;
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
      initialValues={{ remember: false, username }}
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
