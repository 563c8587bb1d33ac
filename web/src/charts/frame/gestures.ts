import { spotIn } from '../../design/enlarged.ts';
import type { Track } from './plane.ts';
import { panned, type Range, zoomed } from './range.ts';
import type { Spot } from './spot.ts';

/** Wheel zooms round the pointer, dragging pans, two fingers pinch. They know pixels and ranges, no chart. */
export interface Gestured {
  readonly direction: 'x' | 'y';
  readonly minSpan: number;
  readonly view: () => Range;
  /** Where the plot lies in the element along its axis; null while nothing is drawn. */
  readonly track: () => Track | null;
  /** False where the chart stays as it is: the wheel is the page's. */
  readonly isMoved: () => boolean;
  readonly move: (next: Range) => void;
  readonly dragging: (on: boolean) => void;
  /** True while dragging draws a box instead of moving the view. */
  readonly boxing: () => boolean;
  /** True where a drag that begins there chooses a stretch of the axis to be shown. */
  readonly isOnAxis: (at: Spot) => boolean;
  /** A box, or a stretch of the axis, from where the pointer went down to where it is; `ended` when it is let go. */
  readonly box: (drawn: DrawnBox, ended: boolean) => void;
  /** A press without a move. */
  readonly pick: (at: Spot, pointerType: string) => void;
}

/** Box of a drag so far. */
export interface DrawnBox {
  readonly from: Spot;
  readonly to: Spot;
  /** True when it is a stretch of the axis. */
  readonly isStretch: boolean;
}

/** Further than this a press is a drag, in px. */
const dragPx = 4;
/** Fingers are never taken as closer: the zoom would leap. */
const minPinchPx = 10;

/** What is being done to a chart by the pointers that are down. */
class PointerGestures {
  readonly #element: HTMLElement;
  readonly #on: Gestured;
  /** Each pointer that is down, by where it is along the axis in px of the element. */
  readonly #pointers = new Map<number, number>();
  #drag: { readonly start: number; readonly view: Range } | null = null;
  #pinch: { readonly distance: number; readonly view: Range } | null = null;
  /** Whether two fingers were down since the first one was. */
  #pinched = false;
  /** Where a box begins. */
  #corner: Omit<DrawnBox, 'to'> | null = null;
  #moved = false;

  constructor(element: HTMLElement, on: Gestured) {
    this.#element = element;
    this.#on = on;
  }

  wheel(event: WheelEvent): void {
    const share = this.#shareOf(this.#positionOf(event));
    const track = this.#on.track();
    if (!this.#on.isMoved() || share === null || track === null || share < 0 || share > 1) return;
    event.preventDefault();
    const { minSpan } = this.#on;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#on.move(panned(this.#on.view(), -event.deltaX / track.length, minSpan));
      return;
    }
    const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.002);
    this.#on.move(zoomed(this.#on.view(), share, factor, minSpan));
  }

  down(event: PointerEvent): void {
    this.#pointers.set(event.pointerId, this.#positionOf(event));
    const fingers = this.#fingers();
    if (fingers) {
      this.#pinch = { distance: fingers.distance, view: this.#on.view() };
      this.#pinched = true;
      this.#drag = null;
      this.#corner = null;
    } else if (event.button === 0 && this.#beginsBox(event)) {
      this.#moved = false;
      this.#element.setPointerCapture(event.pointerId);
    } else if (event.pointerType === 'mouse' && event.button === 0) {
      this.#drag = { start: this.#positionOf(event), view: this.#on.view() };
      this.#moved = false;
    }
  }

  /** A box is drawn where one is asked for, a stretch where the drag begins on the axis. */
  #beginsBox(event: PointerEvent): boolean {
    const from = spotIn(this.#element, event);
    const isStretch = !this.#on.boxing() && event.pointerType === 'mouse' && this.#on.isOnAxis(from);
    if (isStretch || this.#on.boxing()) this.#corner = { from, isStretch };
    return this.#corner !== null;
  }

  move(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) return;
    this.#pointers.set(event.pointerId, this.#positionOf(event));
    const track = this.#on.track();
    if (!track) return;
    const fingers = this.#fingers();
    if (this.#pinch && fingers) this.#movePinch(this.#pinch, fingers);
    else if (this.#corner) {
      this.#moved = true;
      this.#on.box({ ...this.#corner, to: spotIn(this.#element, event) }, false);
    } else if (this.#drag) this.#moveDrag(this.#drag, event, track);
  }

  #movePinch(
    { distance, view }: { distance: number; view: Range },
    fingers: { middle: number; distance: number },
  ): void {
    const share = this.#shareOf(fingers.middle);
    if (share !== null) this.#on.move(zoomed(view, share, distance / fingers.distance, this.#on.minSpan));
  }

  #moveDrag({ start, view }: { start: number; view: Range }, event: PointerEvent, track: Track): void {
    const by = this.#positionOf(event) - start;
    if (!this.#moved) {
      if (Math.abs(by) < dragPx) return;
      this.#moved = true;
      this.#element.setPointerCapture(event.pointerId);
      this.#on.dragging(true);
    }
    this.#on.move(panned(view, by / track.length, this.#on.minSpan));
  }

  /** A pointer is let go, or taken away by the browser. */
  up(event: PointerEvent): void {
    // Pressed elsewhere, and let go here: no gesture of this element, and no press.
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#pointers.size < 2) this.#pinch = null;
    const wasPinched = this.#pinched;
    if (this.#pointers.size === 0) this.#pinched = false;
    const corner = this.#corner;
    const wasMoved = this.#moved;
    this.#corner = null;
    this.#drag = null;
    this.#moved = false;
    const isLetGo = event.type === 'pointerup';
    if (corner && wasMoved && isLetGo) this.#on.box({ ...corner, to: spotIn(this.#element, event) }, true);
    else if (!wasMoved && !wasPinched && isLetGo && event.button === 0)
      this.#on.pick(spotIn(this.#element, event), event.pointerType);
    if (wasMoved && !corner) this.#on.dragging(false);
  }

  #positionOf(event: MouseEvent): number {
    return spotIn(this.#element, event)[this.#on.direction];
  }

  /** The first two pointers that are down; null while there are fewer or more. */
  #fingers(): { readonly middle: number; readonly distance: number } | null {
    const [a, b, ...others] = this.#pointers.values();
    if (a === undefined || b === undefined || others.length > 0) return null;
    return { middle: (a + b) / 2, distance: Math.max(minPinchPx, Math.abs(a - b)) };
  }

  #shareOf(position: number): number | null {
    const track = this.#on.track();
    return track && (position - track.start) / track.length;
  }
}

/** Listens to wheel and pointers of an element until what it gives back is called. */
export function gestures(element: HTMLElement, gestured: Gestured): () => void {
  const pointers = new PointerGestures(element, gestured);
  const ending = new AbortController();
  const { signal } = ending;
  element.addEventListener('wheel', (event) => pointers.wheel(event), { passive: false, signal });
  element.addEventListener('pointerdown', (event) => pointers.down(event), { signal });
  element.addEventListener('pointermove', (event) => pointers.move(event), { signal });
  element.addEventListener('pointerup', (event) => pointers.up(event), { signal });
  element.addEventListener('pointercancel', (event) => pointers.up(event), { signal });
  return () => ending.abort();
}
