/** A line through stations, of which some are known now, some were known in the past, and some are not known. */

/** past = the last that is known of a station that has gone silent. */
export type StationState = 'now' | 'past' | 'missing';
export interface Station<P> {
  /** Where it lies along the line, in any unit. */
  readonly offset: number;
  readonly state: StationState;
  /** null = it has no value, whatever its state says. */
  readonly place: P | null;
}
export interface LinePart<P> {
  readonly from: P;
  readonly to: P;
  /** Both ends are known now and no station lies between them. */
  readonly isKnown: boolean;
}

/**
 * The parts between neighbours in order along the line. What ends at a silent station, or goes past one without a value, is not
 * known: it is drawn as a guess. Nothing goes beyond the first and the last station with a value.
 */
export function linePartsOf<P>(stations: readonly Station<P>[]): LinePart<P>[] {
  const parts: LinePart<P>[] = [];
  let before: { readonly place: P; readonly isNow: boolean } | null = null;
  let isComplete = true;
  for (const { state, place } of stations.toSorted((a, b) => a.offset - b.offset)) {
    if (state === 'missing' || place === null) {
      isComplete = false;
      continue;
    }
    const isNow = state === 'now';
    if (before) parts.push({ from: before.place, to: place, isKnown: isComplete && isNow && before.isNow });
    before = { place, isNow };
    isComplete = true;
  }
  return parts;
}
