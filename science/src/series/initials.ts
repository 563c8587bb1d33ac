/**
 * Initial values over time: what cumulative changes count from, and how a point is zeroed again without a step in its
 * curve. A rate or change of a point that was zeroed again is that of its cumulative curve.
 */
import { type Correction, isInForce } from './correction.ts';

/** The initial value that lets the cumulative curve go on: value at that time less the cumulative change before it. */
export function reInitial(valueAt: number, previousCumulative: number): number {
  return valueAt - previousCumulative;
}

/** The initial value in force at a time: the latest initshift's that names the field, else the point's own. */
export function initialAt(
  corrections: readonly Correction[],
  fieldKey: string,
  at: number,
  initial: number | null,
): number | null {
  let [latest, since] = [initial, Number.NEGATIVE_INFINITY];
  for (const each of corrections) {
    if (each.kind !== 'initshift' || each.startAt < since || !isInForce(each, at)) continue;
    const renewed = each.initials[fieldKey];
    if (renewed !== undefined) [latest, since] = [renewed, each.startAt];
  }
  return latest;
}

/**
 * Cumulative change of a corrected column: value less the initial value in force, reading by reading. NaN while there is
 * none; null when there never is one.
 */
export function cumulativeOf(
  times: ArrayLike<number>,
  corrected: Float64Array,
  fieldKey: string,
  corrections: readonly Correction[],
  initial: number | null,
): Float64Array | null {
  const renewals = corrections.filter((each) => each.kind === 'initshift' && each.initials[fieldKey] !== undefined);
  if (renewals.length === 0) return initial === null ? null : corrected.map((value) => value - initial);
  return Float64Array.from(
    corrected,
    (value, i) => value - (initialAt(renewals, fieldKey, times[i] as number, initial) ?? Number.NaN),
  );
}
