/**
 * Where each thing that is set up at a point is kept: its columns of the table `point`, how they are read and written,
 * what it means to readings and what a reset leaves of it. Select lists, patches, tables of many points, resets and
 * the change log come from here; what is missing here does not compile. Pure.
 */
import { type FamilyCode, fieldAt, fieldsOf } from '@plumbline/contract/points/families';
import type { PointSetup } from '@plumbline/contract/points/points.point';
import type { PointSettings } from '@plumbline/contract/points/points.settings';
import type { ChangeOf, RowOf, Tables } from '../../../../kernel/tables.ts';

export type PointTableColumn = keyof Tables['point'];
type Row = RowOf<'point'>;
type Written = ChangeOf<'point'>;
/** Fields of a point that never change. */
export type PointKind = { readonly family: FamilyCode; readonly nodeCount: number };

/**
 * `fixed`: given when the point is made. `conversion`: what a reading depends on; a change of it is an act of the change
 * log. `device`: what only a device needs; it goes when the point becomes another kind. `other`: none of these.
 */
type Role = 'fixed' | 'conversion' | 'device' | 'other';
/** What a reset does: nothing, or it puts this there. */
type Reset<T> = 'stays' | { readonly to: T };

interface PointColumn<K extends keyof PointSetup, R extends Role = Role> {
  readonly role: R;
  readonly reset: Reset<PointSetup[K]>;
  /** The columns, each with the type by which SQL reads it from JSON. */
  readonly columns: { readonly [column in PointTableColumn]?: string };
  read(row: Row): PointSetup[K];
  write(value: PointSetup[K], kind: PointKind): Written;
}

/** A column that holds the value as it is. */
const plain = <const C extends PointTableColumn, const R extends Role>(
  column: C,
  type: string,
  role: R,
  reset: Reset<Row[C]> = 'stays',
) => ({
  role,
  reset,
  columns: { [column]: type },
  read: (row: Row): Row[C] => row[column],
  write: (value: Row[C]): Written => ({ [column]: value }),
});

/** A column that holds the value as JSON; null where there is none. */
const json = <const C extends PointTableColumn, const R extends Role>(column: C, role: R, reset: Reset<Row[C]>) => ({
  ...plain(column, 'jsonb', role, reset),
  write: (value: Row[C]): Written => ({ [column]: value === null ? null : JSON.stringify(value) }),
});

const pointColumns = {
  structureId: plain('structure_id', 'int', 'other'),
  name: plain('name', 'text', 'other'),
  type: plain('type', 'int', 'conversion'),
  family: plain('family', 'text', 'fixed'),
  mode: plain('mode', 'int', 'conversion'),
  nodeCount: plain('node_count', 'int', 'fixed'),
  mainField: {
    role: 'other',
    reset: 'stays',
    columns: { main_index: 'int' },
    read: (row) => fieldAt(row.family, row.main_index)?.key ?? '',
    write: (key, { family, nodeCount }) => ({
      main_index: fieldsOf(family, nodeCount).findIndex((field) => field.key === key),
    }),
  },
  formulaType: plain('formula_type', 'text', 'conversion', { to: 'SYSTEM_FORMULA' }),
  parameters: json('parameters', 'conversion', { to: {} }),
  deviceParameters: json('device_parameters', 'conversion', { to: {} }),
  customFormula: json('custom_formula', 'conversion', { to: {} }),
  initialValues: json('initial_values', 'conversion', { to: {} }),
  intervalSeconds: plain('interval_seconds', 'int', 'other'),
  coordinates: {
    role: 'other',
    reset: 'stays',
    columns: { longitude: 'float8', latitude: 'float8' },
    read: ({ longitude, latitude }) => (longitude !== null && latitude !== null ? { longitude, latitude } : null),
    write: (place) => ({ longitude: place?.longitude ?? null, latitude: place?.latitude ?? null }),
  },
  imageLocation: {
    role: 'other',
    reset: 'stays',
    columns: { image_x: 'float8', image_y: 'float8' },
    read: ({ image_x: x, image_y: y }) => (x !== null && y !== null ? { x, y } : null),
    write: (place) => ({ image_x: place?.x ?? null, image_y: place?.y ?? null }),
  },
  depthM: plain('depth_m', 'float8', 'other'),
  slaves: json('slaves', 'conversion', { to: [] }),
  master: json('master_config', 'other', { to: null }),
  collectMode: plain('collect_mode', 'text', 'other', { to: 'UploadCollect' }),
  lockLocation: plain('lock_location', 'boolean', 'other'),
  onlySort: plain('only_sort', 'int', 'other'),
  timedPhotographing: plain('timed_photographing', 'text[]', 'device', { to: [] }),
  backupNodes: plain('backup_nodes', 'int[]', 'other', { to: [] }),
} as const satisfies { readonly [K in keyof PointSetup]: PointColumn<K> };

