import { alerts } from '@plumbline/contract/alerts/alerts';
import { staleAfterMs } from '@plumbline/contract/kernel/status';
import { points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { keepPreviousData } from '@tanstack/react-query';
import { brokenCurve } from '../../charts/broken-curve.ts';
import type { PointNow } from '../../features/views/site-map/points-now.queries.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import { mainFieldOf } from '../../kernel/main-field.ts';
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

const curveDays = 4;
const curvePx = 84;
const stepMs = 600_000;

/** The last days of rows of points, by the field whose value stands beside it: one question for all rows. None for those who may not see data. */
export function useRowCurves(nodes: readonly TreeNode[], now: readonly PointNow[]) {
  const allowed = useAllowed();
  const rows = new Set(nodes.map(({ ref }) => ref));
  const statusOf = new Map(
    now.flatMap(({ point }) => {
      const main = rows.has(point.id) ? mainFieldOf(point) : null;
      return main ? [[point.id, { key: main.field.key, silentMs: staleAfterMs(point.intervalSeconds) }] as const] : [];
    }),
  );
  const to = Math.ceil(Date.now() / stepMs) * stepMs;
  const from = to - curveDays * 86_400_000;
  const { data } = useRead(
    readings.query,
    {
      pointIds: [...statusOf.keys()].sort((a, b) => a - b),
      fields: [...new Set([...statusOf.values()].map(({ key }) => key))].sort(),
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      width: curvePx,
    },
    { enabled: allowed(readings.query) && statusOf.size > 0, placeholderData: keepPreviousData },
  );
  return new Map(
    (data?.series ?? []).flatMap((series) => {
      const row = statusOf.get(series.pointId);
      return row?.key === series.field
        ? [[series.pointId, brokenCurve(series, { from, to, silentMs: row.silentMs, px: curvePx })] as const]
        : [];
    }),
  );
}
