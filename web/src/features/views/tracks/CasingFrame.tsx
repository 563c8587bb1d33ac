import './tracks.css';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { Empty } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { shapeThresholds } from '../profiles/shown-surveys.parts.ts';
import { playedChange } from '../surveys/survey-choice.parts.ts';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { JointTables } from './JointTables.tsx';
import { followedJoint, type Judging, type PlanSurvey } from './north-east-content.ts';
import { PlanNotes } from './PlanNotes.tsx';
import type { JointState } from './tracks-state.ts';
import { useCasing } from './use-casing.ts';

/** The surveys of a casing as they are drawn, and the joint that is followed. */
export interface DrawnCasing {
  readonly surveys: readonly PlanSurvey[];
  readonly place: number;
  readonly joint: number;
  readonly judging: Judging;
  readonly markAzimuthDeg: number;
  readonly chart: RefObject<ChartHandle | null>;
  readonly onJoint: (joint: number) => void;
}

/** Frames the views of a casing in plan and in space: its surveys with notes, the drawing, and its joints as tables. */
export function CasingFrame<State extends JointState>({
  view,
  state,
  change,
  fieldsOf,
  heightPx,
  children,
}: {
  view: PointViewProps;
  state: State;
  change: (part: Partial<State>) => void;
  /** In the toolbar. */
  fieldsOf?: (surveys: readonly PlanSurvey[]) => ReactNode;
  heightPx: number;
  /** The drawing. */
  children: (drawn: DrawnCasing) => ReactNode;
}) {
  const { point, thresholds, ranges } = view;
  const { t } = useTranslation();
  const { project } = useProject();
  const chart = useRef<ChartHandle>(null);
  const { query, surveys, times, place, chosen, notesOf, markAzimuthDeg } = useCasing(view, state);
  const { baselineAt } = state;
  const judging = useMemo(
    (): Judging => ({ thresholds: shapeThresholds(thresholds, point), baselineAt }),
    [thresholds, point, baselineAt],
  );
  const joint = chosen ? followedJoint(state.joint, chosen) : 0;
  const changeJoint = (part: Partial<JointState>): void => change(part as Partial<State>);
  const onJoint = (next: number): void => changeJoint({ joint: next });
  return (
    <SurveysFrame
      pointId={point.id}
      {...{ ranges, state, query, times, chart, heightPx }}
      label={t('tracks:toolbar')}
      title={`${project.name} ${point.name}`}
      onChange={changeJoint}
      fields={fieldsOf?.(surveys)}
      empty={<Empty title={t('profiles:none')} why={t('profiles:noneWhy')} />}
      className="tk"
      shape={
        chosen && (
          <>
            {children({ surveys, place, joint, judging, markAzimuthDeg, chart, onJoint })}
            <PlanNotes notes={notesOf(chosen)} />
          </>
        )
      }
      beside={
        <JointTables
          {...{ surveys, place, joint, judging, onJoint }}
          onChoose={(next) => changeJoint(playedChange(times, next))}
        />
      }
    />
  );
}
