/** The files of a report of a period: PDF, workbook and tables, written in a process of their own. */
export { drawApart, writeApart } from './logic/write-apart.ts';
export type { ReportFile } from './logic/write-report.ts';
