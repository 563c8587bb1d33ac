/** Where the keyboard leads in a grid. Pure: a cell and a range in, a cell and a range out. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}
/** From the cell where it began to the cell that moves. */
export interface Range {
  readonly anchor: Cell;
  readonly at: Cell;
}
export interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows that a page key moves by. */
  readonly page: number;
}

export const only = (cell: Cell): Range => ({ anchor: cell, at: cell });
export const boxOf = ({ anchor, at }: Range) => ({
  top: Math.min(anchor.row, at.row),
  bottom: Math.max(anchor.row, at.row),
  left: Math.min(anchor.column, at.column),
  right: Math.max(anchor.column, at.column),
});
const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));
/** A range that lies within the grid. */
export const inside = ({ anchor, at }: Range, size: Size): Range => {
  const cell = (each: Cell): Cell => ({
    row: clamp(each.row, size.rows - 1),
    column: clamp(each.column, size.columns - 1),
  });
  return { anchor: cell(anchor), at: cell(at) };
};

export interface Key {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
}

/** The range after a key; null when the key is none that moves. */
export function moved(range: Range, { key, shift, ctrl }: Key, size: Size): Range | null {
  const { row, column } = range.at;
  const to = ((): Cell | null => {
    switch (key) {
      case 'ArrowUp':
        return { row: ctrl ? 0 : row - 1, column };
      case 'ArrowDown':
        return { row: ctrl ? size.rows - 1 : row + 1, column };
      case 'ArrowLeft':
        return { row, column: ctrl ? 0 : column - 1 };
      case 'ArrowRight':
        return { row, column: ctrl ? size.columns - 1 : column + 1 };
      case 'Home':
        return { row: ctrl ? 0 : row, column: 0 };
      case 'End':
        return { row: ctrl ? size.rows - 1 : row, column: size.columns - 1 };
      case 'PageUp':
        return { row: row - size.page, column };
      case 'PageDown':
        return { row: row + size.page, column };
      default:
        return null;
    }
  })();
  if (!to) return null;
  return inside(shift ? { anchor: range.anchor, at: to } : only(to), size);
}

/** The next cell by Tab, from the end of a row to the next one; null where the grid ends. */
export function nextCell({ row, column }: Cell, back: boolean, size: Size): Cell | null {
  const index = row * size.columns + column + (back ? -1 : 1);
  if (index < 0 || index >= size.rows * size.columns) return null;
  return { row: Math.floor(index / size.columns), column: index % size.columns };
}
