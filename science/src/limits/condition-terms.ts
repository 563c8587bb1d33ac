/**
 * The terms of a condition: what each measures at a moment, and whether that holds. Times in epoch ms, rates per day.
 *
 * A term looks at good readings alone (corrected, not failed), and back in time alone, so that what it says of a moment
 * depends on nothing measured later. It is unknown where it cannot be said: nothing good for longer than `maxAgeMs`, no
 * base for a rate, a window of a sum with a hole in it that does not reach its limit without what is missing.
 */
import type { FieldChange } from '../series/changes.ts';
import type { Timed } from '../series/rates.ts';
import type { Truth } from './truth.ts';

/** Good readings, ascending, no two of the same time, no NaN. */
export interface Series {
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** Where each value was found: the depth of a joint in m, the frequency of a vibration in Hz. */
  readonly places?: ArrayLike<number>;
  /**
   * 1 where a value is the farthest of several of which some are missing: what reaches a bound is reached; what does not
   * reach it says nothing, since a missing one may.
   */
  readonly partial?: ArrayLike<number>;
  /** What its change is computed of, where that is more than the values: a movement, the largest of a profile. */
  readonly changing?: Changing;
}
export interface Changing {
  readonly change: FieldChange;
  /** Of `change.keys`, in their order. */
  readonly columns: readonly ArrayLike<number>[];
}

/**
 * Reached: value >= high (above), value <= low (below), either (outside). A reached bound is left once the value is past it
 * by more than `deadBand` on the inner side.
 */
export interface Bounds {
  readonly side: 'above' | 'below' | 'outside';
  readonly low: number | null;
  readonly high: number | null;
  readonly deadBand: number;
}

interface Measured {
  readonly bounds: Bounds;
  /** Readings in a row that must reach the bound; 1 = the first one. A gap longer than `maxAgeMs` begins the row anew. */
  readonly consecutive: number;
  /** After this without a good reading the term is unknown. */
  readonly maxAgeMs: number;
}
export type Term =
  /**
   * value: the reading. change: reading less `base`. difference: reading less the newest of the other point. Of magnitudes
   * both are the size of the difference of their vectors (changes.ts).
   */
  | (Measured & { readonly kind: 'value' | 'change' | 'difference' })
  /**
   * rate: change over the span, per day (`rateOverSpan`). tangent: arctan(rate / uniformRate) in degrees, the tangent angle
   * of a landslide's curve in axes where uniform creep is 45 degrees (domain.md 6.2, DZ/T 0227).
   */
  | (Measured & { readonly kind: 'rate'; readonly spanMs: number })
  | (Measured & { readonly kind: 'tangent'; readonly spanMs: number; readonly uniformRate: number })
  /** sum: of the readings in (t - span, t]. */
  | (Measured & { readonly kind: 'sum'; readonly spanMs: number })
  /**
   * completeness: the share of the readings that a span should have by the interval, in percent (completenessOf). The span
   * ends half an interval ago: what is on its way is not missed yet.
   */
  | (Measured & { readonly kind: 'completeness'; readonly spanMs: number; readonly intervalMs: number })
  /** failure: hours from the newest reading to the failure that the inverse velocity predicts (failure-window.ts). */
  | (Measured & { readonly kind: 'failure'; readonly spanMs: number; readonly minR2: number })
  /** event: the largest value of what happened in (t - span, t]. That nothing happened is known while `other` has readings. */
  | (Measured & { readonly kind: 'event'; readonly spanMs: number })
  /** status: 1 where what is watched is so since then, 0 where it is not; nothing grows too old. Its series begins with what was before. */
  | { readonly kind: 'status' }
  /** silence: no good reading for the span; then true, never unknown. */
  | { readonly kind: 'silence'; readonly spanMs: number };
export type MeasuredTerm = Exclude<Term, { readonly kind: 'silence' | 'status' }>;

/** Data that a term is judged by. */
export interface TermData {
  readonly series: Series;
  /** difference: the point that is subtracted. event: the readings by which one knows that the sensor works. */
  readonly other?: Series;
  /** change: the reading that it counts from; null = there is none yet. */
  readonly base?: (Timed & { readonly values?: ArrayLike<number> }) | null;
  /** Of a direction: where its values meet again. */
  readonly period?: number | null;
  /** From when on its point takes no readings, because it was closed: nothing is known from then on. Absent = it takes them. */
  readonly untilMs?: number;
}

/** Where a term stands. Everything else about it follows from its readings. */
export interface TermState {
  /** True when its bound is reached and not left since. */
  readonly on: boolean;
  /** Readings in a row that reach the bound while it is not on. */
  readonly run: number;
  /** What it measured last, and when; null = nothing could be measured at the last reading. */
  readonly value: number | null;
  readonly valueAt: number | null;
  /** Where that was found, as in the series; null = it has no place. */
  readonly place: number | null;
  readonly truth: Truth;
  /** When its truth last changed. */
  readonly sinceAt: number;
}

/** How far before a moment a term reads: with less it could not say what it says. */
export function lookbackOf(term: Term): number {
  if (term.kind === 'status') return 0;
  if (term.kind === 'silence') return term.spanMs;
  // Whether the point still reports is read from its records.
  if (term.kind === 'event') return Math.max(term.spanMs, term.maxAgeMs);
  if (term.kind === 'completeness') return term.spanMs + term.intervalMs;
  if (term.kind === 'sum' || term.kind === 'failure') return term.spanMs + term.maxAgeMs;
  if (term.kind === 'rate' || term.kind === 'tangent') return term.spanMs + Math.max(term.spanMs, term.maxAgeMs);
  return term.maxAgeMs;
}

/** Returns whether a value reaches a bound; with `wasOn`, whether it has not left it yet. */
export function reaches({ side, low, high, deadBand }: Bounds, value: number, wasOn: boolean): boolean {
  const band = wasOn ? deadBand : 0;
  const above = high !== null && (wasOn && band > 0 ? value > high - band : value >= high);
  const below = low !== null && (wasOn && band > 0 ? value < low + band : value <= low);
  return (side !== 'below' && above) || (side !== 'above' && below);
}
