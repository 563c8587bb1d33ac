import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { Casing, ChainDrawing, ChainForm } from '@plumbline/contract/views/profiles';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacedLimit } from '../../../charts/kinds/survey-curves.ts';
import type { ChartThreshold } from '../../../charts/kinds/time-value/shapes.ts';
import { Empty, Failed } from '../../../design/States.tsx';
import { formatShort, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { drawnLayers } from '../../points/strata/drawn-layers.parts.ts';
import { biasWords } from '../profiles/notes.parts.tsx';
import { useSurveys } from '../profiles/profiles.queries.ts';
import {
  chainJointLimits,
  chainLimits,
  isDownward,
  isJudged,
  type Shown,
  sectionLimits,
  shapeThresholds,
  unbiased,
} from '../profiles/shown-surveys.parts.ts';
import { type ChainNumber, NumberFields, numberOf, useChain } from '../tables/matrices.parts.tsx';
import { type SurveyTableState, useTableState } from '../tables/table-choice.parts.ts';
import { type DrawnStrata, type Lie, SectionDrawing, SurveyDrawing } from './SurveyDrawing.tsx';
import { SurveyReport } from './SurveyReport.tsx';
import { useSilence, useSurveyFacts } from './survey-facts.ts';

const lies: Partial<Record<string, Lie>> = { vertical: 'depth', panel: 'elevation', horizontal: 'distance' };

/** The limits on what is shown, of the farthest joint and of single ones, turned as it is turned; none where it is not what they watch. */
function limitsOf(
  form: ChainForm,
  thresholds: readonly Threshold[],
  state: ChainNumber & Pick<SurveyTableState, 'baselineAt' | 'firmM'>,
  { drawing, casing, placesM }: { drawing: ChainDrawing; casing: Casing | undefined; placesM: readonly number[] },
): { readonly limits: readonly ChartThreshold[]; readonly jointLimits: readonly PlacedLimit[] } {
  const { axis, isIncremental, part } = numberOf(form, state);
  const measure = isIncremental ? 'incremental' : 'cumulative';
  if (
    axis === 'resultant' ||
    part !== 'deflection' ||
    !isJudged({ axis, measure, baselineAt: state.baselineAt, firmM: form === 'vertical' ? state.firmM : null })
  )
    return { limits: [], jointLimits: [] };
  const sign = form === 'horizontal' && isDownward(drawing) ? -1 : 1;
  return {
    limits: chainLimits(thresholds, axis, sign, state),
    jointLimits: casing ? chainJointLimits(thresholds, sign, state, casing, placesM, axis) : [],
  };
}

/** What the surveys lack, and that the point does not report now. */
function useWarnings(point: Point, data: ReturnType<typeof useSurveys>['data'], newest: Shown | undefined): string[] {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const silence = useSilence(point);
  const absent = data?.surveys.filter(({ at }) => at === null).length ?? 0;
  const count = data?.surveys.length ?? 0;
  return [
    ...silence,
    ...(absent > 0 ? [t('profiles:missing', { count, shown: absent })] : []),
    ...(data?.baseline?.at === null ? [t('profiles:baselineMissing')] : []),
    ...(newest && !newest.survey.isComplete
      ? [t('profiles:incomplete', { time: formatTime(newest.at, timeZone) })]
      : []),
  ];
}

/** What lies beside a casing; null of what is none. */
function useStrata(data: ReturnType<typeof useSurveys>['data'], surveys: readonly Shown[]): DrawnStrata | null {
  const { t } = useTranslation();
  return useMemo(
    () =>
      data && surveys.at(-1)?.casing.form === 'vertical'
        ? {
            layers: drawnLayers(data.layers, t),
            excavations: new Map(surveys.map(({ at, survey }) => [at, survey.excavationM])),
          }
        : null,
    [data, surveys, t],
  );
}

/** The surveys of a chain as a report to print. */
export function ChainReportView({ point, thresholds, raw, ranges }: PointViewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const [state, change] = useTableState();
  const judged = useMemo(() => shapeThresholds(thresholds, point), [thresholds, point]);
  const query = useSurveys(point, state, raw, ranges.listed);
  const { data } = query;
  const { form, recorded, shown, matrix } = useChain(data, judged, state);
  const { firmM } = state;
  const newest = recorded.at(-1);
  const bias =
    form === 'vertical' && firmM !== null && newest
      ? [{ name: t('profiles:firm'), words: biasWords(t, { firmM, mmPerM: unbiased(newest, firmM).mmPerM }) }]
      : [];
  const facts = [...useSurveyFacts(state, raw, ranges.listed, data?.baseline?.at ?? null), ...bias];
  const warnings = useWarnings(point, data, shown.at(-1));
  const lie = form ? lies[form] : undefined;
  const strata = useStrata(data, shown);
  const drawn = useMemo(() => {
    if (!form || !data || !matrix) return { limits: [], jointLimits: [] };
    const placesM = matrix.places.map(({ metres }, i) => metres ?? i);
    return limitsOf(form, judged, state, { drawing: data.drawing, casing: shown.at(-1)?.casing, placesM });
  }, [form, data, matrix, shown, judged, state]);
  const sectionLimitsOf = useCallback(
    ({ casing }: Shown) => sectionLimits(judged, state, casing, null),
    [judged, state],
  );
  const nameOf = useCallback((at: number) => formatShort(at, timeZone, language), [timeZone, language]);
  return (
    <SurveyReport
      {...{ point, thresholds, ranges, state, change, query, matrix, facts, warnings }}
      fields={form && <NumberFields {...{ form, state, change }} />}
      drawing={
        matrix && data && lie ? (
          <SurveyDrawing {...{ matrix, lie, strata, ...drawn }} isDownward={isDownward(data.drawing)} />
        ) : (
          <SectionDrawing {...{ shown, nameOf }} limitsOf={sectionLimitsOf} />
        )
      }
      failed={query.error && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      empty={<Empty title={t('profiles:none')} why={t('profiles:noneWhy')} />}
    />
  );
}
