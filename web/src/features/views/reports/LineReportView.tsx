import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { lineLimits } from '../masters/line-rows.parts.ts';
import { useLines } from '../masters/masters.queries.ts';
import { NoSurvey, NotDrawn } from '../masters/notes.parts.tsx';
import { Directions, useLine } from '../tables/matrices.parts.tsx';
import { useTableState } from '../tables/table-choice.parts.ts';
import { SurveyDrawing } from './SurveyDrawing.tsx';
import { SurveyReport } from './SurveyReport.tsx';
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
    <SurveyReport
      {...{ point, thresholds, ranges, state, change, query, matrix, facts, warnings }}
      fields={
        <>
          {fields}
          <Directions {...{ state, change }} />
        </>
      }
      drawing={matrix && <SurveyDrawing {...{ matrix, limits }} lie="distance" isDownward={!state.isUpward} />}
      failed={query.error && <NotDrawn point={point} error={query.error} onRetry={() => void query.refetch()} />}
      empty={<NoSurvey />}
    />
  );
}
