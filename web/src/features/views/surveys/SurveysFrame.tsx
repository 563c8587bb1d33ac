import './surveys.css';
import '../../../design/split.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { fetchCharts } from '../../../charts/Chart.tsx';
import type { ChartHandle } from '../../../charts/frame/ChartFrame.tsx';
import type { ViewRange } from '../../../charts/range/ranges.ts';
import { Failed, Outdated, SkeletonChart } from '../../../design/States.tsx';
import { SurveyPlayer } from './SurveyPlayer.tsx';
import { SurveyToolbar } from './SurveyToolbar.tsx';
import { playedChange, playedPlace, type SurveyChoice } from './survey-choice.parts.ts';
import { TiedSurveys } from './survey-time.parts.tsx';

interface SurveysFrameProps<State extends SurveyChoice> {
  /** What the toolbar is for, for screen readers. */
  readonly label: string;
  /** Whose surveys they are. */
  readonly pointId: number;
  /** Of the files. */
  readonly title: string;
  readonly ranges: ViewRange;
  readonly state: State;
  readonly onChange: (change: Partial<State>) => void;
  /** What else the view lets one choose. */
  readonly fields?: ReactNode;
  /** Other files of what is shown. */
  readonly files?: ReactNode;
  /** False where the view shows all surveys of the range: none are chosen. */
  readonly hasTimes?: boolean;
  readonly query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'failureCount' | 'isError' | 'refetch'>;
  /** When the surveys were, epoch ms, ascending: the stops of the player. */
  readonly times: readonly number[];
  readonly chart: RefObject<ChartHandle | null>;
  /** Of the shape, while nothing is there yet. */
  readonly heightPx: number;
  /** What stands where the first answer failed; absent = the error in its own words. */
  readonly failed?: ((error: unknown, onRetry: () => void) => ReactNode) | undefined;
  /** What stands where nothing was found. */
  readonly empty: ReactNode;
  /** The drawing and what is to be known of it; null = nothing was found. */
  readonly shape: ReactNode;
  readonly beside: ReactNode;
  /** The shape lies over the whole width, and what belongs to it under it. */
  readonly isWide?: boolean;
  readonly className?: string;
}

/**
 * The frame of all views of surveys: which surveys, the answer in its states, the shape with its player, and what stands
 * beside it. An answer that could not be read again stays, and says so.
 */
export function SurveysFrame<State extends SurveyChoice>(props: SurveysFrameProps<State>) {
  const { label, pointId, title, ranges, state, fields, query, chart, heightPx, failed, empty } = props;
  const { times, shape, beside, isWide = false, className = '', files, hasTimes = true } = props;
  // Beside the surveys, not after them.
  useEffect(fetchCharts, []);
  // A part of a choice is a part of every state that holds one.
  const choose = (change: Partial<SurveyChoice>): void => props.onChange(change as Partial<State>);
  const chosen = playedPlace(times, state.playedAt);
  const retry = (): void => void query.refetch();
  return (
    <>
      <SurveyToolbar
        label={label}
        pointId={pointId}
        choice={state}
        onChange={(change) => choose({ ...change, playedAt: null })}
        ranges={ranges}
        drawn={{ chart, title }}
        files={files}
        hasTimes={hasTimes}
      >
        {fields}
      </SurveyToolbar>
      <Outdated query={query} />
      {query.data === undefined ? (
        query.error ? (
          (failed?.(query.error, retry) ?? <Failed error={query.error} onRetry={retry} />)
        ) : (
          <SkeletonChart height={heightPx} />
        )
      ) : shape ? (
        <TiedSurveys times={times} chosen={chosen}>
          <div className={`pl-split sv ${isWide ? 'wide ' : ''}${className}`.trim()} aria-busy={query.isFetching}>
            <div className="sv-shape">
              {shape}
              <SurveyPlayer times={times} chosen={chosen} onChoose={(place) => choose(playedChange(times, place))} />
            </div>
            {beside}
          </div>
        </TiedSurveys>
      ) : (
        empty
      )}
    </>
  );
}
