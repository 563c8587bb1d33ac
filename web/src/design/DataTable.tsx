import { Table, type TableProps } from 'antd';
import type { ColumnsType, TablePaginationConfig } from 'antd/es/table';
import { type HTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useBoxSize } from './box-size.ts';
import { useNamedArrows } from './Pages.tsx';
import { Failed, SkeletonRows } from './States.tsx';

/**
 * The one table: 36 px rows (30 dense), numbers right, unit in the heading, virtual past 200 rows.
 * Invariant: it fills its place and scrolls inside it; loading, empty and failed keep its heading where it was.
 */
export type Columns<T> = ColumnsType<T>;

/** A numeric column's common part: right-aligned, `Value, mm` in the heading. */
export const numeric = (title: ReactNode, unit?: string) => ({
  title: unit ? (
    <>
      {title}, <span className="u">{unit}</span>
    </>
  ) : (
    title
  ),
  align: 'right' as const,
});

interface DataTableProps<T> {
  rows: readonly T[] | undefined;
  columns: Columns<T>;
  rowKey: (row: T) => string | number;
  loading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty?: ReactNode;
  dense?: boolean;
  /** Makes rows clickable; Enter opens too. */
  onOpen?: (row: T) => void;
  /** The row whose drawer is open. */
  isOpen?: (row: T) => boolean;
  /** A row that needs a person now (an open red alert). */
  needsAttention?: (row: T) => boolean;
  paging?: TablePaginationConfig;
  /** Least width of all columns together; wider screens stretch it. */
  widthPx?: number;
  /** On a phone each row is a block of its own, every cell below the other behind its heading: nothing lies right of the edge. */
  stacks?: boolean;
  onSort?: (field: string | null, order: 'ascend' | 'descend' | null) => void;
}

export function DataTable<T extends object>({
  rows,
  columns,
  rowKey,
  loading = false,
  error,
  onRetry,
  empty,
  dense = false,
  onOpen,
  isOpen,
  needsAttention: isHighlighted,
  paging,
  widthPx,
  stacks: mayStack = false,
  onSort,
}: DataTableProps<T>) {
  const place = useRef<HTMLDivElement>(null);
  const itemRender = useNamedArrows();
  const box = useBoxSize(place);
  useReachable(place);

  const virtual = (rows?.length ?? 0) > 200;
  // Virtual rows are all of one height.
  const stacks = mayStack && !virtual;
  const headPx = 31;
  const footPx = paging ? 52 : 0;
  const bodyPx = Math.max(120, box.height - headPx - footPx);
  const emptyState = error ? (
    <Failed error={error} onRetry={onRetry} />
  ) : loading || rows === undefined ? (
    <SkeletonRows rows={8} rowPx={dense ? 30 : 36} />
  ) : (
    empty
  );

  const props: TableProps<T> = {
    columns: stacks ? columns.map(labelled) : columns,
    dataSource: error ? [] : ((rows as T[] | undefined) ?? []),
    rowKey,
    size: dense ? 'small' : 'middle',
    pagination: paging ? { ...paging, itemRender } : false,
    virtual,
    scroll: { y: bodyPx, x: virtual ? Math.max(widthPx ?? 0, box.width) : (widthPx ?? 'max-content') },
    locale: { emptyText: emptyState },
    onRow: (row, index) => (onOpen ? opening(() => onOpen(row), index === 0 || virtual) : {}),
    rowClassName: (row) =>
      [onOpen && 'clickable', isOpen?.(row) && 'on', isHighlighted?.(row) && 'warn'].filter(Boolean).join(' '),
  };
  if (onSort)
    props.onChange = (_page, _filters, sorter, { action }) => {
      if (action !== 'sort' || Array.isArray(sorter)) return;
      onSort(sorter.order ? String(sorter.columnKey ?? '') : null, sorter.order ?? null);
    };
  return (
    <div ref={place} className={`pl-table${stacks ? ' stacks' : ''}`}>
      {box.height > 0 && <Table<T> {...props} />}
    </div>
  );
}

/** A column whose cells know its heading in words. */
const labelled = <T,>(column: Columns<T>[number]): Columns<T>[number] =>
  'children' in column
    ? column
    : {
        ...column,
        onCell: (...of) =>
          ({
            ...column.onCell?.(...of),
            'data-label': typeof column.title === 'string' ? column.title : '',
          }) as object,
      };

/** Rows that are read alone are scrolled by keys too: where nothing in them takes the focus, their frame does. */
function useReachable(place: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const body = place.current?.querySelector<HTMLElement>('.ant-table-body');
    if (!body) return;
    if (body.querySelector('a[href], button, input, [tabindex="0"]')) body.removeAttribute('tabindex');
    else body.tabIndex = 0;
  });
}

/**
 * A row that opens by a click and by Enter. The rows of a table are one stop of Tab: the first of them, and the arrows lead
 * to the others.
 */
const opening = (open: () => void, isFirst: boolean): HTMLAttributes<HTMLElement> => ({
  tabIndex: isFirst ? 0 : -1,
  onClick: open,
  onKeyDown: (event) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter') open();
    const to =
      event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : null;
    const next = to && event.currentTarget[to];
    if (!(next instanceof HTMLElement) || !next.hasAttribute('tabindex')) return;
    event.preventDefault();
    next.focus();
  },
});

/** The pages of a list that the server cuts; none where all rows are on one. */
export const pagesOf = ({
  page,
  pageSize,
  total,
  onPage,
}: {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}): { paging?: TablePaginationConfig } =>
  total > pageSize
    ? { paging: { current: page, pageSize, total, showSizeChanger: false, onChange: (next: number) => onPage(next) } }
    : {};
