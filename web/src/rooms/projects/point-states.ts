import type { NotificationServerEvents } from '@plumbline/contract/events';
import { fieldsOf } from '@plumbline/contract/families';
import type { Point } from '@plumbline/contract/points';
import { points } from '@plumbline/contract/points';
import { stats } from '@plumbline/contract/stats';
import { structures } from '@plumbline/contract/structures';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { asks, forget, type Reply } from '../../kernel/queries.ts';
import { useServerEvent, useSubscription } from '../../kernel/socket.ts';

/** The points of a project as they stand now: asked once, then kept by what the socket tells. */
export interface PointNow {
  readonly point: Point;
  readonly level: number;
  readonly value: number | null;
  readonly at: number | null;
  readonly unit: string;
  readonly precision: number;
}
type States = Parameters<NotificationServerEvents['POINT_STATES']>[0];

/** The most points that one screen asks for; beyond it a structure has to be chosen. */
export const mostPoints = 2000;

export function usePointsNow(
  projectId: number,
  structureId: number | null,
): { query: UseQueryResult<Reply<typeof points.list>>; now: readonly PointNow[] } {
  const query = useQuery({
    ...asks(points.list, { projectId, pageSize: mostPoints, ...(structureId === null ? {} : { structureId }) }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const [told, setTold] = useState<ReadonlyMap<number, States['points'][number]>>(new Map());
  const hear = useCallback(
    (states: States) => {
      if (states.projectId === projectId)
        setTold((old) => new Map([...old, ...states.points.map((each) => [each.pointId, each] as const)]));
    },
    [projectId],
  );
  useSubscription({ projectId });
  useServerEvent('POINT_STATES', hear, true);
  const changed = useCallback(
    () => void forget(points.list, points.get, stats.project, stats.structure, structures.list),
    [],
  );
  useServerEvent('ALERTS_CHANGED', changed);

  const now = useMemo(
    () =>
      (query.data?.measuringPoints ?? []).map((point): PointNow => {
        const field = fieldsOf(point.family, point.nodeCount)[0];
        const at = point.latest ? Date.parse(point.latest.at) : null;
        const newer = told.get(point.id);
        const state =
          newer && (at === null || newer.at >= at)
            ? newer
            : { level: point.level, value: point.latest?.values[0] ?? null, at };
        return {
          point,
          level: state.level,
          value: state.value,
          at: state.at,
          unit: field?.unit ?? '',
          precision: field?.precision ?? 3,
        };
      }),
    [query.data, told],
  );
  return { query, now };
}
