import './drawings.css';
import { PlusOutlined } from '@ant-design/icons';
import { type Drawing, drawings } from '@plumbline/contract/drawings';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, Empty, SkeletonChart } from '../../design/States.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import type { PointNow } from '../site/site.parts.tsx';
import { type DrawingAct, DrawingBar } from './DrawingBar.tsx';
import { AddDialog, EditDialog, RemoveDialog, ReplaceDialog } from './DrawingDialogs.tsx';
import { DrawingSight } from './DrawingSight.tsx';
import { DrawingWork } from './DrawingWork.tsx';
import { useDrawing, useDrawings } from './drawings.queries.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

/** In one file of the build with the rest of drawings: a file for the strip alone would tear both into many. */
export { DrawingStrip } from './DrawingStrip.tsx';

export interface DrawingCentreProps {
  readonly structureId: number;
  readonly now: readonly PointNow[];
  readonly chosen: number | null;
  readonly onChoose: (pointId: number) => void;
}

/** The drawings of a structure, one at a time, with its points where they lie. */
export default function DrawingCentre({ structureId, ...points }: DrawingCentreProps) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { project } = useProject();
  const list = useDrawings(structureId);
  const [wanted, setWanted] = useUrlState('drawing', '');
  const [isAdding, setAdding] = useState(false);
  const canChange = allowed(drawings.update) && !project.archivedAt;
  const show = (id: number): void => setWanted(String(id));
  return (
    <div className="dr-centre">
      <Answer
        query={list}
        loading={<SkeletonChart height={320} />}
        isEmpty={(data) => data.drawings.length === 0}
        empty={
          <Empty title={t('drawings:none')} why={t(canChange ? 'drawings:noneWhy' : 'drawings:noneShown')}>
            {canChange && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
                {t('drawings:add')}
              </Button>
            )}
          </Empty>
        }
      >
        {({ drawings: all }) => {
          const shown = all.find(({ id }) => String(id) === wanted) ?? all[0];
          return (
            shown && (
              <OneDrawing
                key={shown.id}
                all={all}
                shown={shown}
                onShow={show}
                canChange={canChange}
                onAdd={() => setAdding(true)}
                {...points}
              />
            )
          );
        }}
      </Answer>
      {isAdding && <AddDialog structureId={structureId} onClose={() => setAdding(false)} onAdded={show} />}
    </div>
  );
}

/** One drawing: looked at, or with its points or its scale being set. */
function OneDrawing({
  all,
  shown,
  onShow,
  canChange,
  onAdd,
  ...points
}: Omit<DrawingCentreProps, 'structureId'> & {
  all: readonly Drawing[];
  shown: Drawing;
  onShow: (drawingId: number) => void;
  canChange: boolean;
  onAdd: () => void;
}) {
  const query = useDrawing(shown.structureId, shown.id);
  const [act, setAct] = useState<DrawingAct | null>(null);
  const close = (): void => setAct(null);
  return (
    <>
      <DrawingBar
        all={all}
        shown={shown}
        onShow={onShow}
        canChange={canChange}
        isWorking={act === 'place' || act === 'scale'}
        onAct={(next) => (next === 'add' ? onAdd() : setAct(next))}
      />
      <Answer query={query} loading={<SkeletonChart height={320} />}>
        {({ drawing }) =>
          act === 'place' || act === 'scale' ? (
            <DrawingWork act={act} drawing={drawing} now={points.now} onEnd={close} />
          ) : (
            <DrawingSight drawing={drawing} {...points} />
          )
        }
      </Answer>
      {act === 'edit' && <EditDialog drawing={shown} onClose={close} />}
      {act === 'replace' && <ReplaceDialog drawing={shown} onClose={close} />}
      {act === 'versions' && <VersionsDialog drawing={shown} canChange={canChange} onClose={close} />}
      {act === 'remove' && <RemoveDialog drawing={shown} onClose={close} />}
    </>
  );
}
