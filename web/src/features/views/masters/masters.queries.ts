import type { Point } from '@plumbline/contract/points/points';
import { masters } from '@plumbline/contract/views/masters';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { useRead } from '../../../kernel/reads.ts';
import type { SurveyChoice } from '../surveys/survey-choice.parts.ts';
import { afterSurveys, useRequestedSurveys } from '../surveys/surveys.queries.ts';
import { ofNewestGeometry } from './shown-geometry.ts';

const iso = (at: number): string => new Date(at).toISOString();
const options = { placeholderData: keepPreviousData, staleTime: 60_000 } as const;

/** What every question of surveys holds. A range that ends now moves on by itself, and its surveys with it. */
function useQuestion(point: Point, choice: SurveyChoice, raw: boolean, range: Range) {
  const { times, toleranceSeconds, ...surveyed } = useRequestedSurveys(point, choice, range);
  const input = {
    pointId: point.id,
    times: times.map(iso),
    baseline: choice.baselineAt === null ? null : iso(choice.baselineAt),
    toleranceSeconds,
    raw,
  };
  return { input, surveyed };
}

/** Returns the lines of a master, in the geometry of the newest survey. */
export function useLines(point: Point, choice: SurveyChoice, raw: boolean, range: Range) {
  const { input, surveyed } = useQuestion(point, choice, raw, range);
  const read = useRead(masters.lines, input, { ...options, enabled: surveyed.isKnown });
  const query = afterSurveys(read, surveyed);
  const data = useMemo(() => query.data && ofNewestGeometry(query.data), [query.data]);
  return { ...query, data };
}

export function useSections(point: Point, choice: SurveyChoice, raw: boolean, range: Range) {
  const { input, surveyed } = useQuestion(point, choice, raw, range);
  const read = useRead(masters.sections, input, { ...options, enabled: surveyed.isKnown });
  const query = afterSurveys(read, surveyed);
  const data = useMemo(() => query.data && ofNewestGeometry(query.data), [query.data]);
  return { ...query, data };
}

interface CurveQuestion {
  readonly baselineAt: number | null;
  /** Time of the survey whose places are meant, epoch ms. */
  readonly surveyAt: number;
  readonly raw: boolean;
  readonly range: Range;
  readonly widthPx: number;
}
const curveInput = (point: Point, { baselineAt, surveyAt, raw, range, widthPx }: CurveQuestion) => ({
  pointId: point.id,
  geometryAt: iso(surveyAt),
  baseline: baselineAt === null ? null : iso(baselineAt),
  // A baseline survey is found as the surveys find it.
  toleranceSeconds: 43_200,
  raw,
  from: iso(range.from),
  to: iso(range.to),
  width: Math.max(50, Math.min(10_000, widthPx)),
});

export const useStationCurve = (point: Point, station: number, question: CurveQuestion) =>
  useRead(
    masters.lineCurve,
    { ...curveInput(point, question), station },
    { ...options, enabled: question.widthPx > 0 },
  );

export const useSectionCurve = (
  point: Point,
  { quantity, place }: { readonly quantity: 'chord' | 'offset' | 'height'; readonly place: number },
  question: CurveQuestion,
) =>
  useRead(
    masters.sectionCurve,
    { ...curveInput(point, question), quantity, place },
    { ...options, enabled: question.widthPx > 0 },
  );
