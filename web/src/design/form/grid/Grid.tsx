import './grid.css';
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CellEditor } from './CellEditor.tsx';
import { textOf } from './cells.ts';
import { fillDown } from './edits.ts';
import { GridBar, GridMessage } from './GridBar.tsx';
import { GridRows, headPx, rowPx } from './GridRows.tsx';
import { type Cell, inside, only } from './moves.ts';
import { Nothing } from './Nothing.tsx';
import type { EditableTableProps } from './shapes.ts';
import { type GridModel, useGrid } from './use-grid.ts';
import { useHeight } from './use-height.ts';

/**
 * A table that is written in. One cell is chosen; an editor lies over it and takes what is typed, so that input methods
 * and the clipboard work as they do in a text. Only the rows in sight are drawn.
 * Invariant: what was typed or pasted is never changed silently; a cell that cannot be read keeps its text and its words.
 */
export default function Grid(props: EditableTableProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const grid = useGrid(props, place, scroller);
  const height = useHeight(place, scroller, props.heightPx);
  const { sheet, chosen, column, wrongs, readOnly, commands } = grid;
  const messages = wrongs.get(sheet.view[chosen.at.row] ?? -1);
  return (
    <div
      ref={place}
      className={`pl-grid${focused ? ' focused' : ''}`}
      style={height === undefined ? {} : { height, flex: 'none' }}
    >
      <Bar grid={grid} actions={props.actions} />
      <div ref={scroller} className="sheet" tabIndex={-1}>
        <div style={{ height: grid.virtual.getTotalSize(), width: grid.layout.totalPx, position: 'relative' }}>
          <Rows id={id} grid={grid} label={props.label} />
          {sheet.view.length > 0 && <Editor id={id} grid={grid} onFocused={setFocused} />}
        </div>
        {sheet.view.length === 0 && (
          <Nothing
            filtered={sheet.rows.length > 0}
            readOnly={readOnly}
            onPaste={(event) => commands.onPaste(event)}
            onFocus={setFocused}
          />
        )}
      </div>
      <GridMessage
        id={`${id}-said`}
        note={grid.note}
        about={column?.title ?? ''}
        wrong={column ? (messages?.get(column.prop) ?? messages?.get('')) : undefined}
        readOnly={readOnly}
      />
    </div>
  );
}

function Bar({ grid, actions }: { grid: GridModel; actions: ReactNode }) {
  const { sheet, chosen, box, wrongs, onlyWrong, setOnlyWrong, setRange } = grid;
  return (
    <GridBar
      rows={sheet.rows.length}
      wrongRows={wrongs.size}
      onlyWrong={onlyWrong}
      onOnlyWrong={(on) => {
        setOnlyWrong(on);
        setRange(only({ row: 0, column: chosen.at.column }));
      }}
      chosenRows={box.bottom - box.top + 1}
      {...(grid.readOnly ? {} : actsOf(grid))}
      actions={actions}
    />
  );
}

type Acts = Pick<ComponentProps<typeof GridBar>, 'undo' | 'redo' | 'fillDown' | 'add' | 'remove'>;

/** What can be done to the rows; null = not now. Rows are added and removed only where a new one can be made. */
function actsOf({ sheet, chosen, apply, undo, redo, newRow, maxRows, commands }: GridModel): Acts {
  return {
    undo,
    redo,
    fillDown: sheet.view.length > 1 ? () => apply(fillDown(sheet, chosen)) : null,
    ...(newRow && {
      add: sheet.rows.length < maxRows ? () => commands.addRow() : null,
      remove: sheet.view.length > 0 ? () => commands.removeRows() : null,
    }),
  };
}

/** The rows alone: the editor that floats over a cell is none of them. */
function Rows({ id, grid, label }: { id: string; grid: GridModel; label: string }) {
  const { sheet, layout, chosen, box, wrongs, formerOf, editor, editing, commands, setRange, setNote, show } = grid;
  const chooseCell = (cell: Cell, extend: boolean): void => {
    if (editing) commands.end(commands.written());
    setRange(extend ? { anchor: chosen.anchor, at: cell } : only(cell));
    setNote(null);
    editor.current?.focus();
    show(cell);
  };
  const chooseRow = (row: number, extend: boolean): void => {
    const anchor = { row: extend ? chosen.anchor.row : row, column: 0 };
    setRange({ anchor, at: { row, column: sheet.columns.length - 1 } });
    editor.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows out of sight are not drawn, which a table element cannot say
    <div
      role="grid"
      style={{ height: '100%' }}
      aria-label={label}
      aria-rowcount={sheet.rows.length + 1}
      aria-colcount={sheet.columns.length + 1}
      aria-multiselectable="true"
      aria-readonly={grid.readOnly}
    >
      <GridRows
        {...{ id, ...sheet, ...layout, wrongs, box, at: chosen.at, formerOf }}
        items={grid.virtual.getVirtualItems()}
        onChoose={chooseCell}
        onExtend={(cell) => setRange({ anchor: chosen.anchor, at: cell })}
        onRow={chooseRow}
        onEdit={() => commands.edit()}
      />
    </div>
  );
}

/** The editor over the chosen cell. */
function Editor({ id, grid, onFocused }: { id: string; grid: GridModel; onFocused: (focused: boolean) => void }) {
  const { t } = useTranslation();
  const { sheet, layout, chosen, column, row, editing, commands } = grid;
  const { at } = chosen;
  const place = {
    top: headPx + at.row * rowPx,
    left: layout.lefts[at.column] ?? 0,
    width: layout.widths[at.column] ?? 100,
    height: rowPx,
  };
  const number = `${t('forms:grid.rowNumber')} ${(sheet.view[at.row] ?? 0) + 1}`;
  return (
    <CellEditor
      handle={grid.editor}
      editing={editing}
      place={place}
      active={`${id}-${at.row}-${at.column}`}
      label={`${column?.title ?? ''}, ${number}: ${column && row ? textOf(column, row[column.prop]) : ''}`}
      describedBy={`${id}-said`}
      choices={column?.choices ?? []}
      closed={column?.closed ?? true}
      right={column?.definition.type === 'NUMBER'}
      onBegin={() => grid.setEditing(true)}
      onKey={(event) => commands.onKey(event)}
      onPaste={(event) => commands.onPaste(event)}
      onPick={(text) => {
        commands.end(text);
        grid.choose(inside(only({ row: at.row + 1, column: at.column }), grid.size));
      }}
      onFocus={() => onFocused(true)}
      onBlur={() => {
        onFocused(false);
        if (editing) commands.end(commands.written());
      }}
    />
  );
}
