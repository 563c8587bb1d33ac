import '../../features/points/points/points-style.parts.ts';
import './commissioning.css';
import { CheckOutlined } from '@ant-design/icons';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../app/paths.ts';
import { confirmLeaving } from '../../design/form/leave.tsx';
import { StepWizard, type WizardStep } from '../../design/form/StepWizard.tsx';
import { Page } from '../../design/Pane.tsx';
import { Failed, SkeletonRows } from '../../design/States.tsx';
import { BatchInit } from '../../features/points/batches/batches.parts.tsx';
import { MatchStep, type WaitingPairs } from '../../features/points/bindings/MatchStep.parts.tsx';
import { PointsPath } from '../../features/points/points/PointsPath.parts.tsx';
import type { WaitingSheet } from '../../features/points/sheets/sheets.parts.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import { AddPoints } from '../points/add-points.parts.tsx';
import { DevicesStep } from './DevicesStep.tsx';
import { FirstReadings } from './FirstReadings.tsx';
import { CheckStep, ProjectStep, StructuresStep } from './GuideSteps.tsx';
import { firstOpen, type GuideStep, guideSteps, type Progress, useGuideState } from './guide-state.ts';

/**
 * The guided path from an empty project to points in service: structures, devices, points, binding, first reading,
 * initial values, checklist. How far each step is, the server says: one may leave, and goes on where it is open.
 */
export default function CommissioningPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const { progress, rows, error, refetch } = useGuideState(project);
  const [requestedStep, setStep] = useUrlState<GuideStep | ''>('step', '');
  /** Where one begins: found once, so that the work done here does not lead one on by itself. */
  const begun = useRef<{ readonly projectId: number; readonly step: GuideStep } | null>(null);
  if (progress && begun.current?.projectId !== project.id)
    begun.current = { projectId: project.id, step: firstOpen(progress) };
  const step = guideSteps.find((each) => each === requestedStep) ?? begun.current?.step ?? null;
  return (
    <Page
      title={<PointsPath name={t('commissioning:guide.menu')} />}
      note={`${project.name} · ${t('commissioning:guide.title')}`}
    >
      {!progress || step === null ? (
        error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={6} />
        )
      ) : (
        <>
          <Strip progress={progress} at={step} onStep={(next) => confirmLeaving(() => setStep(next))} />
          <Path key={project.id} step={step} onStep={setStep} rows={rows ?? []} points={progress.points.done} />
        </>
      )}
    </Page>
  );
}

/** Every step with how far it is; each can be gone to at any time. */
function Strip({
  progress,
  at,
  onStep,
}: {
  progress: Readonly<Record<GuideStep, Progress>>;
  at: GuideStep;
  onStep: (step: GuideStep) => void;
}) {
  const { t } = useTranslation();
  return (
    <nav className="pt-guide" aria-label={t('commissioning:progress')}>
      {guideSteps.map((step) => {
        const { done, total, beside = 0 } = progress[step];
        const isDone = total === null ? done + beside > 0 : total > 0 && done === total;
        const besides = step === 'structures' || step === 'devices' ? step : null;
        return (
          <button
            key={step}
            type="button"
            className={`pl-bare${step === at ? ' on' : ''}${isDone ? ' done' : ''}`}
            aria-current={step === at ? 'step' : undefined}
            onClick={() => onStep(step)}
          >
            <span className="pl-3 pl-sm">{t(`commissioning:step.${step}`)}</span>
            <b className="pl-num">
              {step === 'project' ? <CheckOutlined /> : formatCount(done)}
              {step !== 'project' && total !== null && <small className="pl-3"> / {formatCount(total)}</small>}
              {besides && beside > 0 && (
                <small className="pl-3">
                  {' '}
                  + {t(`commissioning:beside.${besides}`, { count: beside, shown: formatCount(beside) })}
                </small>
              )}
            </b>
          </button>
        );
      })}
    </nav>
  );
}

function Path({
  step,
  onStep,
  rows,
  points,
}: {
  step: GuideStep;
  onStep: (step: GuideStep) => void;
  rows: readonly PointRow[];
  points: number;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  // The wizard draws the steps it has led to: led elsewhere (by the strip, the address, or what was just added) it
  // begins anew.
  const led = useRef({ to: step, times: 0, visited: new Set([step]) });
  if (led.current.to !== step) led.current = { to: step, times: led.current.times + 1, visited: new Set([step]) };
  const { visited } = led.current;
  const waiting = useWaiting();
  const content = useContent({ step, onStep, rows, points, waiting });
  return (
    <StepWizard
      key={led.current.times}
      at={step}
      onStep={(next) => {
        led.current.to = next as GuideStep;
        visited.add(next as GuideStep);
        onStep(next as GuideStep);
      }}
      steps={guideSteps.map((key) => ({
        key,
        title: t(`commissioning:step.${key}`),
        ...(mayBeSkipped.has(key) && { optional: true }),
        ...waiting.onNext[key],
        // Steps before the one that one begins at are drawn when they are gone to.
        content: visited.has(key) ? content[key]() : null,
      }))}
      finish={t('commissioning:guide.finish')}
      onFinish={async () => navigate(to('CommissioningChecklist', { projectId: project.id }))}
    />
  );
}

const mayBeSkipped: ReadonlySet<GuideStep> = new Set(['structures', 'devices', 'points', 'bind']);
type OnNext = Pick<WizardStep, 'next' | 'check' | 'blocked'>;

/** What was begun in a step and is not done yet: it is done on going on, and not left behind unseen. */
function useWaiting() {
  const { t } = useTranslation();
  const [sheet, setSheet] = useState<WaitingSheet | null>(null);
  const [pairs, setPairs] = useState<WaitingPairs | null>(null);
  const onNext: Partial<Record<GuideStep, OnNext>> = {
    ...(sheet && {
      points: {
        next: t('points:add.create', { count: sheet.add }),
        check: async () => {
          await sheet.apply();
          return false;
        },
        ...(!sheet.ready && { blocked: t('sheets:allOrNone') }),
      },
    }),
    // Pairs that were set are bound, or passed over by choice: "Skip".
    ...(pairs && {
      bind: {
        next: t('bindings:match.next', { count: pairs.count }),
        check: async () => {
          await pairs.bind();
          return true;
        },
      },
    }),
  };
  return { onNext, setSheet, setPairs };
}

/** What each step shows. */
function useContent({
  step,
  onStep,
  rows,
  points,
  waiting,
}: Parameters<typeof Path>[0] & { waiting: ReturnType<typeof useWaiting> }): Record<GuideStep, () => ReactNode> {
  const { t } = useTranslation();
  const measuring = rows.filter(({ type, archived, deprecated }) => type !== 3 && !archived && !deprecated);
  return {
    project: () => <ProjectStep />,
    structures: () => <StructuresStep />,
    devices: () => <DevicesStep />,
    points: () => (
      <>
        <p className="pl-2" style={{ marginBottom: 8 }}>
          {t('commissioning:guide.pointsNow', { count: points })}
        </p>
        <AddPoints first="sheet" onAdded={() => onStep('bind')} onWaiting={waiting.setSheet} />
      </>
    ),
    bind: () => <MatchStep onWaiting={waiting.setPairs} />,
    reading: () => <FirstReadings />,
    init: () => <BatchInit rows={measuring} />,
    check: () => <CheckStep isShown={step === 'check'} />,
  };
}
