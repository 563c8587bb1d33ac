/**
 * A line whose far end is known too: from the end that is held firm its movements are summed up, and what they miss the known end by
 * (the misclosure) is shared out by distance. Movements in mm, up positive; NaN = unknown.
 */

export interface OpenLine {
  /** Movement of each place, from the end that is held firm. */
  readonly upMm: readonly number[];
  /** Where each place lies along the line, ascending; any unit. */
  readonly chainagesM: readonly number[];
  /** Place of the end that is held firm: the first or the last one. */
  readonly fixed: number;
  /** What the other end is known to have moved. */
  readonly knownUpMm: number;
}

export interface ClosedLine {
  readonly upMm: number[];
  /** up_n - d: how much higher the far end came out than it is known to be. */
  readonly misclosureMm: number;
}

/**
 * up_j' = up_j - (up_n - d) s_j / s_n, with the distance s_j from the firm end. Source: domain.md 2.2; levelling. A far end
 * that is unknown leaves everything but the firm end unknown: nothing can be shared out.
 */
export function closedLine({ upMm, chainagesM, fixed, knownUpMm }: OpenLine): ClosedLine {
  const far = fixed === 0 ? upMm.length - 1 : 0;
  const distance = (place: number): number =>
    Math.abs((chainagesM[place] ?? Number.NaN) - (chainagesM[fixed] ?? Number.NaN));
  const misclosureMm = (upMm[far] ?? Number.NaN) - knownUpMm;
  return {
    upMm: upMm.map((up, place) => (place === fixed ? up : up - (misclosureMm * distance(place)) / distance(far))),
    misclosureMm,
  };
}
