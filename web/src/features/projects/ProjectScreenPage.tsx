import './projects.css';
import { PlusOutlined, RightOutlined } from '@ant-design/icons';
import { points } from '@plumbline/contract/points';
import { projects } from '@plumbline/contract/projects';
import { type Structure, structures } from '@plumbline/contract/structures';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { IconButton } from '../../design/IconButton.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Pane } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { FamilyBars, LevelSummary } from './LevelSummary.tsx';
import { PointPanel } from './PointPanel.tsx';
import { PointsCentre } from './PointsCentre.tsx';
import { ProjectLogo } from './ProjectLogo.tsx';
import { ProjectMenu } from './ProjectMenu.tsx';
import { usePointsNow } from './points-now.queries.ts';
import { useProjectCounts, useStructuresNow } from './projects.queries.ts';
import { StructureDialog } from './StructureDialog.tsx';
import { neighboursOf, pathTo } from './tree-walk.ts';

/** One project: levels, structures and families at the left, its points on the map, the chosen point at the right. */
export default function ProjectScreenPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const projectId = project.id;
  const [structureText, setStructure] = useUrlState('structure', '');
  const [pointText, setPoint] = useUrlState('point', '');
  const structureId = Number(structureText) || null;
  const pointId = Number(pointText) || null;
  const counts = useProjectCounts(projectId);
  const list = useStructuresNow(projectId);
  const tree = useRead(projects.tree, { projectId }, { enabled: pointId !== null });
  const { query, now } = usePointsNow(projectId, structureId);

  const all = list.data?.structures;
  const chosen = all?.find((each) => each.id === structureId);
  const extraMarks = useMemo(
    () =>
      (all ?? []).flatMap((each) =>
        each.coordinates && !each.isItem && structureId === null
          ? [{ id: `s${each.id}`, ...each.coordinates, status: each.status, name: each.name }]
          : [],
      ),
    [all, structureId],
  );
  return (
    <div className={`pscreen${pointId === null ? ' closed' : ''}`}>
      <h1 className="pl-visually-hidden">{project.name}</h1>
      <div className="left">
        {project.logo && (
          <section className="pl-pane bears">
            <ProjectLogo />
          </section>
        )}
        {counts.data && <LevelSummary status={counts.data.status} />}
        <StructureList
          query={list}
          chosen={structureId}
          onChoose={(id) => setStructure(id === structureId ? null : String(id))}
        />
        {counts.data && <FamilyBars counts={counts.data.measurementTypeStat} />}
      </div>
      <PointsCentre
        query={query}
        now={now}
        chosen={pointId}
        onChoose={(id) => setPoint(String(id))}
        extraMarks={extraMarks}
        onExtra={(id) => id.startsWith('s') && setStructure(id.slice(1))}
        nothing={structureId === null && allowed(points.create) && !project.archivedAt ? <Beginning /> : undefined}
        actions={
          <>
            {project.archivedAt && (
              <span className="pl-tag quiet" style={{ height: 28 }}>
                {t('projects:archivedNote')}
              </span>
            )}
            {chosen && (
              <LinkButton
                to={to('StructureScreen', { projectId, structureId: chosen.id })}
                icon={<RightOutlined />}
                iconPlacement="end"
              >
                {chosen.name}
              </LinkButton>
            )}
            <ProjectMenu />
          </>
        }
      />
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

/** In place of a map with nothing on it: the way to the first reading. */
function Beginning() {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <div className="beginning">
      <Empty title={t('projects:noPoints')} why={t('projects:beginWhy')}>
        <LinkButton type="primary" to={to('Commissioning', { projectId: project.id })}>
          {t('commissioning:guide.menu')}
        </LinkButton>
      </Empty>
    </div>
  );
}

function StructureList({
  query,
  chosen,
  onChoose,
}: {
  query: UseQueryResult<{ structures: Structure[] }>;
  chosen: number | null;
  onChoose: (id: number) => void;
}) {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const add = (
    <Allowed to={structures.create}>
      <IconButton icon={<PlusOutlined />} label={t('structures:new')} onClick={() => setCreating(true)} />
    </Allowed>
  );
  return (
    <>
      <Pane
        title={t('projects:structures')}
        count={query.data?.structures.filter((each) => !each.isItem).length}
        action={add}
        flush
      >
        <Answer
          query={query}
          loading={<SkeletonRows rows={5} />}
          isEmpty={(data) => data.structures.length === 0}
          empty={
            <Empty title={t('projects:noStructures')} why={t('projects:noStructuresWhy')}>
              <Allowed to={structures.create}>
                <Button onClick={() => setCreating(true)}>{t('structures:new')}</Button>
              </Allowed>
            </Empty>
          }
        >
          {(data) =>
            data.structures
              .filter((each) => !each.isItem)
              .flatMap((structure) => [
                structure,
                ...data.structures.filter((item) => item.isItem && item.parentId === structure.id),
              ])
              .map((each) => (
                <button
                  key={each.id}
                  type="button"
                  className={`pl-bare srow${each.id === chosen ? ' on' : ''}${each.isItem ? ' item' : ''}`}
                  aria-pressed={each.id === chosen}
                  onClick={() => onChoose(each.id)}
                >
                  <StatusMark status={each.status} />
                  <span className="pl-ell">{each.name}</span>
                  <span className="pl-3">{each.status.points}</span>
                </button>
              ))
          }
        </Answer>
      </Pane>
      {creating && <StructureDialog onClose={() => setCreating(false)} />}
    </>
  );
}
