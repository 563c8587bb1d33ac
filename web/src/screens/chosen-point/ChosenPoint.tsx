import { urgencyOf } from '@plumbline/contract/kernel/status';
import { projects, type TreeNode } from '@plumbline/contract/site/projects';
import type { PointNow } from '../../features/views/site-map/points-now.queries.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { PointPanel } from './PointPanel.tsx';

/** The panel of the point that is chosen on a screen, with its place and its neighbours in the tree of the project. */
export function ChosenPoint({
  pointId,
  now,
  onChoose,
  onClose,
}: {
  pointId: number;
  /** The points of the screen: those beside the chosen one are drawn by their main field. */
  now: readonly PointNow[];
  onChoose: (pointId: number) => void;
  onClose: () => void;
}) {
  const tree = useRead(projects.tree, { projectId: useProject().project.id });
  const nodes = tree.data?.nodes ?? [];
  return (
    <PointPanel
      pointId={pointId}
      now={now}
      path={pathTo(nodes, pointId)}
      neighbours={neighboursOf(nodes, pointId)}
      members={membersOf(nodes, pointId)}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}

/** Structure / item of a point. */
function pathTo(nodes: readonly TreeNode[], pointId: number): string {
  const names: string[] = [];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  let node = byId.get(byId.get(`p${pointId}`)?.parentId ?? '');
  while (node) {
    names.unshift(node.name);
    node = byId.get(node.parentId ?? '');
  }
  return names.join(' / ');
}
/** The points that a master joins, in order. */
function membersOf(nodes: readonly TreeNode[], pointId: number): TreeNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return byId.get(`p${pointId}`)?.joins?.flatMap((id) => byId.get(`p${id}`) ?? []) ?? [];
}
/** The other points under the same structure or item, the most severe first; of a master those that it does not join. */
function neighboursOf(nodes: readonly TreeNode[], pointId: number): TreeNode[] {
  const chosen = nodes.find((node) => node.id === `p${pointId}`);
  return nodes
    .filter(
      ({ kind, parentId, ref }) =>
        kind === 'point' && parentId === chosen?.parentId && ref !== pointId && !chosen?.joins?.includes(ref),
    )
    .sort((a, b) => urgencyOf(b.status) - urgencyOf(a.status) || a.name.localeCompare(b.name));
}
