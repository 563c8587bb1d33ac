/** How the sheets of a workbook look: headings, widths by content, decimals, and how they are printed. Values stay as they are. */
import type { CellStyle, WriteSheet, writeXlsx } from 'hucre/xlsx';
import type { Cell, SheetColumn } from './sheets.ts';

const rule = { style: 'thin', color: { rgb: 'D1D5DB' } } as const;
const ink = { style: 'medium', color: { rgb: '1F2937' } } as const;

/** Named in every style: a font without a name is whatever the program that reads it falls back on. */
const face = { name: 'Calibri', size: 11 } as const;
const titleSize = 16;

export const headStyle: CellStyle = {
  font: { ...face, bold: true, color: { rgb: '1F2937' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E5E7EB' } },
  border: { top: rule, left: rule, right: rule, bottom: ink },
  alignment: { wrapText: true, vertical: 'center', horizontal: 'center' },
};
const border = { top: rule, left: rule, right: rule, bottom: rule };
/** The style of the first sheet: facts with their titles, without a grid. */
export const titleStyle: CellStyle = {
  font: { ...face, bold: true, size: titleSize },
  alignment: { wrapText: true, vertical: 'center' },
};
export const factStyle: CellStyle = { font: { ...face, bold: true }, alignment: { vertical: 'top' } };
export const factTextStyle: CellStyle = { alignment: { wrapText: true, vertical: 'top' } };

/** `0.000` for three decimals. */
export const formatOf = (decimals: number): string => (decimals > 0 ? `0.${'0'.repeat(decimals)}` : '0');

/** In letters, of cells: no column is narrower; one of prose is no wider, and its text has several lines. */
const narrowest = 7;
const widest = 44;
/** Rows that a width is taken from: those beyond are like them. */
const rowsMeasured = 2_000;
const timeWidth = { seconds: 18, minutes: 15 };

/** In letters of Latin; those of Chinese are twice as wide. */
const lettersOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
const longestWord = (text: string): number =>
  Math.max(0, ...text.split(/\s+/).map((word) => Math.min(lettersOf(word), 16)));

function lettersOfCell(cell: Cell | undefined, decimals: number | null, format = ''): number {
  if (cell === null || cell === undefined) return 0;
  if (cell instanceof Date) return format.endsWith('ss') ? timeWidth.seconds : timeWidth.minutes;
  if (typeof cell === 'number') return (decimals === null ? String(cell) : cell.toFixed(decimals)).length;
  return lettersOf(String(cell));
}

/** The decimals of a cell: of its row where its column is measured, of the format of the column otherwise; null = as it is. */
export function decimalsOf({ isMeasured, format }: SheetColumn, ofRow: number | null): number | null {
  if (isMeasured) return ofRow;
  const places = format && /^0(?:\.(0+))?$/.exec(format);
  return places ? (places[1]?.length ?? 0) : null;
}

export type NamedRange = NonNullable<Parameters<typeof writeXlsx>[0]['namedRanges']>[number];

interface Table {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly decimals?: readonly (number | null)[];
}

/** Returns the width of each column, in letters. */
export const widthsOf = ({ columns, rows, decimals = [] }: Table): number[] =>
  columns.map((column, i) => {
    let width = Math.max(narrowest, longestWord(column.header) + 2, lettersOf(column.header) / 2 + 2);
    // What stands alone in its row is a remark.
    for (const [row, cells] of rows.slice(0, rowsMeasured).entries())
      if (cells.length > 1)
        width = Math.max(width, lettersOfCell(cells[i], decimalsOf(column, decimals[row] ?? null), column.format) + 2);
    return Math.min(widest, Math.ceil(width));
  });

/** Returns whether texts of a column of this width have several lines. */
export const isWrapped = (width: number): boolean => width >= widest;

/** In points: of one line of the face, with what is between lines. */
const linePt = 15;
/** A bold letter is wider. */
const boldShare = 1.15;

/** Lines that a text takes in a column, in letters: a word is not broken unless it is wider than the column. */
function linesOf(text: string, width: number): number {
  return text.split('\n').reduce((lines, paragraph) => {
    let [used, count] = [0, 1];
    for (const word of paragraph.split(' ')) {
      const letters = lettersOf(word);
      if (used > 0 && used + 1 + letters > width) [used, count] = [0, count + 1];
      used += (used > 0 ? 1 : 0) + letters;
      if (used > width) [used, count] = [used % width, count + Math.floor(used / width)];
    }
    return lines + count;
  }, 0);
}

/**
 * Returns the height of the rows whose text has several lines, in points, by row of the sheet: not every program that opens a workbook
 * finds it out. `wraps` = the width of each column in which texts have several lines, in letters; null = they have one.
 */
export function heightsOf(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  widths: readonly number[],
  wraps: readonly (number | null)[],
): Map<number, { height: number }> {
  const heights = new Map<number, { height: number }>();
  const keep = (row: number, lines: number) => lines > 1 && heights.set(row, { height: lines * linePt });
  keep(0, Math.max(1, ...headings.map((text, i) => linesOf(text, (widths[i] ?? widest) / boldShare))));
  for (const [i, row] of rows.entries()) {
    let lines = 1;
    for (const [k, width] of wraps.entries()) {
      const cell = row[k];
      if (width !== null && typeof cell === 'string' && (cell.length * 2 > width || cell.includes('\n')))
        lines = Math.max(lines, linesOf(cell, width));
    }
    keep(i + 1, lines);
  }
  return heights;
}

/** Returns the height of the row of a title, in points; its column is that wide, in letters of the face. */
export const titleHeight = (title: string, width: number): { height: number } => ({
  height: linesOf(title, (width * face.size) / (titleSize * boldShare)) * titleSize * 1.4,
});

/** Returns the style of the cells of a column; where rows differ in their decimals, those cells have their own format. */
export function columnStyle(column: SheetColumn, width: number, decimals: number | null): CellStyle {
  const places = decimalsOf(column, decimals);
  const format = places === null ? column.format : formatOf(places);
  return {
    border,
    alignment: { vertical: 'top', ...(isWrapped(width) && { wrapText: true }) },
    ...(format !== undefined && { numFmt: format }),
  };
}

/** Letters of a page that stands upright, at the size at which they are typed. */
const uprightLetters = 95;

/** One page of A4 wide, whatever is in it. */
export const printOf = (width: number): NonNullable<WriteSheet['pageSetup']> => ({
  paperSize: 'a4',
  orientation: width > uprightLetters ? 'landscape' : 'portrait',
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  margins: { left: 0.5, right: 0.5, top: 0.7, bottom: 0.7, header: 0.3, footer: 0.3 },
});

/**
 * Returns what is printed of a sheet, and its heading on every page, as names: the writer's own leave out the quotes without which
 * spreadsheets call a file damaged.
 */
export function printedNames(name: string, area: string, hasHeading: boolean): NamedRange[] {
  const sheet = `'${name.replaceAll("'", "''")}'`;
  return [
    { name: '_xlnm.Print_Area', range: `${sheet}!${area}`, scope: name },
    ...(hasHeading ? [{ name: '_xlnm.Print_Titles', range: `${sheet}!$1:$1`, scope: name }] : []),
  ];
}
