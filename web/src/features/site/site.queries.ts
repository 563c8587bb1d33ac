import { alerts } from '@plumbline/contract/alerts';
import { points } from '@plumbline/contract/points';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';

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
