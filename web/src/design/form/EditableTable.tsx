import { lazy, type ReactElement, Suspense, useState } from 'react';
import { SkeletonRows } from '../States.tsx';
import type { EditableTableProps } from './grid/shapes.ts';

export type { GridColumn, GridIssue, GridRow } from './grid/shapes.ts';

type Table = <R extends object>(props: EditableTableProps<R>) => ReactElement;

// Fetched beside the page that shows it, not after that page's rows.
const grid = import('./grid/Grid.tsx');
let loaded: Table | null = null;
grid.then(
  ({ default: Grid }) => {
    loaded = Grid as unknown as Table;
  },
  // Whoever shows it says that it failed.
  () => undefined,
);
const Lazy = lazy(() => grid) as unknown as Table;

/** A table that is written in, like a spreadsheet, of thousands of rows. In a file of its own. */
export function EditableTable<R extends object>(props: EditableTableProps<R>) {
  // What is there is drawn at once: a lazy part shows its skeleton first, and React then keeps that for 300 ms.
  const [{ Table }] = useState(() => ({ Table: loaded ?? Lazy }));
  return (
    <Suspense fallback={<SkeletonRows rows={8} rowPx={30} />}>
      <Table {...props} />
    </Suspense>
  );
}
