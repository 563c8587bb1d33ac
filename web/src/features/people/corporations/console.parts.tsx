import './console.css';
import { corporations } from '@plumbline/contract/people/corporations';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useSearchParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useSession } from '../../../kernel/session.ts';
import { ConsoleTabs } from './ConsoleTabs.tsx';
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
  const [corporationId, choose] = useConsoleCorporation();
  useOnlyCorporation(user.type === 'System' && corporationId === null && otherwise === undefined, choose);
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

/** Where there is one corporation, a page that is about one is about that. */
function useOnlyCorporation(isWanted: boolean, choose: (corporationId: number) => void): void {
  const { data } = useRead(corporations.list, { pageSize: 2 }, { enabled: isWanted });
  const [only] = data?.corporations ?? [];
  const id = isWanted && data?.total === 1 ? only?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is chosen once, when it is known
  useEffect(() => {
    if (id !== undefined) choose(id);
  }, [id]);
}

function CorporationChoice() {
  const [corporationId, choose] = useConsoleCorporation();
  return <CorporationPick value={corporationId} isClearable widthPx={220} onChange={choose} />;
}
