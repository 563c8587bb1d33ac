/** What a report of a period holds, and its files: PDF, workbook and tables, written in a process of their own. */
export type { ReportChart, ReportContent, ReportLine } from './logic/content.ts';
export { writeApart } from './logic/write-apart.ts';
export type { ReportFile } from './logic/write-report.ts';
