import { Failure } from '@plumbline/contract/kernel/errors';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { wechat } from '@plumbline/contract/people/wechat';
import { Button, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Field, SchemaForm } from '../../../design/SchemaForm.tsx';
import { SkeletonRows } from '../../../design/States.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useEntry, wanted } from '../sessions/entry.parts.tsx';

interface Begun {
  readonly challenge: string;
  /** Where one wanted to be. */
  readonly path: string;
}
const key = 'plumbline.wechat';
/** What this tab has begun. */
function readBegun(): Begun | null {
  const text = sessionStorage.getItem(key);
  return text === null ? null : (JSON.parse(text) as Begun);
}

/** Signing in by WeChat: to its page with the code to scan, and back from it. */
export default function WechatForm() {
  const [search] = useSearchParams();
  const [returned] = useState(() => {
    const [code, state] = [search.get('code'), search.get('state')];
    return state === null ? null : { code: code ?? 'none', state, begun: readBegun() };
  });
  return returned ? <Return {...returned} /> : <Begin path={wanted(search)} />;
}

function Begin({ path }: { path: string }) {
  const { run: redirect } = useWrite(wechat.redirect);
  const [failure, setFailure] = useState<unknown>(null);
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    redirect({}).then(({ address, challenge }) => {
      sessionStorage.setItem(key, JSON.stringify({ challenge, path }));
      location.assign(address);
    }, setFailure);
  }, []);
  return failure === null ? <SkeletonRows rows={2} rowPx={48} /> : <Refusal failure={failure} />;
}

function Refusal({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 style={{ marginBottom: 16 }}>{t('wechat:signIn')}</h1>
      <p className="pl-notice" role="alert" style={{ marginBottom: 24 }}>
        {wordsOf(failure, t).words}
      </p>
      <LinkButton type="primary" block size="large" to={to('Sign')}>
        {t('recovery:toSignIn')}
      </LinkButton>
    </>
  );
}

type Users = Reply<typeof wechat.users>['users'];
interface Returned {
  readonly code: string;
  readonly state: string;
  readonly begun: Begun | null;
}

/** Redeems what WeChat gave, once; then signs in, lets one choose among accounts, or binds. */
function Return({ code, state, begun }: Returned) {
  const navigate = useNavigate();
  const challenge = begun?.challenge ?? 'none';
  const { run: info } = useWrite(wechat.info);
  const { run: listUsers } = useWrite(wechat.users);
  const { run: signin } = useWrite(wechat.signin);
  const { run: bind } = useWrite(wechat.bind);
  const entry = useEntry(begun?.path ?? to('Home'));
  const [person, setPerson] = useState<{ readonly nickname: string; readonly users: Users } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isSent = useRef(false);
  const redeem = async (): Promise<void> => {
    const { nickname } = await info({ code, challenge, state });
    const { users } = await listUsers({ code, challenge });
    setPerson({ nickname, users });
    if (users.length === 1) await entry.enter(() => signin({ challenge }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    sessionStorage.removeItem(key);
    void navigate(to('SignWay', { way: 'wechat' }, { redirect: begun?.path }), { replace: true });
    redeem().catch(setFailure);
  }, []);
  if (entry.code) return entry.code;
  if (failure !== null) return <Refusal failure={failure} />;
  if (person && person.users.length > 1)
    return (
      <Choice
        users={person.users}
        onChoose={(accountId) => void entry.enter(() => signin({ challenge, accountId }))}
        error={entry.error}
      />
    );
  if (person && person.users.length === 0)
    return (
      <Bind
        nickname={person.nickname}
        fixed={{ code, challenge }}
        onBind={async (input) => {
          await entry.enter(async () => {
            const reply = await bind(input);
            return reply;
          });
        }}
        error={entry.error}
      />
    );
  return entry.error ? <Refusal failure={entry.error} /> : <SkeletonRows rows={2} rowPx={48} />;
}

function Choice({ users, onChoose, error }: { users: Users; onChoose: (accountId: number) => void; error: unknown }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 style={{ marginBottom: 16 }}>{t('wechat:choose')}</h1>
      {error ? (
        <p className="pl-notice" role="alert" style={{ marginBottom: 16 }}>
          {wordsOf(error, t).words}
        </p>
      ) : null}
      {users.map(({ id, name, displayName }) => (
        <Button key={id} block size="large" style={{ marginBottom: 8 }} onClick={() => onChoose(id)}>
          {displayName} · {name}
        </Button>
      ))}
    </>
  );
}

/** Bind and sign in. */
function Bind({
  nickname,
  fixed,
  onBind,
  error,
}: {
  nickname: string;
  fixed: { readonly code: string; readonly challenge: string };
  onBind: (input: InputOf<typeof wechat.bind.input>) => Promise<void>;
  error: unknown;
}) {
  const { t } = useTranslation();
  const refused = error instanceof Failure ? error : null;
  return (
    <>
      <h1 style={{ marginBottom: 4 }}>{t('wechat:bind')}</h1>
      <p className="pl-2" style={{ marginBottom: 16 }}>
        {t('wechat:bindWhy', { nickname })}
      </p>
      <p className="pl-notice" role={refused ? 'alert' : 'status'} style={{ marginBottom: 16 }}>
        {refused ? wordsOf(refused, t).words : t('errors:wechatNotBound')}
      </p>
      <SchemaForm
        schema={wechat.bind.input}
        fixed={fixed}
        onSubmit={onBind}
        foot={(busy) => (
          <Button type="primary" htmlType="submit" block size="large" loading={busy}>
            {t('wechat:bind')}
          </Button>
        )}
      >
        <Field name="username" label={t('sessions:username')}>
          <Input autoFocus autoComplete="username" maxLength={64} />
        </Field>
        <Field name="password" label={t('sessions:password')}>
          <Input.Password autoComplete="current-password" maxLength={64} />
        </Field>
      </SchemaForm>
    </>
  );
}
