import { intake } from '@plumbline/contract/devices/intake';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { type Columns, DataTable } from '../../design/DataTable.tsx';
import { Empty, NoPermission } from '../../design/States.tsx';
import { TakeInDevices } from '../../features/devices/intake/intake.parts.tsx';
import { type FreeDevice, freeDevices, useModeWord } from '../../features/points/bindings/free-devices.parts.ts';
import { useFreeDevices } from '../../features/points/bindings/free-devices.queries.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';

/** Devices are taken in, and what the warehouse has to bind points to stands below, newest first. */
export function DevicesStep() {
  const { project } = useProject();
  const allowed = useAllowed();
  return (
    <>
      {allowed(intake.bulkCreate) ? (
        <TakeInDevices corporationId={project.corporationId} />
      ) : (
        <NoPermission needs="Create:Device" />
      )}
      {allowed(warehouse.list) && <FreeDevices corporationId={project.corporationId} />}
    </>
  );
}

/** Devices with a channel that feeds no point. */
function FreeDevices({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const query = useFreeDevices(corporationId);
  const rows = useMemo(() => query.data && freeDevices(query.data.devices), [query.data]);
  const columns = useColumns();
  return (
    <section className="pt-guide-devices" aria-label={t('commissioning:devices.free')}>
      <h3 className="pl-h3">
        {t('commissioning:devices.free')} {rows && <span className="pl-count">{formatCount(rows.length)}</span>}
      </h3>
      <div className="rows">
        <DataTable
          dense
          rows={rows}
          rowKey={({ id }) => id}
          loading={query.isPending}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          empty={<Empty title={t('commissioning:devices.none')} why={t('commissioning:devices.noneWhy')} />}
          columns={columns}
        />
      </div>
    </section>
  );
}

function useColumns(): Columns<FreeDevice> {
  const { t } = useTranslation();
  const modeWord = useModeWord();
  return [
    {
      key: 'sncode',
      title: t('bindings:device.sncode'),
      width: 150,
      render: (_, { id, sncode }) => <Link to={to('DeviceConnect', { deviceId: id })}>{sncode}</Link>,
    },
    { key: 'name', title: t('points:name'), width: 180, ellipsis: true, render: (_, { name }) => name },
    {
      key: 'model',
      title: t('commissioning:devices.model'),
      width: 130,
      ellipsis: true,
      responsive: ['md'],
      render: (_, { model }) => <span className="pl-2">{model}</span>,
    },
    {
      key: 'channels',
      title: t('bindings:match.channels'),
      width: 260,
      render: (_, { modes }) => modes.map(({ mode, count }) => `${formatCount(count)} × ${modeWord(mode)}`).join(', '),
    },
  ];
}
