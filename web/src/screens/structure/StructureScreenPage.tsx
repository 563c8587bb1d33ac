import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { structures } from '@plumbline/contract/site/structures';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { Pane } from '../../design/Pane.tsx';
import { Answer, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { StatusMark, StatusTag } from '../../design/Status.tsx';
import { SilenceNote } from '../../features/alerts/silences/silences.parts.tsx';
import { StatButton } from '../../features/overview/stats/lists.parts.tsx';
import { LatestPhotos } from '../../features/points/photos/latest.parts.tsx';
import { WorksPane } from '../../features/site/annotations/works.parts.tsx';
import { useDrawings } from '../../features/site/drawings/drawings.queries.ts';
import { FamilyBars, LevelSummary, ProjectLogo } from '../../features/site/projects/projects.parts.tsx';
import { useStructuresNow } from '../../features/site/projects/projects.queries.ts';
import { StructureDialog } from '../../features/site/structures/structures.parts.tsx';
import { useStructureCounts, useStructureNow } from '../../features/site/structures/structures.queries.ts';
import { PointsCentre, usePointsNow } from '../../features/views/site-map/site-map.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { useWrite } from '../../kernel/writes.ts';
import { ChosenPoint } from '../chosen-point/chosen-point.parts.tsx';
import { DrawingCentre } from '../drawings/drawings.parts.tsx';
import { PictureView } from './PictureView.tsx';

type Shown = Reply<typeof structures.get>['structure'];

/** One structure: its items, its levels and families, and its points as map or list. */
export default function StructureScreenPage() {
  const { project } = useProject();
  const projectId = project.id;
  const structureId = Number(useParams().structureId);
  const [itemText, setItem] = useUrlState('item', '');
  const [pointText, setPoint] = useUrlState('point', '');
  const itemId = Number(itemText) || null;
  const pointId = Number(pointText) || null;
  const query = useStructureNow(structureId);
  const counts = useStructureCounts(projectId, structureId);
  const points = usePointsNow(projectId, itemId ?? structureId);
  if (query.error instanceof Failure && query.error.name === 'notFound') return <NotFoundPage />;
  const choose = (id: number): void => setPoint(String(id));
  return (
    <div className={`pscreen${pointId === null ? ' closed' : ''}`}>
      <div className="left">
        <section className="pl-pane" style={{ padding: '14px 20px' }}>
          <ProjectLogo />
          <Link className="pl-sm pl-3 pl-ell st-above" to={to('ProjectScreen', { projectId })}>
            {project.name}
          </Link>
          <Answer query={query} loading={<SkeletonRows rows={2} />}>
            {({ structure }) => <Head structure={structure} />}
          </Answer>
        </section>
        <SilenceNote projectId={projectId} timeZone={project.timeZone} structureId={structureId} />
        {counts.data && <LevelSummary status={counts.data.status} />}
        {query.data && !query.data.structure.isItem && (
          <Items structure={query.data.structure} chosen={itemId} onChoose={setItem} />
        )}
        {counts.data && <FamilyBars counts={counts.data.measurementTypeStat} />}
        <WorksPane structureId={structureId} />
        <LatestPhotos structureId={structureId} />
      </div>
      {query.data && (
        <Centre
          structure={query.data.structure}
          points={points}
          chosen={pointId}
          onChoose={choose}
          itemId={itemId}
          onItem={(id) => setItem(String(id))}
        />
      )}
      {pointId !== null && (
        <ChosenPoint pointId={pointId} now={points.now} onChoose={choose} onClose={() => setPoint(null)} />
      )}
    </div>
  );
}

/** What the structure is and where; changed and deleted here. */
function Head({ structure }: { structure: Shown }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project } = useProject();
  const { run: removeStructure } = useWrite(structures.remove);
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const leave = () => navigate(to('ProjectScreen', { projectId: project.id }), { replace: true });
  return (
    <>
      <div className="pl-row" style={{ marginTop: 6 }}>
        <h1 className="pl-ell">{structure.name}</h1>
        <StatusTag status={structure.status} words="word" />
      </div>
      <div className="pl-sm pl-3">
        {[t(`structures:type.${structure.type}`), structure.address].filter(Boolean).join(' · ')}
      </div>
      <div className="pl-row" style={{ marginTop: 10 }}>
        <Allowed to={structures.update}>
          <Button size="small" icon={<EditOutlined />} onClick={() => setDialog('edit')}>
            {t('common:edit')}
          </Button>
        </Allowed>
        <Allowed to={structures.remove}>
          <Button
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('common:delete')}
            title={t('common:delete')}
            onClick={() => setDialog('delete')}
          />
        </Allowed>
      </div>
      {dialog === 'edit' && <StructureDialog structure={structure} onClose={() => setDialog(null)} />}
      <ConfirmDestructive
        open={dialog === 'delete'}
        title={t('structures:deleteTitle', { name: structure.name })}
        lost={t('structures:deleteLost')}
        action={t('common:delete')}
        onConfirm={async () => {
          await removeStructure({ structureId: structure.id }, { onDone: leave });
        }}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

/** The items of the structure; one that is chosen narrows the points to its own. */
function Items({
  structure,
  chosen,
  onChoose,
}: {
  structure: Shown;
  chosen: number | null;
  onChoose: (itemId: string | null) => void;
}) {
  const { t } = useTranslation();
  const list = useStructuresNow(useProject().project.id);
  const [isAdding, setAdding] = useState(false);
  const items = list.data?.structures.filter((each) => each.isItem && each.parentId === structure.id) ?? [];
  return (
    <Pane
      title={t('structures:items')}
      count={items.length}
      flush
      action={
        <Allowed to={structures.createItem}>
          <IconButton icon={<PlusOutlined />} label={t('structures:newItem')} onClick={() => setAdding(true)} />
        </Allowed>
      }
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          className={`pl-bare srow${item.id === chosen ? ' on' : ''}`}
          aria-pressed={item.id === chosen}
          onClick={() => onChoose(item.id === chosen ? null : String(item.id))}
        >
          <StatusMark status={item.status} />
          <span className="pl-ell">{item.name}</span>
          <span className="pl-3">{item.status.points}</span>
        </button>
      ))}
      {items.length === 0 && (
        <p className="pl-3" style={{ padding: '0 20px 14px' }}>
          {t('structures:noItems')}
        </p>
      )}
      {isAdding && <StructureDialog parent={structure} onClose={() => setAdding(false)} />}
    </Pane>
  );
}

