import { getOrThrow } from '@plumbline/contract/kernel/elements';
import type { CurveViewName, ViewName } from '@plumbline/contract/views/views';
import { Suspense } from 'react';
import { SkeletonChart } from '../../../design/States.tsx';
import type { ShownPoint } from './point-view.parts.ts';
import { pointViews } from './point-views.parts.ts';
import type { View } from './view-state.parts.ts';

/** The least height of a chart, and of each of several under each other. */
export const chartPx = 336;

/** A view beside the curve over time, loaded when it is opened. */
export function Shape({
  name,
  shownPoint: { point, thresholds, view, ranges },
  onChange,
}: {
  name: Exclude<ViewName, CurveViewName>;
  shownPoint: ShownPoint;
  onChange: (change: Partial<View>) => void;
}) {
  const View = getOrThrow(pointViews, name);
  return (
    <Suspense fallback={<SkeletonChart height={chartPx} />}>
      <View
        key={point.id}
        point={point}
        thresholds={thresholds}
        raw={view.raw}
        ranges={{ ...ranges, preset: view.preset, onChange }}
      />
    </Suspense>
  );
}
