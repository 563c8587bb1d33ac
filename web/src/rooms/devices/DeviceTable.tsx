import type { Device } from '@plumbline/contract/devices';
import { projects } from '@plumbline/contract/projects';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { formatCount, formatNumber, formatZone, missing } from '../../kernel/format.ts';
import { asks } from '../../kernel/queries.ts';
import { BatteryMark, Connected, Health, LastSeen, SignalMark } from './DeviceMarks.tsx';
import { type DeviceFilter, pageSize } from './device-filter.ts';

/** Devices as a dense table; a row opens the device beside it. `zone` absent = the reader's own. */
export function DeviceTable({
  query,
  filter,
  empty,
  zone,
  withProjects,
}: {
  query: UseQueryResult<{ devices: Device[]; total: number }>;
  filter: DeviceFilter;
  empty: ReactNode;
  zone?: string;
  withProjects: boolean;
}) {
  const { t } = useTranslation();
  const names = useProjectNames(withProjects);
  const columns = useMemo<Columns<Device>>(
    () => [
      {
        title: t('devices:health'),
        key: 'health',
        width: 104,
        render: (_, device) => <Health health={device.health} />,
      },
      {
        title: t('devices:name'),
        key: 'name',
        className: 'dv-name',
        render: (_, device) => (
          <>
            <span className="pl-b">{device.name}</span>
            <span className="pl-3 pl-sm dv-under">{device.sncode}</span>
          </>
        ),
      },
      {
        title: t('devices:measurement'),
        key: 'measurement',
        className: 'dv-measurement',
        responsive: ['lg'],
        render: (_, { measurement }) => (
          <span className="pl-2" title={measurement ? t(`families:family.${measurement}`) : undefined}>
            {measurement ? t(`families:family.${measurement}`) : missing}
          </span>
        ),
      },
      {
        title: t('devices:model'),
        key: 'model',
        responsive: ['lg'],
        render: (_, { model }) => <span className="pl-2">{model}</span>,
      },
      {
        title: t('devices:sncode'),
        key: 'sncode',
        responsive: ['md'],
        render: (_, { sncode }) => <span className="pl-2">{sncode}</span>,
      },
      ...(withProjects
        ? [
            {
              title: t('devices:projects'),
              key: 'projects',
              responsive: ['lg' as const],
              className: 'dv-projects',
              render: (_: unknown, { projectIds }: Device) => {
                const said = projectIds.map((id) => names.get(id) ?? `#${id}`).join(', ');
                return <span title={said}>{said === '' ? <span className="pl-3">{missing}</span> : said}</span>;
              },
            },
          ]
        : []),
      {
        ...numeric(t('devices:channels')),
        key: 'channels',
        responsive: ['xxl'],
        width: 76,
        render: (_, { channels }) => (
          <span className="pl-2" title={t('devices:channelsUsed')}>
            {channels.filter(({ pointId }) => pointId !== null).length} / {channels.length}
          </span>
        ),
      },
      {
        title: t('devices:link'),
        key: 'connection',
        responsive: ['xl'],
        render: (_, { connection }) => <Connected connection={connection} />,
      },
      {
        title: `${t('devices:signal')}, dBm`,
        key: 'signal',
        responsive: ['md'],
        width: 84,
        render: (_, { signal }) => <SignalMark dBm={signal} />,
      },
      {
        title: `${t('devices:battery')}, %`,
        key: 'battery',
        responsive: ['md'],
        width: 84,
        render: (_, { battery }) => <BatteryMark percent={battery} />,
      },
      {
        ...numeric(t('devices:voltage'), 'V'),
        key: 'voltage',
        responsive: ['xxl'],
        width: 96,
        render: (_, { voltage }) => formatNumber(voltage),
      },
      {
        ...numeric(t('devices:lastSeen')),
        key: 'seen',
        width: 108,
        render: (_, device) => <LastSeen device={device} zone={zone} />,
      },
    ],
    [t, names, withProjects, zone],
  );
  const total = query.data?.total ?? 0;
  const shown = query.data?.devices.length ?? 0;
  const first = (filter.page - 1) * pageSize + 1;
  return (
    <>
      <DataTable
        rows={query.data?.devices}
        columns={columns}
        rowKey={(device) => device.id}
        loading={query.isPending}
        error={query.data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        empty={empty}
        onOpen={(device) => filter.open(device.id)}
        isOpen={(device) => device.id === filter.deviceId}
        {...(total > pageSize
          ? {
              paging: {
                current: filter.page,
                pageSize,
                total,
                showSizeChanger: false,
                size: 'small' as const,
                onChange: filter.setPage,
              },
            }
          : {})}
      />
      <div className="dv-foot pl-row pl-sm pl-3">
        <span className="pl-gap">
          {shown > 0 && t('devices:shown', { from: first, to: first + shown - 1, total: formatCount(total) })}
        </span>
        <span>{t('common:zone', { zone: formatZone(zone) })}</span>
      </div>
    </>
  );
}

const none: ReadonlyMap<number, string> = new Map();

/** Names of the projects that the reader may see. */
export function useProjectNames(enabled = true): ReadonlyMap<number, string> {
  const query = useQuery({ ...asks(projects.list, {}), enabled });
  const list = query.data?.projects;
  return useMemo(() => (list ? new Map(list.map(({ id, name }) => [id, name])) : none), [list]);
}
