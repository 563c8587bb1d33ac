/**
 * The records of a message and the places in them, for each kind of content. Pure.
 *
 * Invariant: however the content is made, there are at most `recordLimit` records and a list has at most `nodeLimit` elements.
 */
import { csvReader, FileFault } from '../files/csv.ts';
import { readNumber } from '../files/csv-layout.ts';
import { bytesOf, type Cell, type Format, type FormatFault } from './format-shape.ts';
import { timeColumns, timeFrom } from './format-time.ts';
import { readPath, type Step, valueAt } from './json-path.ts';
import { piecesOf, rawAt } from './layout.ts';
import type { Uplink } from './uplink.ts';

const recordLimit = 10_000;
const nodeLimit = 150;

/** One record. */
export interface Place {
  /** Epoch ms; null = the format asks for none. */
  timeOf(): number | null | 'timeMissing';
  cellOf(row: number): Cell;
}
type Places =
  | { readonly list: readonly Place[]; readonly faults: readonly FormatFault[] }
  | { readonly fault: FormatFault };

export function placesOf(format: Format, uplink: Uplink): Places {
  if (format.content === 'json') return ofJson(format, uplink);
  return format.content === 'csv' ? ofCsv(format, uplink) : ofBytes(format, uplink);
}

function ofJson(format: Format, uplink: Uplink): Places {
  const root = uplink.object === undefined ? parsed(uplink.text) : uplink.object;
  if (root === undefined) return { fault: 'notJson' };
  const path = readPath(format.records);
  const listed = path === null ? undefined : valueAt(root, path, recordLimit);
  const list = format.records === '' && !Array.isArray(listed) ? [listed] : listed;
  if (!Array.isArray(list)) return { fault: 'notLists' };
  if (list.length > recordLimit) return { fault: 'tooMany' };
  const paths = format.rows.map(({ from }) => readPath(from));
  const timePath = format.time ? readPath(format.time.from) : null;
  return {
    faults: [],
    list: list.map((record: unknown) => ({
      timeOf: () => (format.time ? timeFrom(textAt(record, timePath), format.time) : null),
      cellOf: (row) => cellAt(record, paths[row] ?? null),
    })),
  };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

const textAt = (record: unknown, path: readonly Step[] | null): string => {
  const value = path === null ? undefined : valueAt(record, path, nodeLimit);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function cellAt(record: unknown, path: readonly Step[] | null): Cell {
  const value = path === null ? undefined : valueAt(record, path, nodeLimit);
  if (value === undefined || value === null) return 'absent';
  if (!Array.isArray(value)) return amountOf(value) ?? 'notNumber';
  return value.slice(0, nodeLimit).map((each: unknown) => amountOf(each));
}

/** A number, a switch as 0 or 1, or a text that is nothing but a number. */
function amountOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value.length > 64 ? null : (readNumber(value) ?? null);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function ofCsv(format: Format, uplink: Uplink): Places {
  if (uplink.text === null) return { fault: 'notText' };
  const rows = linesOf(uplink.text, format.separator);
  if (rows === null) return { fault: 'notText' };
  const header = format.headerLine === 0 ? [] : (rows.find(({ line }) => line === format.headerLine)?.cells ?? []);
  const names = header.map((name) => name.trim());
  const first = Math.max(format.dataLine ?? 0, format.headerLine + 1);
  const data = rows.filter(({ line, cells }) => line >= first && cells.some((cell) => cell.trim() !== ''));
  if (data.length > recordLimit) return { fault: 'tooMany' };
  const columns = format.rows.map(({ from }) => columnOf(from, names));
  const timeAt = format.time ? timeColumns(format.time.from, (name) => columnOf(name, names)) : [];
  return {
    faults: columns.includes(-1) ? ['columnMissing'] : [],
    list: data.map(({ cells }) => ({
      timeOf: () => (format.time ? timeFrom(timeAt.map((at) => cells[at] ?? '').join(' '), format.time) : null),
      cellOf: (row) => csvCell(cells[columns[row] ?? -1], format.decimal),
    })),
  };
}

function linesOf(text: string, separator: Format['separator']) {
  try {
    const reader = csvReader({ separator, lineByLine: true });
    return [...reader.push(text), ...reader.end()];
  } catch (error) {
    if (error instanceof FileFault) return null;
    throw error;
  }
}

/** Place of a column, from 0, by its name or as `#3`; -1 = there is none. */
function columnOf(from: string, names: readonly string[]): number {
  const counted = /^#(\d{1,4})$/.exec(from.trim())?.[1];
  return counted === undefined ? names.indexOf(from.trim()) : Number(counted) - 1;
}

function csvCell(cell: string | undefined, decimal: Format['decimal']): Cell {
  if (cell === undefined) return 'absent';
  const value = readNumber(cell.slice(0, 64), decimal);
  return value === undefined ? 'notNumber' : (value ?? 'absent');
}

function ofBytes(format: Format, uplink: Uplink): Places {
  const bytes = bytesOf(format, uplink);
  if (bytes === null) return { fault: 'notBytes' };
  const { pieces, rest } = format.tags.length > 0 ? piecesOf(bytes, format.tags) : { pieces: [], rest: 0 };
  const dataAt = (from: string): readonly [Uint8Array | undefined, number] => {
    const [, tag, place = ''] = /^(?:([\dA-Fa-f.]+)\+)?(-?\d{1,5})$/.exec(from.trim()) ?? [];
    const data = tag === undefined ? bytes : pieces.find((piece) => piece.tag === tag.toUpperCase())?.data;
    const at = place === '' ? Number.NaN : Number(place);
    return [data, at < 0 ? (data?.length ?? 0) + at : at];
  };
  const place: Place = {
    timeOf() {
      if (!format.time) return null;
      const [data, at] = dataAt(format.time.from);
      const raw = data ? rawAt(data, at, { type: 'uint32', order: 'ABCD', bits: null }) : 'tooShort';
      return typeof raw === 'number' ? raw * 1000 : 'timeMissing';
    },
    cellOf(row) {
      const form = format.rows[row];
      if (!form) return 'absent';
      const [data, at] = dataAt(form.from);
      return data === undefined || Number.isNaN(at) ? 'absent' : rawAt(data, at, form);
    },
  };
  return { list: [place], faults: rest > 0 ? ['tagUnknown'] : [] };
}
