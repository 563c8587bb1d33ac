/** The device sheet: from rows of cells to rows of a bulk creation and back. Columns and words are data of the contract. */
import type { Device } from '@plumbline/contract/devices/devices';
import {
  type DeviceColumn,
  type DeviceConfigColumn,
  deviceConfigSheet,
  deviceSheet,
  deviceWords,
} from '@plumbline/contract/devices/intake.sheet';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { SheetWord } from '@plumbline/contract/points/sheets';
import { CellReader, sheetColumnsOf } from '../../../../kernel/sheet-cells.ts';
import { findColumns } from '../../../../kernel/sheet-columns.ts';
import { type Cell, headed, type SheetRow } from '../../../../kernel/sheets.ts';

type Key = DeviceColumn | DeviceConfigColumn;
const all: readonly SheetWord[] = [...deviceSheet, ...deviceConfigSheet];
const configKeys = new Set<string>(deviceConfigSheet.map(({ key }) => key));
const pathOf = (key: Key) => (configKeys.has(key) ? `config.${key}` : key);
/** Cells whose digits must come as they were typed. */
const texts = new Set<string>([
  ...deviceSheet.filter(({ cell }) => cell === 'text' || cell === 'via').map(({ key }) => key),
  'firmwareVersion',
  'cameraSerial',
]);

export interface SheetDevices {
  readonly rows: { readonly line: number; readonly values: Record<string, unknown> }[];
  /** What single cells do not say; `row` = index in `rows`. */
  readonly problems: RowProblem[];
  readonly unknown: readonly string[];
}

/** Reads the sheet's rows below its heading. Throws sheetEmpty and sheetColumnsMissing. */
export function devicesOf(sheet: readonly SheetRow[]): SheetDevices {
  const { heading, data } = headed(sheet);
  const { at, missing, unknown } = findColumns(
    heading,
    all.map(({ key, en, zh, required }) => ({ key: key as Key, names: [en, zh], required: required === true })),
  );
  if (missing.length > 0)
    throw new Failure('sheetColumnsMissing', {
      columns: all
        .filter(({ key }) => missing.includes(key as Key))
        .map(({ en }) => en)
        .join(', '),
    });
  const problems: RowProblem[] = [];
  const rows = data.map(({ line, cells }, row) => {
    const read = new CellReader<Key>((key) => cells[at.get(key) ?? -1], row, problems, pathOf);
    return { line, values: valuesOf(read) };
  });
  return { rows, problems, unknown };
}

function valuesOf(read: CellReader<Key>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const set = (key: string, value: unknown) => {
    if (value !== null && value !== undefined) values[key] = value;
  };
  for (const column of deviceSheet) set(column.key, cellValue(read, column));
  set('channels', channelsOf(read));
  const [longitude, latitude] = [read.number('longitude'), read.number('latitude')];
  if (longitude !== null || latitude !== null) {
    if (longitude === null) read.wrong('longitude', 'required');
    if (latitude === null) read.wrong('latitude', 'required');
    set('coordinates', { longitude, latitude });
  }
  const config: Record<string, unknown> = {};
  for (const { key } of deviceConfigSheet) {
    const value = key === 'segmentLengths' ? read.numbers(key) : texts.has(key) ? read.text(key) : read.number(key);
    if (value !== null) config[key] = value;
  }
  if (Object.keys(config).length > 0) values['config'] = config;
  return values;
}

/** What a cell says; undefined where the value is read otherwise. */
function cellValue(read: CellReader<Key>, { key, cell }: (typeof deviceSheet)[number]) {
  if (cell === 'part') return undefined;
  if (cell === 'text' || cell === 'via') return read.text(key);
  return read.word<string | boolean>(key, deviceWords[cell], key === 'type' ? 'deviceTypeUnknown' : 'badInput');
}

/** A number of channels, or `1:1 2:4` (number, sensor mode). */
function channelsOf(read: CellReader<Key>): unknown[] | null {
  const parts = read.list('channels');
  if (parts === null) return null;
  const [first = ''] = parts;
  if (parts.length === 1 && /^\d{1,3}$/.test(first)) {
    const count = Number(first);
    if (count <= 512) return Array.from({ length: count }, (_, i) => ({ number: String(i + 1) }));
  }
  return parts.map((part) => {
    const [number, mode] = part.split(/[:：]/);
    return mode === undefined ? { number } : { number, mode: Number(mode) };
  });
}

/** The columns of the sheet in a language; `hints` says behind a heading what may stand under it. */
export const sheetColumns = (language: string, hints: boolean) => sheetColumnsOf(all, texts, language, hints);

/** A device as a row of the sheet. `sncodes` = serial numbers of what it sends through, by id. */
export function rowOf(device: Device, sncodes: ReadonlyMap<number, string>): Cell[] {
  const via = (id: number | null) => (id === null ? null : (sncodes.get(id) ?? null));
  const columns = {
    ...device,
    collector: via(device.collectorId),
    dtu: via(device.dtuId),
    channels: device.channels.map(({ number, mode }) => `${number}:${mode}`).join(' '),
    longitude: device.coordinates?.longitude ?? null,
    latitude: device.coordinates?.latitude ?? null,
  } satisfies Record<DeviceColumn, Cell | boolean>;
  const ofConfig = deviceConfigSheet.map(({ key }): Cell => {
    const value = device.config[key];
    return Array.isArray(value) ? value.join(';') : (value ?? null);
  });
  const cells = deviceSheet.map(({ key }): Cell => {
    const value = columns[key];
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value === '' ? null : value;
  });
  return [...cells, ...ofConfig];
}
