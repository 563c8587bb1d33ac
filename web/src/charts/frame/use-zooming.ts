import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChartKind } from './kind.ts';
import { type PlanePlot, planeGestures, shareAt } from './plane-gestures.ts';
import { isClosest, isInPlot, movedBy, type PlaneWindow, zoomedAbout, zoomStep } from './plane-window.ts';
import { type Range, zoomed } from './range.ts';
import type { Spot } from './spot.ts';
import type { Moving } from './use-view.ts';

/** Acts of buttons and keys on the part in view. */
export interface Zooming {
  /** Undefined where nothing more can be enlarged. */
  readonly closer: (() => void) | undefined;
  /** Undefined while all is in view, as are the next. */
  readonly farther: (() => void) | undefined;
  readonly whole: (() => void) | undefined;
  /** Moves by a quarter of what is in view; absent of an axis. */
  readonly pan?: ((right: number, up: number) => void) | undefined;
}

const middle: Spot = { x: 0.5, y: 0.5 };

/** Zooming in a plane: about the place that is read, where it is in view. Null where the window is not for moving. */
export function planeZooming(
  { move, newest, view }: Moving<PlaneWindow | null>,
  plot: PlanePlot | null,
  read: Spot | undefined,
): Zooming | null {
  if (!move) return null;
  const extent = plot?.plane.whole;
  if (!extent) return { closer: undefined, farther: undefined, whole: undefined };
  const share = read && shareAt(read, plot);
  const about = share && isInPlot(share) ? share : middle;
  const by = (factor: number) => () => move(zoomedAbout(extent, newest.current, about, factor));
  const isFull = view === null;
  return {
    closer: isClosest(extent, view) ? undefined : by(1 / zoomStep),
    farther: isFull ? undefined : by(zoomStep),
    whole: isFull ? undefined : () => move(null),
    pan: isFull ? undefined : (right, up) => move(movedBy(extent, newest.current, right / 4, up / 4)),
  };
}

/** The same along an axis of which `whole` is all. */
export function axisZooming(
  { minSpan }: Pick<ChartKind<never>, 'minSpan'>,
  { move, view }: Moving,
  bounds: Range | undefined,
): Zooming | null {
  if (!move || !bounds) return null;
  const isFull = view.from === bounds.from && view.to === bounds.to;
  const isSmallest = view.to - view.from <= minSpan;
  const [from, to] = [view, zoomed(view, 0.5, zoomStep, minSpan)];
  return {
    closer: isSmallest ? undefined : () => move(zoomed(from, 0.5, 1 / zoomStep, minSpan)),
    farther: isFull ? undefined : () => move({ from: Math.max(bounds.from, to.from), to: Math.min(bounds.to, to.to) }),
    whole: isFull ? undefined : () => move(bounds),
  };
}

interface Handled {
  readonly kind: Pick<ChartKind<never>, 'isTurned'>;
  readonly moving: Moving<PlaneWindow | null>;
  /** null while nothing is drawn. */
  readonly plot: PlanePlot | null;
  readonly onPress: (at: Spot, pointerType: string) => void;
}

/** Listens to wheel and pointers of the element of `place` where its plane can be moved; says whether it is being dragged. */
export function usePlaneGestures(place: RefObject<HTMLElement | null>, handled: Handled): boolean {
  const [isDragging, setDragging] = useState(false);
  // The newest of it for listeners that are put on once.
  const latest = useRef(handled);
  latest.current = handled;
  const isTurned = handled.kind.isTurned === true;
  const isMoved = handled.moving.move !== undefined;
  useEffect(() => {
    const element = place.current;
    if (!element || !isMoved) return;
    return planeGestures(element, {
      isTurned,
      plot: () => latest.current.plot,
      window: () => latest.current.moving.newest.current,
      move: (next) => latest.current.moving.move?.(next),
      dragging: setDragging,
      pick: (at, pointerType) => latest.current.onPress(at, pointerType),
    });
  }, [place, isTurned, isMoved]);
  return isDragging;
}
