import { AppstoreOutlined, BellOutlined, HomeOutlined, MenuOutlined, UserOutlined } from '@ant-design/icons';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { to } from '../paths.ts';

const PhoneMenu = lazy(() => import('./PhoneMenu.tsx'));

/** The four ways of a phone, and the menu that leads to every other page; 56 px. Also on a desk at 200 % zoom. */
export function PhoneBar() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <nav className="tbar" aria-label={t('shell:shortcuts')}>
        <NavLink to={to('Home')} end>
          <HomeOutlined />
          {t('shell:home')}
        </NavLink>
        <NavLink to={to('ProjectList')} end>
          <AppstoreOutlined />
          {t('projects:menu')}
        </NavLink>
        <NavLink to={to('AllAlerts')}>
          <BellOutlined />
          {t('shell:alerts')}
        </NavLink>
        <NavLink to={to('Profile')}>
          <UserOutlined />
          {t('shell:me')}
        </NavLink>
        <button type="button" className="pl-bare" aria-expanded={open} onClick={() => setOpen(true)}>
          <MenuOutlined />
          {t('shell:menu')}
        </button>
      </nav>
      {open && (
        <Suspense>
          <PhoneMenu onClose={close} />
        </Suspense>
      )}
    </>
  );
}
