/** The state of points: locked before anything of a batch is written, moved on when its readings are judged. */
import { hasFailed } from '@plumbline/science/quality/flags';
import type pg from 'pg';
import * as readings from '../features/platform/store/store.ingest.table.ts';
import { shownBeside } from '../features/platform/store/store.shown.api.ts';
import { type Latest, lockLatest, moveLatest } from '../features/platform/store/store.states.table.ts';
import { lockPlans } from '../features/points/bindings/bindings.plans.api.ts';
import { type CheckedReading, idsOf, type PendingReading, type Round, type StoredReading } from './row.ts';
import { StalePlans } from './stale-plans.ts';

/** Locks the points of rows and the composites that read them, in id order; with `checksPlans` new points too. */
export async function lockStates(
  client: pg.PoolClient,
  rows: readonly PendingReading[],
  checksPlans: boolean,
): Promise<ReadonlyMap<number, Latest>> {
  const ids = idsOf(rows);
  const latest = await lockLatest(client, ids);
  // A point's first reading finds no state to lock: until it is stored, nobody changes what it is converted by.
  const first = checksPlans ? ids.filter((id) => !latest.has(id)) : [];
  if (first.length > 0) await client.query({ ...lockPlans, values: [first] });
  return latest;
}

/**
 * Moves the latest state of the points of new readings on, and counts for the day those that were not `overwritten`. Throws
 * StalePlans. `levels` = the states of the rules of a point; absent = as before. Returns what pages are sent.
 */
export async function advanceStates(
  { client, nowMs, latest, checksPlans }: Round,
  fresh: readonly CheckedReading[],
  { levels, overwritten }: { levels: ReadonlyMap<number, number>; overwritten: ReadonlySet<CheckedReading> },
): Promise<StoredReading[]> {
  const levelOf = (pointId: number) => levels.get(pointId) ?? latest.get(pointId)?.level ?? 0;
  const stale = await moveLatest(
    client,
    newestOf(fresh).map(({ row: { point, at, receivedAt, values, corrected, flags }, added }) => ({
      pointId: point.pointId,
      at,
      receivedAt,
      values,
      shown: shownBeside(values, corrected),
      level: levelOf(point.pointId),
      failed: hasFailed(flags),
      added,
      version: checksPlans ? point.version : '',
    })),
    nowMs,
    latest,
  );
  // Under the lock: a change that was made before it is seen here, one that comes after finds these readings stored.
  if (stale.length > 0) throw new StalePlans(stale);
  await readings.countStored(client, new Date(nowMs).toISOString().slice(0, 10), countsOf(fresh, overwritten));
  return fresh.map(({ point, at, receivedAt, corrected, flags }) => ({
    point,
    levelBefore: latest.get(point.pointId)?.level ?? null,
    live: {
      pointId: point.pointId,
      at,
      receivedAt,
      values: [...corrected],
      level: levelOf(point.pointId),
      ...(flags && { flags: [...flags] }),
    },
  }));
}

/** Per point the newest of the batch, and how many came; it becomes the latest if it is newer than what was there. */
function newestOf(fresh: readonly CheckedReading[]): { row: CheckedReading; added: number }[] {
  const newest = new Map<number, { row: CheckedReading; added: number }>();
  for (const row of fresh)
    newest.set(row.point.pointId, { row, added: (newest.get(row.point.pointId)?.added ?? 0) + 1 });
  return [...newest.values()];
}

function countsOf(fresh: readonly CheckedReading[], overwritten: ReadonlySet<CheckedReading>): readings.StoredCount[] {
  const counts = new Map<number, { corporationId: number; projectId: number; stored: number }>();
  for (const row of fresh) {
    if (overwritten.has(row)) continue;
    const { point } = row;
    const known = counts.get(point.projectId);
    if (known) known.stored++;
    else counts.set(point.projectId, { corporationId: point.corporationId, projectId: point.projectId, stored: 1 });
  }
  return [...counts.values()];
}
