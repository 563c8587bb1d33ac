import { HighlightOutlined, PlusOutlined } from '@ant-design/icons';
import { type Drawing, drawings } from '@plumbline/contract/site/drawings';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, Empty, SkeletonChart } from '../../design/States.tsx';
import { DrawingEditor, NewSheetDialog } from '../../features/site/drawing-editor/drawing-editor.parts.tsx';
import { useDrawing, useDrawings } from '../../features/site/drawings/drawings.queries.ts';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import { type DrawingAct, DrawingBar } from './DrawingBar.tsx';
import { AddDialog, EditDialog, RemoveDialog, ReplaceDialog } from './DrawingDialogs.tsx';
import { DrawingSight } from './DrawingSight.tsx';
import { DrawingWork } from './DrawingWork.tsx';
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
  const allowed = useAllowed();
  const { project } = useProject();
  const list = useDrawings(structureId);
  const [drawingId, setDrawingId] = useUrlState('drawing', '');
  const [isAdding, setAdding] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  /** The drawing that was begun here a moment ago: it opens to be drawn on. */
  const [begun, setBegun] = useState<number | null>(null);
  const canChange = allowed(drawings.update) && !project.archivedAt;
  const show = (id: number): void => setDrawingId(String(id));
  return (
    <div className="dr-centre">
      <Answer
        query={list}
        loading={<SkeletonChart height={320} />}
        isEmpty={({ drawings: ofStructure, above }) => ofStructure.length + above.length === 0}
        empty={<NoDrawings canChange={canChange} onAdd={() => setAdding(true)} onNew={() => setDrawing(true)} />}
      >
        {({ drawings: ofStructure, above }) => {
          const all = [...ofStructure, ...above];
          const selected = all.find(({ id }) => String(id) === drawingId) ?? all[0];
          return (
            selected && (
              <OneDrawing
                key={selected.id}
                all={all}
                shown={selected}
                onShow={show}
                // A drawing of the structure above is changed there, where all of its points are.
                canChange={canChange && selected.structureId === structureId}
                onAdd={() => setAdding(true)}
                onNew={() => setDrawing(true)}
                isBegun={selected.id === begun}
                {...points}
              />
            )
          );
        }}
      </Answer>
      {isDrawing && (
        <NewSheetDialog
          structureId={structureId}
          onClose={() => setDrawing(false)}
          onAdded={(id) => {
            setBegun(id);
            show(id);
          }}
        />
      )}
      {isAdding && <AddDialog structureId={structureId} onClose={() => setAdding(false)} onAdded={show} />}
    </div>
  );
}

function NoDrawings({ canChange, onAdd, onNew }: { canChange: boolean; onAdd: () => void; onNew: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty title={t('drawings:none')} why={t(canChange ? 'drawings:noneWhy' : 'drawings:noneShown')}>
      {canChange && (
        <>
          <Button type="primary" icon={<PlusOutlined />} onClick={onAdd}>
            {t('drawings:add')}
          </Button>
          <Button icon={<HighlightOutlined />} onClick={onNew}>
            {t('drawingEditor:new')}
          </Button>
        </>
      )}
    </Empty>
  );
}

/** One drawing: looked at, or with its points or its scale being set. */
function OneDrawing({
  all,
  shown,
  onShow,
  canChange,
  onAdd,
  onNew,
  isBegun,
  ...points
}: Omit<DrawingCentreProps, 'structureId'> & {
  all: readonly Drawing[];
  shown: Drawing;
  onShow: (drawingId: number) => void;
  canChange: boolean;
  onAdd: () => void;
  onNew: () => void;
  isBegun: boolean;
}) {
  const query = useDrawing(shown.structureId, shown.id);
  const [act, setAct] = useState<DrawingAct | null>(null);
  // It is listed before who began it knows that it is there.
  useEffect(() => {
    if (isBegun) setAct('draw');
  }, [isBegun]);
  const close = (): void => setAct(null);
  return (
    <>
      <DrawingBar
        all={all}
        shown={shown}
        onShow={onShow}
        canChange={canChange}
        isWorking={act === 'place' || act === 'scale' || act === 'draw'}
        onAct={(next) => (next === 'add' ? onAdd() : next === 'new' ? onNew() : setAct(next))}
      />
      <Answer query={query} loading={<SkeletonChart height={320} />}>
        {({ drawing }) =>
          act === 'draw' && drawing.scale ? (
            <DrawingEditor drawing={drawing} onEnd={close} />
          ) : act === 'place' || act === 'scale' ? (
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
