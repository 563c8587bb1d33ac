/** What dashboards show of the views of a point. */
import { type ComponentProps, lazy, Suspense } from 'react';
import { SkeletonChart } from '../../../design/States.tsx';
import type Embedded from './EmbeddedView.tsx';

const Loaded = lazy(() => import('./EmbeddedView.tsx'));

/** Fetched when a panel first shows one. */
export const EmbeddedView = (props: ComponentProps<typeof Embedded>) => (
  <Suspense fallback={<SkeletonChart height={240} />}>
    <Loaded {...props} />
  </Suspense>
);
