import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { useSurveys } from '../profiles/profiles.queries.ts';
import { shownSurveys } from '../profiles/shown-surveys.parts.ts';
import { playedPlace } from '../surveys/survey-choice.parts.ts';
import { type PlanSurvey, planSurveys } from './north-east-content.ts';
import type { JointState } from './tracks-state.ts';

/** The surveys of a casing turned to north and east, and what is to be said of them. */
export function useCasing({ point, raw, ranges }: PointViewProps, state: JointState) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const requested = useMemo(() => ({ ...state, axis: 'resultant', measure: 'cumulative' }) as const, [state]);
  const query = useSurveys(point, requested, raw, ranges.listed);
  const { data } = query;
  const surveys = useMemo(() => (data ? planSurveys(shownSurveys(data.casings, data.surveys)) : []), [data]);
  const notesOf = ({ at, shown: { survey } }: PlanSurvey): (string | null)[] => {
    const missing = data?.surveys.filter((each) => each.at === null).length ?? 0;
    const isBaselineMissing = data?.baseline?.at === null;
    return [
      surveys.some(({ shown }) => shown.casing.markAzimuthDeg === null) ? t('tracks:azimuthNotSet') : null,
      missing > 0 ? t('profiles:missing', { count: data?.surveys.length ?? 0, shown: missing }) : null,
      isBaselineMissing ? t('profiles:baselineMissing') : null,
      survey.isComparable ? null : t('profiles:otherCasing'),
      survey.isComparable && !survey.isComplete && !isBaselineMissing
        ? t('profiles:incomplete', { time: formatTime(at, timeZone) })
        : null,
    ];
  };
  const times = useMemo(() => surveys.map(({ at }) => at), [surveys]);
  const place = playedPlace(times, state.playedAt);
  const chosen = surveys[place];
  return { query, surveys, times, place, chosen, notesOf, markAzimuthDeg: chosen?.shown.casing.markAzimuthDeg ?? 0 };
}
