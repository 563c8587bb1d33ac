import { urgencyOf } from '@plumbline/contract/kernel/status';
import { useMemo } from 'react';
import { useProject } from '../../../kernel/project.tsx';
import { LevelMap, type MapMark } from '../../../maps/LevelMap.tsx';
import { useSiteLayers } from '../../site/layers/layers.queries.ts';
import { usePointLabels } from '../masters/point-labels.parts.ts';
import type { PointNow } from './points-now.queries.ts';
import { PlacingBar, UnplacedPoints, usePlacing } from './UnplacedPoints.tsx';

/** More marks than this would cover one another and tire the browser: then only what is not normal, and what is chosen, is drawn. */
const maxMarkers = 400;

/** The points where they lie. Those without a place are counted beside them at their worst level, listed, and put on the map. */
export function PointMap({
  now,
  chosen,
  onChoose,
  extraMarks,
  onExtra,
  structureId,
}: {
  now: readonly PointNow[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
  extraMarks: readonly MapMark[];
  onExtra: ((id: string) => void) | undefined;
  /** Of the screen of a structure; null = of the project. */
  structureId: number | null;
}) {
  const { project } = useProject();
  const marks = useMarks(now, chosen, extraMarks);
  const unplaced = useMemo(() => now.filter(({ point }) => point.coordinates === null), [now]);
  const { layers: siteLayers, beside } = useSiteLayers(project.id, structureId);
  const placing = usePlacing();
  const atProject = project.coordinates && {
    id: 'project',
    ...project.coordinates,
    status: project.summary.status,
    name: project.name,
  };
  return (
    <>
      <LevelMap
        marks={marks.length === 0 && atProject ? [atProject] : marks}
        chosen={chosen}
        onChoose={(id) => (typeof id === 'number' ? onChoose(id) : onExtra?.(id))}
        // Without a point the surroundings are of use: the base map ends at 12.
        maxZoom={marks.length > 0 ? 18 : siteLayers.length > 0 ? 16 : 11}
        siteLayers={siteLayers}
        beside={beside}
        nameFrom={0}
        pick={placing.current ? { at: placing.current.at, onPick: placing.move } : undefined}
        legend={
          unplaced.length > 0 && !placing.current ? (
            <UnplacedPoints unplaced={unplaced} onChoose={onChoose} onPlace={placing.begin} />
          ) : undefined
        }
      />
      {placing.current && <PlacingBar placing={placing} current={placing.current} />}
    </>
  );
}

/** The points as marks; where there are too many, only those at a level, and what else is there beside them. */
function useMarks(now: readonly PointNow[], chosen: number | null, extraMarks: readonly MapMark[]) {
  const labelOf = usePointLabels(now);
  return useMemo(() => {
    const placed = now.flatMap((each) => (each.point.coordinates ? [{ ...each, at: each.point.coordinates }] : []));
    const isCrowded = placed.length > maxMarkers;
    const ofPoints = placed
      .filter(({ point, status }) => !isCrowded || urgencyOf(status) > 0 || point.id === chosen)
      .map(
        (each): MapMark => ({
          id: each.point.id,
          ...each.at,
          status: each.status,
          name: each.point.name,
          ...labelOf(each),
        }),
      );
    return ofPoints.length > 0 && !isCrowded ? ofPoints : [...extraMarks, ...ofPoints];
  }, [now, chosen, extraMarks, labelOf]);
}
