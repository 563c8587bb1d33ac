import type { Plane } from '@plumbline/science/sections/plane';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import type { SectionChord, SectionLimit, SectionSurvey } from '../../../charts/kinds/section/shapes.ts';
import { useShownWindow } from '../surveys/window.parts.ts';
import { type ChainState, factors } from './chain-state.ts';
import { type Comparison, shapePx } from './SurveysView.tsx';
import { usualFactor } from './section-content.ts';

/** It lies in a plane: there is no axis of which a stretch would be shown. */
const still = { from: 0, to: 1 };

/** Surveys in a plane, true to scale, movements enlarged. */
export function SectionChart({
  comparison,
  rest,
  surveys,
  isClosed,
  chords,
  limits,
  state,
  joint,
  onJoint,
}: {
  comparison: Comparison;
  rest: readonly Plane[];
  surveys: readonly SectionSurvey[];
  isClosed: boolean;
  chords?: readonly SectionChord[];
  limits?: readonly SectionLimit[];
  state: ChainState;
  joint: number;
  onJoint: (joint: number) => void;
}) {
  const { t } = useTranslation();
  const window = useShownWindow();
  const isMirrored = comparison.data.drawing.direction === -1;
  const content = useMemo(
    () => ({
      rest,
      isClosed,
      surveys,
      factor: state.factor ?? usualFactor(rest, surveys),
      isMirrored,
      chords: chords ?? [],
      limits: limits ?? [],
      nodeWord: t('common:chart.node'),
      precision: 3,
      pinned: joint,
    }),
    [rest, isClosed, surveys, state.factor, isMirrored, chords, limits, joint, t],
  );
  return (
    <Chart
      kind="section"
      content={content}
      range={still}
      {...window}
      onPick={onJoint}
      heightPx={shapePx}
      handle={comparison.chart}
    />
  );
}

/** How many times larger movements are drawn. */
export function FactorField({
  state,
  onChange,
}: {
  state: ChainState;
  onChange: (change: Partial<ChainState>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      aria-label={t('profiles:exaggeration')}
      popupMatchSelectWidth={false}
      value={state.factor ?? 0}
      options={[
        { value: 0, label: t('profiles:factorFits') },
        ...factors.map((factor) => ({ value: factor as number, label: `×${factor}` })),
      ]}
      onChange={(factor) => onChange({ factor: factor === 0 ? null : factor })}
    />
  );
}
