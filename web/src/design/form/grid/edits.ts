import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Column, cellValue, headingOf } from './cells.ts';
import { boxOf, type Range } from './moves.ts';
import type { GridRow } from './shapes.ts';

/**
 * Sheet of rows with the edits that one makes, as pure steps from rows to rows. `view` lists the rows shown, in order,
 * by their place among all rows; a range is counted in it. Invariant: rows that do not change stay the same objects.
 */
export interface Sheet {
  readonly rows: readonly GridRow[];
  readonly view: readonly number[];
  readonly columns: readonly Column[];
}

/** Sets single cells, given by place among all rows. */
function setCells(sheet: Sheet, cells: ReadonlyMap<number, Readonly<Record<string, unknown>>>): readonly GridRow[] {
  let changed = false;
  const next = sheet.rows.map((row, i) => {
    const parts = cells.get(i);
    if (!parts || Object.entries(parts).every(([prop, value]) => Object.is(row[prop], value))) return row;
    changed = true;
    return { ...row, ...parts };
  });
  return changed ? next : sheet.rows;
}

/** One text into every cell of a range. */
export function writeRange(sheet: Sheet, range: Range, text: string): readonly GridRow[] {
  const { top, bottom, left, right } = boxOf(range);
  const parts: Record<string, unknown> = {};
  for (const column of sheet.columns.slice(left, right + 1))
    if (!column.closed) parts[column.prop] = cellValue(column, text);
  return setCells(sheet, new Map(sheet.view.slice(top, bottom + 1).map((row) => [row, parts])));
}

/** A value of its own into one cell (a box that is ticked). */
export const setCell = (sheet: Sheet, viewRow: number, prop: string, value: unknown): readonly GridRow[] =>
  setCells(sheet, new Map([[sheet.view[viewRow] ?? -1, { [prop]: value }]]));

/** The first row of the range into the rows under it; with one row chosen, the row above it into it. */
export function fillDown(sheet: Sheet, range: Range): readonly GridRow[] {
  const { top, bottom, left, right } = boxOf(range);
  const from = sheet.rows[sheet.view[top === bottom ? top - 1 : top] ?? -1];
  if (!from) return sheet.rows;
  const parts = Object.fromEntries(
    sheet.columns
      .slice(left, right + 1)
      .filter((column) => !column.closed)
      .map(({ prop }) => [prop, from[prop]]),
  );
  return setCells(
    sheet,
    new Map(sheet.view.slice(top === bottom ? top : top + 1, bottom + 1).map((row) => [row, parts])),
  );
}

export interface Pasted {
  readonly rows: readonly GridRow[];
  /** The rows that were added at the end. */
  readonly added: number;
  /** Rows and columns that found no place. */
  readonly rowsLeft: number;
  readonly columnsLeft: number;
  readonly range: Range;
}

/**
 * Pasted cells from the upper left cell of the range on. One cell fills the whole range; a heading row says which
 * column each cell belongs to; rows beyond the last are added where `newRow` makes them, up to `maxRows`.
 */
export function paste(
  sheet: Sheet,
  range: Range,
  cells: readonly (readonly string[])[],
  newRow: (() => GridRow) | undefined,
  maxRows: number,
): Pasted {
  const { top, left, bottom, right } = boxOf(range);
  const [first = []] = cells;
  const single = cells.length === 1 && first.length === 1 ? first[0] : undefined;
  if (single !== undefined && (top !== bottom || left !== right))
    return { rows: writeRange(sheet, range, single), added: 0, rowsLeft: 0, columnsLeft: 0, range };
  const heading = headingOf(first, sheet.columns);
  const body = heading ? cells.slice(1) : cells;
  const width = Math.max(0, ...body.map((row) => row.length));
  const columnAt = (i: number): number => (heading ? (heading[i] ?? -1) : left + i);
  const parse = (row: readonly string[]): Record<string, unknown> => {
    const parts: Record<string, unknown> = {};
    for (const [i, text] of row.entries()) {
      const column = sheet.columns[columnAt(i)];
      if (column && !column.closed) parts[column.prop] = cellValue(column, text);
    }
    return parts;
  };
  const over = sheet.view.slice(top, top + body.length);
  const next = setCells(sheet, new Map(over.map((row, i) => [row, parse(elementAt(body, i))])));
  const capacity = Math.max(0, maxRows - sheet.rows.length);
  const beyond = body.slice(over.length, over.length + capacity);
  const more = newRow ? beyond.map((row) => ({ ...newRow(), ...parse(row) })) : [];
  const places = Array.from({ length: width }, (_, i) => columnAt(i)).filter(
    (at) => at >= 0 && at < sheet.columns.length,
  );
  return {
    rows: more.length > 0 ? [...next, ...more] : next,
    added: more.length,
    rowsLeft: body.length - over.length - more.length,
    columnsLeft: width - places.length,
    range: {
      anchor: { row: top, column: Math.min(...places, left) },
      at: { row: Math.max(top, top + over.length + more.length - 1), column: Math.max(...places, left) },
    },
  };
}
