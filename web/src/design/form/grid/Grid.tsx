import './grid.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CellEditor, type EditorHandle } from './CellEditor.tsx';
import { textOf } from './cells.ts';
import { fillDown, type Sheet } from './edits.ts';
import { GridBar, GridMessage } from './GridBar.tsx';
import { GridRows, headPx, numberPx, rowPx } from './GridRows.tsx';
import { boxOf, type Cell, inside, only, type Range } from './moves.ts';
import { Nothing } from './Nothing.tsx';
import type { EditableTableProps, GridIssue, GridRow } from './shapes.ts';
import { useColumns } from './use-columns.ts';
import { useCommands } from './use-commands.ts';
import { useHeight } from './use-height.ts';
import { usePageUndo } from './use-page-undo.ts';
import { useSheet } from './use-sheet.ts';
import { useView } from './use-view.ts';
import { useWidths } from './use-widths.ts';
import { rowJudge, wrongsOf } from './wrongs.ts';

const noIssues: readonly GridIssue[] = [];

/**
 * A table that is written in. One cell is chosen; an editor lies over it and takes what is typed, so that input methods
 * and the clipboard work as they do in a text. Only the rows in sight are drawn.
 * Invariant: what was typed or pasted is never changed silently; a cell that cannot be read keeps its text and its words.
 */
