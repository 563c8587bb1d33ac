import './projects.css';
import { AppstoreOutlined, PlusOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { silentOf, urgencyOf } from '@plumbline/contract/kernel/status';
import { type Project, projects } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { useProjects } from '../../../app/shell/projects.queries.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { LevelMark } from '../../../design/Level.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Page } from '../../../design/Pane.tsx';
import { SearchField } from '../../../design/SearchField.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { StatusTag } from '../../../design/Status.tsx';
import { useStatusWords } from '../../../design/status-words.ts';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { Time } from '../../../design/Value.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatAge, formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { ProjectDialog } from './ProjectDialog.tsx';
import { RetiredProjects } from './RetiredProjects.tsx';

const sumOpen = (project: Project): number =>
  project.summary.openAlerts.slice(1).reduce((sum, count) => sum + count, 0);

/** Every project that the caller may see, as cards or as a table; the worst first. */
export default function ProjectListPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [keyword, setKeyword] = useUrlState('q', '');
  const [view, setView] = useUrlState<View>('view', 'cards');
  const [retired, setRetired] = useUrlState('retired', '');
  const [create, setCreate] = useUrlState('create', '');
  const [typed, setTyped] = useState(keyword);
  const query = useProjects();
  const isRetired = retired === 'yes';
  const find = (text: string): void => {
    setTyped(text);
    setKeyword(text);
  };
  const open = (project: Project): void => void navigate(to('ProjectScreen', { projectId: project.id }));
  const newButton = <NewButton onClick={() => setCreate('1')} />;
  return (
    <Page
      title={t('projects:menu')}
      note={query.data && !isRetired ? formatCount(query.data.projects.length) : undefined}
      actions={
        <>
          <LinkButton to={to('Walls')}>{t('walls:menu')}</LinkButton>
          {newButton}
        </>
      }
      flush
    >
      <Toolbar label={t('projects:menu')}>
        <SearchField widthPx={240} label={t('projects:find')} value={typed} onChange={find} />
        <Segmented
          label={t('projects:retired.which')}
          value={isRetired ? 'yes' : 'no'}
          onChange={(next) => setRetired(next === 'yes' ? 'yes' : null)}
          options={[
            { value: 'no', label: t('projects:retired.current') },
            { value: 'yes', label: t('projects:retired.word') },
          ]}
        />
        <span className="pl-gap" />
        {!isRetired && <ViewChoice view={view} onChange={setView} />}
      </Toolbar>
      {isRetired ? (
        <RetiredProjects keyword={keyword} />
      ) : (
        <PresentProjects
          keyword={keyword}
          view={view}
          onOpen={open}
          empty={<NoProjects keyword={keyword} onClear={() => find('')} newButton={newButton} />}
        />
      )}
      {create === '1' && <ProjectDialog onClose={() => setCreate(null)} onDone={open} />}
    </Page>
  );
}

type View = 'cards' | 'table';

const NewButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation();
  return (
    <Allowed to={projects.create}>
      <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
        {t('projects:new')}
      </Button>
    </Allowed>
  );
};

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t('projects:menu')}
      value={view}
      onChange={onChange}
      options={[
        { value: 'cards', label: <AppstoreOutlined />, hint: t('projects:cards') },
        { value: 'table', label: <UnorderedListOutlined />, hint: t('projects:table') },
      ]}
    />
  );
}

/** That nothing was found, or that there is no project yet. */
function NoProjects({ keyword, onClear, newButton }: { keyword: string; onClear: () => void; newButton: ReactNode }) {
  const { t } = useTranslation();
  if (keyword)
    return (
      <Empty title={t('projects:noneFound')}>
        <Button onClick={onClear}>{t('projects:clear')}</Button>
      </Empty>
    );
  return (
    <Empty title={t('projects:none')} why={t('projects:noneWhy')}>
      {newButton}
    </Empty>
  );
}

function PresentProjects({
  keyword,
  view,
  onOpen,
  empty,
}: {
  keyword: string;
  view: View;
  onOpen: (project: Project) => void;
  empty: ReactElement;
}) {
  const query = useProjects();
  const columns = useColumns();
  const listed = useMemo(() => matchingProjects(query.data?.projects ?? [], keyword), [query.data, keyword]);
  if (view === 'table')
    return (
      <DataTable
        rows={query.data ? listed : undefined}
        columns={columns}
        rowKey={(project) => project.id}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={empty}
        onOpen={onOpen}
      />
    );
  return (
    <div style={{ overflowY: 'auto', flex: 1 }}>
      <Answer query={query} loading={<SkeletonRows rows={6} rowPx={96} />}>
        {() =>
          listed.length === 0 ? (
            empty
          ) : (
            <div className="cards">
              {listed.map((project) => (
                <Card key={project.id} project={project} />
              ))}
            </div>
          )
        }
      </Answer>
    </div>
  );
}

