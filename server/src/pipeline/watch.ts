/**
 * Which readings of a point its conditions must know of. A reading far from every bound after another such reading, neither late
 * nor after a silence, changes the truth of no term: nothing is said of it. So conditions on sound points cost nothing. Pure.
 */
import type { ConditionTerm } from '@plumbline/contract/alerts/conditions.terms';

/** What a reading must be beyond doubt so that a term stays not met. */
interface Guard {
  readonly fieldIndex: number;
  /** Quiet is strictly between. */
  readonly above: number;
  readonly below: number;
  /** Longer after the reading before, or after that one's time when this one comes, a term may have become unknown. */
  readonly maxGapMs: number;
}
export interface Watch {
  /** null = of every reading: rates, sums, changes and differences move with each. */
  readonly guards: readonly Guard[] | null;
}

export function watchOf(terms: readonly ConditionTerm[], keys: readonly string[]): Watch | null {
  // The health of a device is no reading.
  const watched = terms.filter(({ kind }) => kind !== 'health');
  if (watched.length === 0) return null;
  const guards = watched.map((term) => guardOf(term, keys));
  return { guards: guards.every((each) => each !== null) ? guards : null };
}

function guardOf(
  { kind, field, side, low, high, deadBand, maxAgeSeconds, spanSeconds }: ConditionTerm,
  keys: readonly string[],
): Guard | null {
  const fieldIndex = keys.indexOf(field);
  const [above, below] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (kind === 'silence') return { fieldIndex, above, below, maxGapMs: (spanSeconds ?? 0) * 1000 };
  if (kind !== 'value' || fieldIndex < 0) return null;
  return {
    fieldIndex,
    above: side === 'above' || low === null ? above : low + deadBand,
    below: side === 'below' || high === null ? below : high - deadBand,
    maxGapMs: maxAgeSeconds * 1000,
  };
}

/** Returns whether a reading is far from every bound. */
export const isQuiet = ({ guards }: Watch, values: readonly (number | null)[]): boolean =>
  guards !== null &&
  guards.every(({ fieldIndex, above, below }) => {
    const value = values[fieldIndex] ?? null;
    return value !== null && value > above && value < below;
  });

/** The longest that readings may lie apart without a term becoming unknown between. */
export const maxGapOf = ({ guards }: Watch): number => Math.min(...(guards ?? []).map(({ maxGapMs }) => maxGapMs));
