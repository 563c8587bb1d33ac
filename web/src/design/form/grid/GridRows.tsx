import { CheckOutlined } from '@ant-design/icons';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { missing } from '../../../kernel/format.ts';
import { type Column, textOf } from './cells.ts';
import type { boxOf, Cell } from './moves.ts';
import type { GridRow } from './shapes.ts';
import type { Wrongs } from './wrongs.ts';

export const rowPx = 30;
export const headPx = 30;
export const numberPx = 48;

/** The heading and the rows in sight. A cell is chosen by pressing, a range by dragging or with Shift. */
export function GridRows({
  id,
  columns,
  rows,
  view,
  wrongs,
  widths,
  lefts,
  box,
  at,
  formerOf,
  items,
  onChoose,
  onExtend,
  onRow,
  onEdit,
}: {
  id: string;
  columns: readonly Column[];
  rows: readonly GridRow[];
  view: readonly number[];
  wrongs: Wrongs;
  widths: readonly number[];
  lefts: readonly number[];
  box: ReturnType<typeof boxOf>;
  at: Cell;
  /** The row as it is stored; null = it is new, undefined = nobody asks. */
  formerOf: (row: GridRow) => GridRow | null | undefined;
  items: readonly VirtualItem[];
  onChoose: (cell: Cell, extend: boolean) => void;
  onExtend: (cell: Cell) => void;
  onRow: (row: number, extend: boolean) => void;
  onEdit: () => void;
}) {
  const { t } = useTranslation();
  const dragging = useRef(false);
  const press = (event: MouseEvent, cell: Cell): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    dragging.current = true;
    addEventListener('mouseup', () => (dragging.current = false), { once: true });
    onChoose(cell, event.shiftKey);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the editor holds the focus for all cells */}
      <div role="row" className="head" aria-rowindex={1}>
        {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
        <span
          role="columnheader"
          className="number"
          style={{ width: numberPx }}
          aria-label={t('forms:grid.rowNumber')}
        />
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
      {items.map((item) => {
        const place = view[item.index];
        const row = place === undefined ? undefined : rows[place];
        if (!row || place === undefined) return null;
        const messages = wrongs.get(place);
        const former = formerOf(row);
        const chosenRow = item.index >= box.top && item.index <= box.bottom;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          // biome-ignore lint/a11y/useFocusableInteractive: the editor holds the focus for all cells
          <div
            key={item.key}
            role="row"
            aria-rowindex={place + 2}
            className="row"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
            <span
              role="rowheader"
              className={`number pl-num${messages ? ' wrong' : ''}${chosenRow ? ' on' : ''}`}
              style={{ width: numberPx }}
              title={messages?.get('')}
              onMouseDown={(event) => {
                event.preventDefault();
                onRow(item.index, event.shiftKey);
              }}
            >
              {place + 1}
            </span>
            {columns.map((column, i) => {
              const value = row[column.prop];
              const wrong = messages?.get(column.prop);
              const was = former === undefined ? undefined : former?.[column.prop];
              const changed = former !== undefined && textOf(column, was) !== textOf(column, value);
              const active = item.index === at.row && i === at.column;
              const inBox = chosenRow && i >= box.left && i <= box.right;
              const { type } = column.definition;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see the grid
                // biome-ignore lint/a11y/useFocusableInteractive: as above
                <span
                  key={column.prop}
                  id={`${id}-${item.index}-${i}`}
                  role="gridcell"
                  aria-selected={inBox}
                  aria-invalid={wrong !== undefined}
                  aria-colindex={i + 2}
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
                  style={{ left: lefts[i], width: widths[i] }}
                  title={
                    wrong ?? (changed ? t('forms:grid.was', { value: textOf(column, was) || missing }) : undefined)
                  }
                  onMouseDown={(event) => press(event, { row: item.index, column: i })}
                  onMouseEnter={() => dragging.current && onExtend({ row: item.index, column: i })}
                  onDoubleClick={onEdit}
                >
                  {type === 'CHECK' || type === 'SWITCH' ? (
                    value === true ? (
                      <CheckOutlined />
                    ) : typeof value === 'string' ? (
                      value
                    ) : (
                      ''
                    )
                  ) : (
                    textOf(column, value)
                  )}
                </span>
              );
            })}
          </div>
        );
      })}
    </>
  );
}
