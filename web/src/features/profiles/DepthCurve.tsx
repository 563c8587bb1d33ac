import type { Point } from '@plumbline/contract/points';
import type { Casing, Survey } from '@plumbline/contract/profiles';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { Range } from '../../charts/frame/range.ts';
import type { ChartThreshold } from '../../charts/kinds/time-value/shapes.ts';
import { Empty, Failed, SkeletonChart } from '../../design/States.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useWidth } from '../readings/readings.parts.tsx';
import { fieldOfJoint, letterOf } from './profile-content.ts';
import type { ProfileState } from './profile-state.ts';
import { type JointCurve, useJointCurves } from './profiles.queries.ts';

const curvePx = 232;

/** One joint over time: along the axis that the profile shows, both where that is the resultant. */
export function DepthCurve({
  point,
  casing,
  baseline,
  joint,
  state,
  raw,
  range,
  limits,
  onRange,
}: {
  point: Point;
  casing: Casing;
  baseline: Survey | null;
  joint: number;
  state: ProfileState;
  raw: boolean;
  /** What is shown, and what is asked for. */
  range: { readonly shown: Range; readonly requested: Range };
  limits: readonly ChartThreshold[];
  onRange: (range: Range) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [place, widthPx] = useWidth();
  const curves = jointCurves(casing, baseline, joint, state);
  const drawn = useJointCurves(point, curves, { raw, range: range.requested, widthPx });
  return (
    <div ref={place} className="pf-curve">
      {curves.length === 0 ? (
        <Empty title={t('profiles:fixedJoint')} />
      ) : drawn.curves.length > 0 ? (
        <Chart
          kind="timeValue"
          content={{ curves: drawn.curves, thresholds: limits, zone: project.timeZone }}
          range={range.shown}
          onRange={onRange}
          heightPx={curvePx}
        />
      ) : drawn.error && !drawn.isLoading ? (
        <Failed error={drawn.error} />
      ) : (
        <SkeletonChart height={curvePx + 30} />
      )}
    </div>
  );
}

function jointCurves(casing: Casing, baseline: Survey | null, joint: number, { axis }: ProfileState): JointCurve[] {
  const shown = axis === 'resultant' ? (['x', 'y'] as const) : [axis];
  return shown.flatMap((each) => {
    const field = fieldOfJoint(joint, each, casing);
    return field === null
      ? []
      : [{ field, name: letterOf(each), baseMm: baseline ? (baseline[each][joint] ?? null) : 0 }];
  });
}
