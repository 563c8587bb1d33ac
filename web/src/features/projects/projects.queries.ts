import { alerts } from '@plumbline/contract/alerts';
import { points } from '@plumbline/contract/points';
import { stats } from '@plumbline/contract/stats';
import { structures } from '@plumbline/contract/structures';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';

/** What screens of a project ask for again by the clock, should an event be lost. */

/** How many points of a project stand at which level. */
export const useProjectCounts = (projectId: number) =>
  useRead(stats.project, { projectId }, { refetchInterval: 30_000 });

/** Structures and items of a project with their status; not asked for by those who may not see them. */
export function useStructuresNow(projectId: number) {
  const allowed = useAllowed();
  return useRead(structures.list, { projectId }, { enabled: allowed(structures.list), refetchInterval: 60_000 });
}

/** A point with its latest reading, for the panel beside map or picture. */
export const usePanelPoint = (pointId: number) => useRead(points.get, { pointId }, { refetchInterval: 30_000 });

/** The alerts that hold a point at its level: open, and not fallen below or taken back since. None for those who may not see them. */
export function useOpenAlerts(projectId: number, pointId: number) {
  const allowed = useAllowed();
  const { data } = useRead(
    alerts.ofProject,
    { projectId, pointId, status: 'Open', pageSize: 10 },
    { enabled: allowed(alerts.ofProject), refetchInterval: 60_000 },
  );
  return (data?.alerts ?? []).filter(({ releasedAt, revised }) => releasedAt === null && revised !== 'noLonger');
}