export type SetupKey = keyof typeof pointColumns;
type OfRole<R extends Role> = {
  [K in SetupKey]: (typeof pointColumns)[K]['role'] extends R ? K : never;
}[SetupKey];
/** Keys that a reading of a point depends on. */
export type ConversionKey = OfRole<'conversion'>;
export type DeviceKey = OfRole<'device'>;

/** The same columns for whoever goes through all of them. */
interface AnyColumn {
  readonly role: Role;
  readonly reset: Reset<unknown>;
  readonly columns: Readonly<Record<string, string>>;
  read(row: Row): unknown;
  /** Only columns that depend on the kind need it. */
  write(value: unknown, kind?: PointKind): Written;
}
const all: ReadonlyMap<string, AnyColumn> = new Map(
  Object.entries(pointColumns as unknown as Record<string, AnyColumn>),
);
const keysOf = <R extends Role>(role: R): readonly OfRole<R>[] =>
  [...all].filter(([, column]) => column.role === role).map(([key]) => key as OfRole<R>);

export const conversionKeys = keysOf('conversion');
export const deviceKeys = keysOf('device');

/** Initial settings that only a device needs, as a new point has it. */
export const initialDeviceSetup = Object.fromEntries(
  deviceKeys.map((key) => [key, (pointColumns[key].reset as { readonly to: unknown }).to]),
) as unknown as Pick<PointSetup, DeviceKey>;

/** The columns of all that is set up, each with its type for reading JSON. */
export const setupColumns: ReadonlyMap<string, string> = new Map(
  [...all.values()].flatMap(({ columns }) => Object.entries(columns)),
);

/** Returns the set-up of the point of a row. */
export const setupOf = (row: Row): PointSetup =>
  Object.fromEntries([...all].map(([key, column]) => [key, column.read(row)])) as unknown as PointSetup;

/** Fields of a point that people may change; what is undefined stays as it is. */
export type PointPatch = { readonly [K in Exclude<SetupKey, OfRole<'fixed'>>]?: PointSetup[K] | undefined };

/** The columns of what is given; other fields, and those that are undefined, are left out. */
export const columnsOf = (given: Partial<Readonly<Record<SetupKey, unknown>>>, kind: PointKind): Written =>
  Object.assign(
    {},
    ...Object.entries(given).map(([key, value]) => (value === undefined ? {} : all.get(key)?.write(value, kind))),
  );

/** The columns of those settings that a reading depends on; other names are left out. */
export const conversionColumns = (settings: Readonly<Record<string, unknown>>): Written =>
  Object.assign({}, ...conversionKeys.map((key) => (key in settings ? all.get(key)?.write(settings[key]) : {})));

/** A point that does not exist yet. */
export type NewPoint = PointPatch & Pick<PointSetup, 'structureId' | 'name' | 'family' | 'type' | 'mode' | 'nodeCount'>;

/** Its row; what is not given is as the table begins. */
export const newRow = (projectId: number, input: NewPoint, createdAt: Date) => ({
  ...columnsOf(input, input),
  project_id: projectId,
  structure_id: input.structureId,
  name: input.name,
  family: input.family,
  mode: input.mode,
  created_at: createdAt,
});

/** The settings tabs of a point: each is a column of JSON, null where it was never set. */
export const tabColumns = {
  processing: 'processing',
  chart: 'chart_config',
  gnss: 'gnss_config',
  tc: 'tc_config',
} as const satisfies Record<Exclude<keyof PointSettings, 'inactive'>, PointTableColumn>;
export type Tab = keyof typeof tabColumns;

/** Returns the columns that a reset leaves: everything but the point's name, kind, place and interval as a new point begins. */
export const resetColumns: Written = Object.assign(
  {},
  ...[...all.values()].map(({ reset, write }) => (reset === 'stays' ? {} : write(reset.to))),
  ...Object.values(tabColumns).map((column) => ({ [column]: null })),
);
