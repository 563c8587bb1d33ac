/** A place in the chart's element, in px from its left upper corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Where a pointer is in an element, in the element's own px: on a very wide screen pages are enlarged, and what the browser
 * tells of pointers and places is enlarged too.
 */
export function spotIn(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Spot {
  const { left, top } = element.getBoundingClientRect();
  const enlarged = enlargementOf(element);
  return { x: (clientX - left) / enlarged, y: (clientY - top) / enlarged };
}

/** How many px of the screen one px of an element is. */
export function enlargementOf(element: HTMLElement): number {
  const { width } = element.getBoundingClientRect();
  return width > 0 && element.offsetWidth > 0 ? width / element.offsetWidth : 1;
}

/** How near a press must be to a place in the plane, px. */
const reachPx = 36;

/** The place in the plane that is nearest to a spot; null where none is near. */
export function nearestSpot(spot: Spot, spots: ReadonlyMap<number, Spot>): number | null {
  let [nearest, nearestPx]: [number | null, number] = [null, reachPx];
  for (const [stop, { x, y }] of spots) {
    const distance = Math.hypot(spot.x - x, spot.y - y);
    if (distance < nearestPx) [nearest, nearestPx] = [stop, distance];
  }
  return nearest;
}
