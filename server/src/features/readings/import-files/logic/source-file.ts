/**
 * A file of readings as lines of cells, whatever it is: separated text in any encoding, a logger's TOA5, a workbook.
 * Invariant: it is read as it streams in, so memory does not grow with it; what cannot be read is said by a name of the
 * catalogue with its line.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { importEndings } from '@plumbline/contract/readings/imports';
import type { ImportFormat, ImportLayout, SeriesFormat } from '@plumbline/contract/readings/imports.mapping';
import { type Ags4Reader, ags4Reader, type MondRow } from '@plumbline/science/files/ags4';
import { csvReader, FileFault } from '@plumbline/science/files/csv';
import { toa5Reader } from '@plumbline/science/files/toa5';
import { fileFormat } from '../../../../kernel/file-refusals.ts';
import { type Cell, type SheetLimits, sheetRows } from '../../../../kernel/sheets.ts';

export interface FileLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** The line breaks the format and its cells are not to be believed. */
  readonly fault?: 'quoteOpen' | 'cellCount' | 'notText';
}
export type Bytes = AsyncIterable<Uint8Array>;

/** Workbooks are unpacked in memory: larger tables come as CSV. */
export const sheetLimits: SheetLimits = {
  maxBytes: 20 * 1024 * 1024,
  maxRows: 1_048_576,
  maxColumns: 2_000,
  maxInflatedBytes: 256 * 1024 * 1024,
  maxCells: 12_000_000,
};

/** The data lines of a file, some hundred at a time. AGS4 and DIGGS have readings instead: agsReadings, diggsReadings. */
export async function* linesOf(
  bytes: Bytes,
  format: Exclude<ImportFormat, SeriesFormat>,
  reading: ImportLayout['reading'],
): AsyncGenerator<readonly FileLine[]> {
  if (format === 'xlsx') yield* sheetLines(bytes, reading);
  else if (format === 'toa5') yield* toa5Lines(bytes, reading.encoding);
  else yield* textLines(bytes, reading);
}

async function* textLines(bytes: Bytes, { encoding, separator, firstDataLine }: ImportLayout['reading']) {
  // Line by line: a quote that is never closed spoils its own line and no other.
  const reader = csvReader({ separator, lineByLine: true, marksDamaged: true });
  const data = (rows: ReturnType<typeof reader.push>): FileLine[] =>
    rows
      .filter((row) => row.line >= firstDataLine)
      .map(({ line, cells, open, damaged }) => ({
        line,
        cells,
        ...((damaged || open) && { fault: damaged ? ('notText' as const) : ('quoteOpen' as const) }),
      }));
  for await (const text of textOf(bytes, encoding)) yield data(decodedText(() => reader.push(text)));
  yield data(decodedText(() => reader.end()));
}

async function* toa5Lines(bytes: Bytes, encoding: string): AsyncGenerator<readonly FileLine[]> {
  const reader = toa5Reader();
  let broken = 0;
  const withBroken = (rows: readonly FileLine[]): readonly FileLine[] => {
    const fresh = reader.brokenCount - broken;
    // The reader names the first two hundred; of the others it is known that they come before the last good line.
    const line = rows.at(-1)?.line ?? 0;
    const named = reader.broken.slice(broken);
    broken = reader.brokenCount;
    if (fresh === 0) return rows;
    const lines = Array.from({ length: fresh }, (_, i) => named[i] ?? line);
    return [...rows, ...lines.map((each) => ({ line: each, cells: [], fault: 'cellCount' as const }))];
  };
  for await (const text of textOf(bytes, encoding)) yield withBroken(decodedText(() => reader.push(text)));
  yield withBroken(decodedText(() => reader.end()));
}

async function* sheetLines(
  bytes: Bytes,
  { firstDataLine, sheet }: ImportLayout['reading'],
): AsyncGenerator<readonly FileLine[]> {
  let batch: FileLine[] = [];
  for await (const { line, cells } of sheetRows(bytes, sheetLimits, sheet)) {
    if (line < firstDataLine) continue;
    batch.push({ line, cells: cells.map(cellText) });
    if (batch.length < 500) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const closing = /^\W*end of (the )?(data ?)?(file|data)?\b/i;
/** The line by which loggers close a file. */
export const isClosing = ([first = '', ...others]: readonly string[]) =>
  closing.test(first.slice(0, 60)) && others.every((cell) => cell.trim() === '');

/** A cell of a workbook as text; a time as YYYY-MM-DD HH:mm:ss, with thousandths where it has them. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return String(cell);
  // Days are stored with a fraction that has no end in binary: to the millisecond it is right again.
  const iso = new Date(Math.round(cell.getTime())).toISOString().replace('T', ' ').slice(0, -1);
  return iso.endsWith('.000') ? iso.slice(0, -4) : iso;
}

/** The readings of the monitoring groups of an AGS4 file; `reader` then knows its points and problems. */
export async function* agsReadings(
  bytes: Bytes,
  encoding: string,
  reader: Ags4Reader = ags4Reader(),
): AsyncGenerator<readonly MondRow[]> {
  for await (const text of textOf(bytes, encoding)) yield decodedText(() => reader.push(text));
  yield decodedText(() => reader.end());
}

/** Throws encodingWrong where the bytes are not of the encoding: a wrong character would pass for a wrong name. */
async function* textOf(bytes: Bytes, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of bytes) yield decoded(() => decoder.decode(chunk, { stream: true }), encoding);
  yield decoded(() => decoder.decode(), encoding);
}

export function decoded(decode: () => string, encoding: string): string {
  try {
    return decode();
  } catch (error) {
    if (error instanceof TypeError) throw new Failure('encodingWrong', { encoding });
    throw error;
  }
}

/** A reader's fault by a name of the catalogue. */
export function decodedText<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { fault, line, found } = error;
    if (fault === 'notText') throw fileFormat(importEndings);
    throw new Failure(fault === 'recordTooLong' || fault === 'quoteOpen' ? 'lineTooLong' : 'fileDamaged', {
      fault,
      line,
      ...(found !== '' && { found }),
    });
  }
}
