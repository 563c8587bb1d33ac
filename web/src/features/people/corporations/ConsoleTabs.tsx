import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { alertCauses } from '@plumbline/contract/alerts/causes';
import { models } from '@plumbline/contract/devices/models';
import type { Route } from '@plumbline/contract/kernel/route';
import { channels } from '@plumbline/contract/messages/channels';
import { corporations } from '@plumbline/contract/people/corporations';
import { roles } from '@plumbline/contract/people/roles';
import { userGroups } from '@plumbline/contract/people/user-groups';
import { users } from '@plumbline/contract/people/users';
import { installation } from '@plumbline/contract/platform/installation';
import { languagePacks } from '@plumbline/contract/platform/language-packs';
import { licences } from '@plumbline/contract/platform/licences';
import { operations } from '@plumbline/contract/platform/operations';
import { plugins } from '@plumbline/contract/platform/plugins';
import { privateConf } from '@plumbline/contract/platform/private-conf';
import { work } from '@plumbline/contract/platform/work';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordKey } from '../../../kernel/words.ts';

type Carried = Readonly<Record<string, number | undefined>>;
type Tab = readonly [link: (carried: Carried) => string, route: Route, words: string];

/** The tabs in the order of what they are about, so that sixteen of them are found. */
const groups: readonly (readonly [name: 'people' | 'devices' | 'alerts' | 'installation', tabs: readonly Tab[]])[] = [
  [
    'people',
    [
      [(carried) => to('CorporationConsole', {}, carried), corporations.get, 'corporations:tab'],
      [(carried) => to('UserConsole', {}, carried), users.list, 'people:tab'],
      [(carried) => to('RoleConsole', {}, carried), roles.getPermissions, 'roles:tab'],
      [(carried) => to('UserGroupConsole', {}, carried), userGroups.list, 'people:groups.tab'],
      [(carried) => to('OperationLogs', {}, carried), operations.list, 'operations:tab'],
    ],
  ],
  [
    'devices',
    [
      [(carried) => to('ModelConsole', {}, carried), models.list, 'models:tab'],
      [(carried) => to('FeedConsole', {}, carried), feeds.list, 'feeds:tab'],
      [(carried) => to('DialInConsole', {}, carried), dialIn.unknown, 'dialIn:tab'],
    ],
  ],
  [
    'alerts',
    [
      [(carried) => to('ChannelConsole', {}, carried), channels.list, 'channels:tab'],
      [(carried) => to('AlertCauseConsole', {}, carried), alertCauses.list, 'handling:causes.tab'],
    ],
  ],
  [
    'installation',
    [
      [(carried) => to('InstallationHealth', {}, carried), installation.health, 'installation:tab'],
      [(carried) => to('WorkConsole', {}, carried), work.list, 'work:tab'],
      [(carried) => to('PrivateConf', {}, carried), privateConf.get, 'privateConf:tab'],
      [(carried) => to('LanguagePacks', {}, carried), languagePacks.states, 'languagePacks:tab'],
      [(carried) => to('Plugins', {}, carried), plugins.list, 'plugins:tab'],
      [(carried) => to('License', {}, carried), licences.info, 'licences:tab'],
    ],
  ],
];

/** How far the row goes on beyond what is seen of it, to either side. */
function useEdges(row: RefObject<HTMLElement | null>) {
  const [edges, setEdges] = useState({ left: false, right: false });
  const measure = useCallback(() => {
    const element = row.current;
    if (!element) return;
    const { scrollLeft, scrollWidth, clientWidth } = element;
    setEdges({ left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1 });
  }, [row]);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [row, measure]);
  return edges;
}

/**
 * The tabs that the reader may open, in groups, in one row; each about the corporation that is chosen. A group without any is
 * not drawn. Where they do not fit, the row is scrolled: by Tab and arrows, by wheel and finger, and by a button at its edge.
 */
export function ConsoleTabs({ carried }: { carried: Carried }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const allowed = useAllowed();
  const nav = useRef<HTMLElement>(null);
  const edges = useEdges(nav);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked tab follows the address
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('.active');
    if (tab && nav.current) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 2 + tab.clientWidth / 2;
  }, [pathname]);
  const turn = (by: number): void =>
    nav.current?.scrollBy({ left: by * nav.current.clientWidth * 0.7, behavior: 'smooth' });
  return (
    <div className="console-row">
      <nav ref={nav} className="console-tabs" aria-label={t('corporations:menu')} onKeyDown={step}>
        {groups.map(([name, tabs]) => {
          const allowedTabs = tabs.filter(([, route]) => allowed(route));
          if (allowedTabs.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
            <div key={name} role="group" aria-label={t(`corporations:groups.${name}`)} className="console-group">
              <span className="console-group-name" aria-hidden="true">
                {t(`corporations:groups.${name}`)}
              </span>
              <div className="console-group-tabs">
                {allowedTabs.map(([link, , words]) => (
                  <NavLink key={words} to={link(carried)}>
                    {t(wordKey(words))}
                  </NavLink>
                ))}
              </div>
            </div>
          );
        })}
      </nav>
      {/* For the mouse alone: whoever goes by keys or has the page read aloud comes to every tab as it is. */}
      {edges.left && <EdgeButton side="left" onTurn={() => turn(-1)} />}
      {edges.right && <EdgeButton side="right" onTurn={() => turn(1)} />}
    </div>
  );
}

function EdgeButton({ side, onTurn }: { side: 'left' | 'right'; onTurn: () => void }) {
  return (
    <button type="button" className={`pl-bare console-more ${side}`} tabIndex={-1} aria-hidden="true" onClick={onTurn}>
      {side === 'left' ? <LeftOutlined /> : <RightOutlined />}
    </button>
  );
}

/** The arrows lead from tab to tab, Home and End to the first and the last. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll('a')];
  const at = tabs.indexOf(document.activeElement as HTMLAnchorElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  tabs[Math.max(0, Math.min(next, tabs.length - 1))]?.focus();
}
