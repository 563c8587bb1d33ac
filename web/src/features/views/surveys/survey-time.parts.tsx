import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { nearest } from '../../../charts/frame/range.ts';

/**
 * What ties a drawing of surveys to the curves over time beside it: the curve marks when the chosen survey was, and the drawing
 * shows the survey nearest to where the pointer is on the curve. Nothing is chosen by that: tables and address stay.
 */
interface SurveyTime {
  /** When the chosen survey was, epoch ms; null = there is none. */
  readonly chosenAt: number | null;
  /** The place of the survey that the pointer on a curve is nearest to; null = it is on none. */
  readonly crossedPlace: number | null;
  readonly onCross: (at: number | null) => void;
}
const Tied = createContext<SurveyTime>({ chosenAt: null, crossedPlace: null, onCross: () => undefined });

/** Ties what is inside; `times` are those of the surveys, epoch ms, ascending. */
export function TiedSurveys({
  times,
  chosen,
  children,
}: {
  times: readonly number[];
  chosen: number;
  children: ReactNode;
}) {
  const [crossedPlace, setCrossedPlace] = useState<number | null>(null);
  const onCross = useCallback(
    (at: number | null) => setCrossedPlace(at === null || times.length === 0 ? null : nearest(times, at)),
    [times],
  );
  const chosenAt = times[chosen] ?? null;
  const tied = useMemo(() => ({ chosenAt, crossedPlace, onCross }), [chosenAt, crossedPlace, onCross]);
  return <Tied value={tied}>{children}</Tied>;
}

/** For a curve over time: what it marks, and whom it tells where its crosshair is. */
export function useSurveyTime(): Pick<SurveyTime, 'chosenAt' | 'onCross'> {
  return useContext(Tied);
}

/** For a drawing: the place of the survey that is drawn as the chosen one. */
export function useDrawnPlace(chosen: number): number {
  return useContext(Tied).crossedPlace ?? chosen;
}
