/**
 * Agreement of the points beside an alert. Points of the same family in the same structure are compared by what they did in
 * the same hours: one that rose then is enough to agree, since a movement does not reach every instrument. One that has stood
 * above normal for longer does so for another reason and says nothing of this alert; with points at normal and none that rose,
 * the point is alone. Points that are silent, without a good value or without limits say neither.
 */
export interface NeighbourState {
  readonly state: 'reporting' | 'failed' | 'stale' | 'neverRead' | 'silent' | 'empty';
  /** Present level; null = nothing was compared. */
  readonly level: number | null;
  /** It rose to a level, or a higher one, in the hours of the alert. */
  readonly rose: boolean;
}
export interface Agreement {
  readonly agreement: 'agree' | 'alone' | 'unknown';
  /** Rose in the hours of the alert, wherever they are now. */
  readonly raised: number;
  /** Above normal since before, or later than those hours. */
  readonly otherwise: number;
  readonly normal: number;
  readonly silent: number;
}

/** So long before and after the reading of an alert its hours last: instruments are read hours apart, and a movement spreads. */
export const agreementHours = 12;

/** A level above normal counts whatever else is wrong with a point that reports; a stale level is past and does not. */
export function agreementOf(neighbours: readonly NeighbourState[]): Agreement {
  let [raised, otherwise, normal, silent] = [0, 0, 0, 0];
  for (const { state, level, rose } of neighbours) {
    if (rose) raised++;
    else if (state === 'stale' || state === 'neverRead' || state === 'empty') silent++;
    else if ((level ?? 0) > 0) otherwise++;
    else if (state !== 'reporting') silent++;
    else if (level === 0) normal++;
  }
  return { agreement: raised > 0 ? 'agree' : normal > 0 ? 'alone' : 'unknown', raised, otherwise, normal, silent };
}
