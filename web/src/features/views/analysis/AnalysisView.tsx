import './analysis.css';
import { fieldsOf } from '@plumbline/contract/points/families';
import { Select } from 'antd';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartFiles } from '../../../charts/ChartFiles.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { RangeBar } from '../../../charts/range/RangeBar.tsx';
import { Segmented, Toolbar } from '../../../design/Toolbar.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { type AnalysisState, analyses, fieldOf, useAnalysisState } from './analysis-state.ts';
import { DistributionPane } from './DistributionPane.tsx';
import { PeriodsPane } from './PeriodsPane.tsx';
import { RelationPane } from './RelationPane.tsx';

/** A field beside the time axis: against its past, against another quantity, counted by size. */
export function AnalysisView({ point, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [state, change] = useAnalysisState();
  const chart = useRef<ChartHandle>(null);
  const keys = useMemo(() => fieldsOf(point.family, point.nodeCount).map(({ key }) => key), [point]);
  const field = fieldOf(keys, state.field, point);
  const title = `${project.name} ${point.name}`;
  const shared = { point, raw, field, state, range: ranges.listed, handle: chart };
  return (
    <>
      <Toolbar label={t('analysis:toolbar')}>
        <Segmented
          label={t('analysis:analysis')}
          value={state.analysis}
          options={analyses.map((value) => ({ value, label: t(`analysis:analyses.${value}`) }))}
          onChange={(analysis) => change({ analysis })}
        />
        <FieldFields {...{ point, keys, field, state, change }} />
        <span className="pl-gap" />
        <ChartFiles chart={chart} title={title} />
      </Toolbar>
      <Toolbar label={t('readings:range')}>
        <RangeBar ranges={ranges} />
      </Toolbar>
      {state.analysis === 'periods' ? (
        <PeriodsPane {...shared} change={change} />
      ) : state.analysis === 'relation' ? (
        <RelationPane {...shared} keys={keys} change={change} />
      ) : (
        <DistributionPane {...shared} />
      )}
    </>
  );
}

/** Which field, and whether as read or since the initial value. */
function FieldFields({
  point,
  keys,
  field,
  state,
  change,
}: {
  point: PointViewProps['point'];
  keys: readonly string[];
  field: string;
  state: AnalysisState;
  change: (part: Partial<AnalysisState>) => void;
}) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  return (
    <>
      {keys.length > 1 && (
        <Select
          size="small"
          aria-label={t('readings:field')}
          popupMatchSelectWidth={false}
          showSearch={keys.length > 20}
          value={field}
          options={keys.map((value) => ({ value, label: fieldWord(point.family, value) }))}
          onChange={(next: string) => change({ field: next })}
        />
      )}
      <Segmented
        label={t('readings:quantity')}
        value={state.quantity}
        options={(['value', 'cumulative'] as const).map((value) => ({
          value,
          label: t(`readings:quantities.${value}`),
        }))}
        onChange={(quantity) => change({ quantity })}
      />
    </>
  );
}
