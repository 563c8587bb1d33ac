/** Two series matched in time: each reading of the rarer one with the nearest of the other. */
import { lowerBound } from '../segments/frame.ts';

export interface Timed {
  /** Epoch ms, ascending. */
  readonly times: Float64Array;
  /** NaN = no value. */
  readonly values: Float64Array;
}
export interface Pairs {
  /** Of the rarer series, epoch ms. */
  readonly times: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Readings of the rarer series that have none of the other near them. */
  readonly unmatched: number;
}

/** Those that have a value. */
function usable({ times, values }: Timed): Timed {
  const chosen = [...values.keys()].filter((i) => !Number.isNaN(values[i]));
  return {
    times: Float64Array.from(chosen, (i) => times[i] as number),
    values: Float64Array.from(chosen, (i) => values[i] as number),
  };
}

/** The place of the nearest time at most so far away, the earlier of two equally near; -1 where there is none. */
function nearestWithin(times: Float64Array, at: number, toleranceMs: number): number {
  const next = lowerBound(times, at);
  const [before, after] = [times[next - 1] ?? Number.NEGATIVE_INFINITY, times[next] ?? Number.POSITIVE_INFINITY];
  const [place, distance] = at - before <= after - at ? [next - 1, at - before] : [next, after - at];
  return distance <= toleranceMs ? place : -1;
}

/** Pairs (x, y) of two series, at most `toleranceMs` apart. Nothing is interpolated: both numbers were measured. */
export function pairsOf(first: Timed, second: Timed, toleranceMs: number): Pairs {
  const [x, y] = [usable(first), usable(second)];
  const isTurned = y.times.length < x.times.length;
  const [rare, other] = isTurned ? [y, x] : [x, y];
  const partners = Array.from(rare.times, (at) => nearestWithin(other.times, at, toleranceMs));
  const chosen = [...partners.keys()].filter((i) => partners[i] !== -1);
  const ofRare = Float64Array.from(chosen, (i) => rare.values[i] as number);
  const ofOther = Float64Array.from(chosen, (i) => other.values[partners[i] as number] as number);
  return {
    times: Float64Array.from(chosen, (i) => rare.times[i] as number),
    x: isTurned ? ofOther : ofRare,
    y: isTurned ? ofRare : ofOther,
    unmatched: partners.length - chosen.length,
  };
}
