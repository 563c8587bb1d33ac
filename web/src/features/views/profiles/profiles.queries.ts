import type { Point } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { profiles } from '@plumbline/contract/views/profiles';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import type { ChartCurve } from '../../../charts/kinds/time-value/shapes.ts';
import { lengthened, useLive } from '../../../charts/live.queries.ts';
import { queryFor } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import type { SurveyChoice } from '../surveys/survey-choice.parts.ts';
import { afterSurveys, useRequestedSurveys } from '../surveys/surveys.queries.ts';

const iso = (at: number): string => new Date(at).toISOString();

/** The surveys at the times of a state. A range that ends now moves on by itself, and its surveys with it. */
export function useSurveys(point: Point, state: SurveyChoice, raw: boolean, range: Range) {
  const { times, toleranceSeconds, ...surveyed } = useRequestedSurveys(point, state, range);
  const query = useRead(
    profiles.surveys,
    {
      pointId: point.id,
      times: times.map(iso),
      baseline: state.baselineAt === null ? null : iso(state.baselineAt),
      toleranceSeconds,
      raw,
    },
    { placeholderData: keepPreviousData, staleTime: 60_000, enabled: surveyed.isKnown },
  );
  return afterSurveys(query, surveyed);
}

/** A joint over time: the field of the node whose free end it is, counted as the profile is. */
export interface JointCurve {
  readonly field: string;
  readonly name: string;
  /** The joint at the baseline, taken off; 0 = counted from the initial values, null = the baseline has no value. */
  readonly baseMm: number | null;
  /** By what it is multiplied where it is shown: -1 for settlement; 1 unless told. */
  readonly factor?: number;
}

/** The curves of one joint, lengthened by what the socket tells. */
export function useJointCurves(
  point: Point,
  joints: readonly JointCurve[],
  { raw, range, widthPx }: { readonly raw: boolean; readonly range: Range; readonly widthPx: number },
) {
  const live = useLive(useMemo(() => [point.id], [point.id]));
  const queries = useQueries({
    queries: joints.map(({ field }) => ({
      ...queryFor(readings.query, {
        pointIds: [point.id],
        fields: [field],
        quantity: 'cumulative',
        raw,
        from: iso(range.from),
        to: iso(range.to),
        width: Math.max(50, Math.min(10_000, widthPx)),
      }),
      enabled: widthPx > 0,
      staleTime: 60_000,
      placeholderData: keepPreviousData,
    })),
  });
  const curves = joints.flatMap(({ field, name, baseMm, factor = 1 }, i): ChartCurve[] => {
    const series = queries[i]?.data?.series[0];
    if (series?.field !== field) return [];
    const { times, values } = lengthened(series, point, live.get(point.id) ?? []);
    const counted = values.map((value) => (value === null || baseMm === null ? null : factor * (value - baseMm)));
    return [
      { id: field, name, unit: 'mm', precision: 3, times, values: counted, gapSeconds: point.intervalSeconds * 3 },
    ];
  });
  return {
    curves,
    isLoading: queries.some(({ isPending }) => isPending),
    error: queries.find(({ error }) => error)?.error,
  };
}
