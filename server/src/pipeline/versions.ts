/**
 * One record once in a round: a batch may hold the same time of a point several times. What says the same as the version
 * before it changes nothing; what says something else overwrites it in a round of its own, so that the last version
 * stands, and the history is the same, however messages fall into batches. Pure.
 */
import type { PendingReading } from './row.ts';

/** Versions of one record that a batch stores one after the other; past these only the last one is stored. */
const maxVersions = 8;

export interface Rounds {
  /** Places of rows: each round holds a time of a point once. */
  readonly rounds: readonly (readonly number[])[];
  /** What is in no round: it says the same as the version before it, or a later one of the batch takes its place. */
  readonly passedOver: ReadonlyMap<number, 'unchanged' | 'overwritten'>;
}

export function roundsOf(rows: readonly PendingReading[]): Rounds {
  const rounds: number[][] = [];
  const passedOver = new Map<number, 'unchanged' | 'overwritten'>();
  /** The newest version of each record, its round and its place there. */
  const newest = new Map<string, { raw: string; round: number; position: number }>();
  for (const [place, { point, at, raw }] of rows.entries()) {
    const key = `${point.pointId}/${at}`;
    const known = newest.get(key);
    if (known?.raw === raw) {
      passedOver.set(place, 'unchanged');
      continue;
    }
    const isLastRound = known?.round === maxVersions - 1;
    const number = known === undefined ? 0 : isLastRound ? known.round : known.round + 1;
    const round = rounds[number] ?? [];
    rounds[number] = round;
    if (known && isLastRound) {
      const replaced = round[known.position];
      if (replaced !== undefined) passedOver.set(replaced, 'overwritten');
      round[known.position] = place;
      known.raw = raw;
    } else newest.set(key, { raw, round: number, position: round.push(place) - 1 });
  }
  return { rounds, passedOver };
}
