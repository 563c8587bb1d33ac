import { AppstoreOutlined, BellOutlined, HomeOutlined, UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { hasPage } from '../feature-pages.ts';
import { to } from '../paths.ts';

/** The four ways of a phone, 56 px. */
export function PhoneBar() {
  const { t } = useTranslation();
  return (
    <nav className="tbar" aria-label={t('shell:menu')}>
      <NavLink to={to('Home')} end>
        <HomeOutlined />
        {t('shell:home')}
      </NavLink>
      <NavLink to={to('ProjectList')} end>
        <AppstoreOutlined />
        {t('projects:menu')}
      </NavLink>
      <NavLink to={hasPage('AllAlerts') ? to('AllAlerts') : to('Notification')}>
        <BellOutlined />
        {t('shell:alerts')}
      </NavLink>
      <NavLink to={to('Profile')}>
        <UserOutlined />
        {t('shell:me')}
      </NavLink>
    </nav>
  );
}
