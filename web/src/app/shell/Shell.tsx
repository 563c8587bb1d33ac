import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { useSession } from '../../kernel/session.ts';
import { useLongLost } from '../../kernel/socket.ts';
import { Header } from './Header.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { Sidebar } from './Sidebar.tsx';
import { clampWidth } from './sidebar-width.ts';

/** Header, sidebar, page; a bar at the foot on phones. */
export function Shell() {
  const { t } = useTranslation();
  const { preferences } = useSession();
  const [widthPx, setWidthPx] = useState(() => clampWidth(preferences.sidebarWidthPx, window.innerWidth));
  const lost = useLongLost();
  return (
    <div
      className={`app${preferences.isCollapse ? ' collapsed' : ''}`}
      style={{ '--side': `${widthPx}px` } as CSSProperties}
    >
      <Header />
      <Sidebar widthPx={widthPx} onWidth={setWidthPx} />
      <main>
        {lost && (
          <div className="offline" role="status">
            {t('shell:offline')}
          </div>
        )}
        <Outlet />
      </main>
      <PhoneBar />
    </div>
  );
}
