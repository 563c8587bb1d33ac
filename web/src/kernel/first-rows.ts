import { type FetchQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryClient } from './queries.ts';

/** Rows that more than fill a screen. */
export const screenful = 60;

// biome-ignore lint/suspicious/noExplicitAny: of any route; the cache keeps them apart by their keys
type QueryOptions<T> = FetchQueryOptions<T, Error, T, any>;
const isCached = <T>({ queryKey }: QueryOptions<T>): boolean => queryClient.getQueryData(queryKey) !== undefined;

/** Returns the query that a page will use when it is drawn: `all` where they are kept, or the first are not known. */
export const firstQuery = <T>(first: QueryOptions<T> | null, all: QueryOptions<T>): QueryOptions<T> =>
  first === null || isCached(all) ? all : first;

/**
 * Thousands of rows in two answers: the first of them, which fill the screen, and then, once those are drawn, all of
 * them. `first` is null where the first cannot be known without all (another order, a filter). Invariant: what is given
 * is whole unless `isWhole` says otherwise, and rows that were all among the first are asked for once.
 */
export function useFirstThenAll<T extends { readonly total: number }>(
  first: QueryOptions<T> | null,
  all: QueryOptions<T>,
  {
    loadedCount,
    ...more
  }: {
    /** How many of the total are in an answer. */
    readonly loadedCount: (data: T) => number;
    readonly refetchOnWindowFocus?: boolean;
    readonly refetchInterval?: number;
  },
): { query: UseQueryResult<T>; isWhole: boolean } {
  const [drawn, setDrawn] = useState(() => isCached(all));
  // Thousands of rows are not compared with those of before, field by field: only those in sight are drawn anyway.
  const allRows = useQuery({ ...all, ...more, structuralSharing: false, enabled: first === null || drawn });
  const start = useQuery({ ...(first ?? all), structuralSharing: false, enabled: first !== null && !drawn });
  const { data, isFetched } = start;
  const key = JSON.stringify(all.queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which rows they are
  useEffect(() => {
    if (first === null || !isFetched || drawn) return;
    if (data !== undefined && loadedCount(data) === data.total)
      queryClient.setQueryData(all.queryKey, data, { updatedAt: start.dataUpdatedAt });
    return whenDrawn(() => setDrawn(true));
  }, [first === null, isFetched, drawn, key]);
  // The first alone are never shown for good: where all could not be had, that is said.
  const isComplete = allRows.data !== undefined || allRows.isError || first === null || data === undefined;
  return { query: isComplete ? allRows : start, isWhole: isComplete };
}

/** Acts once the browser has drawn what it was given and has nothing else to do; at the latest after a fifth of a second. */
function whenDrawn(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idle: number | undefined;
  const frame = requestAnimationFrame(() => {
    // After this frame's own painting.
    timer = setTimeout(() => {
      if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(act, { timeout: 200 });
      else act();
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
