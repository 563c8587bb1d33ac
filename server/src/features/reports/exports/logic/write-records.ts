/** A file of records as a stream: CSV, a workbook with typed cells, or pictures in a ZIP. */
import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';
import type { Cell } from '../../../../kernel/sheets.ts';
import { sheetTypes, writeSheet } from '../../../../kernel/sheets.ts';
import type { FilesContent, TableContent } from './record-content.ts';
import { type RecordsPlan, refuseTooManyRows } from './record-plan.ts';
import type { ExportFile, Step } from './write-export.ts';

/** Throws exportTooManyRows where there are more by now than when they were counted. */
export function writeRecords(plan: RecordsPlan, at: Date, step: Step): ExportFile {
  const { request, fileName, project, content } = plan;
  let count = 0;
  const note = async (): Promise<void> => {
    count++;
    refuseTooManyRows({ request, rows: count });
    if (request.format === 'zip' || count % 1000 === 0) await step(count);
  };
  const about = { fileName, rows: () => count };
  if ('files' in content)
    return { ...about, type: 'application/zip', stream: Readable.from(zipped(content, at, note)) };
  const format = request.format === 'csv' ? 'csv' : 'xlsx';
  const { columns } = content;
  const stream = writeSheet(rowsOf(content, note), { format, name: project.name, columns });
  return { ...about, type: sheetTypes[format], stream };
}

async function* rowsOf(content: TableContent, note: () => Promise<void>): AsyncGenerator<readonly Cell[]> {
  for await (const cells of content.cells()) {
    await note();
    yield cells;
  }
}

/** Pictures are packed already: they are put in as they are, one after the other. The list at the end is no row. */
async function* zipped({ files }: FilesContent, at: Date, note: () => Promise<void>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, bytes, isFirst } of files()) {
    const entry = new ZipPassThrough(name);
    entry.mtime = at;
    zip.add(entry);
    entry.push(bytes, true);
    if (isFirst) await note();
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
