import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { type UserGroup, userGroups } from '@plumbline/contract/people/user-groups';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable, pagesOf } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Empty } from '../../../design/States.tsx';
import { Allowed, useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { Console, useConsoleCorporation } from '../corporations/console.parts.tsx';
import { roleName } from '../roles/role-words.parts.ts';
import { UserGroupDialog } from './UserGroupDialog.tsx';

const pageSize = 50;

/** The user groups of a corporation: who is in them, and which roles they carry into projects. */
export default function UserGroupConsolePage() {
  const { t } = useTranslation();
  const [corporationId] = useConsoleCorporation();
  const [editing, setEditing] = useState<UserGroup | 'new' | null>(null);
  return (
    <Console
      actions={
        corporationId !== null && (
          <Allowed to={userGroups.create}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
              {t('people:groups.new')}
            </Button>
          </Allowed>
        )
      }
    >
      {(id) => (
        <>
          <GroupList key={id} corporationId={id} onEdit={setEditing} />
          {editing !== null && (
            <UserGroupDialog
              corporationId={id}
              group={editing === 'new' ? null : editing}
              onClose={() => setEditing(null)}
            />
          )}
        </>
      )}
    </Console>
  );
}

function GroupList({ corporationId, onEdit }: { corporationId: number; onEdit: (group: UserGroup | 'new') => void }) {
  const { t } = useTranslation();
  const [pageText, setPage] = useUrlState('page', '1');
  const page = Number(pageText) || 1;
  const query = useRead(userGroups.list, { corporationId, page, pageSize });
  const { run: removeGroup } = useWrite(userGroups.remove);
  const [removing, setRemoving] = useState<UserGroup | null>(null);
  const columns = useColumns(onEdit, setRemoving);
  return (
    <>
      <DataTable
        rows={query.data?.userGroups}
        columns={columns}
        rowKey={({ id }) => id}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={
          <Empty title={t('people:groups.none')} why={t('people:groups.noneWhy')}>
            <Allowed to={userGroups.create}>
              <Button onClick={() => onEdit('new')}>{t('people:groups.new')}</Button>
            </Allowed>
          </Empty>
        }
        {...pagesOf({ page, pageSize, total: query.data?.total ?? 0, onPage: (next) => setPage(String(next)) })}
      />
      <ConfirmDestructive
        open={removing !== null}
        title={t('people:groups.removeTitle', { name: removing?.name ?? '' })}
        lost={t('people:groups.removeLost')}
        action={t('people:groups.remove')}
        onConfirm={async () => {
          if (removing) await removeGroup({ userGroupId: removing.id });
        }}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

function useColumns(onEdit: (group: UserGroup) => void, onRemove: (group: UserGroup) => void): Columns<UserGroup> {
  const { t } = useTranslation();
  const allowed = useAllowed();
  return [
    { title: t('people:groups.name'), key: 'name', render: (_, { name }) => <span className="pl-b">{name}</span> },
    {
      title: t('people:groups.roles'),
      key: 'roles',
      render: (_, { roles }) =>
        roles.length === 0 ? (
          <span className="pl-3">{t('people:groups.noRoles')}</span>
        ) : (
          roles.map((role) => roleName(role, t)).join(', ')
        ),
      responsive: ['sm'],
    },
    {
      title: t('people:groups.users'),
      key: 'users',
      width: 90,
      align: 'right',
      render: (_, { users }) => formatCount(users),
    },
    {
      title: t('people:groups.projects'),
      key: 'projects',
      width: 100,
      align: 'right',
      render: (_, { projects }) => formatCount(projects),
      responsive: ['sm'],
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 90,
      render: (_, group) => (
        <span className="pl-row tight">
          {allowed(userGroups.update) && (
            <IconButton
              icon={<EditOutlined />}
              label={t('people:groups.edit', { name: group.name })}
              onClick={() => onEdit(group)}
            />
          )}
          {allowed(userGroups.remove) && (
            <IconButton
              icon={<DeleteOutlined />}
              label={t('people:groups.removeOf', { name: group.name })}
              onClick={() => onRemove(group)}
            />
          )}
        </span>
      ),
    },
  ];
}
