/**
 * Backup nodes: points beside a member that measure the same movement. Where a member has no whole reading its backup's
 * movement stands in for it. Invariant: a movement is added to the initial value of the member, so that what is counted between
 * two surveys is a movement, never the difference of two sensors. Pure.
 */
import { nearestPlace } from '../../../readings/readings/readings.query.api.ts';
import type { Measured } from './made.ts';

export interface Backup {
  readonly pointId: number;
  readonly measured: Measured;
  /** By key: the initial value of the member at the times of the backup; null = it has none. */
  readonly zeros: readonly (Float64Array | null)[];
}

interface Place {
  readonly at: number;
  readonly now: readonly number[];
  readonly moved: readonly number[];
  readonly standIn: number | null;
}

const isWhole = ({ now }: Pick<Place, 'now'>): boolean => now.every((value) => !Number.isNaN(value));
const ownPlaces = ({ times, now, moved }: Measured): Place[] =>
  Array.from(times, (at, i) => ({
    at,
    now: now.map((column) => column[i] ?? Number.NaN),
    moved: moved.map((column) => column?.[i] ?? Number.NaN),
    standIn: null,
  }));

function backupPlaces({ pointId, measured: { times, moved }, zeros }: Backup): Place[] {
  return Array.from(times, (at, i) => {
    const movements = moved.map((column) => column?.[i] ?? Number.NaN);
    const now = movements.map((movement, k) => movement + (zeros[k]?.[i] ?? Number.NaN));
    return { at, now, moved: movements, standIn: pointId };
  });
}

/** The readings of a member, and of its backups in their order where it has none. A member that counts from nothing has no stand-in. */
export function withStandIns(measured: Measured, backups: readonly Backup[]): Measured {
  if (backups.length === 0 || measured.moved.some((column) => column === null)) return measured;
  const [complete, broken] = [
    ownPlaces(measured).filter(isWhole),
    ownPlaces(measured).filter((place) => !isWhole(place)),
  ];
  let filled = complete;
  for (const backup of backups) {
    const known = Float64Array.from(filled, ({ at }) => at);
    const isMissing = (at: number): boolean => {
      const place = nearestPlace(known, at);
      return place === null || Math.abs((known[place] as number) - at) > measured.halfMs;
    };
    const standIns = backupPlaces(backup).filter((place) => isWhole(place) && isMissing(place.at));
    if (standIns.length > 0) filled = [...filled, ...standIns].sort((a, b) => a.at - b.at);
  }
  if (filled === complete) return measured;
  const times = Float64Array.from(filled, ({ at }) => at);
  const isReplaced = ({ at }: Place): boolean => {
    const place = nearestPlace(times, at);
    return place !== null && Math.abs((times[place] as number) - at) <= measured.halfMs;
  };
  const places = [...filled, ...broken.filter((place) => !isReplaced(place))].sort((a, b) => a.at - b.at);
  const columnOf = (k: number, of: 'now' | 'moved') => Float64Array.from(places, (place) => place[of][k] ?? Number.NaN);
  return {
    times: Float64Array.from(places, ({ at }) => at),
    now: measured.now.map((_, k) => columnOf(k, 'now')),
    moved: measured.moved.map((_, k) => columnOf(k, 'moved')),
    halfMs: measured.halfMs,
    standIns: places.map(({ standIn }) => standIn),
  };
}
