import './tracks.css';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import { Empty } from '../../design/States.tsx';
import { formatShort } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { shapeThresholds } from '../profiles/shown-surveys.parts.ts';
import type { PointViewProps } from '../readings/view-props.parts.ts';
import { playedChange } from '../surveys/survey-choice.parts.ts';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { useShownWindow } from '../surveys/window.parts.ts';
import { JointTables } from './JointTables.tsx';
import { followedJoint, type Judging, northEastContent, type PlanSurvey, planLimits } from './north-east-content.ts';
import { PlanNotes } from './PlanNotes.tsx';
import { useJointState } from './tracks-state.ts';
import { useCasing } from './use-casing.ts';

const planPx = 460;
const whole = { from: 0, to: 1 };

/** A casing seen from above, north up: its surveys, where one joint went, and from survey to survey its path. */
export function NorthEastView(props: PointViewProps) {
  const { point, thresholds, ranges } = props;
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useJointState();
  const chart = useRef<ChartHandle>(null);
  const { query, surveys, times, place, chosen, notesOf, markAzimuthDeg } = useCasing(props, state);
  const { baselineAt } = state;
  const judging = useMemo(
    (): Judging => ({ thresholds: shapeThresholds(thresholds, point), baselineAt }),
    [thresholds, point, baselineAt],
  );
  const joint = chosen ? followedJoint(state.joint, chosen) : 0;
  const content = useContent(surveys, place, joint, judging, markAzimuthDeg);
  const shown = useShownWindow();
  const onJoint = (next: number): void => change({ joint: next });
  return (
    <SurveysFrame
      {...{ ranges, state, query, times, chart }}
      label={t('tracks:toolbar')}
      title={`${project.name} ${point.name}`}
      onChange={change}
      heightPx={planPx}
      empty={<Empty title={t('profiles:none')} why={t('profiles:noneWhy')} />}
      className="tk"
      shape={
        chosen && (
          <>
            <Chart
              kind="plan"
              content={content}
              range={whole}
              {...shown}
              onPick={onJoint}
              heightPx={planPx}
              handle={chart}
            />
            <PlanNotes notes={notesOf(chosen)} />
          </>
        )
      }
      beside={
        <JointTables
          {...{ surveys, place, joint, judging, onJoint }}
          onChoose={(next) => change(playedChange(times, next))}
        />
      }
    />
  );
}

function useContent(
  surveys: readonly PlanSurvey[],
  place: number,
  joint: number,
  judging: Judging,
  markAzimuthDeg: number,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  return useMemo(
    () =>
      northEastContent(
        surveys,
        place,
        joint,
        { limits: planLimits(judging, markAzimuthDeg), markAzimuthDeg },
        {
          north: t('common:chart.north'),
          east: t('common:chart.east'),
          horizontal: t('tracks:horizontal'),
          azimuth: t('tracks:azimuth'),
          depth: t('common:chart.depth'),
          path: t('tracks:path'),
          atDepth: (depth) => t('profiles:atDepth', { depth }),
          timeOf: (at) => formatShort(at, timeZone, language),
        },
      ),
    [surveys, place, joint, judging, markAzimuthDeg, t, timeZone, language],
  );
}
