import './dashboards.css';
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { dashboards } from '@plumbline/contract/overview/dashboards';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { NewDashboardDialog } from './NewDashboardDialog.tsx';
import { useRoleWord } from './RolesInput.tsx';

type Row = Reply<typeof dashboards.list>['dashboards'][number];

/** The dashboards of a project that one made or that are shared with one. */
export default function DashboardsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [isOpen, setOpen] = useState(false);
  const [removing, setRemoving] = useState<Row | null>(null);
  const query = useRead(dashboards.list, { projectId: project.id });
  const columns = useColumns(setRemoving);
  const add = project.archivedAt === null && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
      {t('dashboards:new')}
    </Button>
  );
  return (
    <Page title={t('dashboards:menu')} actions={add}>
      <div className="db-table">
        <DataTable
          rows={query.data?.dashboards}
          columns={columns}
          rowKey={({ id }) => id}
          loading={query.isPending}
          error={query.error}
          onRetry={() => void query.refetch()}
          widthPx={760}
          empty={<Empty title={t('dashboards:none')} why={t('dashboards:noneWhy')} />}
        />
      </div>
      {isOpen && <NewDashboardDialog onClose={() => setOpen(false)} />}
      {removing && <RemoveDialog dashboard={removing} onClose={() => setRemoving(null)} />}
    </Page>
  );
}

function useColumns(onRemove: (row: Row) => void): Columns<Row> {
  const { t } = useTranslation();
  const { project } = useProject();
  const roleWord = useRoleWord();
  return [
    {
      title: t('dashboards:name'),
      key: 'name',
      render: (_, { id, name, panelKinds }) => (
        <div>
          <Link className="pl-b" to={to('Dashboard', { projectId: project.id, dashboardId: id })}>
            {name}
          </Link>
          <div className="pl-sm pl-3 pl-ell">
            {[...new Set(panelKinds)].map((kind) => t(`dashboards:kinds.${kind}`)).join(' · ')}
          </div>
        </div>
      ),
    },
    {
      title: t('dashboards:sharedWith'),
      key: 'roles',
      width: 220,
      render: (_, { roles }) => (roles.length === 0 ? t('dashboards:notShared') : roles.map(roleWord).join(', ')),
    },
    {
      title: t('dashboards:changed'),
      key: 'changed',
      width: 200,
      render: (_, { updatedAt, byName }) => (
        <div>
          <div>{formatTime(updatedAt, project.timeZone).slice(0, 16)}</div>
          <div className="pl-sm pl-3 pl-ell">{byName}</div>
        </div>
      ),
    },
    {
      title: <ActsHeading />,
      key: 'act',
      width: 60,
      render: (_, row) =>
        row.mayChange && (
          <IconButton
            icon={<DeleteOutlined />}
            label={t('dashboards:delete', { name: row.name })}
            onClick={() => onRemove(row)}
          />
        ),
    },
  ];
}

function RemoveDialog({ dashboard: { id, name }, onClose }: { dashboard: Row; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(dashboards.remove);
  return (
    <ConfirmDestructive
      open
      title={t('dashboards:deleteTitle', { name })}
      lost={t('dashboards:deleteLost')}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ projectId: project.id, dashboardId: id });
      }}
      onClose={onClose}
    />
  );
}
