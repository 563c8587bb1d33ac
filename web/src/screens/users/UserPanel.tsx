import { CloseOutlined } from '@ant-design/icons';
import { type User, users } from '@plumbline/contract/people/users';
import { userSessions } from '@plumbline/contract/people/users.sessions';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { DetailPane } from '../../design/DetailPane.tsx';
import { Facts } from '../../design/Pane.tsx';
import { Field, SchemaForm } from '../../design/SchemaForm.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { SecondFactorSection } from '../../features/people/second-factors/second-factors.parts.tsx';
import { SeeAsButton } from '../../features/people/see-as/see-as.parts.tsx';
import {
  AccessSection,
  orInWords,
  PasswordDialog,
  TypeOption,
  UserStatus,
  useTypeOptions,
} from '../../features/people/users/console.parts.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { formatDay } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import * as session from '../../kernel/session.ts';
import { useSession } from '../../kernel/session.ts';
import { useWrite } from '../../kernel/writes.ts';

/** One account: name and type, password, and whether it may still sign in. One's own password is changed under Profile. */
export function UserPanel({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const query = useRead(users.get, { userId });
  const user = query.data?.user;
  return (
    <DetailPane label={user?.displayName ?? t('people:tab')} widthPx={400} onClose={onClose}>
      <header className="uhead">
        <div className="pl-gap" style={{ minWidth: 0 }}>
          <h2 className="pl-ell">{user?.displayName ?? ' '}</h2>
          <div className="pl-sm pl-3 pl-ell">{user?.name ?? ' '}</div>
        </div>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </header>
      <Answer query={query} loading={<SkeletonRows rows={5} rowPx={48} />}>
        {(data) => <Account user={data.user} onRemoved={onClose} />}
      </Answer>
    </DetailPane>
  );
}

function Account({ user, onRemoved }: { user: User; onRemoved: () => void }) {
  const { t } = useTranslation();
  const { run: removeUser } = useWrite(users.remove);
  const allowed = useAllowed();
  const { user: me } = useSession();
  const [dialog, setDialog] = useState<'password' | 'remove' | null>(null);
  const isSelf = me.id === user.id;
  const mayChange = allowed(users.update);

  return (
    <>
      <div className="ubody">
        <section>
          <Facts
            facts={[
              [t('people:status'), <UserStatus key="status" user={user} />],
              ...(mayChange ? [] : [[t('people:type'), t(`users:type.${user.type}`)] as const]),
              [t('people:createdAt'), formatDay(user.createdAt)],
            ]}
          />
        </section>
        {mayChange && (
          <section>
            <h3>{t('people:account')}</h3>
            <AccountForm user={user} isOwn={isSelf} />
          </section>
        )}
        {mayChange && <PasswordSection isOwn={isSelf} onSet={() => setDialog('password')} />}
        <AccessSection user={user} />
        {mayChange && !isSelf && <SecondFactorSection user={user} />}
        {mayChange && !isSelf && <SessionsSection user={user} />}
        {isSelf && (
          <p className="pl-2 pl-sm" style={{ padding: '12px 20px' }}>
            {t('people:ownAccount')}
          </p>
        )}
      </div>
      {!isSelf && (mayChange || allowed(users.remove)) && (
        <AccountFoot user={user} onRemove={() => setDialog('remove')} />
      )}
      {dialog === 'password' && <PasswordDialog user={user} onClose={() => setDialog(null)} />}
      <ConfirmDestructive
        open={dialog === 'remove'}
        title={t('people:removeTitle', { name: user.displayName })}
        lost={t('people:removeLost', { username: user.name })}
        action={t('people:remove')}
        onConfirm={async () => {
          await orInWords(t, removeUser({ userId: user.id }));
          onRemoved();
        }}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

function AccountForm({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: updateUser } = useWrite(users.update);
  const options = useTypeOptions();
  const save = async (input: never, precondition: { readonly over: unknown }): Promise<void> => {
    const { user: saved } = await orInWords(t, updateUser(input, precondition));
    if (isOwn) session.changeUser(saved);
    toasts.done(t('common:saved'));
  };
  return (
    <SchemaForm
      schema={users.update.input}
      fixed={{ userId: user.id }}
      record={user}
      initial={{ displayName: user.displayName, type: user.type }}
      onSubmit={save}
      foot={(saving) => (
        <Button htmlType="submit" loading={saving}>
          {t('common:save')}
        </Button>
      )}
    >
      <Field name="displayName" label={t('people:displayName')}>
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <Field name="type" label={t('people:type')} {...(isOwn ? { help: t('people:ownType') } : {})}>
        <Select disabled={isOwn} options={options} optionRender={({ data }) => <TypeOption {...data} />} />
      </Field>
    </SchemaForm>
  );
}

/** One's own password is changed under Profile. */
function PasswordSection({ isOwn, onSet }: { isOwn: boolean; onSet: () => void }) {
  const { t } = useTranslation();
  return (
    <section>
      <h3>{t('people:password')}</h3>
      {isOwn ? (
        <p className="pl-2">
          {t('people:ownPassword')} <Link to={to('Profile')}>{t('users:profile.title')}</Link>
        </p>
      ) : (
        <>
          <p className="pl-2" style={{ marginBottom: 10 }}>
            {t('people:setPasswordMeans')}
          </p>
          <Button onClick={onSet}>{t('people:setPassword')}</Button>
        </>
      )}
    </section>
  );
}

/** Where the user is signed in is theirs to know; that it ends, an administrator can bring about. */
function SessionsSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: endSessions } = useWrite(userSessions.endSessions);
  const [asking, setAsking] = useState(false);
  const { displayName: name } = user;
  return (
    <section>
      <h3>{t('people:sessions.title')}</h3>
      <p className="pl-2" style={{ marginBottom: 10 }}>
        {t('people:sessions.means')}
      </p>
      <Button onClick={() => setAsking(true)}>{t('people:sessions.end')}</Button>
      <ConfirmDestructive
        open={asking}
        title={t('people:sessions.endTitle', { name })}
        lost={t('people:sessions.endLost', { name })}
        action={t('people:sessions.end')}
        onConfirm={async () => {
          const { ended } = await orInWords(t, endSessions({ userId: user.id }));
          toasts.done(t('people:sessions.ended', { count: ended, name }));
        }}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

/** Returns whether the account may still sign in, and its end. */
function AccountFoot({ user, onRemove }: { user: User; onRemove: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: disableUser } = useWrite(users.disable);
  const [busy, setBusy] = useState(false);
  const disable = async (): Promise<void> => {
    setBusy(true);
    try {
      await orInWords(t, disableUser({ userId: user.id, disabled: !user.disabled }));
      const { displayName: name } = user;
      toasts.done(user.disabled ? t('people:enabledNow', { name }) : t('people:disabledNow', { name }));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <footer className="ufoot">
      <Allowed to={users.disable}>
        <Button loading={busy} onClick={() => void disable()}>
          {user.disabled ? t('people:enable') : t('people:disable')}
        </Button>
      </Allowed>
      <SeeAsButton user={user} />
      <span className="pl-gap" />
      <Allowed to={users.remove}>
        <Button danger onClick={onRemove}>
          {t('people:remove')}
        </Button>
      </Allowed>
    </footer>
  );
}
