import { HomeOutlined, SearchOutlined } from '@ant-design/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { BrandMark } from '../../design/PlumbBob.tsx';
import { ToastSlot } from '../../design/ToastSlot.tsx';
import { brandFile, useBrand } from '../../kernel/brand.ts';
import { useSession } from '../../kernel/session.ts';
import { to } from '../paths.ts';
import { Bell } from './Bell.tsx';
import { useEnteredProject } from './entered-project.ts';
import { LanguageSwitch, UserMenu } from './menus.tsx';
import { useOpenPage } from './open-page.ts';
import { ProjectSwitch } from './ProjectSwitch.tsx';
import { TaskTray } from './TaskTray.tsx';

const loadJumpBox = () => import('./JumpBox.tsx');
const JumpBox = lazy(loadJumpBox);
// The first load has no room for them.
const RefreshMenu = lazy(() => import('./RefreshMenu.tsx'));
const Tally = lazy(() => import('./Tally.tsx'));
const HelpLink = lazy(() => import('./HelpLink.tsx'));

/** Logo and title, the project in which one is, levels, jump, bell, language, person. 60 px. */
export function Header() {
  const { t } = useTranslation();
  const projectId = useEnteredProject();
  const { corporation } = useSession();
  const brand = useBrand();
  const [jumping, setJumping] = useJumpKey();
  const isRefreshed = useOpenPage()?.refreshes === true;
  return (
    <header className="hd">
      <Link to={to('Home')} className="brand" title={corporation?.title}>
        <BrandMark src={brand.logo ? brandFile(brand.logo) : null} />
        <span className="title pl-ell">{brand.name}</span>
      </Link>
      {projectId !== undefined && (
        <>
          <span className="vr" />
          <ProjectSwitch projectId={Number(projectId)} />
          <Link to={to('Home')} className="ic" aria-label={t('shell:leaveProject')} title={t('shell:leaveProject')}>
            <HomeOutlined />
          </Link>
        </>
      )}
      <ToastSlot place="head" />
      <span className="pl-gap" />
      {projectId !== undefined && (
        <Suspense>
          <Tally />
        </Suspense>
      )}
      <button type="button" className="pl-bare jump" onClick={() => setJumping(true)}>
        <SearchOutlined />
        <span className="pl-gap pl-ell words">{t('shell:jump')}</span>
        <span className="pl-kbd">Ctrl K</span>
      </button>
      {isRefreshed && (
        <Suspense>
          <RefreshMenu />
        </Suspense>
      )}
      <TaskTray />
      <Bell />
      <Suspense fallback={<span className="ic" />}>
        <HelpLink />
      </Suspense>
      <LanguageSwitch />
      <UserMenu />
      {jumping && (
        <Suspense>
          <JumpBox onClose={() => setJumping(false)} />
        </Suspense>
      )}
    </header>
  );
}

/** Whether the box for jumping is open; Ctrl+K opens it from everywhere. */
function useJumpKey() {
  const [jumping, setJumping] = useState(false);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setJumping(true);
      }
    };
    addEventListener('keydown', key);
    // Fetched while nothing else is: what is typed right after Ctrl+K must not be lost.
    const early = setTimeout(() => void loadJumpBox().catch(() => undefined), 3_000);
    return () => {
      removeEventListener('keydown', key);
      clearTimeout(early);
    };
  }, []);
  return [jumping, setJumping] as const;
}
