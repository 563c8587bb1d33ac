import type { NotificationServerEvents } from '@plumbline/contract/kernel/events';
import { isWhole, joinedStatus, newerStatus, type Status } from '@plumbline/contract/kernel/status';
import { projects, type TreeNode } from '@plumbline/contract/site/projects';
import { useCallback, useMemo, useState } from 'react';
import { statusNow } from '../../design/status-words.ts';
import { screenful, useFirstThenAll } from '../../kernel/first-rows.ts';
import { queryFor } from '../../kernel/queries.ts';
import { useServerNow } from '../../kernel/server-clock.ts';
import { useServerEvent, useSubscription } from '../../kernel/socket.ts';

type States = Parameters<NotificationServerEvents['POINT_STATES']>[0];

export const wholeTree = (projectId: number) => ({ ...queryFor(projects.tree, { projectId }), staleTime: 30_000 });
export const firstTree = (projectId: number) => queryFor(projects.tree, { projectId, first: screenful });

/** The tree of a project: fetched once, then kept up to date by the socket, and by polling where nothing arrives. */
export function useTree(projectId: number) {
  const { query, isWhole: isComplete } = useFirstThenAll(firstTree(projectId), wholeTree(projectId), {
    loadedCount: ({ nodes }) => nodes.filter(({ kind }) => kind === 'point').length,
    refetchInterval: 120_000,
  });
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
  const fresh = useMemo(
    () =>
      (query.data?.nodes ?? []).map((node): TreeNode => {
        const state = node.kind === 'point' ? updates.get(node.ref) : undefined;
        if (!state || isWhole(node.status) || (state.status.at ?? 0) < (node.status.at ?? 0)) return node;
        return { ...node, value: state.value, status: newerStatus(state.status, node.status) };
      }),
    [query.data, updates],
  );
  const now = useServerNow();
  // The rows are made anew when a point falls silent, not at every tick of the clock.
  const fallenSilent = fresh.filter(({ status }) => statusNow(status, now) !== status).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fallenSilent` stands for the clock
  const nodes = useMemo(
    () =>
      withMasters(fallenSilent === 0 ? fresh : fresh.map((node) => ({ ...node, status: statusNow(node.status, now) }))),
    [fresh, fallenSilent],
  );
  return { query, nodes, isWhole: isComplete, total: query.data?.total ?? 0 };
}

/** Masters as the points that they join, which are newer than what the server said. */
function withMasters(nodes: readonly TreeNode[]): readonly TreeNode[] {
  if (!nodes.some(({ joins }) => joins)) return nodes;
  const statusOf = new Map(
    nodes.flatMap(({ kind, ref, status }): [number, Status][] => (kind === 'point' ? [[ref, status]] : [])),
  );
  return nodes.map((node) =>
    node.joins ? { ...node, status: joinedStatus(node.joins, (id) => statusOf.get(id), node.status) } : node,
  );
}
