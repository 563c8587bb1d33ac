import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useBoxSize } from '../design/box-size.ts';
import { enlargementOf, spotIn } from '../design/enlarged.ts';
import { fitted, panned, type Sight, type Size, zoomed } from './picture-sight.ts';

/** How much larger a click or a key makes the picture. */
export const zoomStep = 1.4;
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

/**
 * Returns the part of a picture in its frame: moved by pointer and arrows, zoomed by wheel and keys; the whole of it
 * at first. `known` = the size of the picture, where that is known before it is there.
 */
export function usePictureSight(knownSize?: Size) {
  const place = useRef<HTMLDivElement>(null);
  const [loaded, setSize] = useState<Size>({ width: 0, height: 0 });
  const size = knownSize ?? loaded;
  const box = useBoxSize(place);
  const [sight, setSight] = useState<Sight | null>(null);
  const effective = sight ?? fitted(size, box);
  useWheelZoom(place, (by, at) => setSight((old) => zoomed(old ?? fitted(size, box), by, at, size, box)));
  const middle = { x: box.width / 2, y: box.height / 2 };
  const zoom = (by: number): void => setSight(zoomed(effective, by, middle, size, box));
  const move = (x: number, y: number): void => setSight(panned(effective, x, y, size, box));
  const fit = (): void => setSight(null);
  const drag = useDrag(move);
  const onKeyDown = (event: KeyboardEvent): void => {
    const way = ways[event.key];
    if (way) move(...way);
    else if (event.key === '+' || event.key === '=') zoom(zoomStep);
    else if (event.key === '-') zoom(1 / zoomStep);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
  };
  const stage = {
    // Moved by the compositor: nothing that lies on the picture is laid out anew.
    left: 0,
    top: 0,
    transform: `translate(${effective.left}px, ${effective.top}px)`,
    width: size.width * effective.scale || '100%',
    height: size.height * effective.scale || 'auto',
  };
  return { place, size, setSize, box, effective, stage, zoom, fit, handlers: { onKeyDown, ...drag } };
}
export type PictureSight = ReturnType<typeof usePictureSight>;

/** A wheel that zooms must keep the page from scrolling, which only a listener of our own may. */
function useWheelZoom(
  place: RefObject<HTMLDivElement | null>,
  onZoom: (by: number, at: { x: number; y: number }) => void,
): void {
  const latest = useRef(onZoom);
  latest.current = onZoom;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      latest.current(by, spotIn(element, event));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [place]);
}

/** Dragging from anywhere but a button. */
function useDrag(onMove: (x: number, y: number) => void) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const end = (): void => {
    from.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0 || (event.target as HTMLElement).closest('button')) return;
      from.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent): void => {
      const last = from.current;
      if (!last) return;
      from.current = { x: event.clientX, y: event.clientY };
      const enlarged = enlargementOf(event.currentTarget as HTMLElement);
      onMove((event.clientX - last.x) / enlarged, (event.clientY - last.y) / enlarged);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
