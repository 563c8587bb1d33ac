import { projects } from '@plumbline/contract/site/projects';
import { useEffect } from 'react';
import { useCoalesced } from '../../kernel/coalesced.ts';
import { invalidate } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { serverNow } from '../../kernel/server-clock.ts';

/** The projects as header, switcher and sidebar show them. Asked again each minute, should an event be lost. */
export const useProjects = () => useRead(projects.list, {}, { refetchInterval: 60_000 });

/** Many events in a row ask once in this time. */
const minMs = 1_000;
/** Longer than a browser's timer can wait; the projects are asked again much sooner. */
const maxMs = 3_600_000;

/** Reads the projects again when the next point falls silent, which no event announces. Every other change is announced. */
export function useSilenceOfProjects(): void {
  const refresh = useCoalesced(() => invalidate(projects.list), minMs);
  const { data, dataUpdatedAt } = useProjects();
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that names the same time must set the timer again
  useEffect(() => {
    const times = (data?.projects ?? []).flatMap(({ summary }) => summary.nextStaleAt ?? []);
    if (times.length === 0) return;
    const waitMs = Math.min(maxMs, Math.max(minMs, Math.min(...times) - serverNow() + 100));
    const timer = setTimeout(refresh, waitMs);
    return () => clearTimeout(timer);
  }, [data, dataUpdatedAt, refresh]);
}
