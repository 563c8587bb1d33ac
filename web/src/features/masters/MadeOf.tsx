import type { Point } from '@plumbline/contract/points';
import type { TreeNode } from '@plumbline/contract/projects';
import { silentOf, statusAt, wholeOf } from '@plumbline/contract/status';
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../design/Status.tsx';
import { isWhole } from '../../design/status-words.ts';
import { useServerNow } from '../../kernel/server-clock.ts';

/** How a master stands: it has no reading of its own, so as the points that it joins. */
export function MadeOf({ point, nodes }: { point: Point; nodes: readonly TreeNode[] }) {
  const { t } = useTranslation();
  const now = useServerNow();
  const ids = new Set(point.slaves.map(({ pointId }) => pointId));
  const members = nodes.flatMap((node) =>
    node.kind === 'point' && ids.has(node.ref) && !isWhole(node.status) ? [statusAt(node.status, now)] : [],
  );
  const whole = wholeOf(members);
  const silent = silentOf(whole);
  return (
    <div className="ms-made">
      <StatusTag status={whole} />
      <span className="pl-sm pl-2">
        {t('masters:madeOf', { count: ids.size })}
        {silent > 0 && `, ${t('masters:silent', { count: silent })}`}
      </span>
    </div>
  );
}
