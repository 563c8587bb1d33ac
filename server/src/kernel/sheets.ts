/**
 * Tables that people bring and take away: XLSX and CSV. Invariant: memory is bounded by the limits that the caller
 * gives, whatever the file claims; what cannot be read is refused by a name of the catalogue, never by half a table.
 */

import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type SheetFormat, sheetFormats } from '@plumbline/contract/points/sheets';
import { csvReader, FileFault } from '@plumbline/science/files/csv';
import { detectCsv } from '@plumbline/science/files/csv-layout';
import { csvLine, unguardFormula } from '@plumbline/science/files/csv-writer';
import { detectEncoding } from '@plumbline/science/files/encoding';
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { fileFormat, fileTooLarge } from './file-refusals.ts';
import { checkArchive } from './sheets-archive.ts';
import { type Cell, readWorkbook, type SheetRow, sheetsOf } from './sheets-thread.ts';

export type { Cell, SheetRow } from './sheets-thread.ts';

export interface SheetLimits {
  readonly maxBytes: number;
  /** Rows that hold something, the heading among them. */
  readonly maxRows: number;
  readonly maxColumns?: number;
  /** What a workbook may unpack to. */
  readonly maxInflatedBytes?: number;
  /** Of one sheet, empty ones among them: what a thread has to go through. */
  readonly maxCells?: number;
  /** Who brought it: one workbook at a time is read for each. Absent = nobody. */
  readonly accountId?: number;
}
/** Bytes, the path of a file, or what is being uploaded. */
export type SheetSource = Uint8Array | string | AsyncIterable<Uint8Array>;

const fallbackColumns = 256;
const fallbackInflatedBytes = 64 * 1024 * 1024;
const fallbackCells = 6_000_000;

/**
 * The rows that hold something, of a sheet of a workbook (the first by default), or of separated text in any encoding.
 * Throws fileTooLarge, fileFormat (neither of the two), fileEncrypted, fileDamaged, sheetTooLong, sheetTooWide, sheetTooBig.
 */
export async function* sheetRows(
  source: SheetSource,
  limits: SheetLimits,
  sheet: string | null = null,
): AsyncGenerator<SheetRow> {
  const bytes = await bytesOf(source, limits.maxBytes);
  yield* rowsOf(bytes, formatOf(bytes), limits, sheet);
}

/** The names of a workbook's sheets, in order; none of text. The same failures. */
export async function sheetNames(bytes: Uint8Array, limits: SheetLimits): Promise<readonly string[]> {
  if (formatOf(bytes) === 'csv') return [];
  const {
    maxRows,
    maxColumns = fallbackColumns,
    maxInflatedBytes = fallbackInflatedBytes,
    maxCells = fallbackCells,
  } = limits;
  checkArchive(bytes, maxInflatedBytes);
  return sheetsOf({ bytes, maxRows, maxColumns, maxCells }, limits.accountId ?? null);
}

/** All rows at once, and what the file was. The same failures. */
export async function readSheet(
  source: SheetSource,
  limits: SheetLimits,
): Promise<{ format: SheetFormat; rows: SheetRow[] }> {
  const bytes = await bytesOf(source, limits.maxBytes);
  const format = formatOf(bytes);
  const rows: SheetRow[] = [];
  for await (const row of rowsOf(bytes, format, limits)) rows.push(row);
  return { format, rows };
}

/** The heading and the rows below it. Throws sheetEmpty without any. */
export function headed(rows: readonly SheetRow[]): { heading: SheetRow; data: SheetRow[] } {
  const [heading, ...data] = rows;
  if (!heading || data.length === 0) throw new Failure('sheetEmpty');
  return { heading, data };
}

function rowsOf(
  bytes: Uint8Array,
  format: SheetFormat,
  limits: SheetLimits,
  sheet: string | null = null,
): AsyncGenerator<SheetRow> {
  const {
    maxRows,
    maxColumns = fallbackColumns,
    maxInflatedBytes = fallbackInflatedBytes,
    maxCells = fallbackCells,
  } = limits;
  if (format === 'csv') return textRows(bytes, maxRows, maxColumns);
  checkArchive(bytes, maxInflatedBytes);
  return readWorkbook({ bytes, maxRows, maxColumns, maxCells, sheet }, limits.accountId ?? null);
}

/** All bytes of a source; throws fileTooLarge past the limit, before they are in memory. */
export async function bytesOf(source: SheetSource, maxBytes: number): Promise<Uint8Array> {
  if (source instanceof Uint8Array) {
    if (source.length > maxBytes) throw fileTooLarge(maxBytes);
    return source;
  }
  if (typeof source === 'string') {
    const file = await open(source);
    try {
      if ((await file.stat()).size > maxBytes) throw fileTooLarge(maxBytes);
      return await file.readFile();
    } finally {
      await file.close();
    }
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw fileTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte);

/** ODS and its kin are archives too; their first part says what they are. */
const isOpenDocument = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(30, 120)).toString('latin1').startsWith('mimetypeapplication/vnd.oasis.opendocument');

