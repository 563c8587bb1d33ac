/** By how much movements are enlarged on a drawing, and the bar that says so. Round numbers: 1, 2 or 5 times a power of ten. */

/** The largest round number that is not above `limit`; limit > 0. */
export function roundBelow(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit) + 1e-9);
  const step = [5, 2].find((each) => each * power <= limit * (1 + 1e-9)) ?? 1;
  // Below 1 a product has a tail of its own.
  return Number((step * power).toPrecision(1));
}

/**
 * The round factor with which the largest movement is drawn at most `longest` long. `unitsPerM`: how long a metre of the
 * structure is drawn, in the unit of `longest`. null = nothing has moved, so nothing needs a factor.
 */
export function factorFor(largestMm: number, unitsPerM: number, longest: number): number | null {
  const drawn = (largestMm / 1000) * unitsPerM;
  return drawn > 0 && Number.isFinite(drawn) ? roundBelow(longest / drawn) : null;
}

export interface ScaleBar {
  readonly mm: number;
  readonly px: number;
}
/** A bar of a round number of mm, at most `maxPx` long; null where mm have no length. */
export function scaleBar(pxPerMm: number, maxPx: number): ScaleBar | null {
  if (!(pxPerMm > 0) || !Number.isFinite(pxPerMm)) return null;
  const mm = roundBelow(maxPx / pxPerMm);
  return { mm, px: mm * pxPerMm };
}
