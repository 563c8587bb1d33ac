import './long-table.css';
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, type RefObject, useRef } from 'react';
import { Failed, SkeletonRows } from './States.tsx';

/**
 * A table of thousands of rows that is there at once: it looks like `DataTable` and draws the rows in sight alone, as
 * plain elements. For lists of everything in a project; what is short, or has menus in its cells, is a `DataTable`.
 * Invariant: every row is 30 px high; loading, empty and failed keep the heading where it was.
 */
export interface LongColumn<T> {
  readonly key: string;
  readonly title: ReactNode;
  /** The least width; the room that is left is shared out by it. */
  readonly widthPx: number;
  readonly right?: boolean;
  /** null = sorted by another column; left out = not sortable. */
  readonly sort?: 'ascend' | 'descend' | null;
  readonly render: (row: T) => ReactNode;
}

const rowPx = 30;

interface LongTableProps<T> {
  rows: readonly T[] | undefined;
  columns: readonly LongColumn<T>[];
  rowKey: (row: T) => string | number;
  /** Names the table for screen readers. */
  label: string;
  loading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty?: ReactNode;
  /** Makes rows clickable; Enter opens too. */
  onOpen?: (row: T) => void;
  isOpen?: (row: T) => boolean;
  /** A row that needs a person now (an open red alert). */
  needsAttention?: (row: T) => boolean;
  onSort?: (key: string | null, order: 'ascend' | 'descend' | null) => void;
  /** Keys on a row that are not Enter or an arrow. */
  onKeyDown?: (event: KeyboardEvent, row: T | null) => void;
}

const skeleton = <SkeletonRows rows={12} rowPx={rowPx} />;

const gridOf = (columns: readonly { readonly widthPx: number }[]) => ({
  template: columns.map(({ widthPx }) => `minmax(${widthPx}px, ${widthPx}fr)`).join(' '),
  minPx: columns.reduce((sum, { widthPx }) => sum + widthPx, 0),
});

