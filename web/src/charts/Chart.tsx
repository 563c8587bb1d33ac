import { lazy, Suspense } from 'react';
import { SkeletonChart } from '../design/States.tsx';
import type { ChartProps } from './DrawnChart.tsx';

/** A chart, fetched when first shown: import this one from pages. */
const Loaded = lazy(() => import('./DrawnChart.tsx'));
export const Chart = (props: ChartProps) => (
  <Suspense fallback={<SkeletonChart height={props.heightPx ?? 336} />}>
    <Loaded {...props} />
  </Suspense>
);
