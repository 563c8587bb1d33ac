import { type Project, projects } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { ActsHeading } from '../../../design/Headings.tsx';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { Time } from '../../../design/Value.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Projects that were deleted with their data kept: opened they can be read; brought back they are as before, without devices. */
export function RetiredProjects({ keyword }: { keyword: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useRead(projects.list, { retired: 'true' });
  const rows = useMemo(() => {
    const needle = keyword.trim().toLowerCase();
    return query.data?.projects
      .filter((project) => `${project.name} ${project.address}`.toLowerCase().includes(needle))
      .sort((a, b) => (b.retiredAt ?? '').localeCompare(a.retiredAt ?? ''));
  }, [query.data, keyword]);
  const columns = useColumns();
  return (
    <>
      <p className="pl-sm pl-3 pj-note">{t('projects:retired.says')}</p>
      <DataTable
        rows={rows}
        columns={columns}
        rowKey={(project) => project.id}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={
          <Empty
            title={t(keyword ? 'projects:noneFound' : 'projects:retired.none')}
            why={keyword ? undefined : t('projects:retired.noneWhy')}
          />
        }
        onOpen={(project) => void navigate(to('ProjectScreen', { projectId: project.id }))}
      />
    </>
  );
}

function useColumns(): Columns<Project> {
  const { t } = useTranslation();
  return [
    { title: t('projects:name'), key: 'name', ellipsis: true, render: (_, project) => <b>{project.name}</b> },
    { title: t('projects:address'), key: 'address', dataIndex: 'address', ellipsis: true, responsive: ['lg'] },
    {
      ...numeric(t('projects:points')),
      key: 'points',
      width: 100,
      render: (_, project) => formatCount(project.summary.status.points),
      responsive: ['sm'],
    },
    {
      ...numeric(t('projects:latest')),
      key: 'latest',
      width: 180,
      render: (_, project) => <Time at={project.summary.latestAt} zone={project.timeZone} />,
      responsive: ['md'],
    },
    {
      ...numeric(t('projects:retired.at')),
      key: 'retired',
      width: 180,
      render: (_, project) => <Time at={project.retiredAt} zone={project.timeZone} />,
      responsive: ['md'],
    },
    {
      title: <ActsHeading />,
      key: 'acts',
      width: 130,
      align: 'right',
      render: (_, project) => <RestoreButton project={project} />,
    },
  ];
}

function RestoreButton({ project }: { project: Project }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const archiving = useWrite(projects.archive, {
    onSuccess: () => toasts.done(t('projects:retired.restored', { name: project.name })),
    onError: toasts.failed,
  });
  return (
    <Allowed to={projects.archive}>
      <Button
        size="small"
        loading={archiving.isPending}
        onClick={(event) => {
          event.stopPropagation();
          archiving.mutate({ projectId: project.id, archived: false });
        }}
      >
        {t('projects:retired.restore')}
      </Button>
    </Allowed>
  );
}
