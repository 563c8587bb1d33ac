/** The files of a report, written of one content. Takes its time, and is done in a process of its own (write-apart.ts). */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { ReportFormat } from '@plumbline/contract/reports/period-reports';
import { csvLine } from '@plumbline/science/files/csv-writer';
import { writeSheet } from '../../../../kernel/sheets.ts';
import { writeWorkbook } from '../../../../kernel/workbook.ts';
import type { ReportContent } from '../../blocks/blocks.api.ts';
import { type CoverFacts, checkCover, coverSheets, joinCover } from '../../excel-covers/excel-covers.api.ts';
import { checkDocument, type DocumentTags, exampleDocument, fillDocument, writeDocument } from '../../word/word.api.ts';
import { sheetsOfBlocks, tablesOfBlocks } from './block-sheets.ts';
import { drawPages, printReport } from './print.ts';
import { writeAgs4 } from './report-ags4.ts';
import { measurementTable } from './sheet-rows.ts';

export interface ReportFile {
  readonly format: ReportFormat;
  readonly bytes: Uint8Array;
}
export interface DrawnPages {
  readonly svg: string;
  readonly pages: number;
}

/** Files of formats, or the pages as they would be printed; what a Word document or a cover of people asks for, or one to begin with. */
export type ReportWork =
  | { readonly work: 'files'; readonly content: ReportContent; readonly formats: readonly ReportFormat[] }
  | { readonly work: 'pages'; readonly content: ReportContent }
  | { readonly work: 'checkWord'; readonly document: Uint8Array }
  | { readonly work: 'checkCover'; readonly cover: Uint8Array }
  | { readonly work: 'exampleWord'; readonly language: Language };
export type ReportAnswer = readonly ReportFile[] | DrawnPages | DocumentTags | CoverFacts | Uint8Array;

const byteOrderMark = '\uFEFF';

const writers: Readonly<Record<ReportFormat, (content: ReportContent) => Uint8Array | Promise<Uint8Array>>> = {
  pdf: printReport,
  docx: (content) => (content.word ? fillDocument(content.word, content) : writeDocument(content)),
  async xlsx(content) {
    const cover = content.excelCover;
    const book = await writeWorkbook(sheetsOfBlocks(content, cover ? coverSheets(cover) : []));
    return cover ? await joinCover(book, cover, content) : book;
  },
  ags4: writeAgs4,
  async csv(content) {
    const tables = content.hasTemplate ? tablesOfBlocks(content) : [measurementTable(content)];
    const texts: string[] = [];
    for (const { name, columns, rows } of tables.length > 0 ? tables : [measurementTable(content)]) {
      const pieces: Buffer[] = [];
      for await (const piece of writeSheet(rows, { format: 'csv', name, columns })) pieces.push(Buffer.from(piece));
      const text = Buffer.concat(pieces).toString('utf8').replace(byteOrderMark, '');
      texts.push(tables.length > 1 ? csvLine([name]) + text : text);
    }
    // One below the other, an empty line between them.
    return Buffer.from(byteOrderMark + texts.join('\r\n'), 'utf8');
  },
};

export async function writeReport(work: ReportWork): Promise<ReportAnswer> {
  if (work.work === 'pages') return drawPages(work.content);
  if (work.work === 'checkWord') return checkDocument(work.document);
  if (work.work === 'checkCover') return checkCover(work.cover);
  if (work.work === 'exampleWord') return await exampleDocument(work.language);
  const files: ReportFile[] = [];
  for (const format of work.formats) files.push({ format, bytes: await writers[format](work.content) });
  return files;
}
