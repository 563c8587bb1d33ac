import { csvLine } from '@plumbline/science/files/csv-writer';
import { saveAs } from './call.ts';

/** Spreadsheets read UTF-8 only where it says so. */
const mark = '\uFEFF';

/** Hands a table to the person as CSV. Texts that would be formulas are made harmless. */
export function saveCsv(
  fileName: string,
  heading: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): void {
  const text = [heading, ...rows].map((cells) => csvLine(cells)).join('');
  saveAs(new Blob([mark, text], { type: 'text/csv;charset=utf-8' }), fileName);
}
