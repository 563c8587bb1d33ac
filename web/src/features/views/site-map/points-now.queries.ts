import type { NotificationServerEvents } from '@plumbline/contract/kernel/events';
import { isWhole, joinedStatus, newerStatus, type Status } from '@plumbline/contract/kernel/status';
import type { Point } from '@plumbline/contract/points/points';
import { points } from '@plumbline/contract/points/points';
import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { statusNow } from '../../../design/status-words.ts';
import { mainFieldOf, mainValueOf } from '../../../kernel/main-field.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useServerNow } from '../../../kernel/server-clock.ts';
import { useServerEvent, useSubscription } from '../../../kernel/socket.ts';

/** The points of a project as they stand now: fetched, then kept up to date by the socket and by the clock. */
export interface PointNow {
  readonly point: Point;
  readonly status: Status;
  readonly value: number | null;
  readonly unit: string;
  readonly precision: number;
}
type States = Parameters<NotificationServerEvents['POINT_STATES']>[0];

/** The most points that one screen asks for; beyond it a structure has to be chosen. */
export const maxPoints = 2000;

export function usePointsNow(
  projectId: number,
  structureId: number | null,
): { query: UseQueryResult<Reply<typeof points.list>>; now: readonly PointNow[] } {
  const query = useRead(
    points.list,
    { projectId, pageSize: maxPoints, ...(structureId === null ? {} : { structureId }) },
    {
      placeholderData: keepPreviousData,
      refetchInterval: 60_000,
    },
  );
  const [updates, setUpdates] = useState<ReadonlyMap<number, States['points'][number]>>(new Map());
  const onPointStates = useCallback(
    (states: States) => {
      if (states.projectId === projectId)
        setUpdates((old) => new Map([...old, ...states.points.map((each) => [each.pointId, each] as const)]));
    },
    [projectId],
  );
  useSubscription({ projectId });
  useServerEvent('POINT_STATES', onPointStates, true);

  const present = useServerNow();
  const now = useMemo(
    () => pointsNow(query.data?.measuringPoints ?? [], updates, present),
    [query.data, updates, present],
  );
  return { query, now };
}

/** Each point by the newer of what was fetched and what came since; a master as the points that it joins. */
export function pointsNow(
  fetched: readonly Point[],
  updates: ReadonlyMap<number, States['points'][number]>,
  presentMs: number,
): PointNow[] {
  const points = fetched.map((point): PointNow => {
    const field = mainFieldOf(point)?.field;
    const { status } = point;
    const newer = updates.get(point.id);
    const update = newer && !isWhole(status) && (newer.status.at ?? 0) >= (status.at ?? 0) ? newer : null;
    return {
      point,
      status: statusNow(update && !isWhole(status) ? newerStatus(update.status, status) : status, presentMs),
      value: update ? update.value : mainValueOf(point),
      unit: field?.unit ?? '',
      precision: field?.precision ?? 3,
    };
  });
  const statusOf = new Map(points.map(({ point, status }) => [point.id, status]));
  return points.map((each) => {
    if (!isWhole(each.status)) return each;
    const ids = each.point.slaves.map(({ pointId }) => pointId);
    return { ...each, status: joinedStatus(ids, (id) => statusOf.get(id), each.status) };
  });
}
