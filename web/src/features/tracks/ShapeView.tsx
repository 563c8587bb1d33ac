import './tracks.css';
import { turned, type Viewpoint } from '@plumbline/science/display/projection';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import { Empty } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { formatShort } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { shapeThresholds } from '../profiles/shown-surveys.parts.ts';
import type { PointViewProps } from '../readings/view-props.parts.ts';
import { playedChange } from '../surveys/survey-choice.parts.ts';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { useShownWindow } from '../surveys/window.parts.ts';
import { FactorField } from './FactorField.tsx';
import { JointTables } from './JointTables.tsx';
import { followedJoint, type Judging, type PlanSurvey } from './north-east-content.ts';
import { PlanNotes } from './PlanNotes.tsx';
import { shapeContent, shapeFactor } from './shape-content.ts';
import { useShapeState, viewpoints } from './tracks-state.ts';
import { useCasing } from './use-casing.ts';

const shapePx = 560;
const whole = { from: 0, to: 1 };

/** A casing in space, turned by dragging or by Shift and the arrows: surveys one beside the other, levels as colours. */
export function ShapeView(props: PointViewProps) {
  const { point, thresholds, ranges } = props;
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useShapeState();
  const chart = useRef<ChartHandle>(null);
  const { query, surveys, times, place, chosen, notesOf } = useCasing(props, state);
  const { baselineAt } = state;
  const judging = useMemo(
    (): Judging => ({ thresholds: shapeThresholds(thresholds, point), baselineAt }),
    [thresholds, point, baselineAt],
  );
  const joint = chosen ? followedJoint(state.joint, chosen) : 0;
  const factor = chosen ? shapeFactor(surveys, state.factor) : 1;
  const onJoint = (next: number): void => change({ joint: next });
  return (
    <SurveysFrame
      {...{ ranges, state, query, times, chart }}
      label={t('tracks:toolbar')}
      title={`${project.name} ${point.name}`}
      onChange={change}
      fields={
        <>
          <ViewpointField viewpoint={state.viewpoint} onChange={(viewpoint) => change({ viewpoint })} />
          <FactorField factor={state.factor} fits={factor} onChange={(next) => change({ factor: next })} />
        </>
      }
      heightPx={shapePx}
      empty={<Empty title={t('profiles:none')} why={t('profiles:noneWhy')} />}
      className="tk"
      shape={
        chosen && (
          <>
            <TurnedShape
              {...{ surveys, place, joint, judging, factor, chart, onJoint }}
              viewpoint={state.viewpoint}
              onTurned={(viewpoint) => change({ viewpoint })}
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

/** The usual sides from which one looks. */
function ViewpointField({ viewpoint, onChange }: { viewpoint: Viewpoint; onChange: (viewpoint: Viewpoint) => void }) {
  const { t } = useTranslation();
  const names = ['oblique', 'south', 'east', 'above'] as const;
  const shown = names.find(
    (name) =>
      viewpoints[name].bearingDeg === viewpoint.bearingDeg && viewpoints[name].elevationDeg === viewpoint.elevationDeg,
  );
  return (
    <Segmented
      label={t('tracks:viewpoint')}
      value={shown ?? null}
      options={names.map((value) => ({ value, label: t(`tracks:viewpoints.${value}`) }))}
      onChange={(name) => onChange(viewpoints[name])}
    />
  );
}

/** The drawing, and how it is turned: at once while dragging, into the address when it is let go. */
function TurnedShape({
  surveys,
  place,
  joint,
  judging,
  factor,
  viewpoint,
  chart,
  onTurned,
  onJoint,
}: {
  surveys: readonly PlanSurvey[];
  place: number;
  joint: number;
  judging: Judging;
  factor: number;
  viewpoint: Viewpoint;
  chart: RefObject<ChartHandle | null>;
  onTurned: (viewpoint: Viewpoint) => void;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const [turning, setTurning] = useState<Viewpoint | null>(null);
  const shown = useShownWindow();
  const from = turning ?? viewpoint;
  const content = useMemo(
    () =>
      shapeContent(
        surveys,
        place,
        joint,
        judging,
        { factor, viewpoint: from },
        {
          north: t('common:chart.north'),
          east: t('common:chart.east'),
          depth: t('common:chart.depth'),
          atDepth: (depth) => t('profiles:atDepth', { depth }),
          timeOf: (at) => formatShort(at, timeZone, language),
        },
      ),
    [surveys, place, joint, judging, factor, from, t, timeZone, language],
  );
  return (
    <Turnable viewpoint={viewpoint} onTurning={setTurning} onTurned={onTurned}>
      <Chart
        kind="shape"
        content={content}
        range={whole}
        {...shown}
        onPick={onJoint}
        heightPx={shapePx}
        handle={chart}
      />
    </Turnable>
  );
}

const degreesPerPx = 0.4;
const keyTurns: Readonly<Record<string, Viewpoint>> = {
  ArrowLeft: { bearingDeg: 10, elevationDeg: 0 },
  ArrowRight: { bearingDeg: -10, elevationDeg: 0 },
  ArrowUp: { bearingDeg: 0, elevationDeg: 10 },
  ArrowDown: { bearingDeg: 0, elevationDeg: -10 },
};

/** Turns what is inside by a drag and by Shift with the arrows; plain arrows stay the chart's. */
function Turnable({
  viewpoint,
  onTurning,
  onTurned,
  children,
}: {
  viewpoint: Viewpoint;
  onTurning: (viewpoint: Viewpoint | null) => void;
  onTurned: (viewpoint: Viewpoint) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const drag = useRef<{ readonly x: number; readonly y: number; to: Viewpoint | null } | null>(null);
  const move = ({ clientX, clientY }: PointerEvent): void => {
    if (!drag.current) return;
    const [right, down] = [clientX - drag.current.x, clientY - drag.current.y];
    if (drag.current.to === null && Math.hypot(right, down) < 4) return;
    drag.current.to = turned(viewpoint, { bearingDeg: right * degreesPerPx, elevationDeg: down * degreesPerPx });
    onTurning(drag.current.to);
  };
  const end = (): void => {
    const to = drag.current?.to;
    drag.current = null;
    onTurning(null);
    if (to) onTurned({ bearingDeg: Math.round(to.bearingDeg) % 360, elevationDeg: Math.round(to.elevationDeg) });
  };
  const press = (event: KeyboardEvent): void => {
    const by = keyTurns[event.key];
    if (!event.shiftKey || !by) return;
    event.preventDefault();
    event.stopPropagation();
    onTurned(turned(viewpoint, by));
  };
  return (
    <fieldset
      className="tk-turn"
      aria-label={t('tracks:turn')}
      onKeyDownCapture={press}
      onPointerDown={({ clientX: x, clientY: y, button, shiftKey, isPrimary }) => {
        // With Shift, or by a second finger, what is in view is moved instead.
        if (!isPrimary) end();
        else if (button === 0 && !shiftKey) drag.current = { x, y, to: null };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
    >
      {children}
    </fieldset>
  );
}
