import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchCharts } from '../../../charts/Chart.tsx';
import { type Fact, Part } from '../../../design/ReportSheet.tsx';
import { Outdated, SkeletonRows } from '../../../design/States.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import type { SurveyChoice } from '../surveys/survey-choice.parts.ts';
import { SurveyToolbar } from '../surveys/surveys.parts.tsx';
import type { SurveyMatrix } from '../tables/matrices.parts.tsx';
import { Limits } from './Limits.tsx';
import { Paper } from './Paper.tsx';
import { SurveyFigures } from './SurveyFigures.tsx';

/** Frames a report of surveys: its toolbar, the page, and what stands in its place where there is none. */
export function SurveyReport({
  point,
  thresholds,
  ranges,
  state,
  change,
  query,
  matrix,
  facts,
  warnings,
  fields,
  drawing,
  failed,
  empty,
}: Pick<PointViewProps, 'point' | 'thresholds' | 'ranges'> & {
  state: SurveyChoice;
  change: (part: Partial<SurveyChoice>) => void;
  query: Parameters<typeof Outdated>[0]['query'];
  matrix: SurveyMatrix | null;
  facts: readonly Fact[];
  warnings: readonly string[];
  /** In the toolbar. */
  fields: ReactNode;
  /** The surveys as their own view draws them. */
  drawing: ReactNode;
  /** Instead of the page where they could not be read; null = that has not failed. */
  failed: ReactNode;
  /** Where there is no survey. */
  empty: ReactNode;
}) {
  const { t } = useTranslation();
  // Beside the surveys, not after them.
  useEffect(fetchCharts, []);
  return (
    <>
      <SurveyToolbar label={t('reports:toolbar')} pointId={point.id} choice={state} onChange={change} ranges={ranges}>
        {fields}
      </SurveyToolbar>
      <Outdated query={query} />
      {matrix ? (
        <Paper {...{ point, facts, warnings }} title={t('reports:title', { name: point.name })}>
          <Part title={matrix.title}>{drawing}</Part>
          <SurveyFigures matrix={matrix} />
          <Limits {...{ point, thresholds }} />
        </Paper>
      ) : query.data ? (
        empty
      ) : (
        (failed ?? <SkeletonRows rows={14} />)
      )}
    </>
  );
}
