/**
 * Readings that were converted by settings which have changed since. Invariant: what is stored after a change of settings
 * was converted by it, so recomputing what was stored before is enough (docs/decisions/0021).
 */
import type { Sample } from '@plumbline/science/sensors/recipes';
import type { BoundPoint } from './bind.ts';
import type { PendingReading, UnboundSample } from './row.ts';

/** Loads the current settings of points from the database. */
export type Rebind = (pointIds: readonly number[]) => Promise<ReadonlyMap<number, BoundPoint>>;

/** Points whose settings changed while their readings were on the way: nothing of the batch is stored. */
export class StalePlans extends Error {
  readonly pointIds: ReadonlySet<number>;
  constructor(pointIds: readonly number[]) {
    super('settings changed on the way');
    this.pointIds = new Set(pointIds);
  }
}

/** Which point a channel feeds. */
interface Feed {
  readonly deviceId: number;
  readonly channel: string;
  readonly pointId: number;
}

/** Channels that began to feed a point while their samples were on the way: nothing of the batch is stored. */
export class StaleChannels extends Error {
  readonly fed: readonly Feed[];
  constructor(fed: readonly Feed[]) {
    super('channels feed points by now');
    this.fed = fed;
  }
}

/**
 * Samples of channels that began to feed a point on their way, as readings of it at the end of the rows, and those that
 * stay without a point.
 */
export async function convertFed(
  { rows, unbound }: { readonly rows: readonly PendingReading[]; readonly unbound: readonly UnboundSample[] },
  fed: readonly Feed[],
  rebind: Rebind,
): Promise<{ rows: readonly PendingReading[]; unbound: readonly UnboundSample[] }> {
  const keyOf = ({ deviceId, channel }: Pick<Feed, 'deviceId' | 'channel'>) => `${deviceId}/${channel}`;
  const bound = await rebind(fed.map(({ pointId }) => pointId));
  const points = new Map(fed.map((feed) => [keyOf(feed), bound.get(feed.pointId)]));
  const fedRows = unbound.flatMap((sample): PendingReading[] => {
    const point = points.get(keyOf(sample));
    const { channel: _, ...reading } = sample;
    return point ? [{ ...reading, point, values: point.convert(JSON.parse(sample.raw) as Sample, sample.at) }] : [];
  });
  return { rows: [...rows, ...fedRows], unbound: unbound.filter((sample) => !points.get(keyOf(sample))) };
}

/**
 * Points and composites that the rows know by more than one version of their settings: some were converted before a
 * change and some after it. Under the lock one version of each point is compared, so a batch may hold only one.
 */
export function mixedPlans(rows: readonly PendingReading[]): Set<number> {
  const versions = new Map<number, string>();
  const mixed = new Set<number>();
  for (const { point } of rows)
    for (const { pointId, version } of [point, ...point.composites]) {
      if ((versions.get(pointId) ?? version) !== version) mixed.add(pointId);
      versions.set(pointId, version);
    }
  return mixed;
}

/** The rows by the settings that are in force now, those of stale points and of points with stale composites. */
export async function convertAgain(
  rows: readonly PendingReading[],
  stale: ReadonlySet<number>,
  rebind: Rebind,
): Promise<readonly PendingReading[]> {
  const isStale = ({ pointId, composites }: BoundPoint) =>
    stale.has(pointId) || composites.some((composite) => stale.has(composite.pointId));
  const fresh = await rebind([...new Set(rows.filter((row) => isStale(row.point)).map((row) => row.point.pointId))]);
  return rows.map((row) => {
    if (!isStale(row.point)) return row;
    const point = fresh.get(row.point.pointId);
    if (point) return { ...row, point, values: point.convert(JSON.parse(row.raw) as Sample, row.at) };
    // It takes no readings any more (archived meanwhile): what was measured before is kept as it was converted.
    return { ...row, point: { ...row.point, version: '', composites: [] } };
  });
}
