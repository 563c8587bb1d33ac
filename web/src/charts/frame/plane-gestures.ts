import { spotIn } from '../../design/enlarged.ts';
import type { Layout } from './kind.ts';
import { plotSizeOf } from './option.ts';
import {
  type Extent,
  isInPlot,
  type PlaneWindow,
  partOf,
  placeUnder,
  type ShownPlane,
  windowWith,
  zoomedAbout,
  zoomOf,
} from './plane-window.ts';
import type { Size, Spot } from './spot.ts';

/** Plot of a plane, as far as pointers need it. */
export interface PlanePlot {
  readonly plane: ShownPlane;
  readonly layout: Layout;
  readonly size: Size;
}

/** A place as shares of the plot: between its left (0) and right (1), and between its foot (0) and top (1). */
export function shareAt({ x, y }: Spot, { plane, layout, size }: PlanePlot): Spot {
  const plot = plotSizeOf(layout, size);
  const across = (x - layout.left) / plot.width;
  return { x: plane.isMirrored ? 1 - across : across, y: 1 - (y - layout.top) / plot.height };
}

/** Wheel and two fingers enlarge about where they are, dragging moves. Whatever lies under a pointer stays under it. */
export interface PlaneGestured {
  /** A drag turns what is drawn, and moves it only with Shift. */
  readonly isTurned: boolean;
  /** null while nothing is drawn. */
  readonly plot: () => PlanePlot | null;
  readonly window: () => PlaneWindow | null;
  readonly move: (next: PlaneWindow | null) => void;
  readonly dragging: (on: boolean) => void;
  /** A press without a move. */
  readonly pick: (at: Spot, pointerType: string) => void;
}

/** Further than this a press is a drag, in px. */
const dragPx = 4;
/** Fingers are never taken as closer: the zoom would leap. */
const minPinchPx = 10;

/** What was under a pointer, or between two, when the gesture began. */
interface Hold {
  readonly place: Spot;
  readonly zoom: number;
  /** Between two fingers. */
  readonly distancePx: number | null;
}

class PlanePointers {
  readonly #element: HTMLElement;
  readonly #on: PlaneGestured;
  readonly #pointers = new Map<number, Spot>();
  #hold: Hold | null = null;
  #from: Spot | null = null;
  #moved = false;
  /** Whether two fingers were down since the first one was. */
  #pinched = false;

  constructor(element: HTMLElement, on: PlaneGestured) {
    this.#element = element;
    this.#on = on;
  }

  wheel(event: WheelEvent): void {
    const share = this.#shareAt(spotIn(this.#element, event));
    if (!share || !isInPlot(share.share) || event.deltaY === 0) return;
    // All is in view: the wheel is the page's again.
    if (event.deltaY > 0 && this.#on.window() === null) return;
    event.preventDefault();
    const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.002);
    this.#on.move(zoomedAbout(share.whole, this.#on.window(), share.share, factor));
  }

  down(event: PointerEvent): void {
    this.#pointers.set(event.pointerId, spotIn(this.#element, event));
    const fingers = this.#fingers();
    if (fingers) {
      this.#pinched = true;
      this.#hold = this.#holdAt(fingers.middle, fingers.distancePx);
    } else if (event.button === 0 && this.#pointers.size === 1) {
      const at = spotIn(this.#element, event);
      this.#from = at;
      this.#moved = false;
      this.#hold = this.#isMoving(event) ? this.#holdAt(at, null) : null;
    }
  }

  /** Whether a drag that begins like this moves the plane: not the one that turns it, nor one that scrolls the page. */
  #isMoving({ pointerType, shiftKey }: PointerEvent): boolean {
    return (!this.#on.isTurned || (pointerType === 'mouse' && shiftKey)) && this.#on.window() !== null;
  }

  move(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) return;
    const at = spotIn(this.#element, event);
    this.#pointers.set(event.pointerId, at);
    const fingers = this.#fingers();
    if (fingers && this.#hold?.distancePx) this.#follow(this.#hold, fingers.middle, fingers.distancePx);
    else if (this.#pointers.size === 1) this.#drag(event, at);
  }

  #drag(event: PointerEvent, at: Spot): void {
    if (!this.#moved) {
      if (!this.#from || Math.hypot(at.x - this.#from.x, at.y - this.#from.y) < dragPx) return;
      this.#moved = true;
      if (this.#hold) {
        this.#element.setPointerCapture(event.pointerId);
        this.#on.dragging(true);
      }
    }
    if (this.#hold) this.#follow(this.#hold, at, null);
  }

  #follow({ place, zoom, distancePx }: Hold, at: Spot, nowPx: number | null): void {
    const share = this.#shareAt(at);
    if (!share) return;
    const next = distancePx !== null && nowPx !== null ? (zoom * distancePx) / nowPx : zoom;
    this.#on.move(windowWith(share.whole, place, share.share, next));
  }

  /** A pointer is let go, or taken away by the browser. */
  up(event: PointerEvent): void {
    // Pressed elsewhere, and let go here: no gesture of this element, and no press.
    if (!this.#pointers.delete(event.pointerId)) return;
    const wasPress = !this.#moved && !this.#pinched;
    this.#hold = null;
    if (this.#pointers.size > 0) return;
    this.#pinched = false;
    this.#moved = false;
    this.#from = null;
    this.#on.dragging(false);
    if (wasPress && event.type === 'pointerup' && event.button === 0)
      this.#on.pick(spotIn(this.#element, event), event.pointerType);
  }

  #holdAt(at: Spot, distancePx: number | null): Hold | null {
    const share = this.#shareAt(at);
    if (!share) return null;
    const window = this.#on.window();
    return {
      place: placeUnder(share.share, partOf(share.whole, window)),
      zoom: zoomOf(share.whole, window),
      distancePx,
    };
  }

  #shareAt(at: Spot): { readonly share: Spot; readonly whole: Extent } | null {
    const plot = this.#on.plot();
    if (!plot) return null;
    return { share: shareAt(at, plot), whole: plot.plane.whole };
  }

  /** The first two pointers that are down; null while there are fewer or more. */
  #fingers(): { readonly middle: Spot; readonly distancePx: number } | null {
    const [a, b, ...others] = this.#pointers.values();
    if (a === undefined || b === undefined || others.length > 0) return null;
    return {
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
      distancePx: Math.max(minPinchPx, Math.hypot(a.x - b.x, a.y - b.y)),
    };
  }
}

/** Listens to wheel and pointers of an element until what it gives back is called. */
export function planeGestures(element: HTMLElement, gestured: PlaneGestured): () => void {
  const pointers = new PlanePointers(element, gestured);
  const ending = new AbortController();
  const { signal } = ending;
  element.addEventListener('wheel', (event) => pointers.wheel(event), { passive: false, signal });
  element.addEventListener('pointerdown', (event) => pointers.down(event), { signal });
  element.addEventListener('pointermove', (event) => pointers.move(event), { signal });
  element.addEventListener('pointerup', (event) => pointers.up(event), { signal });
  element.addEventListener('pointercancel', (event) => pointers.up(event), { signal });
  return () => ending.abort();
}