export default function Grid({
  columns: definitions,
  rows,
  onChange,
  schema,
  newRow,
  issues = noIssues,
  onWrong,
  actions,
  readOnly = false,
  maxRows = 10_000,
  heightPx,
  label,
  before,
}: EditableTableProps<GridRow>) {
  const { t } = useTranslation();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle>(null);
  const [range, setRange] = useState<Range>(only({ row: 0, column: 0 }));
  const [editing, setEditing] = useState(false);
  const [focused, setFocused] = useState(false);
  const [note, setNote] = useState<string | null>(null);

  const columns = useColumns(definitions, schema, readOnly);
  const { widths, lefts, totalPx } = useWidths(scroller, columns, numberPx);

  const { keyOf, apply, undo, redo, canUndo, canRedo } = useSheet(rows, onChange);
  const place = useRef<HTMLDivElement>(null);
  const height = useHeight(place, scroller, heightPx);
  usePageUndo(place, readOnly ? null : { undo, redo });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's key never changes
  const began = useMemo(() => before && new Map(before.map((row) => [keyOf(row), row])), [before]);
  const formerOf = (row: GridRow): GridRow | null | undefined => began && (began.get(keyOf(row)) ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language
  const judge = useMemo(() => rowJudge(schema, columns, t), [schema, columns]);
  const wrongs = useMemo(() => wrongsOf(rows, judge, issues), [rows, judge, issues]);
  const wrongCells = useMemo(() => [...wrongs.values()].reduce((sum, row) => sum + row.size, 0), [wrongs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the counts are news
  useEffect(() => onWrong?.(wrongCells, wrongs.size), [wrongCells, wrongs.size]);

  const { view, onlyWrong, setOnlyWrong } = useView(rows, wrongs, keyOf);
  const sheet: Sheet = { rows, view, columns };
  const virtual = useVirtualizer({
    count: view.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    paddingStart: headPx,
    scrollPaddingStart: headPx,
    scrollPaddingEnd: rowPx,
    // Rows stand in the first frame, before the place is measured in the second.
    initialRect: { width: 1000, height: 600 },
  });
  const size = {
    rows: Math.max(1, view.length),
    columns: Math.max(1, columns.length),
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 300) - headPx) / rowPx) - 1),
  };
  const chosen = inside(range, size);
  const { at } = chosen;
  const column = columns[at.column];
  const row = rows[view[at.row] ?? -1];

  const show = (cell: Cell): void => {
    virtual.scrollToIndex(cell.row, { align: 'auto' });
    const box = scroller.current;
    const left = lefts[cell.column] ?? 0;
    if (!box) return;
    if (left < box.scrollLeft + numberPx) box.scrollLeft = left - numberPx;
    else if (left + (widths[cell.column] ?? 0) > box.scrollLeft + box.clientWidth)
      box.scrollLeft = left + (widths[cell.column] ?? 0) - box.clientWidth;
  };
  const choose = (next: Range): void => {
    setRange(next);
    setNote(null);
    show(next.at);
  };
  const { begin, end, written, tick, isTick, addRow, removeRows, onKey, onPaste } = useCommands({
    ...{ sheet, size, chosen, column, row, editor, editing, setEditing, setRange, setNote, choose },
    ...{ apply, undo, redo, newRow, readOnly, maxRows, onlyWrong },
  });

  const box = boxOf(chosen);
  const messages = wrongs.get(view[at.row] ?? -1);
  return (
    <div
      ref={place}
      className={`pl-grid${focused ? ' focused' : ''}`}
      style={height === undefined ? {} : { height, flex: 'none' }}
    >
      <GridBar
        rows={rows.length}
        wrongRows={wrongs.size}
        onlyWrong={onlyWrong}
        onOnlyWrong={(on) => {
          setOnlyWrong(on);
          setRange(only({ row: 0, column: at.column }));
        }}
        chosenRows={box.bottom - box.top + 1}
        {...(readOnly
          ? {}
          : {
              undo: canUndo ? undo : null,
              redo: canRedo ? redo : null,
              fillDown: view.length > 1 ? () => apply(fillDown(sheet, chosen)) : null,
              ...(newRow
                ? {
                    add: rows.length < maxRows ? addRow : null,
                    remove: view.length > 0 ? removeRows : null,
                  }
                : {}),
            })}
        actions={actions}
      />
      <div ref={scroller} className="sheet" tabIndex={-1}>
        <div style={{ height: virtual.getTotalSize(), width: totalPx, position: 'relative' }}>
          {/* The rows alone: the editor that floats over a cell is none of them. */}
          {/* biome-ignore lint/a11y/useSemanticElements: rows out of sight are not drawn, which a table element cannot say */}
          <div
            role="grid"
            style={{ height: '100%' }}
            aria-label={label}
            aria-rowcount={rows.length + 1}
            aria-colcount={columns.length + 1}
            aria-multiselectable="true"
            aria-readonly={readOnly}
          >
            <GridRows
              {...{ id, columns, rows, view, wrongs, widths, lefts, box, at, formerOf }}
              items={virtual.getVirtualItems()}
              onChoose={(cell, extend) => {
                if (editing) end(written());
                setRange(extend ? { anchor: chosen.anchor, at: cell } : only(cell));
                setNote(null);
                editor.current?.focus();
                show(cell);
              }}
              onExtend={(cell) => setRange({ anchor: chosen.anchor, at: cell })}
              onRow={(place, extend) => {
                setRange({
                  anchor: { row: extend ? chosen.anchor.row : place, column: 0 },
                  at: { row: place, column: columns.length - 1 },
                });
                editor.current?.focus();
              }}
              onEdit={() => (isTick ? tick() : begin(null))}
            />
          </div>
          {view.length > 0 && (
            <CellEditor
              handle={editor}
              editing={editing}
              place={{
                top: headPx + at.row * rowPx,
                left: lefts[at.column] ?? 0,
                width: widths[at.column] ?? 100,
                height: rowPx,
              }}
              active={`${id}-${at.row}-${at.column}`}
              label={`${column?.title ?? ''}, ${t('forms:grid.rowNumber')} ${(view[at.row] ?? 0) + 1}: ${
                column && row ? textOf(column, row[column.prop]) : ''
              }`}
              describedBy={`${id}-said`}
              choices={column?.choices ?? []}
              closed={column?.closed ?? true}
              right={column?.definition.type === 'NUMBER'}
              onBegin={() => setEditing(true)}
              onKey={onKey}
              onPaste={onPaste}
              onPick={(text) => {
                end(text);
                choose(inside(only({ row: at.row + 1, column: at.column }), size));
              }}
              onFocus={() => setFocused(true)}
              onBlur={() => {
                setFocused(false);
                if (editing) end(written());
              }}
            />
          )}
        </div>
        {view.length === 0 && (
          <Nothing filtered={rows.length > 0} readOnly={readOnly} onPaste={onPaste} onFocus={setFocused} />
        )}
      </div>
      <GridMessage
        id={`${id}-said`}
        note={note}
        about={column?.title ?? ''}
        wrong={column ? (messages?.get(column.prop) ?? messages?.get('')) : undefined}
        readOnly={readOnly}
      />
    </div>
  );
}
