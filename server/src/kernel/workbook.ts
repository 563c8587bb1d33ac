/** A workbook of several tables, each a sheet with its heading. No text in it becomes a formula. */
import { strokeOf } from '@plumbline/science/display/svg-parts';
import { type SheetChart, writeXlsx } from 'hucre/xlsx';
import type { Cell, SheetColumn } from './sheets.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Drawn by the spreadsheet itself of the rows, beside them. */
  readonly charts?: readonly WorkbookChart[];
}
/** Columns and rows are counted from 0, without the heading. */
export interface WorkbookChart {
  readonly title: string;
  readonly x: { readonly title: string; readonly isTime?: boolean };
  /** `isDown` = larger values lie lower. */
  readonly y: { readonly title: string; readonly isDown?: boolean };
  readonly series: readonly {
    readonly name: string;
    readonly xColumn: number;
    readonly yColumn: number;
    readonly fromRow: number;
    readonly rows: number;
  }[];
}

/** What a spreadsheet takes as text of a cell. */
const maxText = 32_767;
/** What XML has no sign for, not even escaped. */
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const cellOf = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.toWellFormed().replace(unwritable, ' ').slice(0, maxText) : cell;

/** Of one sheet; more are slow to open. */
const maxCharts = 100;
const chartSize = { rows: 16, columns: 8 };
const chartsApart = 18;

/** `A`, `Z`, `AA`. */
function letters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : letters(rest)) + String.fromCharCode(65 + (column % 26));
}

const rangeOf = (column: number, fromRow: number, rows: number): string =>
  `${letters(column)}${fromRow + 2}:${letters(column)}${fromRow + rows + 1}`;

function chartOf({ title, x, y, series }: WorkbookChart, place: number, columns: number): SheetChart {
  const from = { row: 1 + place * chartsApart, col: columns + 1 };
  return {
    type: 'scatter',
    title: String(cellOf(title)),
    scatterStyle: 'lineMarker',
    series: series.map(({ name, xColumn, yColumn, fromRow, rows }, i) => ({
      name: String(cellOf(name)),
      categories: rangeOf(xColumn, fromRow, rows),
      values: rangeOf(yColumn, fromRow, rows),
      color: strokeOf(i).slice(1),
      stroke: { width: 1.25 },
      marker: { symbol: 'none' },
    })),
    axes: {
      x: { title: x.title, ...(x.isTime && { numberFormat: { formatCode: 'mm-dd' } }) },
      y: { title: y.title, ...(y.isDown && { reverse: true }) },
    },
    legend: 'bottom',
    dispBlanksAs: 'gap',
    anchor: { from, to: { row: from.row + chartSize.rows, col: from.col + chartSize.columns } },
  };
}

/** In letters of Latin; those of Chinese are twice as wide. Longer ones are cut: a sheet is to be read beside others. */
const headerWidth = (header: string): number =>
  Math.min(40, 2 + header.length + (header.match(/[\u2e80-\uffef]/g)?.length ?? 0));

export const writeWorkbook = (sheets: readonly WorkbookSheet[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: sheets.map(({ name, columns, rows, charts = [] }, i) => ({
      name: name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || `Sheet ${i + 1}`,
      rows: [columns.map(({ header }) => header), ...rows.map((row) => row.map(cellOf))],
      columns: columns.map(({ header, width = 16, format }) => ({
        width: Math.max(width, headerWidth(header)),
        ...(format && { numFmt: format }),
      })),
      freezePane: { rows: 1 },
      ...(charts.length > 0 && {
        charts: charts.slice(0, maxCharts).map((chart, place) => chartOf(chart, place, columns.length)),
      }),
    })),
  });
