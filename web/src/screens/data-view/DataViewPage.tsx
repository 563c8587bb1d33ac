import './views.css';
import { DoubleRightOutlined } from '@ant-design/icons';
import { isCurveView } from '@plumbline/contract/views/views';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageReads } from '../../app/page.ts';
import { prefer } from '../../app/shell/preferences.queries.ts';
import { fetchCharts, loadCharts } from '../../charts/Chart.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { Empty, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { widths } from '../../design/widths.ts';
import { pointRecord } from '../../features/readings/readings/readings.queries.ts';
import { pointStart } from '../../features/views/views/point-start.queries.ts';
import { fetchView, viewParts } from '../../features/views/views/point-views.parts.ts';
import { readView, useView } from '../../features/views/views/view-state.parts.ts';
import { firstQuery } from '../../kernel/first-rows.ts';
import { ReadBy, useProject } from '../../kernel/project.tsx';
import { useSession } from '../../kernel/session.ts';
import { useNewestReading, withReading } from './newest-reading.ts';
import { PointTree } from './PointTree.tsx';
import { PointView } from './PointView.tsx';
import { firstTree, useTree, wholeTree } from './tree.queries.ts';
import { worstPoint } from './tree-rows.ts';

/** The charts and the views of a point: whoever is in the project will open some of them. */
export const parts = [loadCharts, ...viewParts];

/** The tree, and the point of the address at once: none of it has to wait for another. What draws is fetched meanwhile. */
export const reads: PageReads = ({ projectId, search }) => {
  const { pointId, show } = readView(search);
  // Tables need no charts, and of a shape the page is drawn first: what draws it would only be in the way.
  if (isCurveView(show)) fetchCharts();
  else fetchView(show);
  return [
    firstQuery(firstTree(projectId), wholeTree(projectId)),
    ...(pointId === null ? [] : [pointRecord(pointId), ...pointStart(pointId)]),
  ];
};

/** The tree of points beside what one of them measured. On a phone the tree is a page of its own. */
export default function DataViewPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const { view, change, visit } = useView();
  const reading = useNewestReading(view.pointId);
  const read = useTree(project.id);
  const nodes = useMemo(() => withReading(read.nodes, reading), [read.nodes, reading]);
  const tree = { ...read, nodes };
  const toasts = useToasts();
  const { isTreeFolded } = useSession().preferences;
  const fold = (): void => void prefer('isTreeFolded', !isTreeFolded).catch(toasts.failed);
  const first = tree.isWhole ? worstPoint(tree.nodes) : undefined;
  // A wide page is never empty: it begins with the most severe point. A phone begins with the tree.
  useEffect(() => {
    if (view.pointId !== null || !first || matchMedia(widths.phone).matches) return;
    // The tree is on the screen before the first curve is begun.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => change({ pointId: first.ref }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [view.pointId, first, change]);
  return (
    <ReadBy choice={view.zone}>
      <section
        className={`dv${view.pointId === null ? ' picking' : ''}${view.isFull && view.pointId !== null ? ' full' : ''}${isTreeFolded && view.pointId !== null ? ' folded' : ''}`}
      >
        {isTreeFolded && view.pointId !== null && <FoldedTree onOpen={fold} />}
        <PointTree tree={tree} chosen={view.pointId} onChoose={visit} onFold={fold} />
        {view.pointId !== null ? (
          <PointView
            pointId={view.pointId}
            text={view}
            nodes={tree.nodes}
            reading={reading}
            onChange={change}
            onLeave={() => visit(null)}
          />
        ) : (
          <div className="dv-main">
            {tree.query.isPending ? (
              <>
                <SkeletonRows rows={2} />
                <SkeletonChart height={366} />
              </>
            ) : (
              tree.nodes.length === 0 && <Empty title={t('readings:nothingYet')} why={t('readings:noPointsWhy')} />
            )}
          </div>
        )}
      </section>
    </ReadBy>
  );
}

/** What is left of a tree that somebody has folded: the way to open it. */
function FoldedTree({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <aside className="dv-folded">
      <IconButton icon={<DoubleRightOutlined />} label={t('readings:unfoldTree')} onClick={onOpen} />
    </aside>
  );
}
