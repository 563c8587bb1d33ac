import type { NotificationServerEvents } from '@plumbline/contract/events';
import { projects, type TreeNode } from '@plumbline/contract/projects';
import { useCallback, useMemo, useState } from 'react';
import { screenful, useFirstThenAll } from '../../kernel/first-rows.ts';
import { asks, forget } from '../../kernel/queries.ts';
import { useServerEvent, useSubscription } from '../../kernel/socket.ts';

type States = Parameters<NotificationServerEvents['POINT_STATES']>[0];

export const wholeTree = (projectId: number) => ({ ...asks(projects.tree, { projectId }), staleTime: 30_000 });
export const firstTree = (projectId: number) => asks(projects.tree, { projectId, first: screenful });

/** The tree of a project: asked once, then kept by what the socket tells. A point that speaks is no longer stale. */
export function useTree(projectId: number) {
  const { query, isWhole } = useFirstThenAll(firstTree(projectId), wholeTree(projectId), {
    held: ({ nodes }) => nodes.filter(({ kind }) => kind === 'point').length,
    refetchInterval: 120_000,
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
  return { query, nodes, isWhole, total: query.data?.total ?? 0 };
}
