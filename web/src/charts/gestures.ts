import type { Range } from './shapes.ts';

/** Wheel zooms round the pointer, dragging pans, two fingers pinch. Pure listeners: they know pixels and ranges, no chart. */
export interface Gestured {
  readonly view: () => Range;
  /** Where the plot lies in the element, in px; null while nothing is drawn. */
  readonly plot: () => { left: number; width: number } | null;
  readonly move: (next: Range) => void;
  readonly dragging: (on: boolean) => void;
  /** True while dragging draws a box instead of moving the view. */
  readonly boxing: () => boolean;
  /** A box from where the pointer went down to where it is, in px of the element; `ended` when it is let go. */
  readonly box: (from: Spot, to: Spot, ended: boolean) => void;
  /** A press without a move. */
  readonly pick: (at: Spot, pointerType: string) => void;
}
export interface Spot {
  readonly x: number;
  readonly y: number;
}
const minMs = 1_000;

/** The range scaled by `factor` about the place `share` (0..1) of it. */
export function zoomed(range: Range, share: number, factor: number): Range {
  const span = range.to - range.from;
  const next = Math.max(minMs, span * factor);
  const centre = range.from + span * share;
  return { from: Math.round(centre - next * share), to: Math.round(centre + next * (1 - share)) };
}
export function panned(range: Range, share: number): Range {
  const by = Math.round((range.to - range.from) * share);
  return { from: range.from - by, to: range.to - by };
}

export function gestures(element: HTMLElement, gestured: Gestured): () => void {
  const pointers = new Map<number, number>();
  let startX = 0;
  let startView: Range | null = null;
  let dragged = false;
  let pinch: { distance: number; view: Range } | null = null;
  let pinched = false;
  let corner: Spot | null = null;
  const spotOf = (event: PointerEvent): Spot => {
    const place = element.getBoundingClientRect();
    return { x: event.clientX - place.left, y: event.clientY - place.top };
  };

  const shareOf = (clientX: number): number | null => {
    const plot = gestured.plot();
    if (!plot) return null;
    return (clientX - element.getBoundingClientRect().left - plot.left) / plot.width;
  };
  const wheel = (event: WheelEvent): void => {
    const share = shareOf(event.clientX);
    if (share === null || share < 0 || share > 1) return;
    event.preventDefault();
    const plot = gestured.plot();
    if (!plot) return;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      gestured.move(panned(gestured.view(), -event.deltaX / plot.width));
      return;
    }
    gestured.move(zoomed(gestured.view(), share, Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.002)));
  };
  const down = (event: PointerEvent): void => {
    pointers.set(event.pointerId, event.clientX);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      pinch = { distance: Math.max(10, Math.abs(a! - b!)), view: gestured.view() };
      pinched = true;
      startView = null;
      corner = null;
    } else if (gestured.boxing() && event.button === 0) {
      corner = spotOf(event);
      dragged = false;
      element.setPointerCapture(event.pointerId);
    } else if (event.pointerType === 'mouse' && event.button === 0) {
      startX = event.clientX;
      startView = gestured.view();
      dragged = false;
    }
  };
  const moved = (event: PointerEvent): void => {
    if (!pointers.has(event.pointerId)) return;
    pointers.set(event.pointerId, event.clientX);
    const plot = gestured.plot();
    if (!plot) return;
    if (pinch && pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      const share = shareOf((a! + b!) / 2);
      if (share !== null) gestured.move(zoomed(pinch.view, share, pinch.distance / Math.max(10, Math.abs(a! - b!))));
    } else if (corner) {
      dragged = true;
      gestured.box(corner, spotOf(event), false);
    } else if (startView) {
      const by = event.clientX - startX;
      if (!dragged && Math.abs(by) < 4) return;
      if (!dragged) {
        dragged = true;
        element.setPointerCapture(event.pointerId);
        gestured.dragging(true);
      }
      gestured.move(panned(startView, by / plot.width));
    }
  };
  const up = (event: PointerEvent): void => {
    // Pressed elsewhere, and let go here: no gesture of this element, and no press.
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size < 2) pinch = null;
    const wasPinched = pinched;
    if (pointers.size === 0) pinched = false;
    const boxed = corner;
    corner = null;
    if (boxed && dragged && event.type === 'pointerup') gestured.box(boxed, spotOf(event), true);
    else if (!dragged && !wasPinched && event.type === 'pointerup' && event.button === 0)
      gestured.pick(spotOf(event), event.pointerType);
    startView = null;
    if (dragged && !boxed) gestured.dragging(false);
    dragged = false;
  };
  element.addEventListener('wheel', wheel, { passive: false });
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointermove', moved);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  return () => {
    element.removeEventListener('wheel', wheel);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointermove', moved);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
  };
}
