import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorHandle } from './CellEditor.tsx';
import { type Column, textOf } from './cells.ts';
import { readCells, writeCells } from './clipboard.ts';
import { fillDown, paste, type Sheet, setCell, writeRange } from './edits.ts';
import { type Command, commandOf, type Pressed } from './keys.ts';
import { boxOf, inside, moved, nextCell, only, type Range, type Size } from './moves.ts';
import type { GridRow } from './shapes.ts';

/** What the commands of a grid work on: its state, and the ways to change it. */
interface Grounds {
  readonly sheet: Sheet;
  readonly size: Size;
  readonly chosen: Range;
  readonly column: Column | undefined;
  readonly row: GridRow | undefined;
  readonly editor: RefObject<EditorHandle | null>;
  readonly editing: boolean;
  readonly setEditing: (editing: boolean) => void;
  readonly setRange: (range: Range) => void;
  readonly setNote: (note: string | null) => void;
  /** Sets the range and brings its cell into sight. */
  readonly choose: (range: Range) => void;
  readonly apply: (rows: readonly GridRow[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly newRow: (() => GridRow) | undefined;
  readonly readOnly: boolean;
  readonly maxRows: number;
  readonly onlyWrong: boolean;
}

/** What one does to a grid by keys, paste and buttons. */
export function useCommands(grounds: Grounds) {
  const { t } = useTranslation();
  const { sheet, size, chosen, column, row, editor, editing, setEditing, setRange, setNote, choose } = grounds;
  const { apply, undo, redo, newRow, readOnly, maxRows, onlyWrong } = grounds;
  const { rows, view, columns } = sheet;
  const { at } = chosen;
  const tabLeaves = useRef(false);

  const begin = (text: string | null): void => {
    if (!column || column.closed || !row) return;
    editor.current?.begin(text ?? textOf(column, row[column.prop]));
    setEditing(true);
  };
  const end = (text: string | null): void => {
    setEditing(false);
    editor.current?.clear();
    if (text !== null) apply(writeRange(sheet, only(at), text));
  };
  const written = (): string => editor.current?.text() ?? '';
  const commitTo = (by: number): void => {
    if (editing) end(written());
    choose(inside(only({ row: at.row + by, column: at.column }), size));
  };
  const copied = (): string => {
    const { top, bottom, left, right } = boxOf(chosen);
    return writeCells(
      view
        .slice(top, bottom + 1)
        .map((i) => columns.slice(left, right + 1).map((each) => textOf(each, rows[i]![each.prop]))),
    );
  };
  const tick = (): void => {
    if (column && row && !column.closed) apply(setCell(sheet, at.row, column.prop, row[column.prop] !== true));
  };
  const isTick = column?.definition.type === 'CHECK' || column?.definition.type === 'SWITCH';

  const addRow = (): void => {
    if (!newRow || rows.length >= maxRows) return;
    apply([...rows, { ...newRow() }]);
    const place = onlyWrong ? view.length : rows.length;
    requestAnimationFrame(() => {
      choose(only({ row: place, column: 0 }));
      editor.current?.focus();
    });
  };
  const removeRows = (): void => {
    const { top, bottom } = boxOf(chosen);
    const gone = new Set(view.slice(top, bottom + 1));
    apply(rows.filter((_, i) => !gone.has(i)));
    setRange(only({ row: top, column: at.column }));
    editor.current?.focus();
  };

  const run: Readonly<Record<Command, (key: Pressed) => void>> = {
    cancel: () => end(null),
    commit: () => end(written()),
    commitDown: () => commitTo(1),
    commitUp: () => commitTo(-1),
    commitMove: (key) => {
      end(written());
      choose(moved(chosen, { ...key, shift: false, ctrl: false }, size) ?? chosen);
    },
    next: () => undefined,
    back: () => undefined,
    move: (key) => choose(moved(chosen, key, size) ?? chosen),
    all: () => setRange({ anchor: { row: 0, column: 0 }, at: { row: size.rows - 1, column: size.columns - 1 } }),
    // The browser copies what is chosen in the editor.
    copy: () => editor.current?.offer(copied()),
    cut: () => {
      editor.current?.offer(copied());
      setTimeout(() => apply(writeRange(sheet, chosen, '')));
    },
    fillDown: () => apply(fillDown(sheet, chosen)),
    undo,
    redo,
    remove: () => newRow && removeRows(),
    clear: () => apply(writeRange(sheet, chosen, '')),
    edit: () => begin(null),
    tick,
  };
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // An input method has the keys while it composes.
    if (event.nativeEvent.isComposing) return;
    const key = { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
    const typedAnew = editor.current?.typedAnew() ?? false;
    const command = commandOf(key, { editing, typedAnew, readOnly, tick: isTick });
    const leaves = tabLeaves.current;
    tabLeaves.current = event.key === 'Escape' && !editing;
    if (command === null) return;
    if (command === 'next' || command === 'back') {
      if (editing) end(written());
      const next = leaves ? null : nextCell(at, command === 'back', { ...size, rows: Math.max(1, view.length) });
      // From the last cell, and after Escape, Tab leads on to what comes after the table.
      if (!next) return;
      event.preventDefault();
      choose(only(next));
      return;
    }
    if (command !== 'copy' && command !== 'cut' && command !== 'commit') event.preventDefault();
    if (command === 'cancel' || command === 'commitDown' || command === 'commitUp') event.stopPropagation();
    run[command](key);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    if (editing) return;
    event.preventDefault();
    if (readOnly) return;
    const cells = readCells(event.clipboardData.getData('text'));
    const pasted = paste(sheet, chosen, cells, newRow, maxRows);
    apply(pasted.rows);
    setRange(pasted.range);
    setNote(
      pasted.rowsLeft > 0
        ? t('forms:grid.full', { count: newRow ? maxRows : rows.length })
        : pasted.columnsLeft > 0
          ? t('forms:grid.pastedColumns', { count: pasted.columnsLeft })
          : null,
    );
  };

  return { begin, end, written, tick, isTick, addRow, removeRows, onKey, onPaste };
}
