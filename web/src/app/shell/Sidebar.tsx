import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { permissionOf } from '@plumbline/contract/permissions';
import { urgencyOf } from '@plumbline/contract/status';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, NavLink, useParams } from 'react-router';
import { SearchField } from '../../design/SearchField.tsx';
import { Failed, SkeletonRows } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useSession } from '../../kernel/session.ts';
import { menuPages, pathOf } from '../feature-pages.ts';
import { to } from '../paths.ts';
import { prefer } from './preferences.ts';
import { clampWidth } from './sidebar-width.ts';
import { useProjects } from './use-projects.ts';
import { Version } from './Version.tsx';

/** The menu of what exists and is allowed, the projects by urgency and name, and the line with the version. */
export function Sidebar({ widthPx, onWidth }: { widthPx: number; onWidth: (widthPx: number) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { preferences } = useSession();
  const collapsed = preferences.isCollapse;
  const toggle = (): void => void prefer('isCollapse', !collapsed).catch(toasts.failed);
  return (
    <aside className="side" aria-label={t('shell:sidebar')}>
      <Menu collapsed={collapsed} />
      {!collapsed && <ProjectLinks />}
      <div className="ft">
        {!collapsed && <Version />}
        <button
          type="button"
          className="pl-bare pl-row"
          style={{ padding: 8 }}
          onClick={toggle}
          aria-label={collapsed ? t('shell:expand') : t('shell:collapse')}
          title={collapsed ? t('shell:expand') : t('shell:collapse')}
        >
          {collapsed ? <RightOutlined /> : <LeftOutlined />}
        </button>
      </div>
      {!collapsed && <Grip widthPx={widthPx} onWidth={onWidth} />}
    </aside>
  );
}

function Menu({ collapsed }: { collapsed: boolean }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { projectId } = useParams();
  const shown = menuPages.filter(
    (page) =>
      (page.menu!.mode === 'always' || projectId !== undefined) && (!page.needs || allowed(permissionOf(page.needs))),
  );
  const firstOfProject = shown.find((page) => page.menu!.mode === 'project');
  return (
    <nav aria-label={t('shell:menu')}>
      {shown.map((page) => {
        const Icon = page.menu!.icon;
        const word = t(page.menu!.wordKey);
        const path = pathOf(page);
        return [
          page === firstOfProject && <hr key={`${page.name} line`} />,
          <NavLink
            key={page.name}
            to={path.includes(':projectId') ? generatePath(path, { projectId: projectId ?? '' }) : path}
            end={!page.menu!.isRoof}
            title={collapsed ? word : undefined}
            aria-label={collapsed ? word : undefined}
          >
            <Icon />
            {!collapsed && <span className="pl-ell">{word}</span>}
          </NavLink>,
        ];
      })}
    </nav>
  );
}

function ProjectLinks() {
  const { t } = useTranslation();
  const { projectId } = useParams();
  const [keyword, setKeyword] = useState('');
  const query = useProjects();
  const all = query.data?.projects;
  const shown = useMemo(() => {
    const wanted = keyword.trim().toLowerCase();
    return (all ?? [])
      .filter((project) => project.name.toLowerCase().includes(wanted))
      .sort((a, b) => urgencyOf(b.standing.status) - urgencyOf(a.standing.status) || a.name.localeCompare(b.name));
  }, [all, keyword]);
  if (query.error && !all) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <h6>
        <span>{t('projects:menu')}</span>
        <span>{all?.length}</span>
      </h6>
      <div className="find">
        <SearchField label={t('shell:findProject')} value={keyword} onChange={setKeyword} />
      </div>
      {!all && <SkeletonRows rows={6} rowPx={30} />}
      <div className="plist">
        {shown.map((project) => (
          <NavLink
            key={project.id}
            to={to('ProjectScreen', { projectId: project.id })}
            className={String(project.id) === projectId ? 'active' : ''}
            title={project.name}
          >
            <StatusMark status={project.standing.status} size={14} />
            <span className="pl-ell">{project.name}</span>
          </NavLink>
        ))}
        {all && shown.length === 0 && (
          <p className="pl-3 pl-sm" style={{ padding: '4px 12px' }}>
            {keyword ? t('shell:noProjectFound') : t('projects:none')}
          </p>
        )}
      </div>
    </>
  );
}

/** The edge that is dragged. Arrow keys move it by 16 px; the width is remembered when it is let go. */
function Grip({ widthPx, onWidth }: { widthPx: number; onWidth: (widthPx: number) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [held, setHeld] = useState(false);
  const keep = (width: number): void => void prefer('sidebarWidthPx', width).catch(toasts.failed);
  const move = (event: PointerEvent): void => {
    if (held) onWidth(clampWidth(event.clientX, window.innerWidth));
  };
  const key = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 16 : event.key === 'ArrowLeft' ? -16 : 0;
    if (by === 0) return;
    const next = clampWidth(widthPx + by, window.innerWidth);
    onWidth(next);
    keep(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> takes no pointer
    <div
      className={`grip${held ? ' on' : ''}`}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('shell:width')}
      aria-valuenow={widthPx}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        setHeld(false);
        keep(widthPx);
      }}
      onKeyDown={key}
    />
  );
}
