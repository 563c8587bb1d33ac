import { isWhole } from '@plumbline/contract/kernel/status';
import type { Point } from '@plumbline/contract/points/points';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { StatusTag } from '../../../design/Status.tsx';
import { MadeOfWords } from './made-of.parts.tsx';

/** How a master stands: it has no reading of its own, so as the points that it joins. */
export function MadeOf({ point, nodes }: { point: Point; nodes: readonly TreeNode[] }) {
  // The tree is kept up to date by the socket.
  const status = nodes.find(({ kind, ref }) => kind === 'point' && ref === point.id)?.status ?? point.status;
  return (
    <div className="ms-made">
      <StatusTag status={status} />
      <span className="pl-sm pl-2">{isWhole(status) && <MadeOfWords status={status} />}</span>
    </div>
  );
}
