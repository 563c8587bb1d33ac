import {
  emptyWhole,
  isWhole,
  mergeWholes,
  type Status,
  urgencyOf,
  type WholeStatus,
  wholeOf,
  wholeStatus,
} from '@plumbline/contract/kernel/status';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { presentLevel } from '../../design/status-words.ts';

/** The rows of the point tree: which are seen, how deep, and what a group sums up. Pure. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly depth: number;
  /** null = a point. */
  readonly open: boolean | null;
  /** Points below, of a group. */
  readonly count: number;
  /** Its own, or what its points add up to. */
  readonly status: Status;
}

/**
 * Points in their groups. A group stands as its points do: they are newer than what the server said of the group, which
 * holds only where not all of the points are here yet.
 */
export function treeRows(
  nodes: readonly TreeNode[],
  isOpen: (id: string) => boolean,
  keep: ((node: TreeNode) => boolean) | null,
): TreeRow[] {
  const children = new Map<string | null, TreeNode[]>();
  for (const node of nodes) {
    const list = children.get(node.parentId);
    if (list) list.push(node);
    else children.set(node.parentId, [node]);
  }
  const sums = new Map<string, WholeStatus>();
  const sumOf = (group: TreeNode): WholeStatus => {
    const below = children.get(group.id) ?? [];
    const rows = below.flatMap((node) =>
      node.kind === 'point' && !isWhole(node.status) && (keep === null || keep(node)) ? [node.status] : [],
    );
    const { status } = group;
    let sum = mergeWholes([wholeOf(rows), ...below.filter(({ kind }) => kind !== 'point').map(sumOf)]);
    // Of conditions the server alone knows; those of items are in their structure already.
    if (keep === null && isWhole(status)) sum = wholeStatus({ ...sum, ...conditionsIn(status) });
    if (keep === null && isWhole(status) && sum.points < status.points)
      sum = urgencyOf(sum) > urgencyOf(status) ? { ...status, level: sum.level } : status;
    sums.set(group.id, sum);
    return sum;
  };
  for (const root of children.get(null) ?? []) if (root.kind !== 'point') sumOf(root);

  const rows: TreeRow[] = [];
  const walk = (parentId: string | null, depth: number): void => {
    const list = children.get(parentId) ?? [];
    for (const node of [...list].sort((a, b) => Number(a.kind === 'point') - Number(b.kind === 'point'))) {
      if (node.kind === 'point') {
        if (keep === null || keep(node)) rows.push({ node, depth, open: null, count: 0, status: node.status });
        continue;
      }
      const status = sums.get(node.id) ?? emptyWhole();
      if (keep !== null && status.points === 0) continue;
      const open = keep !== null || isOpen(node.id);
      rows.push({ node, depth, open, count: status.points, status });
      if (open) walk(node.id, depth + 1);
    }
  };
  walk(null, 0);
  return rows;
}

const conditionsIn = ({ conditionLevel, unknownConditions }: WholeStatus) => ({ conditionLevel, unknownConditions });

/** The groups around a point, outermost first. */
export function groupsOf(nodes: readonly TreeNode[], pointId: number): TreeNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const groups: TreeNode[] = [];
  let node = byId.get(byId.get(`p${pointId}`)?.parentId ?? '');
  while (node) {
    groups.unshift(node);
    node = byId.get(node.parentId ?? '');
  }
  return groups;
}

/** The point to begin with: the one at the highest present level, else the first. */
export function worstPoint(nodes: readonly TreeNode[]): TreeNode | undefined {
  let best: TreeNode | undefined;
  for (const node of nodes) {
    if (node.kind !== 'point') continue;
    const louder = !best || (presentLevel(node.status) ?? 0) > (presentLevel(best.status) ?? 0);
    if (louder) best = node;
  }
  return best;
}
