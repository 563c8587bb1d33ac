/**
 * Agreement of the points beside an alert. Points of the same family in the same structure are compared by their
 * present level: one above normal is enough to agree, since a movement does not reach every instrument; with none
 * above normal the point is alone. Points that are silent, without a good value or without limits say neither.
 */
export interface NeighbourState {
  readonly state: 'reporting' | 'failed' | 'stale' | 'neverRead' | 'silent' | 'empty';
  /** Present level; null = nothing was compared. */
  readonly level: number | null;
}
export interface Agreement {
  readonly agreement: 'agree' | 'alone' | 'unknown';
  readonly raised: number;
  readonly normal: number;
  readonly silent: number;
}

/** A level above normal counts whatever else is wrong with a point that reports; a stale level is past and does not. */
export function agreementOf(neighbours: readonly NeighbourState[]): Agreement {
  let [raised, normal, silent] = [0, 0, 0];
  for (const { state, level } of neighbours) {
    if (state === 'stale' || state === 'neverRead' || state === 'empty') silent++;
    else if ((level ?? 0) > 0) raised++;
    else if (state !== 'reporting') silent++;
    else if (level === 0) normal++;
  }
  return { agreement: raised > 0 ? 'agree' : normal > 0 ? 'alone' : 'unknown', raised, normal, silent };
}
