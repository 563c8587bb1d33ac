import './profile.css';
import { users } from '@plumbline/contract/people/users';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page } from '../../design/Pane.tsx';
import { ContactPane } from '../../features/alerts/deliveries/contact.parts.tsx';
import { PushPane } from '../../features/alerts/pushes/pushes.parts.tsx';
import { RecoveryPane } from '../../features/messages/recovery/recovery.parts.tsx';
import { PasskeysPane } from '../../features/people/passkeys/passkeys.parts.tsx';
import { SecondFactorPane } from '../../features/people/second-factors/second-factors.parts.tsx';
import { SessionsPane } from '../../features/people/sessions/sessions.parts.tsx';
import {
  AccessTokens,
  PasswordPane,
  PersonPane,
  ProgramAddresses,
} from '../../features/people/users/profile.parts.tsx';
import { WechatPane } from '../../features/people/wechat/wechat.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useSession } from '../../kernel/session.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { AlertsPane, SettingsPane, TimeoutPane } from './SettingsPane.tsx';

const LogoutDialog = lazy(() => import('../../app/shell/LogoutDialog.tsx'));

/** What most need first; each of the others has an address: `?part=signin`. */
const parts = ['me', 'signin', 'alerts', 'programs'] as const;

/** The caller's own account: who they are and how the product looks to them, ways in, alerts, tokens for programs. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [leaving, setLeaving] = useState(false);
  const [named] = useUrlState('part', 'me');
  const part = parts.find((each) => each === named) ?? 'me';
  return (
    <Page
      title={t('users:profile.title')}
      note={user.name}
      actions={
        <>
          <Allowed to="Retrieve:User">
            <span className="pl-phone-only">
              <LinkButton to={to('SystemManagement')}>{t('corporations:menu')}</LinkButton>
            </span>
          </Allowed>
          <Button onClick={() => setLeaving(true)}>{t('shell:logout.word')}</Button>
        </>
      }
      flush
    >
      <nav className="profile-parts" aria-label={t('users:profile.title')}>
        {parts.map((each) => (
          <Link
            key={each}
            to={to('Profile', {}, each === 'me' ? {} : { part: each })}
            aria-current={each === part ? 'page' : undefined}
          >
            {t(`users:profile.parts.${each}`)}
          </Link>
        ))}
      </nav>
      <div className="profile-body">
        <div className="profile">
          <Part part={part} />
        </div>
      </div>
      {leaving && (
        <Suspense>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </Page>
  );
}

function Part({ part }: { part: (typeof parts)[number] }) {
  if (part === 'me')
    return (
      <>
        <PersonPane />
        <SettingsPane />
      </>
    );
  if (part === 'alerts')
    return (
      <>
        <AlertsPane />
        <ContactPane />
        <PushPane />
      </>
    );
  if (part === 'programs')
    return (
      <>
        <AccessTokens />
        <ProgramAddresses />
      </>
    );
  return (
    <>
      <PasswordPane schema={users.changePassword.input} />
      <TimeoutPane />
      <RecoveryPane />
      <SecondFactorPane />
      <WechatPane />
      <PasskeysPane />
      <SessionsPane />
    </>
  );
}
