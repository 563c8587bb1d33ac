import { PlusOutlined, RightOutlined } from '@ant-design/icons';
import { points } from '@plumbline/contract/points/points';
import { type Structure, structures } from '@plumbline/contract/site/structures';
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
import { SilenceNote } from '../../features/alerts/silences/silences.parts.tsx';
import { StatButton } from '../../features/overview/stats/lists.parts.tsx';
import { LatestPhotos } from '../../features/points/photos/latest.parts.tsx';
import { WorksPane } from '../../features/site/annotations/works.parts.tsx';
import { ProjectMenu } from '../../features/site/projects/project-menu.parts.tsx';
import { FamilyBars, LevelSummary, ProjectLogo } from '../../features/site/projects/projects.parts.tsx';
import { useProjectCounts, useStructuresNow } from '../../features/site/projects/projects.queries.ts';
import { StructureDialog } from '../../features/site/structures/structures.parts.tsx';
import { type PointNow, PointsCentre, usePointsNow } from '../../features/views/site-map/site-map.parts.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import type { MapMark } from '../../maps/LevelMap.tsx';
import { ChosenPoint } from '../chosen-point/chosen-point.parts.tsx';
import { DrawingStrip } from '../drawings/strip.parts.tsx';

/** One project: levels, structures and families at the left, its points on the map, the chosen point at the right. */
export default function ProjectScreenPage() {
  const { project } = useProject();
  const allowed = useAllowed();
  const projectId = project.id;
  const [structureText, setStructure] = useUrlState('structure', '');
  const [pointText, setPoint] = useUrlState('point', '');
  const structureId = Number(structureText) || null;
  const pointId = Number(pointText) || null;
  const counts = useProjectCounts(projectId);
  const list = useStructuresNow(projectId);
  const { query, now } = usePointsNow(projectId, structureId);
  const all = list.data?.structures;
  const extraMarks = useMemo(() => (structureId === null ? structureMarks(all ?? []) : []), [all, structureId]);
  const choose = (id: number): void => setPoint(String(id));
  return (
    <div className={`pscreen${pointId === null ? ' closed' : ''}`}>
      <h1 className="pl-visually-hidden">{project.name}</h1>
      <div className="left">
        {project.logo && (
          <section className="pl-pane bears">
            <ProjectLogo />
          </section>
        )}
        <SilenceNote projectId={projectId} timeZone={project.timeZone} />
        {counts.data && <LevelSummary status={counts.data.status} />}
        <StructureList
          query={list}
          chosen={structureId}
          onChoose={(id) => setStructure(id === structureId ? null : String(id))}
        />
        {counts.data && <FamilyBars counts={counts.data.measurementTypeStat} />}
        <WorksPane />
        <LatestPhotos />
      </div>
      <PointsCentre
        query={query}
        now={now}
        chosen={pointId}
        onChoose={choose}
        extraMarks={extraMarks}
        onExtra={(id) => id.startsWith('s') && setStructure(id.slice(1))}
        nothing={structureId === null && allowed(points.create) && !project.archivedAt ? <Beginning /> : undefined}
        actions={<ScreenActs chosen={all?.find((each) => each.id === structureId)} />}
        below={<Below all={all ?? []} structureId={structureId} now={now} chosen={pointId} onChoose={choose} />}
      />
      {pointId !== null && <ChosenPoint pointId={pointId} now={now} onChoose={choose} onClose={() => setPoint(null)} />}
    </div>
  );
}

/** Structures on the map; their items have no place of their own there. */
const structureMarks = (all: readonly Structure[]): MapMark[] =>
  all.flatMap(({ id, coordinates, isItem, status, name }) =>
    coordinates && !isItem ? [{ id: `s${id}`, ...coordinates, status, name }] : [],
  );

/** The drawing of the structure that is chosen, or that the chosen point is in; else of the first whose screen begins with it. */
function Below({
  all,
  structureId,
  now,
  chosen,
  onChoose,
}: {
  all: readonly Structure[];
  structureId: number | null;
  now: readonly PointNow[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
}) {
  const at = structureId ?? now.find(({ point }) => point.id === chosen)?.point.structureId ?? null;
  const place = all.find(({ id }) => id === at);
  const structure = all.find(({ id, isItem, displayType }) =>
    place ? id === (place.isItem ? place.parentId : place.id) : !isItem && displayType === 'IMG',
  );
  const visibleItems = useMemo(() => {
    const ids = new Set(
      all.flatMap(({ id, parentId }) => (structure && [id, parentId].includes(structure.id) ? [id] : [])),
    );
    return now.filter(({ point }) => ids.has(point.structureId));
  }, [all, now, structure]);
  return structure ? (
    <DrawingStrip
      structureId={structure.id}
      name={structure.name}
      now={visibleItems}
      chosen={chosen}
      onChoose={onChoose}
    />
  ) : null;
}

function ScreenActs({ chosen }: { chosen: Structure | undefined }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <>
      {project.archivedAt && (
        <span className="pl-tag quiet" style={{ height: 28 }}>
          {t('projects:archivedNote')}
        </span>
      )}
      {chosen && (
        <LinkButton
          to={to('StructureScreen', { projectId: project.id, structureId: chosen.id })}
          icon={<RightOutlined />}
          iconPlacement="end"
        >
          {chosen.name}
        </LinkButton>
      )}
      <StatButton of={{ projectId: project.id }} />
      <ProjectMenu />
    </>
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
          {({ structures: all }) => <Rows all={all} chosen={chosen} onChoose={onChoose} />}
        </Answer>
      </Pane>
      {creating && <StructureDialog onClose={() => setCreating(false)} />}
    </>
  );
}

/** Each structure, and under it its items. */
function Rows({
  all,
  chosen,
  onChoose,
}: {
  all: readonly Structure[];
  chosen: number | null;
  onChoose: (id: number) => void;
}) {
  return all
    .filter((each) => !each.isItem)
    .flatMap((structure) => [structure, ...all.filter((item) => item.isItem && item.parentId === structure.id)])
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
    ));
}
