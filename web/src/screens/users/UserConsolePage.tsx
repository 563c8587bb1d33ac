import './console.css';
import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { type User, users } from '@plumbline/contract/people/users';
import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, pagesOf } from '../../design/DataTable.tsx';
import { SettledSearch } from '../../design/SettledSearch.tsx';
import { Empty } from '../../design/States.tsx';
import { Toolbar } from '../../design/Toolbar.tsx';
import { Console, useConsoleCorporation } from '../../features/people/corporations/console.parts.tsx';
import { UserDialog, UserImportDialog, UserStatus } from '../../features/people/users/console.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatCount, formatDay } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import { useUrlChange, useUrlState } from '../../kernel/url-state.ts';
import { UserPanel } from './UserPanel.tsx';

const pageSize = 50;

/** The accounts of a corporation, found by name; the open one at the right. */
export default function UserConsolePage() {
  const { t } = useTranslation();
  const [corporationId] = useConsoleCorporation();
  const [, setUser] = useUrlState('user', '');
  const [opening, setOpening] = useState(false);
  const [importing, setImporting] = useState(false);
  return (
    <Console
      actions={
        corporationId !== null && (
          <Allowed to={users.create}>
            <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
              {t('people:import.open')}
            </Button>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpening(true)}>
              {t('people:new')}
            </Button>
          </Allowed>
        )
      }
    >
      {(id) => (
        <>
          <Users key={id} corporationId={id} onNew={() => setOpening(true)} />
          {importing && <UserImportDialog corporationId={id} onClose={() => setImporting(false)} />}
          {opening && (
            <UserDialog
              corporationId={id}
              onClose={() => setOpening(false)}
              onDone={(user) => setUser(String(user.id))}
            />
          )}
        </>
      )}
    </Console>
  );
}

function Users({ corporationId, onNew }: { corporationId: number; onNew: () => void }) {
  const { t } = useTranslation();
  const [userText, setUser] = useUrlState('user', '');
  const userId = Number(userText) || null;
  const { keyword, wanted, find, page, setPage, query } = useUserList(corporationId);
  const total = query.data?.total ?? 0;

  const columns = useUserColumns();
  return (
    <>
      <div className={`ulist${userId === null ? '' : ' beside'}`}>
        <Toolbar label={t('people:tab')}>
          <SettledSearch widthPx={240} label={t('people:find')} value={keyword} onSettled={find} />
          <span className="pl-gap" />
          {query.data && (
            <span className="pl-count">{t('people:count', { count: total, shown: formatCount(total) })}</span>
          )}
        </Toolbar>
        <DataTable
          rows={query.data?.users}
          columns={columns}
          rowKey={(user) => user.id}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          onOpen={(user) => setUser(String(user.id))}
          isOpen={(user) => user.id === userId}
          empty={<NoUsers isSearch={wanted !== ''} onNew={onNew} onClear={() => find(null)} />}
          {...pagesOf({ page, pageSize, total, onPage: (next) => setPage(String(next)) })}
        />
      </div>
      {userId !== null && <UserPanel key={userId} userId={userId} onClose={() => setUser(null)} />}
    </>
  );
}

/** One page of the accounts; the keyword and the page stand in the address. */
function useUserList(corporationId: number) {
  const [keyword] = useUrlState('q', '');
  const [pageText, setPage] = useUrlState('page', '1');
  const changeUrl = useUrlChange();
  const page = Number(pageText) || 1;
  const needle = keyword.trim();
  const query = useRead(
    users.list,
    { corporationId, page, pageSize, ...(needle === '' ? {} : { keyword: needle }) },
    {
      placeholderData: keepPreviousData,
    },
  );

  // Another keyword begins at its first page.
  const find = (q: string | null): void => changeUrl({ q, page: null });
  // The last one of the last page was removed: there is a page before.
  const isPastEnd = page > 1 && query.data !== undefined && !query.isPlaceholderData && query.data.users.length === 0;
  useEffect(() => {
    if (isPastEnd) setPage(null);
  }, [isPastEnd, setPage]);
  return { keyword, wanted: needle, find, page, setPage, query };
}

function useUserColumns(): Columns<User> {
  const { t } = useTranslation();
  return [
    {
      title: t('people:username'),
      key: 'name',
      render: (_, user) => <span className={user.disabled ? 'pl-3' : 'pl-b'}>{user.name}</span>,
    },
    { title: t('people:displayName'), key: 'displayName', dataIndex: 'displayName' },
    {
      title: t('people:type'),
      key: 'type',
      width: 140,
      render: (_, user) => t(`users:type.${user.type}`),
      responsive: ['sm'],
    },
    { title: t('people:status'), key: 'status', width: 120, render: (_, user) => <UserStatus user={user} /> },
    {
      title: t('people:createdAt'),
      key: 'created',
      width: 140,
      render: (_, user) => <span className="pl-2">{formatDay(user.createdAt)}</span>,
      responsive: ['md'],
    },
  ];
}

function NoUsers({ isSearch, onNew, onClear }: { isSearch: boolean; onNew: () => void; onClear: () => void }) {
  const { t } = useTranslation();
  if (isSearch)
    return (
      <Empty title={t('people:noneFound')}>
        <Button onClick={onClear}>{t('people:clear')}</Button>
      </Empty>
    );
  return (
    <Empty title={t('people:none')} why={t('people:noneWhy')}>
      <Allowed to={users.create}>
        <Button onClick={onNew}>{t('people:new')}</Button>
      </Allowed>
    </Empty>
  );
}
