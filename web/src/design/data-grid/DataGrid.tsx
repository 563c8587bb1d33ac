import './data-grid.css';
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { boundsOf, cellWords, type GridColumn, type GridSort, type Selection, startsOf } from './columns.ts';
import { GridCell } from './GridCell.tsx';
import { useSelection } from './use-selection.ts';

/**
 * A table of any length and width: only rows and columns in sight are drawn, heads and the first columns stay. Cells are
 * selected and copied as in a spreadsheet. Invariant: it scrolls inside its place.
 */
const rowPx = 28;
const headPx = 31;
const groupPx = 24;

interface DataGridProps {
  readonly columns: readonly GridColumn[];
  /** The rows by their places in the columns, in the order that is shown. */
  readonly order: readonly number[];
  /** How many columns stay in sight. */
  readonly frozen: number;
  readonly zone: string;
  /** Names the table for screen readers. */
  readonly label: string;
  readonly sort: GridSort | null;
  readonly onSort: (sort: GridSort | null) => void;
  /** Rows before which something is missing, and in which words; by their places in the columns. */
  readonly gaps?: ReadonlyMap<number, string>;
  readonly empty?: ReactNode;
}

export function DataGrid(props: DataGridProps) {
  const { columns, order, frozen, zone, label, sort, onSort, gaps, empty } = props;
  const place = useRef<HTMLDivElement>(null);
  const { rows, across, starts, totalPx, headHeight } = useInSight(place, props);
  const { selection, ...events } = useSelection(columns, order, zone, (row, column) => {
    rows.scrollToIndex(row, { align: 'auto' });
    if (column >= frozen) across.scrollToIndex(column - frozen, { align: 'auto' });
  });
  const items = across.getVirtualItems();
  const drawn = [...Array.from({ length: frozen }, (_, i) => i), ...items.map(({ index }) => index + frozen)];
  const lay = (column: number): CSSProperties => {
    const width = elementAt(columns, column).widthPx;
    return { left: elementAt(starts, column), width };
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows and columns out of sight are not drawn
    <div
      ref={place}
      className="dg"
      role="grid"
      aria-label={label}
      aria-rowcount={order.length + 1}
      aria-colcount={columns.length}
      tabIndex={0}
      {...events}
    >
      <Head {...{ columns, drawn, frozen, lay, sort, onSort }} style={{ width: totalPx, height: headHeight }} />
      {order.length === 0 ? (
        empty
      ) : (
        <div style={{ height: rows.getTotalSize(), width: totalPx, minWidth: '100%', position: 'relative' }}>
          {rows.getVirtualItems().map((item) => (
            <Line
              key={item.key}
              {...{ item, columns, drawn, frozen, lay, zone, selection, totalPx }}
              row={elementAt(order, item.index)}
              gap={gaps?.get(elementAt(order, item.index))}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** What is drawn now. The first frame has rows too, before the place is measured. */
function useInSight(place: React.RefObject<HTMLDivElement | null>, { columns, order, frozen }: DataGridProps) {
  const starts = startsOf(columns);
  const headHeight = columns.some(({ group }) => group !== undefined) ? headPx + groupPx : headPx;
  const frozenPx = starts[frozen] ?? 0;
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollPaddingStart: headHeight,
    initialRect: { width: 1000, height: 700 },
  });
  const across = useVirtualizer({
    horizontal: true,
    count: Math.max(0, columns.length - frozen),
    getScrollElement: () => place.current,
    estimateSize: (i) => elementAt(columns, i + frozen).widthPx,
    overscan: 3,
    paddingStart: frozenPx,
    scrollPaddingStart: frozenPx,
    initialRect: { width: 1000, height: 700 },
  });
  return { rows, across, starts, totalPx: elementAt(starts, columns.length), headHeight };
}

interface Laid {
  readonly columns: readonly GridColumn[];
  /** The columns in sight. */
  readonly drawn: readonly number[];
  readonly frozen: number;
  readonly lay: (column: number) => CSSProperties;
}

/** Columns that stay are in the flow of the row and stick; the others lie where they begin. */
const cellClass = (column: number, frozen: number, kind: GridColumn['kind']): string =>
  `${column < frozen ? 'stays' : 'lies'}${kind === 'number' ? ' right' : ''}`;

function Line({
  item,
  row,
  gap,
  columns,
  drawn,
  frozen,
  lay,
  zone,
  selection,
  totalPx,
}: Laid & {
  item: VirtualItem;
  row: number;
  gap: string | undefined;
  zone: string;
  selection: Selection | null;
  totalPx: number;
}) {
  const chosen = selection && boundsOf(selection);
  const isChosen = (column: number): boolean =>
    chosen !== null &&
    item.index >= chosen.top &&
    item.index <= chosen.bottom &&
    column >= chosen.left &&
    column <= chosen.right;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid takes the focus
    <div
      role="row"
      aria-rowindex={item.index + 2}
      className={`line${gap === undefined ? '' : ' after-gap'}${item.index % 2 === 1 ? ' odd' : ''}`}
      title={gap}
      style={{ height: rowPx, width: totalPx, transform: `translateY(${item.start}px)` }}
    >
      {drawn.map((index) => {
        const column = elementAt(columns, index);
        const on = isChosen(index) ? ' on' : '';
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          // biome-ignore lint/a11y/useFocusableInteractive: the grid takes the focus
          <span
            key={column.key}
            role="gridcell"
            aria-colindex={index + 1}
            aria-selected={on !== ''}
            data-cell={`${item.index} ${index}`}
            className={cellClass(index, frozen, column.kind) + on}
            style={lay(index)}
          >
            <GridCell column={column} row={row} words={cellWords(column, row, zone)} />
          </span>
        );
      })}
    </div>
  );
}

/** The heading. A press on a column sorts by it: down, then up, then as the rows came. */
function Head({
  columns,
  drawn,
  frozen,
  lay,
  sort,
  onSort,
  style,
}: Laid & { sort: GridSort | null; onSort: (sort: GridSort | null) => void; style: CSSProperties }) {
  const next = (key: string): GridSort | null => {
    if (sort?.key !== key) return { key, order: 'descend' };
    return sort.order === 'descend' ? { key, order: 'ascend' } : null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
    <div className="head" role="row" style={style}>
      {drawn.map((index) => {
        const { key, title, group, unit, isUnitHidden, kind } = elementAt(columns, index);
        const order = sort?.key === key ? sort.order : null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          // biome-ignore lint/a11y/useFocusableInteractive: the button in it takes the focus
          <span
            key={key}
            role="columnheader"
            aria-colindex={index + 1}
            className={cellClass(index, frozen, kind)}
            style={lay(index)}
            {...(order && { 'aria-sort': order === 'ascend' ? ('ascending' as const) : ('descending' as const) })}
          >
            {group !== undefined && <span className="group">{group}</span>}
            <button type="button" className="pl-bare" onClick={() => onSort(next(key))}>
              {title}
              {unit && !isUnitHidden && <span className="u">{title ? `, ${unit}` : unit}</span>}
              {order === 'ascend' && <CaretUpOutlined />}
              {order === 'descend' && <CaretDownOutlined />}
            </button>
          </span>
        );
      })}
    </div>
  );
}
