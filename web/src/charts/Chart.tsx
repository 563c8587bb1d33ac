import { lazy, Suspense } from 'react';
import { SkeletonChart } from '../design/States.tsx';
import type { TimeValueChartProps } from './TimeValueChart.tsx';

/** The time-value chart, fetched when first shown: import this one from pages. */
const Loaded = lazy(() => import('./TimeValueChart.tsx'));
export const Chart = (props: TimeValueChartProps) => (
  <Suspense fallback={<SkeletonChart height={props.heightPx ?? 336} />}>
    <Loaded {...props} />
  </Suspense>
);
