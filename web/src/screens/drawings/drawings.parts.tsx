/** What other features show of drawings: the points of a structure on them. */
import { lazy, Suspense } from 'react';
import { SkeletonChart } from '../../design/States.tsx';
import type { DrawingCentreProps } from './DrawingCentre.tsx';

const Centre = lazy(() => import('./DrawingCentre.tsx'));

/** Fetched when a drawing is first looked at. */
export const DrawingCentre = (props: DrawingCentreProps) => (
  <Suspense fallback={<SkeletonChart height={320} />}>
    <Centre {...props} />
  </Suspense>
);
