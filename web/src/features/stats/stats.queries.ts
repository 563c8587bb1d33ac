import { stats } from '@plumbline/contract/stats';
import { useRead } from '../../kernel/reads.ts';

/** The counts of everything that one may see. */
export const useCounts = () => useRead(stats.corporation, {}, { refetchInterval: 15_000 });

/** The points nearest to a threshold, or furthest over one; of one project, or of all. */
export const useWatched = (limit: number, projectId: number | undefined) =>
  useRead(stats.watched, { limit, ...(projectId === undefined ? {} : { projectId }) }, { refetchInterval: 60_000 });

/** What happened last. */
export const useActivity = (limit: number) => useRead(stats.activity, { limit }, { refetchInterval: 60_000 });
