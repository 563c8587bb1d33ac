import { isWhole, lastReadAt } from '@plumbline/contract/kernel/status';
import { precisionOf } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../../design/Status.tsx';
import { Reading } from '../../../design/Value.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { largestOf } from '../../../kernel/largest.ts';
import { useProject } from '../../../kernel/project.tsx';
import { MadeOfWords } from './made-of.parts.tsx';

/** How a master stands, as the points that it joins: it has no reading of its own. Its headline is the largest of theirs. */
export function MadeOf({ point, nodes }: { point: Point; nodes: readonly TreeNode[] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  // The tree is kept up to date by the socket.
  const pointsByRef = new Map(nodes.flatMap((node) => (node.kind === 'point' ? [[node.ref, node] as const] : [])));
  const status = pointsByRef.get(point.id)?.status ?? point.status;
  const largest = largestOf(point.slaves.flatMap(({ pointId }) => pointsByRef.get(pointId) ?? []));
  const made = <span className="pl-sm pl-2">{isWhole(status) && <MadeOfWords status={status} />}</span>;
  if (!largest?.family || !largest.field)
    return (
      <div className="ms-made">
        <StatusTag status={status} />
        {made}
      </div>
    );
  return (
    <div className="now">
      <Reading
        caption={`${fieldWord(largest.family, largest.field)} · ${t('masters:largestAt', { name: largest.name })}`}
        value={largest.value ?? null}
        unit={largest.unit ?? ''}
        precision={precisionOf(largest.family, largest.field)}
        stale={largest.status.state === 'stale'}
        at={lastReadAt(largest.status)}
        zone={project.timeZone}
        tag={
          <>
            <StatusTag status={status} />
            {made}
          </>
        }
      />
    </div>
  );
}
