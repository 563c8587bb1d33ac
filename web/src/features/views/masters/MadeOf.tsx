import { isWhole, lastReadAt } from '@plumbline/contract/kernel/status';
import type { Point } from '@plumbline/contract/points/points';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { StatusTag } from '../../../design/Status.tsx';
import { Reading } from '../../../design/Value.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useHeadlineWords } from './headline.parts.tsx';
import { useHeadlines } from './headlines.queries.ts';
import { MadeOfWords } from './made-of.parts.tsx';

/** How a master stands, as the points that it joins: it has no reading of its own. Its headline is the largest of theirs. */
export function MadeOf({ point, nodes }: { point: Point; nodes: readonly TreeNode[] }) {
  const { project } = useProject();
  const headlineWords = useHeadlineWords();
  const headline = useHeadlines(project.id, true).get(point.id);
  // The tree is kept up to date by the socket.
  const status = nodes.find(({ kind, ref }) => kind === 'point' && ref === point.id)?.status ?? point.status;
  const madeOfWords = <span className="pl-sm pl-2">{isWhole(status) && <MadeOfWords status={status} />}</span>;
  if (!headline)
    return (
      <div className="ms-made">
        <StatusTag status={status} />
        {madeOfWords}
      </div>
    );
  return (
    <>
      <div className="now whole">
        <Reading
          caption={headlineWords(headline)}
          value={headline.amount}
          unit={headline.unit}
          precision={headline.precision}
          stale={headline.status.state === 'stale'}
          at={lastReadAt(headline.status)}
          zone={project.timeZone}
          tag={<StatusTag status={status} />}
        />
      </div>
      <div className="ms-made">{madeOfWords}</div>
    </>
  );
}
