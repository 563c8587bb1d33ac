/** How many times larger a movement is drawn than the plan or section on which it is drawn. */

/** The largest of 1, 2 and 5 times a power of ten that is not above a positive value; 1 for what is no positive number. */
export function roundBelow(value: number): number {
  if (!(value > 0 && Number.isFinite(value))) return 1;
  const power = 10 ** Math.floor(Math.log10(value) + 1e-12);
  return (value >= 5 * power ? 5 : value >= 2 * power ? 2 : 1) * power;
}

/** The round factor by which the longest movement becomes about `share` of the drawing: at least 1, true to scale. */
export const exaggerationOf = (longestMm: number, extentM: number, share = 0.25): number =>
  Math.max(1, roundBelow((extentM * share * 1000) / longestMm));
