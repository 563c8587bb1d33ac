/**
 * Campbell Scientific binary logger files: TOB1 (records one after the other, each with its time) and TOB3 (frames of records of one
 * interval, each frame with a time and a check). The header is text, as that of TOA5, with the types of the columns at its end.
 * The clock of a logger has no zone. Pure; it throws on no content.
 *
 * Sources: Campbell Scientific, LoggerNet manual, appendix "Campbell Scientific file formats" (TOB1, TOB3, types FP2, IEEE4, LONG, BOOL,
 * SecNano); layout of frames, footers and resolutions as public readers of the format have it.
 *
 * Invariant: a frame whose check is none of its file is not read; a value that a logger marks as none is null.
 */
import { readTime } from '../series/local-time.ts';
import { namerOf } from './lists-of-names.ts';
import {
  type Arrival,
  nothingOf,
  type Unwrapped,
  type Uplink,
  uplinkLimits,
  uplinkOf,
  type WrappingFault,
} from './uplink.ts';

interface Column {
  readonly name: string;
  readonly bytes: number;
  /** null = no value, or none that is a number. */
  readonly read: (view: DataView, at: number) => number | null;
}
interface Header {
  readonly source: string;
  readonly columns: readonly Column[];
  readonly recordBytes: number;
  /** Where the records begin. */
  readonly end: number;
  readonly lines: readonly (readonly string[])[];
}

const epochMs = Date.UTC(1990, 0, 1);
const maxColumns = 2_000;
const maxHeaderBytes = 65_536;

export function readTob(content: Uint8Array, arrival: Pick<Arrival, 'timeZone'>): Unwrapped {
  if (content.length > uplinkLimits.bytes) return nothingOf('tooLong');
  const [kind] = linesOf(content, 1)?.lines[0] ?? [];
  if (kind !== 'TOB1' && kind !== 'TOB3') return nothingOf('otherShape');
  const header = headerOf(content, kind === 'TOB1' ? 5 : 6);
  if (header === null) return nothingOf('otherShape');
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  return kind === 'TOB1' ? readRecords(view, header, arrival) : readFrames(view, header, arrival);
}

/** TOB1: seconds and nanoseconds are columns. */
function readRecords(view: DataView, header: Header, { timeZone }: Pick<Arrival, 'timeZone'>): Unwrapped {
  const { columns, recordBytes, end, source } = header;
  const place = (name: string) => columns.findIndex((column) => column.name.toUpperCase() === name);
  const [seconds, nanoseconds] = [place('SECONDS'), place('NANOSECONDS')];
  const count = Math.floor((view.byteLength - end) / recordBytes);
  if (count > uplinkLimits.uplinks) return nothingOf('tooMany');
  if (seconds < 0) return nothingOf('timeMissing');
  const faults = new Set<WrappingFault>();
  if ((view.byteLength - end) % recordBytes !== 0) faults.add('payloadDamaged');
  const named = namerWithout(columns, [seconds, nanoseconds]);
  const uplinks: Uplink[] = [];
  for (let nth = 0; nth < count; nth++) {
    const values = valuesAt(view, end + nth * recordBytes, columns);
    const ms = millisecondsOf(values[seconds] ?? null, nanoseconds < 0 ? 0 : (values[nanoseconds] ?? 0) / 1e6);
    const at = ms === null ? null : instantOf(ms, timeZone);
    if (at === null) faults.add('timeMissing');
    else uplinks.push(uplinkOf({ source, at, object: named(values) }));
  }
  return { uplinks, faults: [...faults] };
}

const intervalUnits: Readonly<Record<string, number>> = {
  NSEC: 1e-6,
  USEC: 1e-3,
  MSEC: 1,
  SEC: 1_000,
  MIN: 60_000,
  HR: 3_600_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
};
const resolutionsMs: Readonly<Record<string, number>> = {
  SecMsec: 1,
  Sec100Usec: 0.1,
  Sec10Usec: 0.01,
  SecUsec: 0.001,
};
const frameHeaderBytes = 12;
const frameFooterBytes = 4;
const [emptyFlag, minorFlag] = [0x2000, 0x4000];

