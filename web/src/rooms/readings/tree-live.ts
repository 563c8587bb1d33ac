import type { NotificationServerEvents } from '@plumbline/contract/events';
import { projects, type TreeNode } from '@plumbline/contract/projects';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { asks, forget } from '../../kernel/queries.ts';
import { useServerEvent, useSubscription } from '../../kernel/socket.ts';

type States = Parameters<NotificationServerEvents['POINT_STATES']>[0];

/** The tree of a project: asked once, then kept by what the socket tells. A point that speaks is no longer stale. */
export function useTree(projectId: number) {
  const query = useQuery({
    ...asks(projects.tree, { projectId }),
    refetchInterval: 120_000,
    staleTime: 30_000,
    structuralSharing: false,
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
    (change: { projectId: number }) => {
      if (change.projectId === projectId) void forget(projects.tree);
    },
    [projectId],
  );
  useServerEvent('ALERTS_CHANGED', changed);
  const nodes = useMemo(
    () =>
      (query.data?.nodes ?? []).map((node): TreeNode => {
        const state = node.kind === 'point' ? told.get(node.ref) : undefined;
        return state && state.at >= (node.at ?? 0)
          ? { ...node, value: state.value, at: state.at, level: state.level, stale: false }
          : node;
      }),
    [query.data, told],
  );
  return { query, nodes };
}
