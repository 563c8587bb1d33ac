import { LogoutOutlined, ReadOutlined, RocketOutlined, UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../kernel/session.ts';
import { to } from '../paths.ts';

/** Shows the signed-in user, Profile, Releases, Guide and Logout. The guide opens at the topic of the page one is on. */
export default function UserMenuList({ close, onLeave }: { close: () => void; onLeave: () => void }) {
  const { t } = useTranslation();
  const { user, corporation, isPrivate } = useSession();
  const { pathname } = useLocation();
  return (
    <>
      <div
        className="pl-sm pl-3 pl-ell"
        style={{ padding: '6px 10px 8px', borderBottom: '1px solid var(--pl-line)', marginBottom: 6 }}
      >
        {user.displayName} · {user.name}
      </div>
      <Link className="pick" to={to('Profile')} onClick={close}>
        <UserOutlined className="pl-2" />
        {t('users:profile.title')}
      </Link>
      {!isPrivate && (
        <Link className="pick" to={to('Releases')} onClick={close}>
          <RocketOutlined className="pl-2" />
          {t('releases:title')}
        </Link>
      )}
      {!isPrivate && !corporation?.documentDisabled && (
        <Link className="pick" to={to('Documents', {}, { from: pathname })} onClick={close}>
          <ReadOutlined className="pl-2" />
          {t('guide:title')}
        </Link>
      )}
      <button
        type="button"
        className="pl-bare pick"
        onClick={() => {
          close();
          onLeave();
        }}
      >
        <LogoutOutlined className="pl-2" />
        {t('shell:logout.word')}
      </button>
    </>
  );
}
