/** The files of a report, written of one content. Takes its time, and is done in a process of its own (write-apart.ts). */
import type { ReportFormat } from '@plumbline/contract/period-reports';
import { writeSheet } from '../../../kernel/sheets.ts';
import { writeWorkbook } from '../../../kernel/workbook.ts';
import type { ReportContent } from '../../report-blocks/report-blocks.api.ts';
import { sheetsOfBlocks } from './block-sheets.ts';
import { drawPages, printReport } from './print.ts';
import { measurementTable, workbookTables } from './sheet-rows.ts';

export interface ReportFile {
  readonly format: ReportFormat;
  readonly bytes: Uint8Array;
}
export interface DrawnPages {
  readonly svg: string;
  readonly pages: number;
}

/** Files of formats, or the pages as they would be printed. */
export interface ReportWork {
  readonly content: ReportContent;
  readonly formats: readonly ReportFormat[] | 'pages';
}
export type ReportAnswer = readonly ReportFile[] | DrawnPages;

const writers: Readonly<Record<ReportFormat, (content: ReportContent) => Uint8Array | Promise<Uint8Array>>> = {
  pdf: printReport,
  xlsx: (content) => writeWorkbook(content.hasTemplate ? sheetsOfBlocks(content) : workbookTables(content)),
  async csv(content) {
    const { name, columns, rows } = measurementTable(content);
    const pieces: Buffer[] = [];
    for await (const piece of writeSheet(rows, { format: 'csv', name, columns })) pieces.push(Buffer.from(piece));
    return new Uint8Array(Buffer.concat(pieces));
  },
};

export async function writeReport({ content, formats }: ReportWork): Promise<ReportAnswer> {
  if (formats === 'pages') return drawPages(content);
  const files: ReportFile[] = [];
  for (const format of formats) files.push({ format, bytes: await writers[format](content) });
  return files;
}
