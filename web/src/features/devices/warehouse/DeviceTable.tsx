import type { Device } from '@plumbline/contract/devices/devices';
import { deviceSorts } from '@plumbline/contract/devices/warehouse';
import { Grid } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { formatCount, formatZone } from '../../../kernel/format.ts';
import { useProjectNames } from '../devices/project-names.queries.ts';
import { useChosenColumns } from './device-columns.ts';
import type { DeviceFilter } from './device-filter.ts';
import type { DeviceRows } from './device-rows.queries.ts';
import { deviceColumns } from './device-table-columns.tsx';

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
  const { columns, widthPx } = useVisibleColumns(filter, zone, withProjects);
  const { rows, total = 0 } = list;
  return (
    <>
      <div
        className="wh-rows"
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
          {...(widthPx === null ? {} : { widthPx })}
        />
      </div>
      <div className="wh-foot pl-row pl-sm pl-3">
        <span className="pl-gap">
          {rows &&
            rows.length > 0 &&
            t('warehouse:shown', { from: 1, to: formatCount(rows.length), total: formatCount(total) })}
        </span>
        <span>{t('common:zone', { zone: formatZone(zone) })}</span>
      </div>
    </>
  );
}

const sortable: readonly string[] = deviceSorts;

/** The columns that are chosen, as the table takes them. `widthPx` null = nobody has chosen: they share the width there is. */
function useVisibleColumns(filter: DeviceFilter, zone: string | undefined, withProjects: boolean) {
  const { t } = useTranslation();
  const names = useProjectNames(withProjects);
  const { chosen, isUsual } = useChosenColumns();
  const isWide = Grid.useBreakpoint().xl ?? true;
  const all = useMemo(() => deviceColumns(t, names, zone), [t, names, zone]);
  // The device stands beside the list: what it says itself is left out, so that nothing lies under it.
  const beside = filter.deviceId !== null && isUsual && isWide;
  const visible = Object.entries(all).filter(
    ([name]) =>
      name === 'name' ||
      (chosen.has(name) && (withProjects || name !== 'projects') && (!beside || besidePanel.has(name))),
  );
  const columns = visible.map(([, { widthPx, responsive, ...column }]) => ({
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
  return { columns, widthPx: isUsual ? null : visible.reduce((sum, [, column]) => sum + column.widthPx, 0) };
}
