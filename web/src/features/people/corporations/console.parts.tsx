import './console.css';
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
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useSession } from '../../../kernel/session.ts';
import { wordKey } from '../../../kernel/words.ts';
import { CorporationPick } from './corporations.parts.tsx';

/**
 * The frame of the system console: its tabs, and for a System account the choice of the corporation.
 * Invariant: every tab is about one corporation: the caller's own, or the one that the address names for a System account.
 */
export function useConsoleCorporation(): [number | null, (corporationId: number | null) => void] {
  const { user } = useSession();
  const [search, setSearch] = useSearchParams();
  const id = user.type === 'System' ? Number(search.get('corporation')) || null : user.corporationId;
  // What was open or filtered belonged to the one before, so nothing else stays in the address.
  return [id, (corporationId) => setSearch(corporationId === null ? {} : { corporation: String(corporationId) })];
}

export function Console({
  actions,
  otherwise,
  children,
}: {
  actions?: ReactNode;
  /** Shown while a System account has chosen no corporation. */
  otherwise?: ReactNode;
  children: (corporationId: number) => ReactNode;
}) {
  const { t } = useTranslation();
  const { user, corporation } = useSession();
  const [corporationId] = useConsoleCorporation();
  const carried = user.type === 'System' && corporationId !== null ? { corporation: corporationId } : {};
  return (
    <Page
      title={t('corporations:menu')}
      {...(corporation ? { note: <span className="pl-wide-only">{corporation.title}</span> } : {})}
      actions={
        <>
          {user.type === 'System' && <CorporationChoice />}
          {actions}
        </>
      }
      flush
    >
      <ConsoleTabs carried={carried} />
      <div className="console-body">
        {corporationId === null
          ? (otherwise ?? (
              <Empty title={t('corporations:chooseFirst')} why={t('corporations:chooseWhy')}>
                <NavLink to={to('CorporationConsole')}>{t('corporations:all')}</NavLink>
              </Empty>
            ))
          : children(corporationId)}
      </div>
    </Page>
  );
}

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

/** The tabs that the reader may open, in groups, each about the corporation that is chosen. A group without any is not drawn. */
function ConsoleTabs({ carried }: { carried: Carried }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const allowed = useAllowed();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked tab follows the address
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('.active');
    if (tab && nav.current) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 2 + tab.clientWidth / 2;
  }, [pathname]);
  return (
    <nav ref={nav} className="console-tabs" aria-label={t('corporations:menu')}>
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
  );
}

function CorporationChoice() {
  const [corporationId, choose] = useConsoleCorporation();
  return <CorporationPick value={corporationId} isClearable widthPx={220} onChange={choose} />;
}
