import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { Survey } from '@plumbline/contract/views/profiles';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Range } from '../../../charts/frame/range.ts';
import { depthWords } from '../../../charts/kinds/profile/depth-words.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { DepthTable } from './DepthTable.tsx';
import { JointChart } from './JointChart.tsx';
import { fieldOfJoint, ownLimits } from './joint-limits.ts';
import { depthRows, isJudged, jointBeside, letterOf, profileLimits, type Shown } from './profile-content.ts';
import type { ProfileState } from './profile-state.ts';
import type { JointCurve } from './profiles.queries.ts';

/** One depth over time, and under it the chosen survey, joint by joint. */
export function JointPane({
  point,
  thresholds,
  raw,
  state,
  chosen,
  before,
  baseline,
  range,
  onRange,
  onJoint,
}: {
  point: Point;
  thresholds: readonly Threshold[];
  raw: boolean;
  state: ProfileState;
  chosen: Shown;
  before: Shown | undefined;
  baseline: Survey | null;
  range: { readonly shown: Range; readonly requested: Range };
  onRange: (range: Range) => void;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const joint = jointBeside(state.joint, chosen, state.axis);
  const rows = useMemo(() => depthRows(chosen, before, thresholds, state), [chosen, before, thresholds, state]);
  const overTime = useMemo((): ProfileState => ({ ...state, measure: 'cumulative', firmM: null }), [state]);
  const limits = useMemo(() => {
    const { axis } = overTime;
    const limits = isJudged(overTime) && axis !== 'resultant' ? ownLimits(thresholds, axis, joint, chosen.casing) : [];
    return [...profileLimits(thresholds, overTime), ...limits];
  }, [thresholds, overTime, joint, chosen]);
  return (
    <div className="pf-joint">
      <h2 className="pl-sm">
        <span className="pl-b">{t('profiles:atDepth', { depth: depthWords(chosen.casing.depthsM[joint] ?? 0) })}</span>{' '}
        <span className="pl-3">{t(`profiles:axisNames.cumulative.${state.axis}`)}</span>
      </h2>
      <JointChart
        {...{ point, raw, range, limits, onRange }}
        curves={jointCurves(chosen, baseline, joint, state)}
        fixedWords={t('profiles:fixedJoint')}
      />
      <h2 className="pl-sm">
        <span className="pl-b">{t('surveys:survey')}</span>{' '}
        <time className="pl-3" dateTime={new Date(chosen.at).toISOString()}>
          {formatTime(chosen.at, timeZone)}
        </time>
      </h2>
      <DepthTable
        rows={rows}
        axis={state.axis === 'y' ? 'y' : 'x'}
        beforeAt={before?.at ?? null}
        joint={joint}
        onJoint={onJoint}
      />
    </div>
  );
}

/** Along the axis that the profile shows, both where that is the resultant. */
function jointCurves({ casing }: Shown, baseline: Survey | null, joint: number, { axis }: ProfileState): JointCurve[] {
  const axes = axis === 'resultant' ? (['x', 'y'] as const) : [axis];
  return axes.flatMap((each) => {
    const field = fieldOfJoint(joint, each, casing);
    return field === null
      ? []
      : [{ field, name: letterOf(each), baseMm: baseline ? (baseline[each][joint] ?? null) : 0 }];
  });
}
