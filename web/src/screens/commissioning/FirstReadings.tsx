import { CheckOutlined, LoadingOutlined } from '@ant-design/icons';
import { devices } from '@plumbline/contract/devices/devices';
import { lastReadAt } from '@plumbline/contract/kernel/status';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { UnseenHeading } from '../../design/Headings.tsx';
import { Empty } from '../../design/States.tsx';
import { Time, Value } from '../../design/Value.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useArrivingPoints } from './commissioning.queries.ts';

/** The bound points, those without a reading first; a first reading shows within seconds of its arrival. */
export function FirstReadings() {
  const { t } = useTranslation();
  const query = useArrivingPoints(useProject().project.id);
  const columns = useColumns();
  const bound = useMemo(
    () =>
      query.data?.rows
        .filter(({ deviceId, archived }) => deviceId !== null && !archived)
        .sort(
          (a, b) =>
            Number(lastReadAt(a.status) !== null) - Number(lastReadAt(b.status) !== null) ||
            a.name.localeCompare(b.name),
        ),
    [query.data],
  );
  const read = bound?.filter(({ status }) => lastReadAt(status) !== null).length ?? 0;
  return (
    <div>
      <p role="status">
        {t('commissioning:guide.read', { read: formatCount(read), total: formatCount(bound?.length ?? 0) })}
      </p>
      <div style={{ height: 440, display: 'flex', flexDirection: 'column' }}>
        <DataTable
          dense
          rows={bound}
          rowKey={({ id }) => id}
          loading={query.isPending}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          empty={<Empty title={t('commissioning:guide.noneBound')} />}
          columns={columns}
        />
      </div>
    </div>
  );
}

/** Where a reading should come from; the page that shows what arrives of it is a click away. */
function Feed({ row: { deviceId, sncode, channel } }: { row: PointRow }) {
  const mayOpen = useAllowed()(devices.get);
  const words = `${sncode} · ${channel}`;
  if (deviceId === null || !mayOpen) return words;
  return <Link to={to('DeviceConnect', { deviceId })}>{words}</Link>;
}

function useColumns(): Columns<PointRow> {
  const { t } = useTranslation();
  const { project } = useProject();
  return [
    {
      key: 'state',
      title: <UnseenHeading>{t('commissioning:guide.state')}</UnseenHeading>,
      width: 40,
      render: (_, row) =>
        lastReadAt(row.status) === null ? (
          <LoadingOutlined className="pl-3" title={t('commissioning:guide.waiting')} />
        ) : (
          <CheckOutlined title={t('commissioning:guide.arrived')} />
        ),
    },
    {
      key: 'name',
      title: t('points:name'),
      width: 180,
      ellipsis: true,
      render: (_, { name }) => <b>{name}</b>,
    },
    {
      key: 'device',
      title: t('points:list.device'),
      width: 180,
      responsive: ['md'],
      render: (_, row) => <Feed row={row} />,
    },
    {
      ...numeric(t('points:list.value')),
      key: 'value',
      width: 130,
      render: (_, row) => <Value value={row.value} unit={row.unit} />,
    },
    {
      ...numeric(t('points:list.at')),
      key: 'at',
      width: 130,
      render: (_, row) =>
        lastReadAt(row.status) === null ? (
          <span className="pl-3">{t('commissioning:guide.waiting')}</span>
        ) : (
          <Time at={lastReadAt(row.status)} zone={project.timeZone} short />
        ),
    },
  ];
}
