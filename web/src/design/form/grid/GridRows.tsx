import { CheckOutlined } from '@ant-design/icons';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { missing } from '../../../kernel/format.ts';
import { UnseenHeading } from '../../Headings.tsx';
import { type Column, textOf } from './cells.ts';
import type { boxOf, Cell } from './moves.ts';
import type { GridRow } from './shapes.ts';
import type { Wrongs } from './wrongs.ts';

export const rowPx = 30;
export const headPx = 30;
export const numberPx = 48;

/** What every cell needs to know: where the columns stand and what is chosen. */
interface GridFrame {
  readonly id: string;
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  readonly lefts: readonly number[];
  readonly box: ReturnType<typeof boxOf>;
  readonly at: Cell;
}
interface CellFrame extends GridFrame {
  readonly onPress: (event: MouseEvent, cell: Cell) => void;
  readonly onEnter: (cell: Cell) => void;
  readonly onEdit: () => void;
}

interface GridRowsProps extends GridFrame {
  readonly rows: readonly GridRow[];
  readonly view: readonly number[];
  readonly wrongs: Wrongs;
  /** The row as it is stored; null = it is new, undefined = nobody asks. */
  readonly formerOf: (row: GridRow) => GridRow | null | undefined;
  readonly items: readonly VirtualItem[];
  readonly onChoose: (cell: Cell, extend: boolean) => void;
  readonly onExtend: (cell: Cell) => void;
  readonly onRow: (row: number, extend: boolean) => void;
  readonly onEdit: () => void;
}

/** The heading and the rows in sight. A cell is chosen by pressing, a range by dragging or with Shift. */
export function GridRows(props: GridRowsProps) {
  const { rows, view, wrongs, formerOf, items, onChoose, onExtend, onRow } = props;
  const dragging = useRef(false);
  const frame: CellFrame = {
    ...props,
    onPress: (event, cell) => {
      if (event.button !== 0) return;
      event.preventDefault();
      dragging.current = true;
      addEventListener('mouseup', () => (dragging.current = false), { once: true });
      onChoose(cell, event.shiftKey);
    },
    onEnter: (cell) => {
      if (dragging.current) onExtend(cell);
    },
  };
  return (
    <>
      <GridHead columns={props.columns} widths={props.widths} lefts={props.lefts} />
      {items.map(({ key, index, start }) => {
        const place = view[index];
        const row = place === undefined ? undefined : rows[place];
        if (!row || place === undefined) return null;
        return (
          <GridLine
            key={key}
            frame={frame}
            index={index}
            start={start}
            place={place}
            row={row}
            former={formerOf(row)}
            messages={wrongs.get(place)}
            onRow={onRow}
          />
        );
      })}
    </>
  );
}

function GridHead({ columns, widths, lefts }: Pick<GridFrame, 'columns' | 'widths' | 'lefts'>) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the editor holds the focus for all cells
    <div role="row" className="head" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <span role="columnheader" className="number" style={{ width: numberPx }}>
        <UnseenHeading>{t('forms:grid.rowNumber')}</UnseenHeading>
      </span>
      {columns.map((column, i) => (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <span
          key={column.prop}
          role="columnheader"
          className={column.definition.type === 'NUMBER' ? 'right' : ''}
          style={{ left: lefts[i], width: widths[i] }}
          title={column.definition.tips === undefined ? column.title : undefined}
        >
          {column.definition.mark && <span className="mark">{column.definition.mark}</span>}
          {column.title}
          {column.unit && <span className="u">, {column.unit}</span>}
          {column.traits.required && <i aria-hidden="true"> *</i>}
        </span>
      ))}
    </div>
  );
}

/** One row: its number, which chooses all of it, and its cells. `place` = its place among all rows. */
function GridLine({
  frame,
  index,
  start,
  place,
  row,
  former,
  messages,
  onRow,
}: {
  frame: CellFrame;
  index: number;
  start: number;
  place: number;
  row: GridRow;
  former: GridRow | null | undefined;
  messages: ReadonlyMap<string, string> | undefined;
  onRow: (row: number, extend: boolean) => void;
}) {
  const chosenRow = index >= frame.box.top && index <= frame.box.bottom;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the editor holds the focus for all cells
    <div role="row" aria-rowindex={place + 2} className="row" style={{ transform: `translateY(${start}px)` }}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <span
        role="rowheader"
        className={`number pl-num${messages ? ' wrong' : ''}${chosenRow ? ' on' : ''}`}
        style={{ width: numberPx }}
        title={messages?.get('')}
        onMouseDown={(event) => {
          event.preventDefault();
          onRow(index, event.shiftKey);
        }}
      >
        {place + 1}
      </span>
      {frame.columns.map((column, i) => (
        <GridCell
          key={column.prop}
          frame={frame}
          cell={{ row: index, column: i }}
          column={column}
          value={row[column.prop]}
          former={former === undefined ? undefined : textOf(column, former?.[column.prop])}
          wrong={messages?.get(column.prop)}
        />
      ))}
    </div>
  );
}

/** One cell. `former` = what stood there when it was stored; undefined = nobody asks. */
function GridCell({
  frame,
  cell,
  column,
  value,
  former,
  wrong,
}: {
  frame: CellFrame;
  cell: Cell;
  column: Column;
  value: unknown;
  former: string | undefined;
  wrong: string | undefined;
}) {
  const { t } = useTranslation();
  const { box, at } = frame;
  const changed = former !== undefined && former !== textOf(column, value);
  const active = cell.row === at.row && cell.column === at.column;
  const inBox = cell.row >= box.top && cell.row <= box.bottom && cell.column >= box.left && cell.column <= box.right;
  const { type } = column.definition;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <span
      id={`${frame.id}-${cell.row}-${cell.column}`}
      role="gridcell"
      aria-selected={inBox}
      aria-invalid={wrong !== undefined}
      aria-colindex={cell.column + 2}
      className={[
        'cell',
        type === 'NUMBER' && 'right',
        wrong && 'wrong',
        column.closed && 'closed',
        changed && 'changed',
        inBox && 'in',
        active && 'at',
      ]
        .filter(Boolean)
        .join(' ')}
      style={{ left: frame.lefts[cell.column], width: frame.widths[cell.column] }}
      title={wrong ?? (changed ? t('forms:grid.was', { value: former || missing }) : undefined)}
      onMouseDown={(event) => frame.onPress(event, cell)}
      onMouseEnter={() => frame.onEnter(cell)}
      onDoubleClick={frame.onEdit}
    >
      {contentOf(column, value)}
    </span>
  );
}

function contentOf(column: Column, value: unknown): ReactNode {
  const { type } = column.definition;
  if (type !== 'CHECK' && type !== 'SWITCH') return textOf(column, value);
  if (value === true) return <CheckOutlined />;
  return typeof value === 'string' ? value : '';
}
