/** Current loops (4-20 mA) and voltage outputs: a straight line from the signal's range to the engineering range. */

/**
 * v = min + (x - x0)/(x1 - x0) (max - min). x in mA or V; min, max are the engineering values at x0 and x1.
 * Values outside of the range go on along the line.
 */
export function scaled(x: number, x0: number, x1: number, min: number, max: number): number {
  return min + ((x - x0) / (x1 - x0)) * (max - min);
}

export type LoopState = 'ok' | 'under' | 'over' | 'fault';

/** Returns the state that a current [mA] of a 4-20 mA loop signals. Source: NAMUR NE 43. Below 3.6 or above 21.0 is a fault. */
export function loopState(currentMA: number): LoopState {
  if (!(currentMA >= 3.6 && currentMA <= 21)) return 'fault';
  if (currentMA < 3.8) return 'under';
  return currentMA > 20.5 ? 'over' : 'ok';
}

/** As scaled, of a 4-20 mA loop; NaN at fault. A loop with another range (0-20 mA) has no fault currents. */
export function loopValue(currentMA: number, min: number, max: number, x0 = 4, x1 = 20): number {
  if (x0 === 4 && x1 === 20 && loopState(currentMA) === 'fault') return Number.NaN;
  return scaled(currentMA, x0, x1, min, max);
}
