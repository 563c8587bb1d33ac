import './console.css';
import { alertCauses } from '@plumbline/contract/alert-causes';
import { channels } from '@plumbline/contract/channels';
import { corporations } from '@plumbline/contract/corporations';
import { dialIn } from '@plumbline/contract/dial-in';
import { feeds } from '@plumbline/contract/feeds';
import { installation } from '@plumbline/contract/installation';
import { languagePacks } from '@plumbline/contract/language-packs';
import { licences } from '@plumbline/contract/licences';
import { operations } from '@plumbline/contract/operations';
import { privateConf } from '@plumbline/contract/private-conf';
import { roles } from '@plumbline/contract/roles';
import { userGroups } from '@plumbline/contract/user-groups';
import { users } from '@plumbline/contract/users';
import { work } from '@plumbline/contract/work';
import { Select } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation, useSearchParams } from 'react-router';
import { to } from '../../app/paths.ts';
import { Page } from '../../design/Pane.tsx';
import { Empty } from '../../design/States.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useSession } from '../../kernel/session.ts';

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

/** The tabs that the reader may open, each about the corporation that is chosen. */
function ConsoleTabs({ carried }: { carried: { readonly corporation?: number } }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked tab follows the address
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('.active');
    if (tab && nav.current) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 2 + tab.clientWidth / 2;
  }, [pathname]);
  return (
    <nav ref={nav} className="console-tabs" aria-label={t('corporations:menu')}>
      <Allowed to={corporations.get}>
        <NavLink to={to('CorporationConsole', {}, carried)}>{t('corporations:tab')}</NavLink>
      </Allowed>
      <Allowed to={users.list}>
        <NavLink to={to('UserConsole', {}, carried)}>{t('people:tab')}</NavLink>
      </Allowed>
      <Allowed to={roles.getPermissions}>
        <NavLink to={to('RoleConsole', {}, carried)}>{t('roles:tab')}</NavLink>
      </Allowed>
      <Allowed to={userGroups.list}>
        <NavLink to={to('UserGroupConsole', {}, carried)}>{t('people:groups.tab')}</NavLink>
      </Allowed>
      <Allowed to={channels.list}>
        <NavLink to={to('ChannelConsole', {}, carried)}>{t('channels:tab')}</NavLink>
      </Allowed>
      <Allowed to={alertCauses.list}>
        <NavLink to={to('AlertCauseConsole', {}, carried)}>{t('handling:causes.tab')}</NavLink>
      </Allowed>
      <Allowed to={feeds.list}>
        <NavLink to={to('FeedConsole', {}, carried)}>{t('feeds:tab')}</NavLink>
      </Allowed>
      <NavLink to={to('ModelConsole', {}, carried)}>{t('models:tab')}</NavLink>
      <Allowed to={operations.list}>
        <NavLink to={to('OperationLogs', {}, carried)}>{t('operations:tab')}</NavLink>
      </Allowed>
      <Allowed to={installation.health}>
        <NavLink to={to('InstallationHealth', {}, carried)}>{t('installation:tab')}</NavLink>
      </Allowed>
      <Allowed to={work.list}>
        <NavLink to={to('WorkConsole', {}, carried)}>{t('work:tab')}</NavLink>
      </Allowed>
      <Allowed to={privateConf.get}>
        <NavLink to={to('PrivateConf', {}, carried)}>{t('privateConf:tab')}</NavLink>
      </Allowed>
      <Allowed to={languagePacks.states}>
        <NavLink to={to('LanguagePacks', {}, carried)}>{t('languagePacks:tab')}</NavLink>
      </Allowed>
      <Allowed to={licences.info}>
        <NavLink to={to('License', {}, carried)}>{t('licences:tab')}</NavLink>
      </Allowed>
      <Allowed to={dialIn.unknown}>
        <NavLink to={to('DialInConsole', {}, carried)}>{t('dialIn:tab')}</NavLink>
      </Allowed>
    </nav>
  );
}

/** The first 200 by title; who has more finds the rest in the list. */
function CorporationChoice() {
  const { t } = useTranslation();
  const [corporationId, choose] = useConsoleCorporation();
  const { data, isPending } = useRead(corporations.list, { pageSize: 200 });
  return (
    <Select
      aria-label={t('corporations:choose')}
      placeholder={t('corporations:choose')}
      style={{ width: 220 }}
      loading={isPending}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={corporationId}
      options={(data?.corporations ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(id: number | undefined) => choose(id ?? null)}
    />
  );
}
