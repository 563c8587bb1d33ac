import { hourMs } from '@plumbline/contract/kernel/durations';
import type { Point } from '@plumbline/contract/points/points';
import { masters } from '@plumbline/contract/views/masters';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { useRead } from '../../../kernel/reads.ts';
import { type RequestedTimes, requestedTimes, type SurveyChoice } from './survey-choice.parts.ts';

const iso = (at: number): string => new Date(at).toISOString();
const options = { staleTime: 60_000 } as const;

export interface RequestedSurveys extends RequestedTimes {
  /** False until it is known when the point was surveyed: nothing is to be asked for yet. */
  readonly isKnown: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** The point that a question was about. */
const pointIn = (key: readonly unknown[] | undefined): unknown =>
  (key?.at(-1) as { readonly pointId?: number } | undefined)?.pointId;

/** The surveys that a choice asks for: those that exist in the range, or days that were chosen. */
export function useRequestedSurveys(
  { id }: Pick<Point, 'id'>,
  { times, count }: Pick<SurveyChoice, 'times' | 'count'>,
  { from, to }: Range,
): RequestedSurveys {
  const query = useRead(
    masters.surveyTimes,
    { pointId: id, from: iso(from), to: iso(to) },
    {
      ...options,
      enabled: times === null,
      // A range that ends now moves on by itself; another point has other surveys.
      placeholderData: (before, query) => (pointIn(query?.queryKey) === id ? before : undefined),
    },
  );
  const { data, error, refetch } = query;
  const requested = useMemo(
    () => requestedTimes({ times, count }, { from, to }, data?.times ?? null),
    [times, count, from, to, data],
  );
  return { ...requested, isKnown: times !== null || data !== undefined, error, retry: () => void refetch() };
}

/** An answer that waits for the times of the surveys: their failure is its own. */
export const afterSurveys = <Q extends { data: unknown; error: unknown; isError: boolean; refetch: () => unknown }>(
  query: Q,
  { isKnown, error, retry }: Pick<RequestedSurveys, 'isKnown' | 'error' | 'retry'>,
): Q => (isKnown || !error ? query : { ...query, error, isError: true, refetch: retry });

/** How far back the calendar knows of surveys. */
const calendarYears = 10;

/** When a point was surveyed in the last years, for a calendar; none where it is read all the time. Read when it is opened. */
export function useSurveyDays(pointId: number, isOpen: boolean): readonly number[] {
  const to = Math.ceil(Date.now() / hourMs) * hourMs;
  const from = to - calendarYears * 366 * 24 * hourMs;
  const { data } = useRead(
    masters.surveyTimes,
    { pointId, from: iso(from), to: iso(to) },
    { ...options, enabled: isOpen },
  );
  return data?.times ?? noTimes;
}
const noTimes: readonly number[] = [];
