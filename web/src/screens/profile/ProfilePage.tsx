import './profile.css';
import { users } from '@plumbline/contract/people/users';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page } from '../../design/Pane.tsx';
import { ContactPane } from '../../features/alerts/deliveries/contact.parts.tsx';
import { PushPane } from '../../features/alerts/pushes/pushes.parts.tsx';
import { RecoveryPane } from '../../features/messages/recovery/recovery.parts.tsx';
import { PasskeysPane } from '../../features/people/passkeys/passkeys.parts.tsx';
import { SecondFactorPane } from '../../features/people/second-factors/second-factors.parts.tsx';
import { SessionsPane } from '../../features/people/sessions/sessions.parts.tsx';
import { AccessTokens, PasswordPane, PersonPane } from '../../features/people/users/profile.parts.tsx';
import { WechatPane } from '../../features/people/wechat/wechat.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useSession } from '../../kernel/session.ts';
import { SettingsPane } from './SettingsPane.tsx';

const LogoutDialog = lazy(() => import('../../app/shell/LogoutDialog.tsx'));

/** The caller's own account: who they are, how the page looks and behaves, password, tokens for programs. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [leaving, setLeaving] = useState(false);
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
      <div style={{ overflowY: 'auto', borderTop: '1px solid var(--pl-line)' }}>
        <div className="profile">
          <PersonPane />
          <SettingsPane />
          <PasswordPane schema={users.changePassword.input} />
          <RecoveryPane />
          <WechatPane />
          <SecondFactorPane />
          <PasskeysPane />
          <SessionsPane />
          <AccessTokens />
          <ContactPane />
          <PushPane />
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
