import type { RefreshInterval } from '@plumbline/contract/kernel/constants';
import { useEffect } from 'react';
import { queryClient } from './queries.ts';

const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** How long an interval is, and in which unit it is said; null for those that follow the calendar. */
export function spanOf(interval: RefreshInterval): { count: number; unit: keyof typeof unitSeconds } | null {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(interval) ?? [];
  return count === undefined ? null : { count: Number(count), unit: unit as keyof typeof unitSeconds };
}

/** When the page is read again after `from`: a span later, or at the next midnight, Monday or first of a month of the reader. */
export function nextRefreshAt(interval: RefreshInterval, from: Date): Date {
  const span = spanOf(interval);
  if (span) return new Date(from.getTime() + span.count * unitSeconds[span.unit] * 1000);
  const days = interval === 'weekly' ? 7 - ((from.getDay() + 6) % 7) : 1;
  return interval === 'monthly'
    ? new Date(from.getFullYear(), from.getMonth() + 1, 1)
    : new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
}

/** A browser's timer holds 24 days at most. */
const longestTimerMs = 86_400_000;

/** Reads again whatever the page shows, now. */
export const refreshNow = (): Promise<void> => queryClient.refetchQueries({ type: 'active' });

/** Reads again whatever the page shows, by the interval; null = only when something changes. */
export function useRefresh(interval: RefreshInterval | null): void {
  useEffect(() => {
    if (interval === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let dueAt = nextRefreshAt(interval, new Date());
    const wait = (): void => {
      if (isOver) return;
      timer = setTimeout(tick, Math.min(Math.max(dueAt.getTime() - Date.now(), 0), longestTimerMs));
    };
    const tick = (): void => {
      const isDue = Date.now() >= dueAt.getTime();
      if (isDue) dueAt = nextRefreshAt(interval, new Date());
      // The next one waits for the answers: a slow server is not asked faster than it answers.
      void (isDue ? refreshNow() : Promise.resolve()).finally(wait);
    };
    wait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [interval]);
}
