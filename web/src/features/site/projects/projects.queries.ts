import { stats } from '@plumbline/contract/overview/stats';
import { structures } from '@plumbline/contract/site/structures';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useRead } from '../../../kernel/reads.ts';

/** What screens of a project ask for again by the clock, should an event be lost. */

/** How many points of a project stand at which level. */
export const useProjectCounts = (projectId: number) =>
  useRead(stats.project, { projectId, lists: 'false' }, { refetchInterval: 30_000 });

/** Structures and items of a project with their status; not asked for by those who may not see them. */
export function useStructuresNow(projectId: number) {
  const allowed = useAllowed();
  return useRead(structures.list, { projectId }, { enabled: allowed(structures.list), refetchInterval: 60_000 });
}