/** By name or address; those that are archived last, then the worst first. */
function matchingProjects(all: readonly Project[], keyword: string): Project[] {
  const needle = keyword.trim().toLowerCase();
  return all
    .filter((project) => `${project.name} ${project.address}`.toLowerCase().includes(needle))
    .sort(
      (a, b) =>
        Number(a.archivedAt !== null) - Number(b.archivedAt !== null) ||
        urgencyOf(b.summary.status) - urgencyOf(a.summary.status) ||
        a.name.localeCompare(b.name),
    );
}

function useColumns(): Columns<Project> {
  const { t } = useTranslation();
  return [
    {
      title: t('projects:level'),
      key: 'level',
      width: 120,
      render: (_, project) => <StatusTag status={project.summary.status} words="word" />,
      sorter: (a, b) => urgencyOf(a.summary.status) - urgencyOf(b.summary.status),
    },
    {
      title: t('projects:name'),
      key: 'name',
      render: (_, project) => <ProjectLink project={project} />,
      sorter: (a, b) => a.name.localeCompare(b.name),
    },
    { title: t('projects:address'), key: 'address', dataIndex: 'address', responsive: ['lg'] },
    {
      ...numeric(t('projects:points')),
      key: 'points',
      width: 100,
      render: (_, project) => formatCount(project.summary.status.points),
      sorter: (a, b) => a.summary.status.points - b.summary.status.points,
      responsive: ['sm'],
    },
    {
      ...numeric(t('projects:silent')),
      key: 'silent',
      width: 110,
      render: (_, { summary: { status } }) => (
        <span className={silentOf(status) ? 'pl-bb' : 'pl-3'}>{formatCount(silentOf(status))}</span>
      ),
      sorter: (a, b) => silentOf(a.summary.status) - silentOf(b.summary.status),
      responsive: ['md'],
    },
    {
      ...numeric(t('projects:openAlerts')),
      key: 'open',
      width: 120,
      render: (_, project) => <span className={sumOpen(project) ? 'pl-bb' : 'pl-3'}>{sumOpen(project)}</span>,
      sorter: (a, b) => sumOpen(a) - sumOpen(b),
    },
    {
      ...numeric(t('projects:latest')),
      key: 'latest',
      width: 180,
      render: (_, project) => <Time at={project.summary.latestAt} zone={project.timeZone} />,
      responsive: ['md'],
    },
  ];
}

function ProjectLink({ project }: { project: Project }) {
  const { t } = useTranslation();
  return (
    <Link
      to={to('ProjectScreen', { projectId: project.id })}
      style={{ color: 'inherit' }}
      className="pl-b"
      onClick={(event) => event.stopPropagation()}
    >
      {project.name} {project.archivedAt && <span className="pl-tag quiet">{t('projects:archived')}</span>}
    </Link>
  );
}

function Card({ project }: { project: Project }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = useStatusWords();
  const { summary } = project;
  const { status } = summary;
  return (
    <Link className="pcard" to={to('ProjectScreen', { projectId: project.id })}>
      <div className="pl-row">
        <span className="pl-bb pl-ell pl-gap" style={{ fontSize: 15 }}>
          {project.name}
        </span>
        {project.archivedAt ? (
          <span className="pl-tag quiet">{t('projects:archived')}</span>
        ) : (
          <StatusTag status={summary.status} words="word" />
        )}
      </div>
      <div className="pl-sm pl-3 pl-ell">{project.address || ' '}</div>
      <div className="pl-sm pl-2 pl-ell">
        {status.state === 'empty'
          ? t('projects:noPoints')
          : status.state === 'silent' || status.state === 'failed'
            ? words({ ...status, level: null }).short
            : t('projects:allReporting', { count: status.points, points: formatCount(status.points) })}
      </div>
      <div className="pl-row pl-sm open">
        {sumOpen(project) > 0 && <span className="pl-3 pl-gap">{t('projects:unsettled')}</span>}
        {([4, 3, 2, 1] as const).map(
          (level) =>
            (summary.openAlerts[level] ?? 0) > 0 && (
              <span key={level} className="pl-lv">
                <LevelMark level={level} size={14} />
                {summary.openAlerts[level]}
              </span>
            ),
        )}
      </div>
      <div className="pl-micro pl-3">
        {summary.latestAt ? `${t('projects:latest')} ${formatAge(summary.latestAt, language)}` : ' '}
      </div>
    </Link>
  );
}
