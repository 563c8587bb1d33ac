/** What lies beside a casing at a depth and at a time. Depths are m, downwards; days are calendar days of a zone. */

interface Layer {
  readonly topM: number;
  readonly bottomM: number;
}
interface Stage {
  /** YYYY-MM-DD. */
  readonly on: string;
  readonly depthM: number;
}

/**
 * The layer at a depth: the one with topM <= depth < bottomM; the end of the lowest belongs to it. Null where no layer
 * is known. Layers are in order and do not overlap.
 */
export const layerAt = <L extends Layer>(layers: readonly L[], depthM: number): L | null =>
  layers.find(({ topM, bottomM }) => topM <= depthM && depthM < bottomM) ??
  layers.find(({ bottomM }) => bottomM === depthM) ??
  null;

/**
 * How deep the pit was on a day: the level of the newest stage on that day or before it, in force from the beginning of
 * its day until the next stage. Null before the first: nobody has said that nothing was dug. Stages in any order.
 */
export function excavationOn(stages: readonly Stage[], day: string): number | null {
  const [newest] = stages.filter(({ on }) => on <= day).toSorted((a, b) => b.on.localeCompare(a.on));
  return newest?.depthM ?? null;
}
