import { DeleteOutlined, EditOutlined, LeftOutlined, PlusOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/errors';
import { projects } from '@plumbline/contract/projects';
import { structures } from '@plumbline/contract/structures';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { Pane } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { StatusMark, StatusTag } from '../../design/Status.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { useWrite } from '../../kernel/writes.ts';
import {
  FamilyBars,
  LevelSummary,
  neighboursOf,
  PointPanel,
  PointsCentre,
  ProjectLogo,
  pathTo,
  StructureDialog,
  usePointsNow,
} from '../projects/projects.parts.tsx';
import { useStructuresNow } from '../projects/projects.queries.ts';
import { PictureView } from './PictureView.tsx';
import { useStructureCounts, useStructureNow } from './structures.queries.ts';

/** One structure: its items, its levels and families, and its points as map or list. */
export default function StructureScreenPage() {
  const { t } = useTranslation();
  const { run: removeStructure } = useWrite(structures.remove);
  const { project } = useProject();
  const navigate = useNavigate();
  const projectId = project.id;
  const structureId = Number(useParams().structureId);
  const [itemText, setItem] = useUrlState('item', '');
  const [pointText, setPoint] = useUrlState('point', '');
  const itemId = Number(itemText) || null;
  const pointId = Number(pointText) || null;
  const [dialog, setDialog] = useState<'edit' | 'item' | 'delete' | null>(null);
  const query = useStructureNow(structureId);
  const list = useStructuresNow(projectId);
  const counts = useStructureCounts(projectId, structureId);
  const tree = useRead(projects.tree, { projectId }, { enabled: pointId !== null });
  const { query: pointQuery, now } = usePointsNow(projectId, itemId ?? structureId);
  if (query.error instanceof Failure && query.error.name === 'notFound') return <NotFoundPage />;
  const items = list.data?.structures.filter((each) => each.isItem && each.parentId === structureId) ?? [];
  return (
    <div className={`pscreen${pointId === null ? ' closed' : ''}`}>
      <div className="left">
        <section className="pl-pane" style={{ padding: '14px 20px' }}>
          <ProjectLogo />
          <Link className="pl-sm pl-row tight" to={to('ProjectScreen', { projectId })}>
            <LeftOutlined />
            <span className="pl-ell">{project.name}</span>
          </Link>
          <Answer query={query} loading={<SkeletonRows rows={2} />}>
            {({ structure }) => (
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
                {dialog === 'item' && <StructureDialog parent={structure} onClose={() => setDialog(null)} />}
                <ConfirmDestructive
                  open={dialog === 'delete'}
                  title={t('structures:deleteTitle', { name: structure.name })}
                  lost={t('structures:deleteLost')}
                  action={t('common:delete')}
                  onConfirm={async () => {
                    await removeStructure(
                      { structureId },
                      { onDone: () => navigate(to('ProjectScreen', { projectId }), { replace: true }) },
                    );
                  }}
                  onClose={() => setDialog(null)}
                />
              </>
            )}
          </Answer>
        </section>
        {counts.data && <LevelSummary status={counts.data.status} />}
        {query.data && !query.data.structure.isItem && (
          <Pane
            title={t('structures:items')}
            count={items.length}
            flush
            action={
              <Allowed to={structures.createItem}>
                <IconButton icon={<PlusOutlined />} label={t('structures:newItem')} onClick={() => setDialog('item')} />
              </Allowed>
            }
          >
            {items.map((item) => (
              <button
                key={item.id}
                type="button"
                className={`pl-bare srow${item.id === itemId ? ' on' : ''}`}
                aria-pressed={item.id === itemId}
                onClick={() => setItem(item.id === itemId ? null : String(item.id))}
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
          </Pane>
        )}
        {counts.data && <FamilyBars counts={counts.data.measurementTypeStat} />}
      </div>
      {query.data && (
        <PointsCentre
          query={pointQuery}
          now={now}
          chosen={pointId}
          onChoose={(id) => setPoint(String(id))}
          actions={
            (query.data.structure.displayType === 'BIM' || query.data.structure.displayType === 'CESIUM') && (
              <span className="pl-tag quiet st-instead" title={t('structures:sight.insteadWhy')}>
                {t(`structures:sight.instead.${query.data.structure.displayType}`)}
              </span>
            )
          }
          picture={
            query.data.structure.picture === null
              ? undefined
              : {
                  first: query.data.structure.displayType === 'IMG',
                  draw: () => (
                    <PictureView
                      structure={query.data.structure}
                      now={now}
                      chosen={pointId}
                      onChoose={(id) => setPoint(String(id))}
                      itemId={itemId}
                      onItem={(id) => setItem(String(id))}
                    />
                  ),
                }
          }
        />
      )}
      {pointId !== null && (
        <PointPanel
          pointId={pointId}
          path={pathTo(tree.data?.nodes ?? [], pointId)}
          neighbours={neighboursOf(tree.data?.nodes ?? [], pointId)}
          onChoose={(id) => setPoint(String(id))}
          onClose={() => setPoint(null)}
        />
      )}
    </div>
  );
}
