import { lazy, type ReactElement, Suspense } from 'react';
import { SkeletonRows } from '../States.tsx';
import type { EditableTableProps } from './grid/shapes.ts';

export type { GridColumn, GridIssue, GridRow } from './grid/shapes.ts';

// Fetched beside the page that shows it, not after that page's rows.
const grid = import('./grid/Grid.tsx');
// Whoever shows it says that it failed.
grid.catch(() => undefined);
const Loaded = lazy(() => grid) as unknown as <R extends object>(props: EditableTableProps<R>) => ReactElement;

/** A table that is written in, like a spreadsheet, of thousands of rows. In a file of its own. */
export const EditableTable = <R extends object>(props: EditableTableProps<R>) => (
  <Suspense fallback={<SkeletonRows rows={8} rowPx={30} />}>
    <Loaded {...props} />
  </Suspense>
);
