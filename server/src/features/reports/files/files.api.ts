/** The files of a report of a period: PDF, workbook and tables, written in a process of their own. */
export { layoutHash } from './logic/layout-hash.ts';
export { checkApart, checkCoverApart, drawApart, exampleApart, writeApart } from './logic/write-apart.ts';
