/** How near pages are looked at, in levels. 1 = as wide as there is room. */
const zoomLevels = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** Returns the next level in a direction; at the end it stays. */
export const zoomedBy = (zoom: number, by: 1 | -1): number =>
  (by > 0 ? zoomLevels.find((level) => level > zoom) : zoomLevels.findLast((level) => level < zoom)) ?? zoom;

/** Returns the level after a key: plus, minus, and 0 for the whole width; null = it is no key for that. */
export function zoomByKey(key: string, zoom: number): number | null {
  if (key === '+' || key === '=') return zoomedBy(zoom, 1);
  if (key === '-') return zoomedBy(zoom, -1);
  return key === '0' ? 1 : null;
}
