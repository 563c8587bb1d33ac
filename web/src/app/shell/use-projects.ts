import { projects } from '@plumbline/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCoalesced } from '../../kernel/coalesced.ts';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import { serverNow } from '../../kernel/server-clock.ts';
import { useServerEvent } from '../../kernel/socket.ts';

/** The projects as header, switcher and sidebar show them. Asked again each minute, should an event be lost. */
export const useProjects = () => useQuery({ ...queryFor(projects.list, {}), refetchInterval: 60_000 });

/** Many events in a row ask once in this time. */
const leastMs = 1_000;
/** Longer than a browser's timer can wait; the projects are asked again much sooner. */
const mostMs = 3_600_000;

/**
 * Keeps the marks of all projects true wherever a person is: asks again when alerts or levels of any of them change, and
 * when the next point falls silent, which no event announces.
 */
export function useLiveProjects(): void {
  const refresh = useCoalesced(() => invalidate(projects.list), leastMs);
  useServerEvent('ALERTS_CHANGED', refresh);
  useServerEvent('STANDING_CHANGED', refresh);
  useServerEvent('HISTORY_CHANGED', refresh);
  const { data, dataUpdatedAt } = useProjects();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that names the same time must set the timer again
  useEffect(() => {
    const times = (data?.projects ?? []).flatMap(({ standing }) => standing.nextStaleAt ?? []);
    if (times.length === 0) return;
    const waitMs = Math.min(mostMs, Math.max(leastMs, Math.min(...times) - serverNow() + 100));
    const timer = setTimeout(refresh, waitMs);
    return () => clearTimeout(timer);
  }, [data, dataUpdatedAt, refresh]);
}
