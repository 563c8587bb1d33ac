import './chart.css';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { spotIn } from '../../design/enlarged.ts';
import { useTokens } from '../../design/theme.tsx';
import { Crosshair, SpotMark } from './Crosshair.tsx';
import { pressKey, pressZoomKey } from './crosshair-keys.ts';
import type { ChartKind } from './kind.ts';
import type { Plane } from './plane.ts';
import { shareAt } from './plane-gestures.ts';
import { isInPlot, type PlaneWindow } from './plane-window.ts';
import type { ChartBox, Range } from './range.ts';
import { nearestSpot, type Spot } from './spot.ts';
import type { CrosshairState } from './use-crosshair.ts';
import { useDrawing } from './use-drawing.ts';
import { useGestures } from './use-gestures.ts';
import type { Moving } from './use-view.ts';
import { axisZooming, planeZooming, usePlaneGestures } from './use-zooming.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

interface StageProps<Content> {
  readonly kind: ChartKind<Content>;
  readonly content: Content;
  readonly heightPx: number;
  /** What a screen reader says. */
  readonly label: string;
  readonly moving: Moving;
  readonly movingPlane: Moving<PlaneWindow | null>;
  readonly whole: Range | undefined;
  readonly crosshair: CrosshairState;
  readonly onBox: ((box: ChartBox) => void) | undefined;
}

/** The plot with what lies over it: crosshair, a box that is being drawn, and the words where nothing is to be seen. */
export function Stage<Content>(props: StageProps<Content>) {
  const { kind, content, heightPx, label, moving, movingPlane, crosshair, onBox } = props;
  const place = useRef<HTMLDivElement>(null);
  const drawn = useDrawn(props);
  const { plot, plane, widthPx, stops, spots, read, zooming } = drawn;
  const { at, across, cross } = crosshair;
  const acrossAt = (spot: Spot): number | null => (kind.readsAcross && plane ? plane.valueAcross(spot) : null);
  const stopAt = (spot: Spot): number | null =>
    spots ? nearestSpot(spot, spots) : (plane?.stopAt(spot, stops) ?? null);
  const onPress = (spot: Spot, pointerType: string): void => crosshair.press(stopAt(spot), pointerType, acrossAt(spot));
  const axial = useGestures(place, { kind, moving, plane, onBox, onPress: movingPlane.move ? undefined : onPress });
  const isPlaneDragged = usePlaneGestures(place, { kind, moving: movingPlane, plot: drawn.planePlot, onPress });
  const isDragging = axial.isDragging || isPlaneDragged;
  const classes = {
    down: kind.direction === 'y',
    dragging: isDragging,
    boxing: onBox !== undefined,
    enlarged: movingPlane.view !== null,
  };
  return (
    <div className="pl-stage">
      <div
        ref={place}
        className={`pl-chart ${wordsOf(classes)}`}
        style={{ height: heightPx }}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair is moved by keys
        tabIndex={0}
        aria-label={label}
        onPointerMove={(event) => {
          if (!plane || isDragging) return;
          const spot = spotIn(event.currentTarget, event);
          markPlace(event.currentTarget, moving.move && !onBox && plane.isOnAxis(spot) ? 'axis' : 'plot');
          cross(stopAt(spot), acrossAt(spot));
        }}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && cross(null)}
        onDoubleClick={() => zooming?.whole?.()}
        onKeyDown={(event) => {
          if (pressZoomKey(event, zooming) || pressKey(event.key, { kind, stops, crosshair, moving }))
            event.preventDefault();
        }}
      >
        <div ref={plot} className="plot" />
        <OverPlot {...{ kind, content, plane, spots, at, across, read, widthPx }} />
        {axial.box && <BoxMark {...axial.box} />}
      </div>
      {zooming && <ZoomButtons zooming={zooming} />}
    </div>
  );
}

/** What is drawn, where its stops are, and how it is zoomed. */
function useDrawn<Content>(props: StageProps<Content>) {
  const { kind, content, heightPx, moving, movingPlane, whole, crosshair } = props;
  const window = movingPlane.view;
  const { plot, plane, widthPx } = useDrawing(kind, content, { view: moving.view, window }, heightPx);
  const stops = kind.stopsOf(content);
  const size = useMemo(() => ({ widthPx, heightPx }), [widthPx, heightPx]);
  const placed = useMemo(() => kind.spotsOf?.(content, { ...size, window }), [kind, content, size, window]);
  const drawnPlane = plane?.drawing.plane;
  const planePlot = useMemo(
    () => (plane && drawnPlane ? { plane: drawnPlane, layout: plane.drawing.layout, size } : null),
    [plane, drawnPlane, size],
  );
  // What is out of view is not under any pointer.
  const spots = useMemo(
    () => placed && new Map([...placed].filter(([, spot]) => !planePlot || isInPlot(shareAt(spot, planePlot)))),
    [placed, planePlot],
  );
  const read = spots?.get(crosshair.at ?? kind.restsAt?.(content) ?? -1);
  const zooming = planeZooming(movingPlane, planePlot, read) ?? axisZooming(kind, moving, whole);
  return { plot, plane, widthPx, stops, spots, read, planePlot, zooming };
}

/** The names of the classes that apply. */
const wordsOf = (classes: Readonly<Record<string, boolean>>): string =>
  Object.keys(classes)
    .filter((name) => classes[name])
    .join(' ');

/** The crosshair where there is one, or the words that nothing is to be seen. */
function OverPlot<Content>({
  kind,
  content,
  plane,
  spots,
  at,
  across,
  read,
  widthPx,
}: {
  kind: ChartKind<Content>;
  content: Content;
  plane: Plane | null;
  spots: ReadonlyMap<number, Spot> | undefined;
  at: number | null;
  across: number | null;
  /** Where the place lies that is read, in a plane. */
  read: Spot | undefined;
  widthPx: number;
}) {
  const { t, i18n } = useTranslation();
  const tokens = useTokens();
  return (
    <>
      {spots && <SpotMark spot={read} />}
      {plane && at !== null && !spots && (
        <Crosshair
          plane={plane}
          at={at}
          dots={kind.dotsAt(content, at, tokens)}
          words={kind.positionWords(content, at, i18n.language).short}
          widthPx={widthPx}
        />
      )}
      {plane && across !== null && <AcrossLine plane={plane} across={across} />}
      {!kind.hasValues(content) && <div className="nothing pl-3">{t('common:chart.noData')}</div>}
    </>
  );
}

/** The line at a value across, where the pointer reads it. */
function AcrossLine({ plane, across }: { plane: Plane; across: number }) {
  const top = plane.acrossPxOf(across);
  const { left, right } = plane.drawing.layout;
  return top === null ? null : <div className="line flat" style={{ top, left, right }} />;
}

/** What a drag from here does is said by the pointer. */
function markPlace(element: HTMLElement, over: 'axis' | 'plot'): void {
  element.dataset['over'] = over;
}

/** A rectangle that is being drawn. */
const BoxMark = ({ from, to }: { from: Spot; to: Spot }) => (
  <div
    className="box"
    style={{
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      width: Math.abs(from.x - to.x),
      height: Math.abs(from.y - to.y),
    }}
  />
);
