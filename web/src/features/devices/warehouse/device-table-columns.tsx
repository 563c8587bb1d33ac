import { CheckOutlined } from '@ant-design/icons';
import type { Device } from '@plumbline/contract/devices/devices';
import type { TFunction } from 'i18next';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { formatCount, formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { BatteryMark, Connected, Health, LastSeen, SignalMark } from '../devices/devices.parts.tsx';

type DeviceColumn = Columns<Device>[number] & { readonly widthPx: number };
type ColumnsByName = Readonly<Record<string, DeviceColumn>>;

/** Every column that a list of devices can have, in their order. `zone` absent = the reader's own. */
export const deviceColumns = (
  t: TFunction,
  projectNames: ReadonlyMap<number, string>,
  zone: string | undefined,
): ColumnsByName => ({
  health: {
    title: t('devices:health'),
    key: 'health',
    widthPx: 104,
    render: (_, device) => <Health health={device.health} />,
  },
  name: nameColumn(t),
  ...kindColumns(t),
  ...identityColumns(t),
  ...usageColumns(t, projectNames),
  ...linkColumns(t),
  ...serviceColumns(t, zone),
});

const quiet = (text: string) => <span className={text === '' ? 'pl-3' : 'pl-2'}>{text || missing}</span>;

/** The name; on a narrow screen with the serial number under it. */
const nameColumn = (t: TFunction): DeviceColumn => ({
  title: t('devices:name'),
  key: 'name',
  widthPx: 200,
  className: 'wh-name',
  render: (_, device) => (
    <>
      <span className="pl-b" title={device.name}>
        {device.name}
      </span>
      {device.hidden && <span className="pl-3 pl-sm"> {t('warehouse:isHidden')}</span>}
      <span className="pl-3 pl-sm wh-under">{device.sncode}</span>
    </>
  ),
});

const kindColumns = (t: TFunction): ColumnsByName => ({
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
    className: 'wh-measurement',
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
});

const identityColumns = (t: TFunction): ColumnsByName => ({
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
});

/** What a device is used for: projects, and channels that feed points. */
const usageColumns = (t: TFunction, projectNames: ReadonlyMap<number, string>): ColumnsByName => ({
  projects: {
    title: t('devices:projects'),
    key: 'projects',
    widthPx: 160,
    responsive: ['lg'],
    className: 'wh-projects',
    render: (_, { projectIds }) => {
      const names = projectIds.map((id) => projectNames.get(id) ?? `#${id}`).join(', ');
      return <span title={names}>{names === '' ? <span className="pl-3">{missing}</span> : names}</span>;
    },
  },
  channels: {
    ...numeric(t('devices:channels')),
    key: 'channels',
    responsive: ['xxl'],
    widthPx: 84,
    render: (_, { channels }) => (
      <span className="pl-2" title={t('warehouse:channelsUsed')}>
        {channels.filter(({ pointId }) => pointId !== null).length} / {channels.length}
      </span>
    ),
  },
});

const linkColumns = (t: TFunction): ColumnsByName => ({
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
    render: (_, { signal, signalUnit }) => <SignalMark signal={signal} signalUnit={signalUnit} />,
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
});

const serviceColumns = (t: TFunction, zone: string | undefined): ColumnsByName => ({
  warnings: {
    ...numeric(t('devices:warnings')),
    key: 'warnings',
    widthPx: 104,
    render: (_, { warnings }) => (warnings === 0 ? <span className="pl-3">0</span> : <b>{formatCount(warnings)}</b>),
  },
  mounted: {
    title: t('devices:mounted'),
    key: 'mounted',
    widthPx: 92,
    render: (_, { mounted }) =>
      mounted ? (
        <CheckOutlined className="pl-2" aria-label={t('devices:mounted')} />
      ) : (
        <span className="pl-3">{t('warehouse:notMounted')}</span>
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
});
