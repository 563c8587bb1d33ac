import { elementAt } from '@plumbline/contract/kernel/elements';
import { useRef, useState } from 'react';
import type { GridRow } from './shapes.ts';

const deepest = 200;

/**
 * The rows with their past. Each step is one undo; rows handed in from outside (another file, a saved state) begin a new
 * past. A row keeps its key through edits, so that a filter can hold on to it.
 */
export function useSheet(rows: readonly GridRow[], onChange: (rows: readonly GridRow[]) => void) {
  const past = useRef<(readonly GridRow[])[]>([]);
  const future = useRef<(readonly GridRow[])[]>([]);
  const mine = useRef(rows);
  const keys = useRef(new WeakMap<GridRow, number>());
  const nextKey = useRef(1);
  const [, redraw] = useState(0);
  if (mine.current !== rows) {
    mine.current = rows;
    past.current = [];
    future.current = [];
  }
  const keyOf = (row: GridRow): number => {
    let key = keys.current.get(row);
    if (key === undefined) {
      key = nextKey.current++;
      keys.current.set(row, key);
    }
    return key;
  };
  const put = (next: readonly GridRow[]): void => {
    mine.current = next;
    redraw((n) => n + 1);
    onChange(next);
  };
  const apply = (next: readonly GridRow[]): void => {
    if (next === rows) return;
    // Rows are added at the end alone, so what stands in the same place is the same row.
    if (next.length >= rows.length)
      for (const [i, row] of rows.entries()) {
        const after = elementAt(next, i);
        if (after !== row) keys.current.set(after, keyOf(row));
      }
    past.current = [...past.current.slice(1 - deepest), rows];
    future.current = [];
    put(next);
  };
  const step = (from: typeof past, to: typeof past): void => {
    const next = from.current.at(-1);
    if (!next) return;
    from.current = from.current.slice(0, -1);
    to.current = [...to.current, rows];
    put(next);
  };
  return {
    keyOf,
    apply,
    undo: () => step(past, future),
    redo: () => step(future, past),
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
  };
}
