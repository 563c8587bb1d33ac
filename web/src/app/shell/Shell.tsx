import { type CSSProperties, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigation, useParams } from 'react-router';
import { ToastSlot } from '../../design/ToastSlot.tsx';
import { useServerChanges } from '../../kernel/live.ts';
import { useSession } from '../../kernel/session.ts';
import { useSessionChanges } from '../restore.queries.ts';
import { EnteredProjectProvider, useEntering } from './entered-project.ts';
import { Header } from './Header.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { usePageFocus } from './page-focus.ts';
import { useSilenceOfProjects } from './projects.queries.ts';
import { Sidebar } from './Sidebar.tsx';
import { useSidebarState } from './sidebar-state.ts';
import { clampWidth } from './sidebar-width.ts';

const SeeAsBanner = lazy(() => import('../../features/people/see-as/see-as-banner.parts.tsx'));

const ProfessionalBar = lazy(() => import('../../screens/professional/professional-bar.parts.tsx'));

// Fetched at once and drawn when there is something to say; a browser that could not fetch them has a page of its own for that.
const Notices = lazy(() => import('./Notices.tsx').catch(drawNone));
const UploadBar = lazy(() => import('./UploadBar.tsx').catch(drawNone));
const drawNone = () => ({ default: (): ReactNode => null });

/** Header, sidebar, page; a bar at the foot on phones. The first Tab leads past header and sidebar. */
export function Shell() {
  const { t } = useTranslation();
  const { preferences } = useSession();
  const [widthPx, setWidthPx] = useState(() => clampWidth(preferences.sidebarWidthPx, window.innerWidth));
  const main = useRef<HTMLElement>(null);
  usePageFocus(main);
  const { projectId } = useParams();
  const entered = useEntering();
  useServerChanges(projectId === undefined ? null : Number(projectId));
  useSilenceOfProjects();
  useSessionChanges();
  const { collapsed } = useSidebarState();
  // The page before stands until the file of the next one is here: it must not look as if nothing had been pressed.
  const isLeaving = useNavigation().state === 'loading';
  return (
    <EnteredProjectProvider value={entered}>
      <div className={`app${collapsed ? ' collapsed' : ''}`} style={{ '--side': `${widthPx}px` } as CSSProperties}>
        {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page */}
        <a
          className="skip"
          href="#content"
          onClick={(event) => {
            // The address after the # is the page's.
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {t('shell:toContent')}
        </a>
        <Header />
        <Sidebar widthPx={widthPx} onWidth={setWidthPx} />
        <main ref={main} id="content" tabIndex={-1} aria-busy={isLeaving || undefined}>
          {isLeaving && <div className="next-page" role="progressbar" aria-label={t('shell:nextPage')} />}
          <Heads />
          <Outlet />
        </main>
        <Suspense>
          <UploadBar />
        </Suspense>
        <ToastSlot place="foot" />
        <PhoneBar />
      </div>
    </EnteredProjectProvider>
  );
}

/** What holds for every page: that one sees as somebody else, and what is noticed while it is open. */
function Heads() {
  const { viewer, preferences } = useSession();
  return (
    <Suspense>
      {viewer !== null && <SeeAsBanner />}
      {preferences.professional && <ProfessionalBar />}
      <Notices />
    </Suspense>
  );
}
