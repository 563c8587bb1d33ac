/**
 * Store, judge, raise: one transaction for a batch. Readings, latest state, alerts and events commit together, or
 * none of them does.
 */
import type { Sample } from '@plumbline/science/sensors/recipes';
import type pg from 'pg';
import { lockPlans } from '../features/bindings/bindings.plans.api.ts';
import { saveIdleSamples } from '../features/devices/devices.channels.api.ts';
import { type DeferredReading, hold } from '../features/gateway/gateway.deferred.table.ts';
import * as readings from '../features/store/store.ingest.table.ts';
import { type Latest, lockLatest } from '../features/store/store.states.table.ts';
import type { Clock } from '../kernel/clock.ts';
import { transact } from '../kernel/transact.ts';
import type { BoundPoint } from './bind.ts';
import type { PendingReading, StoredReading, UnboundSample } from './row.ts';
import { storeComposites } from './store.composites.ts';
import { judgeAndMove, StalePlans } from './store.judge.ts';
import { asReading, byTime, idsOf, type StoreOptions, testRows } from './store.rows.ts';

/** Loads the current settings of points from the database. */
export type Rebind = (pointIds: readonly number[]) => Promise<ReadonlyMap<number, BoundPoint>>;

/**
 * Stores a batch. Gives the fate of every row in order, and what is newly the latest of its point. With `rebind`, rows
 * that were converted by settings which have changed since are converted again, under the lock of their point: what is
 * stored after a change was made by it, so recomputing what was stored before is enough.
 */
export async function storeBatch(
  pool: pg.Pool,
  clock: Clock,
  rows: readonly PendingReading[],
  unbound: readonly UnboundSample[],
  rebind?: Rebind,
  deferred: readonly DeferredReading[] = [],
): Promise<{ results: readings.WriteResult[]; stored: StoredReading[] }> {
  let mode: readings.InsertMode = 'copy';
  const mixed = rebind ? mixedPlans(rows) : new Set<number>();
  for (let current = rebind && mixed.size > 0 ? await converted(rows, mixed, rebind) : rows; ; ) {
    try {
      const [batch, how] = [current, { checks: rebind !== undefined, mode }];
      return await transact(pool, async (client) => {
        if (deferred.length > 0) await hold(client, deferred);
        return store(client, clock, batch, unbound, how);
      });
    } catch (error) {
      if (error instanceof readings.DuplicateKey) mode = 'merge';
      else if (error instanceof StalePlans && rebind) current = await converted(current, error.pointIds, rebind);
      else throw error;
    }
  }
}

/** The same inside of a transaction of the caller's. */
export async function store(
  client: pg.PoolClient,
  clock: Clock,
  rows: readonly PendingReading[],
  unbound: readonly UnboundSample[],
  how: StoreOptions = { checks: false, mode: 'copyWithSavepoint' },
  round = 1,
): Promise<{ results: readings.WriteResult[]; stored: StoredReading[] }> {
  const nowMs = clock.now().getTime();
  if (unbound.length > 0) await saveIdleSamples(client, newestOf(unbound));
  if (rows.length === 0) return { results: [], stored: [] };

  const { unique, place, again } = versionsOf(rows, round);

  const ids = idsOf(unique);
  const latest = await lockLatest(client, ids);
  if (how.checks) await lockNewPoints(client, unique, latest);
  const points = new Map<number, BoundPoint>();
  for (const row of unique) points.set(row.point.pointId, row.point);
  const tested = await testRows(client, unique, points, latest);
  const uniqueResults = await readings.insert(client, tested.map(asReading), latest, nowMs, how.mode);

  const fresh = tested.flatMap((row, i) => (uniqueResults[i] === 'unchanged' ? [] : [row])).sort(byTime);
  const results = place.map(
    (at): readings.WriteResult => (typeof at === 'number' ? (uniqueResults[at] ?? 'stored') : at),
  );
  const stored = fresh.length > 0 ? await judgeAndMove(client, fresh, latest, nowMs, how) : [];
  stored.push(...(await storeComposites(client, fresh, latest, nowMs, how)));
  if (again.length > 0) {
    const second = await store(
      client,
      clock,
      again.map((i) => rows[i]!),
      [],
      { ...how, mode: 'merge' },
      round + 1,
    );
    again.forEach((i, n) => {
      results[i] = second.results[n]!;
    });
    stored.push(...second.stored);
  }
  return { results, stored };
}

/** Versions of one record that a batch stores one after the other; past these only the last one is stored. */
const maxVersions = 8;

/**
 * One record once in a round: a batch may hold the same time of a point several times. What says the same as the version
 * before it changes nothing; what says something else overwrites it in a round of its own, so that the last version
 * stands, and the history is the same, however messages fall into batches.
 */
function versionsOf(
  rows: readonly PendingReading[],
  round: number,
): { unique: PendingReading[]; place: (number | readings.WriteResult)[]; again: number[] } {
  const first = new Map<string, number>();
  const newest = new Map<string, string>();
  const unique: PendingReading[] = [];
  const again: number[] = [];
  const place: (number | readings.WriteResult)[] = rows.map((row, i) => {
    const key = `${row.point.pointId}/${row.at}`;
    const known = first.get(key);
    const before = newest.get(key);
    newest.set(key, row.raw);
    if (known === undefined) {
      first.set(key, unique.push(row) - 1);
      return unique.length - 1;
    }
    if (before === row.raw) return 'unchanged';
    if (round < maxVersions) again.push(i);
    else unique[known] = row;
    return 'overwritten';
  });
  return { unique, place, again };
}

/**
 * Points and composites that the rows know by more than one version of their settings: some were converted before a
 * change and some after it. Under the lock one version of each point is compared, so a batch may hold only one.
 */
function mixedPlans(rows: readonly PendingReading[]): Set<number> {
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
async function converted(
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
    if (point) return { ...row, point, values: point.convert(JSON.parse(row.raw) as Sample) };
    // It takes no readings any more (archived meanwhile): what was measured before is kept as it was converted.
    return { ...row, point: { ...row.point, version: '', composites: [] } };
  });
}

/** A point's first reading finds no state to lock: until it is stored, nobody changes what it is converted by. */
async function lockNewPoints(
  client: pg.PoolClient,
  rows: readonly PendingReading[],
  latest: ReadonlyMap<number, Latest>,
): Promise<void> {
  const first = idsOf(rows).filter((id) => !latest.has(id));
  if (first.length > 0) await client.query({ ...lockPlans, values: [first] });
}

function newestOf(unbound: readonly UnboundSample[]): UnboundSample[] {
  const newest = new Map<string, UnboundSample>();
  for (const sample of unbound) {
    const key = `${sample.deviceId}/${sample.channel}`;
    const known = newest.get(key);
    if (!known || known.at <= sample.at) newest.set(key, sample);
  }
  return [...newest.values()];
}
