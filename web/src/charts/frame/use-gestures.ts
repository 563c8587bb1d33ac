import { type RefObject, useEffect, useRef, useState } from 'react';
import { gestures } from './gestures.ts';
import type { ChartKind } from './kind.ts';
import type { Plane, Spot } from './plane.ts';
import type { ChartBox } from './range.ts';
import type { Moving } from './use-view.ts';

interface Handled {
  readonly kind: Pick<ChartKind<never>, 'direction' | 'minSpan'>;
  readonly moving: Moving;
  /** null while nothing is drawn. */
  readonly plane: Plane | null;
  readonly onBox: ((box: ChartBox) => void) | undefined;
  readonly onPress: (at: Spot, pointerType: string) => void;
}

/** Listens to wheel and pointers of the element of `place`; gives what is being done to it. */
export function useGestures(place: RefObject<HTMLElement | null>, handled: Handled) {
  const [isDragging, setDragging] = useState(false);
  const [box, setBox] = useState<{ readonly from: Spot; readonly to: Spot } | null>(null);
  // The newest of it for listeners that are put on once.
  const latest = useRef(handled);
  latest.current = handled;
  const { direction, minSpan } = handled.kind;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    return gestures(element, {
      direction,
      minSpan,
      view: () => latest.current.moving.newest.current,
      track: () => latest.current.plane?.track ?? null,
      move: (next) => latest.current.moving.move?.(next),
      dragging: setDragging,
      boxing: () => latest.current.onBox !== undefined,
      box(from, to, ended) {
        setBox(ended ? null : { from, to });
        const { plane, onBox } = latest.current;
        const found = ended ? plane?.boxOf(from, to) : null;
        if (found) onBox?.(found);
      },
      pick: (at, pointerType) => latest.current.onPress(at, pointerType),
    });
  }, [place, direction, minSpan]);
  return { isDragging, box };
}
