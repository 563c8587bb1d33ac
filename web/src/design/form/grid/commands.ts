import { elementAt } from '@plumbline/contract/kernel/elements';
import type { TFunction } from 'i18next';
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { readCells, writeCells } from '../../clipboard.ts';
import type { EditorHandle } from './CellEditor.tsx';
import { type Column, textOf } from './cells.ts';
import { fillDown, paste, type Sheet, setCell, writeRange } from './edits.ts';
import { type Command, commandOf, type Pressed } from './keys.ts';
import { boxOf, inside, moved, nextCell, only, type Range, type Size } from './moves.ts';
import type { GridRow } from './shapes.ts';

/** State that the commands of a grid work on: its state as it is drawn, and the ways to change it. */
export interface GridState {
  readonly sheet: Sheet;
  readonly size: Size;
  readonly chosen: Range;
  readonly column: Column | undefined;
  readonly row: GridRow | undefined;
  readonly editor: RefObject<EditorHandle | null>;
  /** True when Tab leads on to what comes after the table: after Escape. */
  readonly tabLeaves: RefObject<boolean>;
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
  readonly t: TFunction;
}

/** Commands of a grid by keys, paste and buttons. Made anew for each drawing: it holds nothing of its own. */
export class GridCommands {
  private readonly grid: GridState;
  private readonly actions: Readonly<Record<Exclude<Command, 'next' | 'back'>, (key: Pressed) => void>>;

  constructor(grid: GridState) {
    this.grid = grid;
    const { sheet, chosen, size, choose, setRange, apply } = grid;
    this.actions = {
      cancel: () => this.end(null),
      commit: () => this.end(this.written()),
      commitDown: () => this.commitTo(1),
      commitUp: () => this.commitTo(-1),
      commitMove: (key) => {
        this.end(this.written());
        choose(moved(chosen, { ...key, shift: false, ctrl: false }, size) ?? chosen);
      },
      move: (key) => choose(moved(chosen, key, size) ?? chosen),
      all: () => setRange({ anchor: { row: 0, column: 0 }, at: { row: size.rows - 1, column: size.columns - 1 } }),
      // The browser copies what is chosen in the editor.
      copy: () => this.offerCopy(),
      cut: () => {
        this.offerCopy();
        setTimeout(() => apply(writeRange(sheet, chosen, '')));
      },
      fillDown: () => apply(fillDown(sheet, chosen)),
      undo: grid.undo,
      redo: grid.redo,
      remove: () => {
        if (grid.newRow) this.removeRows();
      },
      clear: () => apply(writeRange(sheet, chosen, '')),
      edit: () => this.begin(null),
      tick: () => this.tick(),
    };
  }

  /** Opens the editor over the chosen cell; null = with what stands in it. */
  begin(text: string | null): void {
    const { column, row, editor, setEditing } = this.grid;
    if (!column || column.closed || !row) return;
    editor.current?.begin(text ?? textOf(column, row[column.prop]));
    setEditing(true);
  }
  /** Closes the editor; null = what was typed is thrown away. */
  end(text: string | null): void {
    const { sheet, chosen, editor, setEditing, apply } = this.grid;
    setEditing(false);
    editor.current?.clear();
    if (text !== null) apply(writeRange(sheet, only(chosen.at), text));
  }
  written(): string {
    return this.grid.editor.current?.text() ?? '';
  }
  tick(): void {
    const { sheet, chosen, column, row, apply } = this.grid;
    if (column && row && !column.closed) apply(setCell(sheet, chosen.at.row, column.prop, row[column.prop] !== true));
  }
  isTick(): boolean {
    const type = this.grid.column?.definition.type;
    return type === 'CHECK' || type === 'SWITCH';
  }
  /** What a double click does: a box is ticked, anything else is edited. */
  edit(): void {
    if (this.isTick()) this.tick();
    else this.begin(null);
  }

  addRow(): void {
    const { sheet, newRow, maxRows, onlyWrong, apply, choose, editor } = this.grid;
    if (!newRow || sheet.rows.length >= maxRows) return;
    apply([...sheet.rows, { ...newRow() }]);
    const place = onlyWrong ? sheet.view.length : sheet.rows.length;
    requestAnimationFrame(() => {
      choose(only({ row: place, column: 0 }));
      editor.current?.focus();
    });
  }
  removeRows(): void {
    const { sheet, chosen, apply, setRange, editor } = this.grid;
    const { top, bottom } = boxOf(chosen);
    const gone = new Set(sheet.view.slice(top, bottom + 1));
    apply(sheet.rows.filter((_, i) => !gone.has(i)));
    setRange(only({ row: top, column: chosen.at.column }));
    editor.current?.focus();
  }

  onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // An input method has the keys while it composes.
    if (event.nativeEvent.isComposing) return;
    const { editor, editing, readOnly, tabLeaves } = this.grid;
    const key = { key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
    const typedAnew = editor.current?.typedAnew() ?? false;
    const command = commandOf(key, { editing, typedAnew, readOnly, tick: this.isTick() });
    const leaves = tabLeaves.current;
    tabLeaves.current = event.key === 'Escape' && !editing;
    if (command === null) return;
    if (command === 'next' || command === 'back') {
      this.tab(event, command === 'back', leaves);
      return;
    }
    if (command !== 'copy' && command !== 'cut' && command !== 'commit') event.preventDefault();
    if (command === 'cancel' || command === 'commitDown' || command === 'commitUp') event.stopPropagation();
    this.actions[command](key);
  }
  onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { sheet, chosen, editing, readOnly, newRow, maxRows, apply, setRange, setNote, t } = this.grid;
    if (editing) return;
    event.preventDefault();
    if (readOnly) return;
    const cells = readCells(event.clipboardData.getData('text'));
    const pasted = paste(sheet, chosen, cells, newRow, maxRows);
    apply(pasted.rows);
    setRange(pasted.range);
    if (pasted.rowsLeft > 0) setNote(t('forms:grid.full', { count: newRow ? maxRows : sheet.rows.length }));
    else setNote(pasted.columnsLeft > 0 ? t('forms:grid.pastedColumns', { count: pasted.columnsLeft }) : null);
  }

  private tab(event: KeyboardEvent, back: boolean, leaves: boolean): void {
    const { sheet, chosen, size, editing, choose } = this.grid;
    if (editing) this.end(this.written());
    const next = leaves ? null : nextCell(chosen.at, back, { ...size, rows: Math.max(1, sheet.view.length) });
    // From the last cell, and after Escape, Tab leads on to what comes after the table.
    if (!next) return;
    event.preventDefault();
    choose(only(next));
  }
  private commitTo(by: number): void {
    const { chosen, size, editing, choose } = this.grid;
    if (editing) this.end(this.written());
    choose(inside(only({ row: chosen.at.row + by, column: chosen.at.column }), size));
  }
  private offerCopy(): void {
    const { sheet, chosen, editor } = this.grid;
    const { top, bottom, left, right } = boxOf(chosen);
    const rows = sheet.view.slice(top, bottom + 1).map((i) => elementAt(sheet.rows, i));
    const columns = sheet.columns.slice(left, right + 1);
    editor.current?.offer(writeCells(rows.map((row) => columns.map((each) => textOf(each, row[each.prop])))));
  }
}
