import type { ContentOf } from '@plumbline/contract/overview/dashboards.contents';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoxSize } from '../../../design/box-size.ts';
import { Empty, SkeletonChart } from '../../../design/States.tsx';
import { formatNumber, formatTime } from '../../../kernel/format.ts';
import { type PlaneMark, PlaneMarks } from '../../site/drawings/plane.parts.tsx';
import {
  FigureLegend,
  ShownFigureLayer,
  useCovered,
  useShownFigures,
} from '../../views/plane-figures/plane-figures.parts.tsx';
import { type LoadPicture, usePanelPicture } from './panel-picture.ts';

/** A drawing as large as its panel, with its points as they are now. */
export function DrawingPanel({
  panel,
  content,
  load,
}: {
  panel: Panel;
  content: ContentOf<'drawing'>;
  load: LoadPicture;
}) {
  const { t } = useTranslation();
  const { drawing, points } = content;
  const { id, width: fullWidth, height: fullHeight, isThemed } = drawing.version;
  const { address, isFailed } = usePanelPicture(`drawing ${id}`, isThemed, () => load(panel, content));
  const box = useRef<HTMLDivElement>(null);
  const free = useBoxSize(box);
  const scale = Math.min(free.width / fullWidth, free.height / fullHeight);
  const [width, height] = [fullWidth * scale, fullHeight * scale];
  const marks = useMemo(() => {
    const places = new Map(drawing.places.map((each) => [each.pointId, each]));
    return points.flatMap(({ id: pointId, name, status, value, unit, precision }): PlaneMark[] => {
      const place = places.get(pointId);
      const detail = value === null ? undefined : `${formatNumber(value, precision)} ${unit}`;
      return place ? [{ id: pointId, name, status, detail, place }] : [];
    });
  }, [drawing.places, points]);
  const figures = useShownFigures(content.figures, drawing.places, drawing.version);
  const covered = useCovered(figures, width);
  return (
    <div className="db-drawing">
      <div ref={box} className="db-sheet">
        {width > 0 && (
          <div className={`stage${isThemed ? '' : ' sheet'}`} style={{ width, height }}>
            {isFailed ? (
              <Empty title={t('dashboards:pictureFailed')} />
            ) : address === null ? (
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
    </div>
  );
}

/** The newest photo of a point. */
export function PhotoPanel({ panel, content, load }: { panel: Panel; content: ContentOf<'photo'>; load: LoadPicture }) {
  const { t } = useTranslation();
  const { photo, pointName } = content;
  if (photo === null) return <Empty title={t('dashboards:noPhoto', { name: pointName })} />;
  return <Photo key={photo.photoId} panel={panel} content={content} load={load} />;
}

function Photo({ panel, content, load }: { panel: Panel; content: ContentOf<'photo'>; load: LoadPicture }) {
  const { t } = useTranslation();
  const { photo, pointName, timeZone } = content;
  const { address, isFailed } = usePanelPicture(`photo ${photo?.photoId}`, false, () => load(panel, content));
  const time = photo ? formatTime(photo.photographedAt, timeZone) : '';
  if (isFailed) return <Empty title={t('dashboards:pictureFailed')} />;
  return (
    <figure className="db-photo">
      {address && <img src={address} alt={t('dashboards:photoAlt', { name: pointName, time })} />}
      <figcaption className="pl-sm pl-2 pl-ell">
        {pointName} · {time}
        {photo?.note ? ` · ${photo.note}` : ''}
      </figcaption>
    </figure>
  );
}
