/** What tests of changed history stand on: a store with a project, points of a record a minute, and acts in the log. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import type pg from 'pg';
import { insertChange, markUndone, type NewChange } from '../src/features/platform/store/store.changes.api.ts';
import { restore } from '../src/features/platform/store/store.restore.api.ts';
import { recordsOf, type StoredRecord } from '../src/features/readings/readings/readings.api.ts';
import { openStore, sealAll, take } from './store.ts';

export const startMs = Date.UTC(2025, 11, 29);

export const simple = (at: number, value: number | null, more: Partial<StoredRecord> = {}): StoredRecord => ({
  at,
  receivedAt: at + 1_500,
  values: [value, value === null ? null : value / 4],
  raw: { v: value, t: 12.5 },
  flags: null,
  deviceId: 7,
  changeId: null,
  ...more,
});

/** Opened at the top of a test file, closed when its tests are over. */
export async function makeRewriteFixture() {
  const store = await openStore();
  const { rows } = await store.pool.query<{ id: number }>(
    `WITH c AS (INSERT INTO corporation (title, created_at) VALUES ('Store', now()) RETURNING id)
     INSERT INTO project (corporation_id, name, created_at) SELECT id, 'Store', now() FROM c RETURNING id`,
  );
  const projectId = rows[0]!.id;
  let nextPoint = 1;
  /** A point of its own with `n` minutes of readings, sealed but for the last. */
  async function pointOf(n: number, keepHot = 300): Promise<number> {
    const pointId = nextPoint++;
    const records = Array.from({ length: n }, (_, i) => simple(startMs + i * minuteMs, i));
    const end = records.at(-1)!.at;
    const sealed = records.slice(0, n - keepHot);
    if (sealed.length > 0) await store.transact((client) => take(client, pointId, sealed, end));
    await sealAll(store.pool, pointId, end + 30 * dayMs);
    if (keepHot > 0) await store.transact((client) => take(client, pointId, records.slice(n - keepHot), end));
    return pointId;
  }

  async function all(pointId: number, sql: Pick<pg.Pool, 'query'> = store.pool): Promise<StoredRecord[]> {
    const found: StoredRecord[] = [];
    for await (const chunk of recordsOf(sql, pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY))
      found.push(...chunk);
    return found;
  }
  const log = (client: pg.PoolClient, pointId: number, more: Partial<NewChange> = {}) =>
    insertChange(client, {
      projectId,
      kind: 'recompute',
      pointIds: [pointId],
      fromMs: null,
      toMs: null,
      reason: '',
      byId: 1,
      byName: 'Ann',
      at: startMs,
      ...more,
    });
  const stateOf = async (pointId: number) =>
    (
      await store.pool.query<{ at: number; values: number[]; hot: number; sealed_to: Date | null }>(
        `SELECT date_part('epoch', at) * 1000 AS at, values, hot, sealed_to FROM point_state WHERE point_id = $1`,
        [pointId],
      )
    ).rows[0];

  return { store, pointOf, all, log, stateOf };
}

export async function undo(client: pg.PoolClient, changeId: number, pointId: number): Promise<number> {
  const count = await restore(client, changeId, pointId);
  await markUndone(client, changeId, 'Ann', startMs);
  return count;
}
/** Equal element by element; says the first that is not, not all of them. */
export function same<T>(found: readonly T[], wanted: readonly T[]) {
  if (isDeepStrictEqual(found, wanted)) return;
  for (let i = 0; i < Math.max(found.length, wanted.length); i++) assert.deepEqual(found[i], wanted[i], `at ${i}`);
}
