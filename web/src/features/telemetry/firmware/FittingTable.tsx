import type { Firmware } from '@plumbline/contract/telemetry/firmware';
import type { FittingDevice } from '@plumbline/contract/telemetry/firmware.upgrades';
import { Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../../design/States.tsx';
import { Step } from './UpgradeState.tsx';

/** Devices of the type of a version, each with what it runs, to be ticked. Those that are being upgraded cannot be. */
export function FittingTable({
  rows,
  to,
  picked,
  onPick,
  none,
}: {
  rows: readonly FittingDevice[];
  to: Firmware;
  picked: ReadonlyMap<number, FittingDevice>;
  onPick: (picked: ReadonlyMap<number, FittingDevice>) => void;
  /** Said where there is no row. */
  none: string;
}) {
  const { t } = useTranslation();
  const columns = useColumns(to);
  return (
    <Table<FittingDevice>
      className="fw-choice"
      size="small"
      rowKey="id"
      virtual={rows.length > 100}
      pagination={false}
      scroll={{ y: 320, x: 320 }}
      dataSource={rows as FittingDevice[]}
      locale={{ emptyText: <Empty title={none} /> }}
      rowSelection={{
        columnWidth: 40,
        selectedRowKeys: [...picked.keys()],
        preserveSelectedRowKeys: true,
        getTitleCheckboxProps: () => ({ 'aria-label': t('forms:all') }),
        getCheckboxProps: ({ upgrading, name }) => ({ disabled: upgrading, 'aria-label': name }),
        onChange: (_keys, devices) => onPick(new Map(devices.filter(Boolean).map((device) => [device.id, device]))),
      }}
      columns={columns}
    />
  );
}

function useColumns(to: Firmware): TableColumnsType<FittingDevice> {
  const { t } = useTranslation();
  return [
    {
      title: t('firmware:device'),
      key: 'device',
      render: (_, { name, sncode, model }) => (
        <div className="fw-cell">
          <span className="pl-ell">{name}</span>
          <span className="pl-3 pl-sm pl-ell">
            {sncode} · {model}
          </span>
        </div>
      ),
    },
    {
      title: t('firmware:step'),
      key: 'step',
      width: 160,
      render: (_, { version }) => <Step upgrade={{ fromVersion: version, version: to.version }} />,
    },
    {
      title: t('firmware:link'),
      key: 'link',
      width: 130,
      responsive: ['sm'],
      render: (_, { connection, upgrading }) => (
        <span className="pl-2">{upgrading ? t('firmware:upgrading') : t(`devices:connection.${connection}`)}</span>
      ),
    },
  ];
}
