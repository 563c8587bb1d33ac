import type { Threshold } from '@plumbline/contract/points/points';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { ProfileContent } from '../../../charts/kinds/profile/shapes.ts';
import { allowedRange } from '../../../charts/range/ranges.ts';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { drawnLayers } from '../../points/strata/drawn-layers.parts.ts';
import { useDrawnPlace } from '../surveys/survey-time.parts.tsx';
import { useShownStretch } from '../surveys/window.parts.ts';
import { JointPane } from './JointPane.tsx';
import { placedLimits, shapeThresholds } from './joint-limits.ts';
import { ProfileFields } from './ProfileFields.tsx';
import { BiasNote } from './ProfileNotes.tsx';
import { isJudged, jointBeside, profileCurves, profileLimits, unbiased, withoutProbeBias } from './profile-content.ts';
import { type ProfileState, useProfileState } from './profile-state.ts';
import { type Comparison, SurveysView, shapePx } from './SurveysView.tsx';

/** A casing as its surveys show it: depth downwards, and beside it one depth over time with the chosen survey as a table. */
export function ProfileView({ point, thresholds: all, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const thresholds = useMemo(() => shapeThresholds(all, point), [all, point]);
  const [state, change] = useProfileState();
  const { firmM } = state;
  return (
    <SurveysView
      {...{ point, raw, ranges, state }}
      onChange={change}
      label={t('profiles:toolbar')}
      fields={<ProfileFields state={state} onChange={change} />}
      shape={(comparison) => (
        <>
          <ProfileChart
            comparison={withoutBias(comparison, firmM)}
            {...{ state, thresholds }}
            onJoint={(joint) => change({ joint })}
          />
          {firmM !== null && <BiasNote firmM={firmM} mmPerM={unbiased(comparison.chosen, firmM).mmPerM} />}
        </>
      )}
      beside={(comparison) => (
        <JointPane
          {...{ point, thresholds, raw, state }}
          {...chosenOf(withoutBias(comparison, firmM))}
          baseline={comparison.data.baseline}
          range={ranges}
          onRange={(range) => ranges.onChange({ preset: null, custom: allowedRange(range, Date.now()) })}
          onJoint={(joint) => change({ joint })}
        />
      )}
    />
  );
}

const chosenOf = ({ chosen, before }: Comparison) => ({ chosen, before });

/** The same surveys without the bias that the firm ground shows; as they are where none is told. */
function withoutBias(comparison: Comparison, firmM: number | null): Comparison {
  const surveys = withoutProbeBias(comparison.surveys, firmM);
  const chosen = surveys[comparison.place];
  return chosen ? { ...comparison, surveys, chosen, before: surveys[comparison.place - 1] } : comparison;
}

function ProfileChart({
  comparison,
  state,
  thresholds,
  onJoint,
}: {
  comparison: Comparison;
  state: ProfileState;
  thresholds: readonly Threshold[];
  onJoint: (joint: number) => void;
}) {
  const content = useProfileContent(comparison, state, thresholds);
  const deepest = Math.max(...comparison.surveys.flatMap(({ casing }) => casing.depthsM));
  const stretch = useShownStretch(0, deepest);
  return (
    <Chart
      kind="profile"
      content={content}
      {...stretch}
      onPick={(depthM) => onJoint(Math.max(0, comparison.chosen.casing.depthsM.indexOf(depthM)))}
      heightPx={shapePx}
      handle={comparison.chart}
    />
  );
}

function useProfileContent(
  { surveys, place, chosen, data }: Comparison,
  state: ProfileState,
  thresholds: readonly Threshold[],
): ProfileContent {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const drawn = useDrawnPlace(place);
  return useMemo(() => {
    const { axis, measure, joint } = state;
    return {
      curves: profileCurves(surveys, state, drawn, (at) => formatShort(at, timeZone, language)),
      unit: 'mm',
      precision: 3,
      axisName: t(`profiles:axisNames.${measure}.${axis}`),
      thresholds: profileLimits(thresholds, state),
      jointLimits:
        isJudged(state) && axis !== 'resultant'
          ? placedLimits(thresholds, axis, chosen.casing, chosen.casing.depthsM)
          : [],
      isReversed: data.drawing.direction === -1 && axis !== 'resultant',
      layers: drawnLayers(data.layers, t),
      pinnedM: chosen.casing.depthsM[jointBeside(joint, chosen, axis)] ?? null,
    };
  }, [surveys, drawn, chosen, data, state, thresholds, timeZone, language, t]);
}
