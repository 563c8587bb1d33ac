/**
 * A table of measured values by columns. Invariant: screen, clipboard, CSV and workbook take a cell from the same column;
 * what is missing stays missing in all of them.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { zoneOf } from '@plumbline/science/series/zone';
import { formatChange, formatNumber, formatTime, missing } from '../../kernel/format.ts';
import type { SheetCell } from '../../kernel/save-xlsx.ts';

/** Flag on a cell: what tests or people found wrong with a value, or that a display filter refused it. */
export interface CellFlag {
  readonly quality: 'suspect' | 'fail' | 'refused';
  readonly tests: readonly string[];
}

interface Column {
  readonly key: string;
  readonly title: string;
  /** Written above neighbours that share it. */
  readonly group?: string;
  /** '' = none. */
  readonly unit: string;
  /** The unit stands over the table and not in the head; files name it. */
  readonly isUnitHidden?: true;
  readonly widthPx: number;
}
export interface NumberColumn extends Column {
  readonly kind: 'number';
  readonly precision: number;
  /** Changes carry their sign. */
  readonly isChange?: boolean;
  readonly values: readonly (number | null)[];
  /** null = not judged. */
  readonly levels?: readonly (number | null)[];
  readonly flags?: ReadonlyMap<number, CellFlag>;
}
/** Epoch ms. */
export interface TimeColumn extends Column {
  readonly kind: 'time';
  readonly values: readonly (number | null)[];
}
export interface TextColumn extends Column {
  readonly kind: 'text';
  readonly values: readonly (string | null)[];
}
export type GridColumn = NumberColumn | TimeColumn | TextColumn;

export interface GridSort {
  readonly key: string;
  readonly order: 'ascend' | 'descend';
}

const texts = new Intl.Collator(undefined, { numeric: true });

/** The places of the rows in the order of a column; rows without a value are last either way. Equals stay as they were. */
export function orderOf(columns: readonly GridColumn[], rowCount: number, sort: GridSort | null): readonly number[] {
  const rows = Array.from({ length: rowCount }, (_, i) => i);
  const column = columns.find(({ key }) => key === sort?.key);
  if (!column || !sort) return rows;
  const sign = sort.order === 'ascend' ? 1 : -1;
  const { values } = column;
  const compare = (a: number, b: number): number => {
    const [one, other] = [values[a] ?? null, values[b] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const by = typeof one === 'string' ? texts.compare(one, String(other)) : one - Number(other);
    return sign * by;
  };
  return rows.sort(compare);
}

/** A cell as it is read on the screen. */
export function cellWords(column: GridColumn, row: number, zone: string): string {
  if (column.kind === 'text') return column.values[row] ?? missing;
  const value = column.values[row] ?? null;
  if (column.kind === 'time') return formatTime(value, zone);
  return column.isChange ? formatChange(value, column.precision) : formatNumber(value, column.precision);
}

export const headingOf = ({ group, title, unit }: GridColumn): string =>
  [[group, title].filter(Boolean).join(' '), unit].filter(Boolean).join(', ');

/** The number with the decimals of its field and no more: what is read, as a number. */
const rounded = (value: number | null, precision: number): number | null =>
  value === null ? null : Number(value.toFixed(Math.max(precision, 6)));

/** A cell as text files hold it: times by the clocks of the project, numbers with a plain minus, nothing where nothing is. */
export function cellData(column: GridColumn, row: number, zone: string): string | number | null {
  if (column.kind === 'text') return column.values[row] ?? null;
  const value = column.values[row] ?? null;
  if (column.kind === 'time') return value === null ? null : formatTime(value, zone);
  return rounded(value, column.precision);
}

/** A cell as a workbook holds it: a time that the clocks show twice stays text with its offset, any other is a date. */
export function cellOfSheet(column: GridColumn, row: number, zone: string): SheetCell {
  if (column.kind !== 'time') return cellData(column, row, zone);
  const at = column.values[row] ?? null;
  if (at === null) return null;
  const clock = zoneOf(zone);
  const local = clock.localOf(at);
  return clock.instantsOf(local).length > 1 ? new Date(at).toISOString() : new Date(local);
}

/** The cells of some rows and columns, as `cell` gives them. */
export const cellsOf = <T>(
  columns: readonly GridColumn[],
  rows: readonly number[],
  cell: (column: GridColumn, row: number) => T,
): T[][] => rows.map((row) => columns.map((column) => cell(column, row)));

/** A rectangle of cells by their places on the screen: from the one where it began to the one where it ends. */
export interface Selection {
  readonly row: number;
  readonly column: number;
  readonly toRow: number;
  readonly toColumn: number;
}

export const boundsOf = ({ row, column, toRow, toColumn }: Selection) => ({
  top: Math.min(row, toRow),
  bottom: Math.max(row, toRow),
  left: Math.min(column, toColumn),
  right: Math.max(column, toColumn),
});

/** The selected cells as rows of text for a spreadsheet. */
export function selectedCells(
  columns: readonly GridColumn[],
  order: readonly number[],
  selection: Selection,
  zone: string,
): string[][] {
  const { top, bottom, left, right } = boundsOf(selection);
  return cellsOf(columns.slice(left, right + 1), order.slice(top, bottom + 1), (column, row) =>
    String(cellData(column, row, zone) ?? ''),
  );
}

/** Where each column begins, px, after those that stay in sight; the last number is where they end. */
export function startsOf(columns: readonly GridColumn[]): number[] {
  const starts = [0];
  for (const [i, { widthPx }] of columns.entries()) starts.push(elementAt(starts, i) + widthPx);
  return starts;
}
