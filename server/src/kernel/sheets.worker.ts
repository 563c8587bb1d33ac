/**
 * Reads a sheet of a workbook in a thread of its own, whose heap is limited: whatever a file makes the reader
 * do, it ends with this thread and not with the server. Rows go up in batches, two ahead of what was requested.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { EncryptedFileError } from 'hucre';
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { isWhole } from './sheets-archive.ts';
import type { Cell, SheetMessage, SheetRow, SheetWork } from './sheets-thread.ts';

const { bytes, maxRows, maxColumns, maxCells, sheet, only } = workerData as SheetWork;
if (!parentPort) throw new Error('sheets are read in a thread of their own');
const port = parentPort;
const batchRows = 500;
const ahead = 2;

let granted = ahead;
let wake: (() => void) | null = null;
port.on('message', () => {
  granted++;
  wake?.();
});

const post = (message: SheetMessage) => port.postMessage(message);

async function send(rows: SheetRow[]): Promise<void> {
  while (granted === 0)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  granted--;
  post({ rows });
}

function cellsOf(values: readonly unknown[]): Cell[] {
  const cells = values.map((value): Cell => {
    if (value === null || value === undefined || value === '') return null;
    if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value;
    return String(value);
  });
  while (cells.length > 0 && cells.at(-1) === null) cells.pop();
  return cells;
}

/** The sheets that hold cells, in order; nothing of them is read. */
async function namesOf(): Promise<string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets({ name }) {
      names.push(name);
      return false;
    },
  });
  return names;
}

async function read(): Promise<void> {
  if (!isWhole(bytes)) return post({ fault: 'fileDamaged' });
  if (only === 'names') return post({ names: await namesOf() });
  let batch: SheetRow[] = [];
  let used = 0;
  let read = 0;
  for await (const { index, values } of streamXlsxRows(bytes, sheet === null ? {} : { sheet })) {
    // A row of nothing is work too.
    read += Math.max(1, values.length);
    if (read > maxCells) return post({ fault: 'sheetTooBig' });
    const cells = cellsOf(values);
    if (cells.length === 0) continue;
    if (cells.length > maxColumns) return post({ fault: 'sheetTooWide' });
    if (++used > maxRows) return post({ fault: 'sheetTooLong' });
    batch.push({ line: index + 1, cells });
    if (batch.length < batchRows) continue;
    await send(batch);
    batch = [];
  }
  if (batch.length > 0) await send(batch);
  post({ end: true });
}

try {
  await read();
} catch (error) {
  post({ fault: error instanceof EncryptedFileError ? 'fileEncrypted' : 'fileDamaged' });
}
port.close();