export function LongTable<T extends object>({
  rows,
  columns,
  rowKey,
  label,
  loading = false,
  error,
  onRetry,
  empty,
  onOpen,
  isOpen,
  needsAttention: isHighlighted,
  onSort,
  onKeyDown,
}: LongTableProps<T>) {
  const place = useRef<HTMLDivElement>(null);
  const visibleRows = error || loading || rows === undefined ? [] : rows;
  const virtual = useRowsInSight(place, visibleRows.length);
  const { template, minPx } = gridOf(columns);
  const keys = useRowKeys(visibleRows, (to) => virtual.scrollToIndex(to, { align: 'auto' }), onOpen, onKeyDown);
  const isWaiting = loading || rows === undefined;
  const waiting = error ? <Failed error={error} onRetry={onRetry} /> : isWaiting && skeleton;
  const emptyState = waiting || (visibleRows.length === 0 && empty);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows out of sight are not drawn, which a table element cannot say
    <div
      ref={place}
      className="pl-long"
      role="table"
      aria-label={label}
      aria-rowcount={visibleRows.length + 1}
      onKeyDown={keys}
    >
      <Head columns={columns} template={template} minPx={minPx} {...(onSort ? { onSort } : {})} />
      {emptyState ? (
        <InPlaceOfRows>{emptyState}</InPlaceOfRows>
      ) : (
        <div style={{ height: virtual.getTotalSize(), minWidth: minPx, position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = elementAt(visibleRows, index);
            return (
              <Line
                key={rowKey(row)}
                row={row}
                columns={columns}
                index={index}
                rowKey={rowKey(row)}
                marks={`${isOpen?.(row) ? ' on' : ''}${isHighlighted?.(row) ? ' warn' : ''}`}
                style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
                {...(onOpen ? { onOpen: () => onOpen(row) } : {})}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

/** What stands where rows would: a row of one cell to assistive technology, since a table has nothing but rows. */
const InPlaceOfRows = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: of a table that is made of such rows
  // biome-ignore lint/a11y/useFocusableInteractive: it is only read
  <div role="row" className="pl-boxless">
    {/* biome-ignore lint/a11y/useSemanticElements: as above */}
    <div role="cell" className="pl-boxless">
      {children}
    </div>
  </div>
);

/** Which rows are drawn. The first frame has rows too, before the place is measured. */
const useRowsInSight = (place: RefObject<HTMLDivElement | null>, count: number) =>
  useVirtualizer({
    count,
    getScrollElement: () => place.current,
    estimateSize: () => rowPx,
    overscan: 10,
    scrollPaddingStart: rowPx + 1,
    initialRect: { width: 1000, height: 900 },
  });

/** Enter opens a row, arrows go from row to row; other keys are the page's. */
function useRowKeys<T>(
  visibleRows: readonly T[],
  show: (index: number) => void,
  onOpen: ((row: T) => void) | undefined,
  onKeyDown: ((event: KeyboardEvent, row: T | null) => void) | undefined,
) {
  return (event: KeyboardEvent<HTMLDivElement>): void => {
    const line = event.target as HTMLElement;
    const index = line.dataset.index === undefined ? null : Number(line.dataset.index);
    const row = index === null ? null : (visibleRows[index] ?? null);
    if (row && event.key === 'Enter') onOpen?.(row);
    else if (row && index !== null && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const to = index + (event.key === 'ArrowDown' ? 1 : -1);
      if (to < 0 || to >= visibleRows.length) return;
      show(to);
      const sibling = event.key === 'ArrowDown' ? line.nextElementSibling : line.previousElementSibling;
      if (sibling instanceof HTMLElement) sibling.focus({ preventScroll: true });
    } else onKeyDown?.(event, row);
  };
}

/** The heading. A press on a column sorts by it: up, then down, then as the list came. */
function Head<T>({
  columns,
  template,
  minPx,
  onSort,
}: {
  columns: readonly LongColumn<T>[];
  template: string;
  minPx: number;
  onSort?: (key: string | null, order: 'ascend' | 'descend' | null) => void;
}) {
  const sortNext = ({ key, sort }: LongColumn<T>): void => {
    const next = sort === 'ascend' ? 'descend' : sort === 'descend' ? null : 'ascend';
    onSort?.(next === null ? null : key, next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    <div className="head" role="row" style={{ gridTemplateColumns: template, minWidth: minPx }}>
      {columns.map((column) => (
        // biome-ignore lint/a11y/useSemanticElements: see the table
        // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
        <span
          key={column.key}
          role="columnheader"
          className={column.right ? 'right' : ''}
          {...(column.sort && { 'aria-sort': column.sort === 'ascend' ? 'ascending' : 'descending' })}
        >
          {column.sort === undefined ? (
            column.title
          ) : (
            <button type="button" className="pl-bare" onClick={() => sortNext(column)}>
              {column.title}
              {column.sort === 'ascend' && <CaretUpOutlined />}
              {column.sort === 'descend' && <CaretDownOutlined />}
            </button>
          )}
        </span>
      ))}
    </div>
  );
}

function Line<T extends object>({
  row,
  columns,
  index,
  rowKey,
  marks,
  style,
  onOpen,
}: {
  row: T;
  columns: readonly LongColumn<T>[];
  index: number;
  rowKey: string | number;
  /** Classes of the row's own state. */
  marks: string;
  style: CSSProperties;
  onOpen?: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    // biome-ignore lint/a11y/useFocusableInteractive: it takes the focus where it can be opened
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-row-key={rowKey}
      className={`line${onOpen ? ' clickable' : ''}${marks}`}
      style={style}
      {...(onOpen && { tabIndex: 0, onClick: onOpen })}
    >
      <Cells row={row} columns={columns} />
    </div>
  );
}

/** The cells of a row: drawn anew only for another row or other columns, not on every step of a scroll. */
const Cells = memo(function Cells<T extends object>({ row, columns }: { row: T; columns: readonly LongColumn<T>[] }) {
  return columns.map(({ key, right, render }) => (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    <span key={key} role="cell" className={right ? 'right' : ''}>
      {render(row)}
    </span>
  ));
}) as <T extends object>(props: { row: T; columns: readonly LongColumn<T>[] }) => ReactNode;
