import { urgencyOf } from '@plumbline/contract/kernel/status';
import type { PlacedDrawing } from '@plumbline/contract/site/drawings';
import { Button, Popover } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusMark } from '../../design/Status.tsx';
import { useStatusWords } from '../../design/status-words.ts';
import { type PlaneMark, PlaneMarks } from '../../features/site/drawings/plane.parts.tsx';
import {
  ContourSelect,
  Contours,
  contourGroups,
  useContourChoice,
} from '../../features/views/contours/contours.parts.tsx';
import { usePointLabels } from '../../features/views/masters/point-labels.parts.ts';
import { FigureSelect, PlaneFigures, useFigures } from '../../features/views/plane-figures/plane-figures.parts.tsx';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import { DrawingStage } from './DrawingStage.tsx';
import { planeSize } from './plane-size.ts';
import { shownVersion } from './shown-version.ts';

/** More marks than this would cover one another: then only what is at a level, and what is chosen, is drawn. */
const maxMarkers = 500;
/** The most urgent; the list view has them all. */
const maxListed = 100;
/** What "nearer" makes larger, where several lie at one place. */
const nearer = 2.5;

/** A drawing with its points as they stand now; those that are not on it are counted beside it at their worst level. */
export function DrawingSight({
  drawing,
  now,
  chosen,
  onChoose,
  isSmall = false,
}: {
  drawing: PlacedDrawing;
  now: readonly PointNow[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
  /** Beside something else: without buttons and choices, which its own screen has. */
  isSmall?: boolean;
}) {
  const { t } = useTranslation();
  const { marks, hidden, unplaced } = useMarks(drawing, now, chosen);
  const zoom = useRef<(by: number) => void>(() => undefined);
  const onNearer = useCallback(() => zoom.current(nearer), []);
  const latest = useRef(onChoose);
  latest.current = onChoose;
  const choose = useCallback((id: number) => latest.current(id), []);
  const { groups, choice } = useDrawingContours(drawing, now);
  const size = useMemo(() => planeSize(drawing), [drawing]);
  const figures = useFigures(drawing, now);
  const version = shownVersion(drawing);
  return (
    <>
      <PlaneFigures figures={figures} size={version}>
        {(figureLayer, covered) => (
          <Contours choice={choice} size={size}>
            {(contourLayer) => (
              <DrawingStage drawing={drawing} version={version} isSmall={isSmall}>
                {({ width, height, ...stage }) => {
                  zoom.current = stage.zoom;
                  return (
                    <>
                      {contourLayer}
                      {figureLayer}
                      <PlaneMarks {...{ marks, width, height, chosen, onNearer, covered, isSmall }} onChoose={choose} />
                    </>
                  );
                }}
              </DrawingStage>
            )}
          </Contours>
        )}
      </PlaneFigures>
      {(!isSmall || unplaced.length > 0 || hidden > 0) && (
        <div className="dr-foot pl-sm pl-3">
          {!isSmall && <ContourSelect groups={groups} choice={choice} />}
          {!isSmall && <FigureSelect figures={figures} />}
          {unplaced.length > 0 && <Unplaced unplaced={unplaced} onChoose={onChoose} />}
          {hidden > 0 && <span>{t('structures:sight.loudOnly', { count: hidden })}</span>}
          {!isSmall && now.length > 0 && unplaced.length === 0 && <span>{t('drawings:allPlaced')}</span>}
          {drawing.scale === null && <span>{t('drawings:notToScale')}</span>}
        </div>
      )}
    </>
  );
}

/** What contours can be drawn of: the points that lie on the drawing. */
function useDrawingContours({ places }: PlacedDrawing, now: readonly PointNow[]) {
  const points = useMemo(() => new Map(now.map(({ point }) => [point.id, point])), [now]);
  const boxes = useMemo(
    () =>
      contourGroups(
        places.flatMap(({ pointId, x, y }) => {
          const point = points.get(pointId);
          return point ? [{ point, x, y }] : [];
        }),
      ),
    [places, points],
  );
  // Every reading makes new points; the groups are the same while nothing about them has changed.
  const text = JSON.stringify(boxes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says whether they have changed
  const groups = useMemo(() => boxes, [text]);
  return { groups, choice: useContourChoice(groups) };
}

function useMarks({ places }: PlacedDrawing, now: readonly PointNow[], chosen: number | null) {
  const labelOf = usePointLabels(now);
  return useMemo(() => {
    const byPoint = new Map(places.map((each) => [each.pointId, each]));
    const unplaced = now.filter(({ point }) => !byPoint.has(point.id));
    const all = now.flatMap((each): PlaneMark[] => {
      const { point, status } = each;
      const place = byPoint.get(point.id);
      return place ? [{ id: point.id, name: point.name, status, ...labelOf(each), place }] : [];
    });
    const marks =
      all.length > maxMarkers
        ? all.filter(({ id, status }) => id === chosen || (status !== null && urgencyOf(status) > 0))
        : all;
    return { marks, hidden: all.length - marks.length, unplaced };
  }, [places, now, chosen, labelOf]);
}

/** The points that the drawing does not show, as a mark of their worst level and their number; a click lists them. */
function Unplaced({ unplaced, onChoose }: { unplaced: readonly PointNow[]; onChoose: (pointId: number) => void }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const labelOf = usePointLabels(unplaced);
  const [isOpen, setOpen] = useState(false);
  const sorted = unplaced.toSorted((a, b) => urgencyOf(b.status) - urgencyOf(a.status));
  const [worst] = sorted;
  if (!worst) return null;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      placement="topLeft"
      title={t('drawings:unplacedTitle')}
      content={
        <ul className="pj-unplaced">
          {sorted
            .slice(0, maxListed)
            .map((each) => ({ ...each, ...labelOf(each) }))
            .map(({ point, status, quantity, detail }) => (
              <li key={point.id}>
                <button
                  type="button"
                  className="pl-bare point"
                  aria-label={`${point.name}, ${words(status).full}`}
                  onClick={() => {
                    setOpen(false);
                    onChoose(point.id);
                  }}
                >
                  <StatusMark status={status} size={16} label={false} />
                  <span className="pl-b pl-ell">{point.name}</span>
                  <span className="pl-3 pl-sm">
                    {[[quantity, detail].filter(Boolean).join(' '), words(status).short].filter(Boolean).join(' · ')}
                  </span>
                </button>
              </li>
            ))}
          {sorted.length > maxListed && (
            <li className="pl-sm pl-3">{t('projects:unplaced.more', { count: sorted.length - maxListed })}</li>
          )}
        </ul>
      }
    >
      <Button
        type="text"
        size="small"
        aria-label={`${t('drawings:unplaced', { count: unplaced.length })}, ${words(worst.status).full}`}
        icon={<StatusMark status={worst.status} size={14} label={false} />}
      >
        {t('drawings:unplaced', { count: unplaced.length })}
      </Button>
    </Popover>
  );
}
