import { CheckOutlined } from '@ant-design/icons';
import { type Device, deviceSorts } from '@plumbline/contract/devices';
import { projects } from '@plumbline/contract/projects';
import { Grid } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { formatCount, formatNumber, formatTime, formatZone, missing } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { BatteryMark, Connected, Health, LastSeen, SignalMark } from '../DeviceMarks.tsx';
import { useChosenColumns } from './device-columns.ts';
import type { DeviceFilter } from './device-filter.ts';
import type { DeviceRows } from './device-rows.queries.ts';

type Column = Columns<Device>[number] & { readonly widthPx: number };
/** What the list keeps while a device is open beside it. */
const besidePanel: ReadonlySet<string> = new Set(['health', 'sncode', 'connection', 'lastSeen']);
/** This near to the end, the next piece is asked for. */
const nearPx = 800;

/** Devices as a dense table; a row opens the device beside it. `zone` absent = the reader's own. */
export function DeviceTable({
  list,
  filter,
  empty,
  zone,
  withProjects,
}: {
  list: DeviceRows;
  filter: DeviceFilter;
  empty: ReactNode;
  zone?: string;
  withProjects: boolean;
}) {
  const { t } = useTranslation();
  const names = useProjectNames(withProjects);
  const { chosen, isUsual } = useChosenColumns();
  const isWide = Grid.useBreakpoint().xl ?? true;
  const all = useMemo<Readonly<Record<string, Column>>>(() => {
    const quiet = (text: string) => <span className={text === '' ? 'pl-3' : 'pl-2'}>{text || missing}</span>;
    return {
      health: {
        title: t('devices:health'),
        key: 'health',
        widthPx: 104,
        render: (_, device) => <Health health={device.health} />,
      },
      name: {
        title: t('devices:name'),
        key: 'name',
        widthPx: 200,
        className: 'dv-name',
        render: (_, device) => (
          <>
            <span className="pl-b" title={device.name}>
              {device.name}
            </span>
            {device.hidden && <span className="pl-3 pl-sm"> {t('devices:isHidden')}</span>}
            <span className="pl-3 pl-sm dv-under">{device.sncode}</span>
          </>
        ),
      },
      type: {
        title: t('devices:type'),
        key: 'type',
        widthPx: 136,
        render: (_, { type }) => quiet(t(`devices:types.${type}`)),
      },
      measurement: {
        title: t('devices:measurement'),
        key: 'measurement',
        widthPx: 130,
        className: 'dv-measurement',
        responsive: ['lg'],
        render: (_, { measurement }) => (
          <span className="pl-2" title={measurement ? t(`families:family.${measurement}`) : undefined}>
            {measurement ? t(`families:family.${measurement}`) : missing}
          </span>
        ),
      },
      model: {
        title: t('devices:model'),
        key: 'model',
        widthPx: 92,
        responsive: ['lg'],
        render: (_, { model }) => quiet(model),
      },
      series: {
        title: t('devices:series'),
        key: 'series',
        widthPx: 100,
        render: (_, { series }) => quiet(series ?? ''),
      },
      sncode: {
        title: t('devices:sncode'),
        key: 'sncode',
        widthPx: 108,
        responsive: ['md'],
        render: (_, { sncode }) => quiet(sncode),
      },
      register: {
        title: t('devices:register'),
        key: 'register',
        widthPx: 130,
        render: (_, { register }) => quiet(register ?? ''),
      },
      manufacturer: {
        title: t('devices:manufacturer'),
        key: 'manufacturer',
        widthPx: 130,
        render: (_, { manufacturer }) => quiet(manufacturer),
      },
      projects: {
        title: t('devices:projects'),
        key: 'projects',
        widthPx: 160,
        responsive: ['lg'],
        className: 'dv-projects',
        render: (_, { projectIds }) => {
          const projectNames = projectIds.map((id) => names.get(id) ?? `#${id}`).join(', ');
          return (
            <span title={projectNames}>
              {projectNames === '' ? <span className="pl-3">{missing}</span> : projectNames}
            </span>
          );
        },
      },
      channels: {
        ...numeric(t('devices:channels')),
        key: 'channels',
        responsive: ['xxl'],
        widthPx: 84,
        render: (_, { channels }) => (
          <span className="pl-2" title={t('devices:channelsUsed')}>
            {channels.filter(({ pointId }) => pointId !== null).length} / {channels.length}
          </span>
        ),
      },
      connection: {
        title: t('devices:link'),
        key: 'connection',
        responsive: ['xl'],
        widthPx: 124,
        render: (_, { connection }) => <Connected connection={connection} />,
      },
      signal: {
        title: `${t('devices:signal')}, dBm`,
        key: 'signal',
        responsive: ['md'],
        widthPx: 100,
        render: (_, { signal }) => <SignalMark dBm={signal} />,
      },
      battery: {
        title: `${t('devices:battery')}, %`,
        key: 'battery',
        responsive: ['md'],
        widthPx: 84,
        render: (_, { battery }) => <BatteryMark percent={battery} />,
      },
      voltage: {
        ...numeric(t('devices:voltage'), 'V'),
        key: 'voltage',
        responsive: ['xxl'],
        widthPx: 112,
        render: (_, { voltage }) => formatNumber(voltage),
      },
      warnings: {
        ...numeric(t('devices:warnings')),
        key: 'warnings',
        widthPx: 104,
        render: (_, { warnings }) =>
          warnings === 0 ? <span className="pl-3">0</span> : <b>{formatCount(warnings)}</b>,
      },
      mounted: {
        title: t('devices:mounted'),
        key: 'mounted',
        widthPx: 92,
        render: (_, { mounted }) =>
          mounted ? (
            <CheckOutlined className="pl-2" aria-label={t('devices:mounted')} />
          ) : (
            <span className="pl-3">{t('devices:notMounted')}</span>
          ),
      },
      lastSeen: {
        ...numeric(t('devices:lastSeen')),
        key: 'lastSeenAt',
        widthPx: 112,
        render: (_, device) => <LastSeen device={device} zone={zone} />,
      },
      created: {
        ...numeric(t('devices:created')),
        key: 'createdAt',
        widthPx: 120,
        render: (_, { createdAt }) => <span className="pl-2">{formatTime(createdAt, zone).slice(0, 10)}</span>,
      },
    };
  }, [t, names, zone]);
  const sortable: readonly string[] = deviceSorts;
  // The device stands beside the list: what it says itself is left out, so that nothing lies under it.
  const beside = filter.deviceId !== null && isUsual && isWide;
  const shown = Object.entries(all).filter(
    ([name]) =>
      name === 'name' ||
      (chosen.has(name) && (withProjects || name !== 'projects') && (!beside || besidePanel.has(name))),
  );
  const columns = shown.map(([, { widthPx, responsive, ...column }]) => ({
    ...column,
    ...(column.key === 'name' ? {} : { width: widthPx }),
    ...(isUsual && responsive ? { responsive } : {}),
    ...(sortable.includes(String(column.key))
      ? {
          sorter: true,
          showSorterTooltip: false,
          sortOrder:
            (filter.sort ?? 'name') === column.key
              ? filter.descending
                ? ('descend' as const)
                : ('ascend' as const)
              : null,
        }
      : {}),
  })) as Columns<Device>;
  const { rows, total = 0 } = list;
  return (
    <>
      <div
        className="dv-rows"
        onScrollCapture={({ target }) => {
          if (!(target instanceof HTMLElement)) return;
          if (target.scrollHeight - target.scrollTop - target.clientHeight < nearPx) list.more();
        }}
      >
        <DataTable
          rows={rows}
          columns={columns}
          rowKey={(device) => device.id}
          loading={list.isPending}
          error={rows ? undefined : list.error}
          onRetry={list.refetch}
          empty={empty}
          onOpen={(device) => filter.open(device.id)}
          isOpen={(device) => device.id === filter.deviceId}
          onSort={(by, order) => filter.setSort(by === 'name' && order !== 'descend' ? null : by, order === 'descend')}
          {...(isUsual ? {} : { widthPx: shown.reduce((sum, [, { widthPx }]) => sum + widthPx, 0) })}
        />
      </div>
      <div className="dv-foot pl-row pl-sm pl-3">
        <span className="pl-gap">
          {rows &&
            rows.length > 0 &&
            t('devices:shown', { from: 1, to: formatCount(rows.length), total: formatCount(total) })}
        </span>
        <span>{t('common:zone', { zone: formatZone(zone) })}</span>
      </div>
    </>
  );
}

const none: ReadonlyMap<number, string> = new Map();

/** Names of the projects that the reader may see. */
export function useProjectNames(enabled = true): ReadonlyMap<number, string> {
  const query = useRead(projects.list, {}, { enabled });
  const list = query.data?.projects;
  return useMemo(() => (list ? new Map(list.map(({ id, name }) => [id, name])) : none), [list]);
}
