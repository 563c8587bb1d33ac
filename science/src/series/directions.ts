/**
 * Figures of directions: bearings, clockwise from north in degrees, whose values meet again at `period`. 350 and 10 are 20
 * apart and 0 on the mean; the smallest and the largest of them, and their sum, say nothing.
 */

/** The full turn of a bearing, degrees. */
export const fullTurn = 360;
/** A resultant this short, by value, points nowhere: the directions cancel out. */
const minResultant = 1e-9;

/** The turn from one direction to another by the shorter way, in (-period/2, period/2]; NaN where one is missing. */
export function turnBetween(from: number, to: number, period = fullTurn): number {
  const turn = (((to - from) % period) + period) % period;
  return turn > period / 2 ? turn - period : turn;
}

/** The sum of unit vectors, or of such of a length: what means of parts are put together by. */
export interface Resultant {
  readonly n: number;
  readonly east: number;
  readonly north: number;
}

export const joinedResultants = (a: Resultant, b: Resultant): Resultant => ({
  n: a.n + b.n,
  east: a.east + b.east,
  north: a.north + b.north,
});

/** The resultant of directions, deg; NaN counts nowhere. `weights` such as wind speeds; each counts as 1 unless told. */
export function resultantOf(directionDeg: ArrayLike<number>, weights?: ArrayLike<number>): Resultant {
  let [n, east, north] = [0, 0, 0];
  for (let i = 0; i < directionDeg.length; i++) {
    const angle = ((directionDeg[i] as number) * Math.PI) / 180;
    const weight = weights ? (weights[i] as number) : 1;
    if (Number.isNaN(angle) || Number.isNaN(weight)) continue;
    n++;
    east += weight * Math.sin(angle);
    north += weight * Math.cos(angle);
  }
  return { n, east, north };
}

/**
 * Where a resultant points: atan2(sum w sin d, sum w cos d) mod 360, deg; null where its parts cancel out. Source: Mardia and
 * Jupp, Directional Statistics, 2.2.
 */
export function bearingOf({ n, east, north }: Resultant): number | null {
  if (n === 0 || Math.hypot(east, north) < minResultant * Math.max(1, n)) return null;
  const turned = ((Math.atan2(east, north) * 180) / Math.PI + fullTurn) % fullTurn;
  return fullTurn - turned < 1e-9 ? 0 : turned;
}

/**
 * Circular standard deviation of unit vectors sqrt(-2 ln R), deg, R = resultant / n; 0 for equal directions, null below two
 * values and where they cancel out, for then it has no bound. Source: Mardia and Jupp, 2.3.
 */
export function circularDeviation({ n, east, north }: Resultant): number | null {
  const length = Math.min(1, Math.hypot(east, north) / n);
  if (n < 2 || length < minResultant) return null;
  return (Math.sqrt(-2 * Math.log(length)) * 180) / Math.PI;
}
