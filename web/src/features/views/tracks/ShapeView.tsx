import { turned, type Viewpoint } from '@plumbline/science/display/projection';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useShownWindow } from '../surveys/window.parts.ts';
import { CasingFrame, type DrawnCasing } from './CasingFrame.tsx';
import { FactorField } from './FactorField.tsx';
import type { PlanSurvey } from './north-east-content.ts';
import { shapeContent, shapeFactor } from './shape-content.ts';
import { useShapeState, viewpoints } from './tracks-state.ts';

const shapePx = 560;
const fullRange = { from: 0, to: 1 };

/** A casing in space, turned by dragging or by Shift and the arrows: surveys one beside the other, levels as colours. */
export function ShapeView(props: PointViewProps) {
  const [state, change] = useShapeState();
  const factorOf = (surveys: readonly PlanSurvey[]): number =>
    surveys.length > 0 ? shapeFactor(surveys, state.factor) : 1;
  return (
    <CasingFrame
      view={props}
      {...{ state, change }}
      fieldsOf={(surveys) => (
        <>
          <ViewpointField viewpoint={state.viewpoint} onChange={(viewpoint) => change({ viewpoint })} />
          <FactorField factor={state.factor} fits={factorOf(surveys)} onChange={(next) => change({ factor: next })} />
        </>
      )}
      heightPx={shapePx}
    >
      {(drawn) => (
        <TurnedShape
          {...drawn}
          factor={factorOf(drawn.surveys)}
          viewpoint={state.viewpoint}
          onTurned={(viewpoint) => change({ viewpoint })}
        />
      )}
    </CasingFrame>
  );
}

/** The usual sides from which one looks. */
function ViewpointField({ viewpoint, onChange }: { viewpoint: Viewpoint; onChange: (viewpoint: Viewpoint) => void }) {
  const { t } = useTranslation();
  const names = ['oblique', 'south', 'east', 'above'] as const;
  const selectedName = names.find(
    (name) =>
      viewpoints[name].bearingDeg === viewpoint.bearingDeg && viewpoints[name].elevationDeg === viewpoint.elevationDeg,
  );
  return (
    <Segmented
      label={t('tracks:viewpoint')}
      value={selectedName ?? null}
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
}: Omit<DrawnCasing, 'markAzimuthDeg'> & {
  factor: number;
  viewpoint: Viewpoint;
  onTurned: (viewpoint: Viewpoint) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const [turning, setTurning] = useState<Viewpoint | null>(null);
  const window = useShownWindow();
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
        range={fullRange}
        {...window}
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