/** What a file is by its bytes. Throws fileFormat, and fileEncrypted for a workbook that is locked. */
function formatOf(bytes: Uint8Array): SheetFormat {
  const refused = fileFormat(sheetFormats);
  if (isOpenDocument(bytes)) throw refused;
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'xlsx';
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    const locked = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
    throw locked ? new Failure('fileEncrypted') : refused;
  }
  if (startsWith(bytes, [0x50, 0x4b])) throw refused;
  const encoding = detectEncoding(bytes.subarray(0, 65_536));
  const head = bytes.subarray(0, 4096);
  const binary = head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
  if (binary && !encoding.startsWith('utf-16')) throw refused;
  return 'csv';
}

async function* textRows(bytes: Uint8Array, maxRows: number, maxColumns: number): AsyncGenerator<SheetRow> {
  const text = new TextDecoder(detectEncoding(bytes)).decode(bytes);
  const reader = csvReader({ separator: detectCsv(text.slice(0, 65_536)).separator });
  let used = 0;
  try {
    for (const row of [...reader.push(text), ...reader.end()]) {
      const cells = row.cells.map((cell): Cell => (cell.trim() === '' ? null : unguardFormula(cell)));
      while (cells.length > 0 && cells.at(-1) === null) cells.pop();
      if (cells.length === 0) continue;
      if (cells.length > maxColumns) throw new Failure('sheetTooWide', { maxColumns });
      if (++used > maxRows) throw new Failure('sheetTooLong', { maxRows });
      yield { line: row.line, cells };
    }
  } catch (error) {
    if (error instanceof FileFault)
      throw error.fault === 'notText' ? fileFormat(sheetFormats) : new Failure('fileDamaged', { line: error.line });
    throw error;
  }
}

export interface SheetColumn {
  readonly header: string;
  /** In characters. */
  readonly width?: number;
  /** Kept as typed: leading zeros and long numbers stay. */
  readonly text?: boolean;
  /** Number format of the spreadsheet, such as `yyyy-mm-dd hh:mm:ss`. */
  readonly format?: string;
  /** Its numbers are shown with the decimals of their row. */
  readonly isMeasured?: boolean;
}
export const sheetTypes: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** A table as a stream, its heading first. Rows are pulled as they are read; no text in it becomes a formula. */
export function writeSheet(
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
  { format, name, columns }: { format: SheetFormat; name: string; columns: readonly SheetColumn[] },
): Readable {
  const table = withHeading(columns, rows);
  if (format === 'csv') return Readable.from(csvOf(table));
  const stream = writeXlsxStream(table as AsyncIterable<Cell[]>, {
    name: name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet',
    freezePane: { rows: 1 },
    columns: columns.map(({ width = 16, text, format: numFmt }) => ({
      width,
      ...(text ? { numFmt: '@' } : numFmt && { numFmt }),
    })),
  });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** A sheet beside one that is filled in: tables under each other, each with its heading, a line between them. */
export interface SideSheet {
  readonly name: string;
  readonly tables: readonly (readonly (readonly Cell[])[])[];
}

/** An empty sheet to fill in; in a workbook with others behind it that list the accepted values. Those are never read back. */
export async function writeTemplate({
  format,
  name,
  columns,
  beside,
}: {
  format: SheetFormat;
  name: string;
  columns: readonly SheetColumn[];
  beside: readonly SideSheet[];
}): Promise<Readable> {
  if (format === 'csv') return writeSheet([], { format, name, columns });
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        rows: [columns.map(({ header }) => header)],
        columns: columns.map(({ width = 16, text }) => ({ width, ...(text && { numFmt: '@' }) })),
        freezePane: { rows: 1 },
      },
      ...beside.map(({ name: side, tables }) => {
        const rows = tables.flatMap((table, i) => [...(i > 0 ? [[]] : []), ...table.map((row) => [...row])]);
        const width = Math.max(0, ...rows.map((row) => row.length));
        return { name: side, rows, columns: Array.from({ length: width }, () => ({ width: 26 })) };
      }),
    ],
  });
  return Readable.from([bytes]);
}

async function* withHeading(
  columns: readonly SheetColumn[],
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>,
): AsyncGenerator<readonly Cell[]> {
  yield columns.map(({ header }) => header);
  yield* rows;
}

/** With a byte order mark, without which spreadsheets take it for another encoding. */
async function* csvOf(rows: AsyncIterable<readonly Cell[]>): AsyncGenerator<string> {
  let piece = '\uFEFF';
  for await (const row of rows) {
    piece += csvLine(row.map((cell) => (typeof cell === 'boolean' ? String(cell) : timed(cell))));
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
const timed = (cell: string | number | Date | null) =>
  cell instanceof Date ? cell.toISOString().slice(0, 19).replace('T', ' ') : cell;
