import type { Story } from '@plumbline/contract/overview/demonstration';
import type { PlacedDrawing } from '@plumbline/contract/site/drawings';
import { useMemo, useRef } from 'react';
import { useBoxSize } from '../../../design/box-size.ts';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { LevelMap, type MapMark } from '../../../maps/LevelMap.tsx';
import { useDrawingFile } from '../../site/drawings/drawings.queries.ts';
import { type PlaneMark, PlaneMarks } from '../../site/drawings/plane.parts.tsx';
import { useSiteLayers } from '../../site/layers/layers.queries.ts';
import type { PointThen } from './story-moments.ts';

const detailOf = ({ value, point: { unit, precision } }: PointThen): string | undefined =>
  value === null ? undefined : `${formatNumber(value, precision)} ${unit}`;
const ignore = (): void => undefined;

/** The drawing of a story with its points as they stood. */
export function ReplayDrawing({ drawing, then }: { drawing: PlacedDrawing; then: readonly PointThen[] }) {
  const file = useDrawingFile(drawing);
  const box = useRef<HTMLDivElement>(null);
  const free = useBoxSize(box);
  const version = drawing.versions.find(({ id }) => id === drawing.versionId);
  const scale = version ? Math.min(free.width / version.width, free.height / version.height) : 0;
  const [width, height] = [(version?.width ?? 0) * scale, (version?.height ?? 0) * scale];
  const places = useMemo(() => new Map(drawing.places.map((each) => [each.pointId, each])), [drawing.places]);
  const marks = then.flatMap((each): PlaneMark[] => {
    const { id, name } = each.point;
    const place = places.get(id);
    return place ? [{ id, name, status: each.status, detail: detailOf(each), place }] : [];
  });
  if (file.error) return <Failed error={file.error} onRetry={file.retry} />;
  return (
    <div ref={box} className="dm-sheet">
      {width > 0 && (
        <div className={`stage${version?.isThemed ? '' : ' sheet'}`} style={{ width, height }}>
          {file.address === null ? (
            <SkeletonChart height={height} />
          ) : (
            <img src={file.address} alt={drawing.name} width={width} height={height} />
          )}
          <PlaneMarks {...{ marks, width, height }} chosen={null} onChoose={ignore} onNearer={ignore} />
        </div>
      )}
    </div>
  );
}

/** The map of a story, with its site. */
export function ReplayMap({ story, then }: { story: Story; then: readonly PointThen[] }) {
  const { layers: siteLayers, beside } = useSiteLayers(story.projectId, null);
  const marks = then.flatMap((each): MapMark[] => {
    const { id, name, coordinates } = each.point;
    return coordinates ? [{ id, ...coordinates, status: each.status, name, detail: detailOf(each) }] : [];
  });
  return (
    <div className="dm-sheet">
      <LevelMap {...{ marks, siteLayers, beside }} chosen={null} onChoose={ignore} maxZoom={18} nameFrom={0} />
    </div>
  );
}
