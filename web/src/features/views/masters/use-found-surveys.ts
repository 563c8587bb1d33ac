import { useMemo } from 'react';
import { playedPlace, type SurveyChoice } from '../surveys/survey-choice.parts.ts';
import { type Found, foundSurveys } from './line-content.ts';

const noSurveys: readonly never[] = [];

/** The surveys of an answer, the one that is looked at, and the one before it. */
export function useFoundSurveys<S extends { readonly at: string | null }>(
  answered: readonly S[] = noSurveys,
  { playedAt }: Pick<SurveyChoice, 'playedAt'>,
) {
  const surveys = useMemo((): Found<S>[] => foundSurveys(answered), [answered]);
  const times = useMemo(() => surveys.map(({ at }) => at), [surveys]);
  const place = playedPlace(times, playedAt);
  return { surveys, times, place, chosen: surveys[place], before: surveys[place - 1] };
}
