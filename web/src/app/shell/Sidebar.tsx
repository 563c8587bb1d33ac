import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enlargementOf } from '../../design/enlarged.ts';
import { useToasts } from '../../design/Toasts.tsx';
import { Menu } from './Menu.tsx';
import { ProjectLinks } from './ProjectLinks.tsx';
import { prefer } from './preferences.queries.ts';
import { useSidebarState } from './sidebar-state.ts';
import { clampWidth } from './sidebar-width.ts';
import { Version } from './Version.tsx';

/** The menu of what exists and is allowed, the projects by urgency and name, and the line with the version. */
export function Sidebar({ widthPx, onWidth }: { widthPx: number; onWidth: (widthPx: number) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { collapsed, preference } = useSidebarState();
  const toggle = (): void => void prefer(preference, !collapsed).catch(toasts.failed);
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

/** The edge that is dragged. Arrow keys move it by 16 px; the width is remembered when it is let go. */
function Grip({ widthPx, onWidth }: { widthPx: number; onWidth: (widthPx: number) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [dragging, setDragging] = useState(false);
  const keep = (width: number): void => void prefer('sidebarWidthPx', width).catch(toasts.failed);
  const move = (event: PointerEvent): void => {
    if (!dragging) return;
    const enlarged = enlargementOf(event.currentTarget as HTMLElement);
    onWidth(clampWidth(event.clientX / enlarged, window.innerWidth / enlarged));
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
      className={`grip${dragging ? ' on' : ''}`}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('shell:width')}
      aria-valuenow={widthPx}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        setDragging(false);
        keep(widthPx);
      }}
      onKeyDown={key}
    />
  );
}
