import { lazy, type ReactElement, Suspense } from 'react';
import { SkeletonRows } from '../States.tsx';
import type { EditableTableProps } from './grid/shapes.ts';

export type { GridColumn, GridIssue, GridRow } from './grid/shapes.ts';

const Loaded = lazy(() => import('./grid/Grid.tsx')) as unknown as <R extends object>(
  props: EditableTableProps<R>,
) => ReactElement;

/** A table that is written in, like a spreadsheet, of thousands of rows. Fetched when first shown. */
export const EditableTable = <R extends object>(props: EditableTableProps<R>) => (
  <Suspense fallback={<SkeletonRows rows={8} rowPx={30} />}>
    <Loaded {...props} />
  </Suspense>
);
