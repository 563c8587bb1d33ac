import type { SlideContent, WallContent } from '@plumbline/contract/overview/walls';
import { useMemo, useRef } from 'react';
import { useBoxSize } from '../../../design/box-size.ts';
import { SkeletonChart } from '../../../design/States.tsx';
import { formatNumber } from '../../../kernel/format.ts';
import { type PlaneMark, PlaneMarks } from '../../site/drawings/plane.parts.tsx';
import {
  FigureLegend,
  ShownFigureLayer,
  useCovered,
  useShownFigures,
} from '../../views/plane-figures/plane-figures.parts.tsx';
import { WallAlerts } from './WallAlerts.tsx';
import { useSlidePicture } from './walls.queries.ts';

type Slide = Extract<SlideContent, { kind: 'drawing' }>;

/** A drawing as large as it can be, with its points as they stand now. */
export function WallDrawing({
  slide,
  token,
  place,
  content,
}: {
  slide: Slide;
  token: string;
  place: number;
  content: WallContent;
}) {
  const { drawing, points, structureName } = slide;
  const { version } = drawing;
  const figures = useShownFigures(slide.figures, drawing.places, version);
  const address = useSlidePicture(token, place, version.id, version.isThemed);
  const box = useRef<HTMLDivElement>(null);
  const free = useBoxSize(box);
  const scale = Math.min(free.width / version.width, free.height / version.height);
  const [width, height] = [version.width * scale, version.height * scale];
  const covered = useCovered(figures, width);
  const marks = useMemo(() => {
    const places = new Map(drawing.places.map((each) => [each.pointId, each]));
    return points.flatMap(({ id, name, status, value, unit, precision }): PlaneMark[] => {
      const at = places.get(id);
      const detail = value === null ? undefined : `${formatNumber(value, precision)} ${unit}`;
      return at ? [{ id, name, status, detail, place: at }] : [];
    });
  }, [drawing.places, points]);
  return (
    <div className="wall-slide wall-parts wall-plane">
      <section className="wall-drawing">
        <h2>
          {structureName} <span>{drawing.name}</span>
        </h2>
        <div ref={box} className="wall-sheet">
          {width > 0 && (
            <div className={`stage${version.isThemed ? '' : ' sheet'}`} style={{ width, height }}>
              {address === null ? (
                <SkeletonChart height={height} />
              ) : (
                <img src={address} alt={drawing.name} width={width} height={height} />
              )}
              {figures && <ShownFigureLayer figures={figures} />}
              <PlaneMarks
                {...{ marks, width, height, covered }}
                chosen={null}
                onChoose={() => undefined}
                onNearer={() => undefined}
              />
            </div>
          )}
        </div>
        {figures && <FigureLegend figures={figures} widthPx={width} />}
      </section>
      <WallAlerts alerts={slide.alerts} total={slide.alertTotal} zone={content.timeZone} />
    </div>
  );
}
