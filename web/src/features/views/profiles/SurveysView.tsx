import './profiles.css';
import type { profiles } from '@plumbline/contract/views/profiles';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import { Empty } from '../../../design/States.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import type { PointViewProps } from '../../points/points/view-props.parts.ts';
import { playedPlace, type SurveyChoice } from '../surveys/survey-choice.parts.ts';
import { SurveysFrame } from '../surveys/surveys.parts.tsx';
import { ProfileNotes } from './ProfileNotes.tsx';
import { type Shown, shownSurveys } from './profile-content.ts';
import { useSurveys } from './profiles.queries.ts';

export const shapePx = 440;

/** The surveys that were found, and the one that is looked at. */
export interface Comparison {
  /** Oldest first. */
  readonly surveys: readonly Shown[];
  /** Which of them is chosen. */
  readonly place: number;
  readonly chosen: Shown;
  readonly before: Shown | undefined;
  readonly data: Reply<typeof profiles.surveys>;
  readonly chart: RefObject<ChartHandle | null>;
}

interface SurveysViewProps<State> extends Pick<PointViewProps, 'point' | 'raw' | 'ranges'> {
  readonly state: State;
  readonly onChange: (change: Partial<State>) => void;
  /** What the toolbar is for, for screen readers. */
  readonly label: string;
  readonly fields: ReactNode;
  readonly isWide?: boolean;
  readonly shape: (comparison: Comparison) => ReactNode;
  readonly beside: (comparison: Comparison) => ReactNode;
}

/** Frames the views of a chain: its surveys in their frame, and what the drawing cannot show. */
export function SurveysView<State extends SurveyChoice>(props: SurveysViewProps<State>) {
  const { t } = useTranslation();
  const { point, raw, ranges, state, onChange, label, fields, isWide = false } = props;
  const { project } = useProject();
  const chart = useRef<ChartHandle>(null);
  const query = useSurveys(point, state, raw, ranges.listed);
  const { times, comparison } = useComparison(query.data, state.playedAt, chart);
  return (
    <SurveysFrame
      pointId={point.id}
      {...{ label, ranges, state, onChange, fields, query, times, chart, isWide }}
      title={`${project.name} ${point.name}`}
      heightPx={shapePx}
      empty={<Empty title={t('profiles:none')} why={t('profiles:noneWhy')} />}
      shape={
        comparison && (
          <>
            {props.shape(comparison)}
            <ProfileNotes
              requested={comparison.data.surveys}
              chosen={comparison.chosen}
              baseline={comparison.data.baseline}
            />
          </>
        )
      }
      beside={comparison && props.beside(comparison)}
    />
  );
}

/** The surveys of an answer and the one that is looked at; null where none was found. */
function useComparison(
  data: Comparison['data'] | undefined,
  playedAt: number | null,
  chart: Comparison['chart'],
): { readonly times: readonly number[]; readonly comparison: Comparison | null } {
  const surveys = useMemo(() => (data ? shownSurveys(data.casings, data.surveys) : []), [data]);
  const times = useMemo(() => surveys.map(({ at }) => at), [surveys]);
  const place = playedPlace(times, playedAt);
  const comparison = useMemo(() => {
    const chosen = surveys[place];
    return data && chosen ? { surveys, place, chosen, before: surveys[place - 1], data, chart } : null;
  }, [data, surveys, place, chart]);
  return { times, comparison };
}
