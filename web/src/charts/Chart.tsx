import { lazy, Suspense } from 'react';
import { SkeletonChart } from '../design/States.tsx';
import type { ChartProps } from './DrawnChart.tsx';

/** The files that draw charts. */
export const loadCharts = () => import('./DrawnChart.tsx');
const Loaded = lazy(loadCharts);
/** A chart, fetched when first shown: import this one from pages. */
export const Chart = (props: ChartProps) => (
  <Suspense fallback={<SkeletonChart height={props.heightPx ?? 336} />}>
    <Loaded {...props} />
  </Suspense>
);

/** Fetches what draws charts before there is something to draw. What cannot be fetched now is asked for when it is shown. */
export const fetchCharts = (): void => void loadCharts().catch(() => undefined);
