import type { TreeNode } from '@plumbline/contract/projects';
import { urgencyOf } from '@plumbline/contract/status';

/** Small answers from a project's tree. Pure. */
/** Structure / item of a point. */
export function pathTo(nodes: readonly TreeNode[], pointId: number): string {
  const names: string[] = [];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  let node = byId.get(byId.get(`p${pointId}`)?.parentId ?? '');
  while (node) {
    names.unshift(node.name);
    node = byId.get(node.parentId ?? '');
  }
  return names.join(' / ');
}
/** The other points under the same structure or item, the loudest first. */
export function neighboursOf(nodes: readonly TreeNode[], pointId: number): TreeNode[] {
  const parentId = nodes.find((node) => node.id === `p${pointId}`)?.parentId;
  return nodes
    .filter((node) => node.kind === 'point' && node.parentId === parentId && node.ref !== pointId)
    .sort((a, b) => urgencyOf(b.status) - urgencyOf(a.status) || a.name.localeCompare(b.name));
}
