import './console.css';
import { PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { users } from '@plumbline/contract/people/users';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, pagesOf } from '../../design/DataTable.tsx';
import { Empty } from '../../design/States.tsx';
import { Console, useConsoleCorporation } from '../../features/people/corporations/console.parts.tsx';
import { UserDialog, UserImportDialog } from '../../features/people/users/console.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import { PeopleFilters } from './PeopleFilters.tsx';
import { usePeopleColumns } from './people-columns.tsx';
import { pageSize, usePeople, usePeopleFilter } from './people-list.ts';
import { UserPanel } from './UserPanel.tsx';

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
  const [userText, setUser] = useUrlState('user', '');
  const userId = Number(userText) || null;
  const filter = usePeopleFilter(corporationId);
  const { query, page, setPage } = usePeople(filter);
  const columns = usePeopleColumns(filter);
  const total = query.data?.total;
  return (
    <>
      <div className={`ulist${userId === null ? '' : ' beside'}`}>
        <PeopleFilters filter={filter} total={total} />
        <DataTable
          rows={query.data?.people}
          columns={columns}
          rowKey={(user) => user.id}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          onOpen={(user) => setUser(String(user.id))}
          isOpen={(user) => user.id === userId}
          onSort={(sort, order) => filter.change({ sort, order: order === 'descend' ? order : null })}
          empty={<NoUsers isSearch={filter.isNarrowed} onNew={onNew} onClear={filter.clear} />}
          {...pagesOf({ page, pageSize, total: total ?? 0, onPage: (next) => setPage(String(next)) })}
        />
      </div>
      {userId !== null && <UserPanel key={userId} userId={userId} onClose={() => setUser(null)} />}
    </>
  );
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
