import { saveAs } from './call.ts';

/** A cell of a workbook; a date is shown as it stands, without a zone. */
export type SheetCell = string | number | Date | null;

export interface SavedColumn {
  readonly header: string;
  /** Number format of the spreadsheet, such as `yyyy-mm-dd hh:mm:ss`. */
  readonly format?: string;
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What is to be known of the table, on a sheet of its own. */
interface SheetNote {
  readonly name: string;
  readonly text: string;
}

const sheetNameOf = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || 'Sheet';

/** Hands a table to the person as a workbook. What writes it is loaded when the first one is asked for. */
export async function saveXlsx(
  fileName: string,
  sheetName: string,
  columns: readonly SavedColumn[],
  rows: readonly (readonly SheetCell[])[],
  note?: SheetNote,
): Promise<void> {
  const { writeXlsx } = await import('hucre/xlsx');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetNameOf(sheetName),
        rows: [columns.map(({ header }) => header), ...rows.map((row) => [...row])],
        columns: columns.map(({ format }) => ({ width: format ? 20 : 16, ...(format && { numFmt: format }) })),
        freezePane: { rows: 1, columns: 1 },
      },
      ...(note ? [{ name: sheetNameOf(note.name), rows: [[note.text]] }] : []),
    ],
  });
  saveAs(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: sheetType }), fileName);
}
