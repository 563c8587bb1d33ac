import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { copyText } from '../../kernel/clipboard.ts';
import { writeCells } from '../clipboard.ts';
import { type GridColumn, type Selection, selectedCells } from './columns.ts';

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
};

/** The place of a cell, as its element says it; null beside the cells. */
function placeOf(target: EventTarget): { row: number; column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const [row, column] = (cell?.dataset['cell'] ?? '').split(' ').map(Number);
  return row === undefined || column === undefined || Number.isNaN(row) ? null : { row, column };
}

/** Cells are selected by pointer and keys as in a spreadsheet, and copied by the usual key. */
export function useSelection(
  columns: readonly GridColumn[],
  order: readonly number[],
  zone: string,
  show: (row: number, column: number) => void,
) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const [isDragging, setDragging] = useState(false);
  const end = { row: order.length - 1, column: columns.length - 1 };
  const move = (by: readonly [number, number], extends_: boolean): void => {
    const from = selection ?? { row: 0, column: 0, toRow: -by[0], toColumn: -by[1] };
    const toRow = Math.min(end.row, Math.max(0, from.toRow + by[0]));
    const toColumn = Math.min(end.column, Math.max(0, from.toColumn + by[1]));
    setSelection({ ...(extends_ ? from : { row: toRow, column: toColumn }), toRow, toColumn });
    show(toRow, toColumn);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    if (order.length === 0 || event.target instanceof HTMLButtonElement) return;
    if (step) move(event.key === 'Home' ? [0, 0] : step, event.shiftKey);
    else if (isCommand && event.key === 'a') setSelection({ row: 0, column: 0, toRow: end.row, toColumn: end.column });
    else if (isCommand && event.key === 'c' && selection)
      void copyText(writeCells(selectedCells(columns, order, selection, zone)));
    else return;
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent): void => {
    const place = placeOf(event.target);
    if (!place || event.button !== 0) return;
    setDragging(event.pointerType === 'mouse');
    const from = event.shiftKey && selection ? selection : place;
    setSelection({ row: from.row, column: from.column, toRow: place.row, toColumn: place.column });
  };
  const onPointerMove = (event: PointerEvent): void => {
    const place = isDragging && event.buttons === 1 ? placeOf(event.target) : null;
    if (place) setSelection((old) => old && { ...old, toRow: place.row, toColumn: place.column });
  };
  return { selection, onKeyDown, onPointerDown, onPointerMove, onPointerUp: () => setDragging(false) };
}
