/**
 * Where each thing that is set up at a device is kept: its columns of the table `device`, how they are read and written,
 * and what initialising the device leaves of it. Patches, the rows of a bulk, answers and initialising come from here;
 * what is missing here does not compile. Pure.
 */
import type { DeviceSetup } from '@plumbline/contract/devices/devices.device';
import type { ChangeOf, RowOf, Tables } from '../../../../kernel/tables.ts';
import { wholeChannel } from '../devices.rules.api.ts';

type DeviceTableColumn = keyof Tables['device'];
type Row = RowOf<'device'>;
type Written = ChangeOf<'device'>;

/** The set-up as it is kept: where a device says nothing its model does, and the code of its camera is encrypted. */
export interface StoredSetup extends Omit<DeviceSetup, 'category' | 'collectorType'> {
  category: DeviceSetup['category'] | null;
  collectorType: DeviceSetup['collectorType'] | null;
  cameraCode: string | null;
}

/** What initialising does: nothing, it puts this there, or it decides by the model and by the points that are fed. */
type Reset<T> = 'stays' | 'decided' | { readonly to: T };

interface DeviceColumn<K extends keyof StoredSetup> {
  readonly reset: Reset<StoredSetup[K]>;
  /** The columns, each with the type by which SQL reads it from JSON. */
  readonly columns: { readonly [column in DeviceTableColumn]?: string };
  read(row: Row): StoredSetup[K];
  write(value: StoredSetup[K]): Written;
}

/** A column that holds the value as it is. */
const plain = <const C extends DeviceTableColumn, const R extends Reset<Row[C]> = 'stays'>(
  column: C,
  type: string,
  reset?: R,
) => ({
  reset: (reset ?? 'stays') as R,
  columns: { [column]: type },
  read: (row: Row): Row[C] => row[column],
  write: (value: Row[C]): Written => ({ [column]: value }),
});

/** A column that holds the value as JSON; null where there is none. */
const json = <const C extends DeviceTableColumn, const R extends Reset<Row[C]>>(column: C, reset: R) => ({
  ...plain(column, 'jsonb', reset),
  write: (value: Row[C]): Written => ({ [column]: value === null ? null : JSON.stringify(value) }),
});

const deviceColumns = {
  type: plain('type', 'text'),
  name: plain('name', 'text'),
  model: plain('model', 'text'),
  register: plain('register', 'text'),
  manufacturer: plain('manufacturer', 'text'),
  category: plain('category', 'text'),
  collectorType: plain('collector_type', 'text'),
  measurement: plain('measurement', 'text'),
  iccid: plain('iccid', 'text'),
  hidden: plain('hidden', 'boolean'),
  mounted: plain('mounted', 'boolean'),
  coordinates: {
    reset: 'stays',
    columns: { longitude: 'float8', latitude: 'float8' },
    read: ({ longitude, latitude }) => (longitude !== null && latitude !== null ? { longitude, latitude } : null),
    write: (place) => ({ longitude: place?.longitude ?? null, latitude: place?.latitude ?? null }),
  },
  collectorId: plain('collector_id', 'int'),
  dtuId: plain('dtu_id', 'int'),
  channels: {
    reset: 'decided',
    columns: { channels: 'jsonb' },
    read: ({ channels }) => channels.map(wholeChannel),
    write: (channels) => ({ channels: JSON.stringify(channels) }),
  },
  config: json('config', { to: {} }),
  cameraCode: plain('camera_code', 'text', { to: null }),
  processor: json('processor', 'decided'),
  chart: json('chart', { to: {} }),
  hem: json('hem', 'decided'),
  healthThresholds: json('health_thresholds', { to: null }),
} as const satisfies { readonly [K in keyof StoredSetup]: DeviceColumn<K> };

export type SetupKey = keyof typeof deviceColumns;
/** Keys that initialising has to decide. */
export type DecidedKey = {
  [K in SetupKey]: (typeof deviceColumns)[K]['reset'] extends 'decided' ? K : never;
}[SetupKey];
/** Fields of a device to change; undefined ones are unchanged. */
export type DevicePatch = { readonly [K in SetupKey]?: StoredSetup[K] | undefined };

/** The same columns for whoever goes through all of them. */
interface AnyColumn {
  readonly reset: Reset<unknown>;
  readonly columns: Readonly<Record<string, string>>;
  read(row: Row): unknown;
  write(value: unknown): Written;
}
const all: ReadonlyMap<string, AnyColumn> = new Map(
  Object.entries(deviceColumns as unknown as Record<string, AnyColumn>),
);

/** The columns of all that is set up, each with its type for reading JSON. */
export const setupColumns: ReadonlyMap<string, string> = new Map(
  [...all.values()].flatMap(({ columns }) => Object.entries(columns)),
);

/** Returns the set-up of the device of a row. */
export const setupOf = (row: Row): StoredSetup =>
  Object.fromEntries([...all].map(([key, column]) => [key, column.read(row)])) as unknown as StoredSetup;

/** The columns of what is given; other fields, and those that are undefined, are left out. */
export const columnsOf = (given: DevicePatch): Written =>
  Object.assign(
    {},
    ...Object.entries(given).map(([key, value]) => (value === undefined ? {} : all.get(key)?.write(value))),
  );

/** Returns the set-up after initialising, with what it has decided. */
export const initialised = (decided: Pick<StoredSetup, DecidedKey>): DevicePatch => ({
  ...Object.fromEntries([...all].flatMap(([key, { reset }]) => (typeof reset === 'string' ? [] : [[key, reset.to]]))),
  ...decided,
});
