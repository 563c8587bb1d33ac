import './health.css';
import type { health } from '@plumbline/contract/telemetry/health';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Empty } from '../../../design/States.tsx';
import { formatAge, formatCount, formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { holdsThroughout, useSession } from '../../../kernel/session.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { Health } from '../../devices/devices/devices.parts.tsx';
import { useHealthCounts, useHealthRows } from './health.queries.ts';

type Row = Reply<typeof health.list>['deviceHealthStat'][number];
const pageSize = 50;
/** In order of severity. */
const filters = [
  'unhealthy',
  'dataLost',
  'nodeBroken',
  'dataRepeat',
  'lowVoltage',
  'neverReported',
  'normal',
  'all',
] as const;
type Filter = (typeof filters)[number];

/** The devices by health, the worst first; narrowed by what is wrong. Of a project, or of everything one may see. */
export function HealthList({ projectId, zone }: { projectId?: number; zone?: string }) {
  const [filterText, setFilter] = useUrlState('health', 'unhealthy');
  const filter: Filter = filters.find((each) => each === filterText) ?? 'unhealthy';
  const [page, setPage] = useState(1);
  const place = projectId === undefined ? {} : { projectId };
  const stat = useHealthCounts(place);
  const list = useHealthRows({ ...place, ...(filter === 'all' ? {} : { status: filter }), page, pageSize });
  const columns = useColumns(zone);
  const openDevice = useOpenDevice(projectId);
  const choose = (which: Filter): void => {
    setPage(1);
    setFilter(which);
  };
  return (
    <div className="hl-place">
      <Filters filter={filter} counts={stat.data?.healthStatusStat} onChoose={choose} />
      {projectId === undefined && <Projects rows={stat.data?.unhealthStat ?? []} />}
      <div className="hl-table">
        <DataTable
          rows={list.data?.deviceHealthStat}
          columns={columns}
          rowKey={({ deviceId }) => deviceId}
          loading={list.isPending}
          error={list.error}
          onRetry={() => void list.refetch()}
          widthPx={950}
          onOpen={({ deviceId, projectId: fed }) => openDevice(deviceId, fed)}
          {...((list.data?.total ?? 0) > pageSize && {
            paging: {
              current: page,
              pageSize,
              total: list.data?.total ?? 0,
              showSizeChanger: false,
              onChange: setPage,
            },
          })}
          empty={<NoDevices filter={filter} counts={stat.data?.healthStatusStat ?? []} onAll={() => choose('all')} />}
        />
      </div>
    </div>
  );
}

type Counts = Reply<typeof health.stat>['healthStatusStat'];

/** How many devices a filter lets through. */
function countOf(which: Filter, counts: Counts): number {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const of = (health: string) => counts.find(({ status }) => status === health)?.count ?? 0;
  return which === 'all' ? all : which === 'unhealthy' ? all - of('normal') : of(which);
}

function useFilterWord(): (which: Filter) => string {
  const { t } = useTranslation();
  return (which) =>
    which === 'all' || which === 'unhealthy' ? t(`health:filter.${which}`) : t(`common:health.${which}`);
}

/** One button for each filter, with its count. */
function Filters({
  filter,
  counts,
  onChoose,
}: {
  filter: Filter;
  counts: Counts | undefined;
  onChoose: (filter: Filter) => void;
}) {
  const { t } = useTranslation();
  const wordOf = useFilterWord();
  return (
    <nav className="hl-filter" aria-label={t('health:filterBy')}>
      {filters.map((which) => (
        <button
          key={which}
          type="button"
          className="pl-bare"
          aria-pressed={which === filter}
          onClick={() => onChoose(which)}
        >
          <b>{counts ? formatCount(countOf(which, counts)) : missing}</b> {wordOf(which)}
        </button>
      ))}
    </nav>
  );
}

/** Opens a device: in the warehouse, or for those who may not see it in the project that it feeds. */
function useOpenDevice(projectId: number | undefined) {
  const seesWarehouse = holdsThroughout(useSession(), 'Retrieve:Device');
  const navigate = useNavigate();
  return (deviceId: number, fed: Row['projectId']): void => {
    const place = projectId ?? (seesWarehouse ? null : fed);
    const search = { device: deviceId, tab: 'health' };
    void navigate(place === null ? to('DeviceWarehouse', {}, search) : to('Devices', { projectId: place }, search));
  };
}

function NoDevices({ filter, counts, onAll }: { filter: Filter; counts: Counts; onAll: () => void }) {
  const { t } = useTranslation();
  const seesWarehouse = holdsThroughout(useSession(), 'Retrieve:Device');
  const wordOf = useFilterWord();
  const all = countOf('all', counts);
  return all === 0 ? (
    <Empty title={t('health:noDevices')} why={t('health:noDevicesWhy')}>
      {seesWarehouse && <Link to={to('DeviceWarehouse')}>{t('warehouse:title')}</Link>}
    </Empty>
  ) : filter === 'unhealthy' ? (
    <Empty title={t('health:allWell')} why={t('health:allWellWhy', { count: all })}>
      <Button onClick={onAll}>{t('health:showAll')}</Button>
    </Empty>
  ) : (
    <Empty title={t('health:noneOf', { status: wordOf(filter) })}>
      <Button onClick={onAll}>{t('health:showAll')}</Button>
    </Empty>
  );
}

function useColumns(zone: string | undefined): Columns<Row> {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      title: t('health:device'),
      key: 'name',
      width: 220,
      render: (_, { name, sncode }) => (
        <span>
          {name} <span className="pl-3 pl-sm">{sncode}</span>
        </span>
      ),
    },
    { title: t('health:status'), key: 'status', width: 150, render: (_, { status }) => <Health health={status} /> },
    {
      title: t('health:sinceHead'),
      key: 'since',
      width: 140,
      render: (_, { since }) =>
        since === null ? missing : <span title={formatTime(since, zone)}>{formatAge(since, language)}</span>,
    },
    {
      title: t('health:which'),
      key: 'channels',
      width: 180,
      ellipsis: true,
      render: (_, { unhealthy, channels }) =>
        unhealthy.length === 0
          ? t('health:channelCount', { count: channels })
          : t('health:badOf', { bad: unhealthy.join(', '), all: channels }),
    },
    {
      ...numeric(t('health:voltage'), 'V'),
      key: 'voltage',
      width: 100,
      render: (_, { voltage }) => (voltage === null ? missing : formatNumber(voltage, 2)),
    },
    {
      title: t('health:lastSeen'),
      key: 'seen',
      width: 160,
      render: (_, { lastSeenAt }) =>
        lastSeenAt === null ? (
          t('health:neverSeen')
        ) : (
          <span title={formatTime(lastSeenAt, zone)}>{formatAge(lastSeenAt, language)}</span>
        ),
    },
  ];
}

/** Projects with unhealthy devices, most first: each opens its own list. */
function Projects({ rows }: { rows: Reply<typeof health.stat>['unhealthStat'] }) {
  const { t } = useTranslation();
  const byProject = [...Map.groupBy(rows, ({ projectId }) => projectId).values()]
    .flatMap(([first, ...others]) =>
      first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : [],
    )
    .sort((a, b) => b.count - a.count);
  if (byProject.length === 0) return null;
  return (
    <nav className="hl-projects pl-sm" aria-label={t('health:projects')}>
      <span className="pl-3">{t('health:projects')}</span>
      {byProject.slice(0, 12).map(({ projectId, projectName, count }) => (
        <Link key={projectId} to={to('ProjectDeviceHealth', { projectId })}>
          {projectName} <b>{count}</b>
        </Link>
      ))}
    </nav>
  );
}
