/**
 * Which alerts are told of together. The first of a structure is told of at once; what rises within a minute joins it, and so
 * does every further point of a storm while nobody has reacted. Invariants: a higher level begins anew, so that the first red
 * is told of at once; so does a limit that is reached once more.
 */
import { stormRule } from '@plumbline/science/limits/storms';

/** For so long after the first, alerts of its structure join it; and so long what joins waits for its message. */
export const togetherMs = 60_000;

export interface Rise {
  readonly alertId: number;
  /** The whole structure. */
  readonly structureId: number;
  readonly pointId: number;
  /** Point and limit: the same twice is no storm. */
  readonly limit: string;
  readonly level: number;
}
/** Alerts that are told of together, so far. */
export interface Storm {
  readonly firstId: number;
  readonly structureId: number;
  readonly level: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** Nobody has reacted to any of them. */
  readonly isWaiting: boolean;
  readonly pointIds: readonly number[];
  readonly limits: readonly string[];
}

/** Returns the first alert that each follows, by alert: itself where it is told of by itself. `storms` are those of the last 30 minutes. */
export function followed(rises: readonly Rise[], storms: readonly Storm[], atMs: number): ReadonlyMap<number, number> {
  const open = storms.toSorted((a, b) => b.firstAtMs - a.firstAtMs || b.firstId - a.firstId);
  const firsts = new Map<number, number>();
  for (const rise of rises.toSorted((a, b) => b.level - a.level || a.alertId - b.alertId)) {
    const place = open.findIndex((storm) => joins(rise, storm, atMs));
    const storm = open[place];
    if (storm) open[place] = joinedBy(storm, rise, atMs);
    else open.unshift(begunBy(rise, atMs));
    firsts.set(rise.alertId, storm?.firstId ?? rise.alertId);
  }
  return firsts;
}

function joins({ structureId, pointId, limit, level }: Rise, storm: Storm, atMs: number): boolean {
  if (storm.structureId !== structureId || storm.level < level || storm.limits.includes(limit)) return false;
  if (atMs - storm.firstAtMs <= togetherMs) return true;
  const points = new Set([...storm.pointIds, pointId]).size;
  return storm.isWaiting && points >= stormRule.points && atMs - storm.lastAtMs <= stormRule.withinMs;
}

const joinedBy = (storm: Storm, { pointId, limit }: Rise, atMs: number): Storm => ({
  ...storm,
  lastAtMs: atMs,
  pointIds: [...storm.pointIds, pointId],
  limits: [...storm.limits, limit],
});

const begunBy = ({ alertId, structureId, pointId, limit, level }: Rise, atMs: number): Storm => ({
  firstId: alertId,
  structureId,
  level,
  firstAtMs: atMs,
  lastAtMs: atMs,
  isWaiting: true,
  pointIds: [pointId],
  limits: [limit],
});
