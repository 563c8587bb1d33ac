/** What a report of a period holds, and its files: PDF, workbook and tables, written in a process of their own. */
export type { ReportChart, ReportContent, ReportLine, ReportRelease } from './logic/content.ts';
export { layoutHash } from './logic/layout-hash.ts';
export { writeApart } from './logic/write-apart.ts';