/** The points of the structure, or of the chosen item, on map, picture or as a list. */
function Centre({
  structure,
  points: { query, now },
  chosen,
  onChoose,
  itemId,
  onItem,
}: {
  structure: Shown;
  points: ReturnType<typeof usePointsNow>;
  chosen: number | null;
  onChoose: (pointId: number) => void;
  itemId: number | null;
  onItem: (itemId: number) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { displayType } = structure;
  const drawings = useDrawings(structure.id);
  const hasDrawing = drawings.data === undefined || drawings.data.drawings.length + drawings.data.above.length > 0;
  const isFirst = displayType === 'IMG' && hasDrawing;
  const view = { structure, now, chosen, onChoose, itemId, onItem };
  // What the screen begins with is known once it is known whether there is a drawing.
  if (drawings.isPending)
    return (
      <div className="centre">
        <SkeletonChart />
      </div>
    );
  return (
    <PointsCentre
      structureId={structure.isItem ? structure.parentId : structure.id}
      query={query}
      now={now}
      chosen={chosen}
      onChoose={onChoose}
      actions={
        <>
          {(displayType === 'BIM' || displayType === 'CESIUM') && (
            <span className="pl-tag quiet st-instead" title={t('structures:sight.insteadWhy')}>
              {t(`structures:sight.instead.${displayType}`)}
            </span>
          )}
          <StatButton of={{ projectId: project.id, structureId: structure.id }} />
        </>
      }
      drawing={{
        first: isFirst,
        draw: () => <DrawingCentre structureId={structure.id} now={now} chosen={chosen} onChoose={onChoose} />,
      }}
      picture={
        structure.picture === null ? undefined : { first: displayType === 'IMG', draw: () => <PictureView {...view} /> }
      }
    />
  );
}
