/** A place in the chart's element, in px from its left upper corner. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
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
