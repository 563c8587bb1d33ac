import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** The points that were chosen in the list before this page was opened; null = none were, so it is about all. */
export function useChosenPoints(): ReadonlySet<number> | null {
  const state = useLocation().state as { points?: unknown } | null;
  const chosen = state?.points;
  return useMemo(() => (Array.isArray(chosen) && chosen.length > 0 ? new Set(chosen as number[]) : null), [chosen]);
}

/** Calls take a thousand at once. */
export function inThousands<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length; at += 1_000) parts.push(list.slice(at, at + 1_000));
  return parts;
}
