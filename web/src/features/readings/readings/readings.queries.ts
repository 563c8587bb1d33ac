import { historyTags } from '@plumbline/contract/kernel/tags';
import { points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidate, queryFor, readAgain } from '../../../kernel/queries.ts';

/** Reads everything that shows the past again, because a person wants to be sure. */
export const readHistoryAgain = (): Promise<void> => readAgain({ tags: ['point', ...historyTags] });

/** A point with its settings, asked for again by the clock, should an event be lost. */
export const pointRecord = (pointId: number) => queryFor(points.get, { pointId });
export const usePointRecord = (pointId: number) => useQuery({ ...pointRecord(pointId), refetchInterval: 60_000 });

/** Statistics and table are asked again when readings arrive, every five seconds at most. */
export function useFreshLists(newestAt: number | undefined): void {
  const last = useRef(0);
  useEffect(() => {
    if (newestAt === undefined) return;
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        void invalidate(readings.pagination, readings.statistics);
      },
      Math.max(0, last.current + 5_000 - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [newestAt]);
}
