import { type RefObject, useEffect, useRef, useState } from 'react';
import { gestures } from './gestures.ts';
import type { ChartKind } from './kind.ts';
import type { Plane } from './plane.ts';
import type { ChartBox } from './range.ts';
import type { Spot } from './spot.ts';
import type { Moving } from './use-view.ts';

interface Handled {
  readonly kind: Pick<ChartKind<never>, 'direction' | 'minSpan'>;
  readonly moving: Moving;
  /** null while nothing is drawn. */
  readonly plane: Plane | null;
  readonly onBox: ((box: ChartBox) => void) | undefined;
  /** Undefined where others see to it. */
  readonly onPress: ((at: Spot, pointerType: string) => void) | undefined;
}

/** Listens to wheel and pointers of the element of `place`; gives what is being done to it. */
export function useGestures(place: RefObject<HTMLElement | null>, handled: Handled) {
  const [isDragging, setDragging] = useState(false);
  const [box, setBox] = useState<{ readonly from: Spot; readonly to: Spot } | null>(null);
  // The newest of it for listeners that are put on once.
  const latest = useRef(handled);
  latest.current = handled;
  const { direction, minSpan } = handled.kind;
  const isListening = handled.onPress !== undefined;
  useEffect(() => {
    const element = place.current;
    if (!element || !isListening) return;
    return gestures(element, {
      direction,
      minSpan,
      view: () => latest.current.moving.newest.current,
      track: () => latest.current.plane?.track ?? null,
      isMoved: () => latest.current.moving.move !== undefined,
      move: (next) => latest.current.moving.move?.(next),
      dragging: setDragging,
      boxing: () => latest.current.onBox !== undefined,
      isOnAxis: (at) => latest.current.moving.move !== undefined && latest.current.plane?.isOnAxis(at) === true,
      box({ from, to, isStretch }, ended) {
        const { plane, onBox, moving } = latest.current;
        setBox(ended || !plane ? null : isStretch ? plane.bandOf(from, to) : { from, to });
        const box = ended ? plane?.boxOf(from, to) : null;
        if (!box) return;
        if (!isStretch) onBox?.(box);
        else if (box.to - box.from >= minSpan) moving.move?.({ from: box.from, to: box.to });
      },
      pick: (at, pointerType) => latest.current.onPress?.(at, pointerType),
    });
  }, [place, direction, minSpan, isListening]);
  return { isDragging, box };
}
