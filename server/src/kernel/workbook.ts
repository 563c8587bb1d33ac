/** A workbook of several tables, each a sheet with its heading. No text in it becomes a formula. */
import { writeXlsx } from 'hucre/xlsx';
import type { Cell, SheetColumn } from './sheets.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** What a spreadsheet takes as text of a cell. */
const maxText = 32_767;
/** What XML has no sign for, not even escaped. */
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const cellOf = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.toWellFormed().replace(unwritable, ' ').slice(0, maxText) : cell;

export const writeWorkbook = (sheets: readonly WorkbookSheet[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: sheets.map(({ name, columns, rows }, i) => ({
      name: name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || `Sheet ${i + 1}`,
      rows: [columns.map(({ header }) => header), ...rows.map((row) => row.map(cellOf))],
      columns: columns.map(({ width = 16, format }) => ({ width, ...(format && { numFmt: format }) })),
      freezePane: { rows: 1 },
    })),
  });
