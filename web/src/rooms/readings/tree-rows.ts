import type { TreeNode } from '@plumbline/contract/projects';

/** The rows of the point tree: which are seen, how deep, and what a group sums up. Pure. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly depth: number;
  /** null = a point. */
  readonly open: boolean | null;
  /** Points below, of a group. */
  readonly count: number;
  /** The worst level below, of a group; a stale point counts in no level. */
  readonly level: number;
}

interface Sum {
  count: number;
  level: number;
}

/**
 * Points in their groups, with counts and worst levels from the points themselves: they are newer than the groups' own,
 * which stand where not all of the points are here yet.
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
  const sums = new Map<string, Sum>();
  const sumOf = (node: TreeNode): Sum => {
    if (node.kind === 'point')
      return keep === null || keep(node) ? { count: 1, level: node.stale ? 0 : node.level } : { count: 0, level: 0 };
    const sum: Sum = { count: 0, level: 0 };
    for (const child of children.get(node.id) ?? []) {
      const part = sumOf(child);
      sum.count += part.count;
      sum.level = Math.max(sum.level, part.level);
    }
    if (keep === null && sum.count < (node.points ?? 0)) {
      sum.count = node.points ?? 0;
      sum.level = Math.max(sum.level, node.level);
    }
    sums.set(node.id, sum);
    return sum;
  };
  for (const root of children.get(null) ?? []) sumOf(root);

  const rows: TreeRow[] = [];
  const walk = (parentId: string | null, depth: number): void => {
    const list = children.get(parentId) ?? [];
    for (const node of [...list].sort((a, b) => Number(a.kind === 'point') - Number(b.kind === 'point'))) {
      if (node.kind === 'point') {
        if (keep === null || keep(node))
          rows.push({ node, depth, open: null, count: 0, level: node.stale ? 0 : node.level });
        continue;
      }
      const { count, level } = sums.get(node.id)!;
      if (keep !== null && count === 0) continue;
      const open = keep !== null || isOpen(node.id);
      rows.push({ node, depth, open, count, level });
      if (open) walk(node.id, depth + 1);
    }
  };
  walk(null, 0);
  return rows;
}

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

/** The point to begin with: the loudest that is not stale, else the first. */
export function loudestPoint(nodes: readonly TreeNode[]): TreeNode | undefined {
  let best: TreeNode | undefined;
  for (const node of nodes) {
    if (node.kind !== 'point') continue;
    const louder = !best || (node.stale ? 0 : node.level) > (best.stale ? 0 : best.level);
    if (louder) best = node;
  }
  return best;
}
