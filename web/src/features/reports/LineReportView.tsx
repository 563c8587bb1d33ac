import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Outdated, SkeletonRows } from '../../design/States.tsx';
import { lineLimits } from '../masters/line-rows.parts.ts';
import { useLines } from '../masters/masters.queries.ts';
import { NoSurvey, NotDrawn } from '../masters/notes.parts.tsx';
import type { PointViewProps } from '../readings/view-props.parts.ts';
import { SurveyToolbar } from '../surveys/surveys.parts.tsx';
import { Directions, useLine } from '../tables/matrices.parts.tsx';
import { useTableState } from '../tables/table-choice.parts.ts';
import { Limits } from './Limits.tsx';
import { Paper } from './Paper.tsx';
import { Part } from './paper.parts.tsx';
import { SurveyDrawing } from './SurveyDrawing.tsx';
import { SurveyFigures } from './SurveyFigures.tsx';
import { useMasterWarnings, useMisclosureFact, useSurveyFacts } from './survey-facts.ts';

/** The surveys of a line of several points as a report to print. */
export function LineReportView({ point, thresholds, raw, ranges, fields }: PointViewProps & { fields?: ReactNode }) {
  const { t } = useTranslation();
  const [state, change] = useTableState();
  const query = useLines(point, state, raw, ranges.listed);
  const { data } = query;
  const { matrix } = useLine(data, thresholds, state);
  const facts = [...useSurveyFacts(state, raw, ranges.listed, data?.baseline?.at ?? null), ...useMisclosureFact(data)];
  const limits = useMemo(
    () => (data && !state.isIncremental ? lineLimits(thresholds, data.kind, { ...state, station: null }) : []),
    [data, thresholds, state],
  );
  const warnings = [...useMasterWarnings(data), ...(data?.spacing === 'order' ? [t('masters:noSpacing')] : [])];
  return (
    <>
      <SurveyToolbar label={t('reports:toolbar')} choice={state} onChange={change} ranges={ranges}>
        {fields}
        <Directions {...{ state, change }} />
      </SurveyToolbar>
      <Outdated query={query} />
      {data && matrix ? (
        <Paper {...{ point, facts, warnings }} title={t('reports:title', { name: point.name })}>
          <Part title={matrix.title}>
            <SurveyDrawing {...{ matrix, limits }} lie="distance" isDownward={!state.isUpward} />
          </Part>
          <SurveyFigures matrix={matrix} />
          <Limits {...{ point, thresholds }} />
        </Paper>
      ) : data ? (
        <NoSurvey />
      ) : query.error ? (
        <NotDrawn point={point} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonRows rows={14} />
      )}
    </>
  );
}