/** TOB3: a frame has the time of its first record; the others follow by the interval of the table. */
function readFrames(view: DataView, header: Header, { timeZone }: Pick<Arrival, 'timeZone'>): Unwrapped {
  const [, table = []] = header.lines;
  const [, every = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([A-Za-z]+?)S?\s*$/.exec(table[1] ?? '') ?? [];
  const intervalMs = Number(every) * (intervalUnits[unit.toUpperCase()] ?? Number.NaN);
  const frameBytes = Number(table[2]);
  const stamp = Number(table[4]);
  const resolutionMs = resolutionsMs[table[5]?.trim() ?? ''];
  const perFrame = Math.floor((frameBytes - frameHeaderBytes - frameFooterBytes) / header.recordBytes);
  const isWhole = Number.isInteger(frameBytes) && Number.isInteger(stamp) && intervalMs > 0 && perFrame > 0;
  if (!isWhole || resolutionMs === undefined) return nothingOf('otherShape');
  const frames = Math.floor((view.byteLength - header.end) / frameBytes);
  if (frames * perFrame > uplinkLimits.uplinks) return nothingOf('tooMany');
  const faults = new Set<WrappingFault>();
  const named = namerWithout(header.columns, []);
  const uplinks: Uplink[] = [];
  for (let nth = 0; nth < frames; nth++) {
    const begin = header.end + nth * frameBytes;
    const footer = view.getUint32(begin + frameBytes - frameFooterBytes, true);
    const check = footer >>> 16;
    // Space of the file that was never written.
    if ((footer & emptyFlag) !== 0 || footer === 0) continue;
    if ((check !== stamp && check !== (stamp ^ 0xffff)) || (footer & minorFlag) !== 0) {
      faults.add('payloadDamaged');
      continue;
    }
    const firstMs = millisecondsOf(view.getUint32(begin, true), view.getUint32(begin + 4, true) * resolutionMs);
    for (let record = 0; record < perFrame; record++) {
      const values = valuesAt(view, begin + frameHeaderBytes + record * header.recordBytes, header.columns);
      const at = firstMs === null ? null : instantOf(firstMs + record * intervalMs, timeZone);
      if (at === null) faults.add('timeMissing');
      else uplinks.push(uplinkOf({ source: header.source, at, object: named(values) }));
    }
  }
  return { uplinks, faults: [...faults] };
}

const millisecondsOf = (seconds: number | null, more: number): number | null =>
  seconds === null || seconds <= 0 || more >= 1_000 ? null : epochMs + seconds * 1_000 + more;

/** A time on the clock of the logger, which is written here as if it were UTC, as an instant. */
function instantOf(ms: number, timeZone: string): number | null {
  const wholeMs = Math.round(ms);
  const read = readTime(new Date(wholeMs).toISOString().slice(0, 23).replace('T', ' '), 'ymd', timeZone, 'earlier');
  return 'at' in read ? read.at : null;
}

function valuesAt(view: DataView, begin: number, columns: readonly Column[]): (number | null)[] {
  let at = begin;
  return columns.map(({ bytes, read }) => {
    const value = read(view, at);
    at += bytes;
    return value !== null && Number.isFinite(value) ? value : null;
  });
}

type Namer = (values: readonly (number | null)[]) => object;
/** Values of a record by the names of their columns, without those that are its time. */
function namerWithout(columns: readonly Column[], without: readonly number[]): Namer {
  const places = columns.flatMap((_, at) => (without.includes(at) ? [] : [at]));
  const named = namerOf(places.map((at) => columns[at]?.name ?? ''));
  return (values) => named(places.map((at) => values[at] ?? null));
}

/** Header lines as cells, and where they end; null = it has fewer. */
function linesOf(content: Uint8Array, count: number): { readonly lines: string[][]; readonly end: number } | null {
  const lines: string[][] = [];
  let begin = 0;
  const most = Math.min(content.length, maxHeaderBytes);
  while (lines.length < count) {
    const end = content.indexOf(10, begin);
    if (end < 0 || end >= most) return null;
    const text = new TextDecoder('latin1').decode(content.subarray(begin, end)).trimEnd();
    lines.push(Array.from(text.matchAll(/"([^"]*)"|([^,"]+)/g), ([, quoted, bare]) => quoted ?? bare ?? ''));
    begin = end + 1;
  }
  return { lines, end: begin };
}

function headerOf(content: Uint8Array, count: number): Header | null {
  const read = linesOf(content, count);
  if (!read) return null;
  const { lines, end } = read;
  const [environment = []] = lines;
  const [names = [], types = []] = [lines[count - 4], lines[count - 1]];
  if (names.length === 0 || names.length !== types.length || names.length > maxColumns) return null;
  const columns: Column[] = [];
  for (const [at, name] of names.entries()) {
    const type = typeOf(types[at] ?? '');
    if (type === null) return null;
    columns.push({ name, ...type });
  }
  const [, station = '', , serial = ''] = environment;
  return {
    source: serial || station,
    columns,
    end,
    lines,
    recordBytes: columns.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const number = (bytes: number, read: (view: DataView, at: number) => number) => ({ bytes, read });
const types: Readonly<Record<string, Omit<Column, 'name'>>> = {
  ULONG: number(4, (v, at) => v.getUint32(at, true)),
  LONG: number(4, (v, at) => v.getInt32(at, true)),
  UINT4: number(4, (v, at) => v.getUint32(at, true)),
  INT4: number(4, (v, at) => v.getInt32(at, true)),
  USHORT: number(2, (v, at) => v.getUint16(at, true)),
  SHORT: number(2, (v, at) => v.getInt16(at, true)),
  UINT2: number(2, (v, at) => v.getUint16(at, true)),
  INT2: number(2, (v, at) => v.getInt16(at, true)),
  IEEE4: number(4, (v, at) => v.getFloat32(at, true)),
  IEEE4L: number(4, (v, at) => v.getFloat32(at, true)),
  IEEE4B: number(4, (v, at) => v.getFloat32(at)),
  IEEE8: number(8, (v, at) => v.getFloat64(at, true)),
  IEEE8B: number(8, (v, at) => v.getFloat64(at)),
  BOOL: number(1, (v, at) => Number(v.getUint8(at) !== 0)),
  BOOL4: number(4, (v, at) => Number(v.getUint32(at) !== 0)),
  FP2: { bytes: 2, read: (view, at) => fp2Of(view.getUint16(at)) },
  // A time in a column: seconds since 1990.
  SECNANO: { bytes: 8, read: (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) / 1e9 },
};

function typeOf(text: string): Omit<Column, 'name'> | null {
  const name = text.trim().toUpperCase();
  const letters = /^ASCII\((\d{1,4})\)$/.exec(name)?.[1];
  if (letters !== undefined) return { bytes: Number(letters), read: () => null };
  return Object.hasOwn(types, name) ? (types[name] ?? null) : null;
}

/** Two bytes of a logger: sign, decimal places (0 to 3), 13 bits; the largest of them are no numbers. */
export function fp2Of(raw: number): number | null {
  const mantissa = raw & 0x1fff;
  if (mantissa >= 0x1ffe) return null;
  const places = (raw >> 13) & 3;
  const value = Number((mantissa / 10 ** places).toFixed(places));
  return raw & 0x8000 && value !== 0 ? -value : value;
}
