/** What is dropped, what stays, and who is asked: only families that the installation names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '@plumbline/contract/kernel/durations';
import { openStore, sealAll, take } from '../../../../test/store.ts';
import { readConfig } from '../../../kernel/config.ts';
import type { ScheduleContext } from '../../../kernel/schedules.ts';
import * as reads from '../../readings/readings/readings.api.ts';
import { dropOldReadings } from './store.retention.jobs.ts';
import { dropEmptyYears, dropOlder } from './store.retention.table.ts';

const nowMs = Date.UTC(2026, 5, 1);

const store = await openStore();

const pointOf = async (family: string, name: string): Promise<number> => {
  const { rows } = await store.pool.query<{ id: number }>(
    `WITH c AS (INSERT INTO corporation (title, created_at) VALUES ($2, now()) RETURNING id),
       p AS (INSERT INTO project (corporation_id, name, created_at) SELECT id, $2, now() FROM c RETURNING id),
       s AS (INSERT INTO structure (project_id, name) SELECT id, $2 FROM p RETURNING id, project_id)
     INSERT INTO point (project_id, structure_id, name, family, mode, created_at) SELECT project_id, id, $2, $1, 4, now() FROM s RETURNING id`,
    [family, name],
  );
  return rows[0]!.id;
};
/** Hourly readings from two years and a half ago until now, sealed but for the last day. */
async function fill(pointId: number) {
  const records = Array.from({ length: 900 * 24 }, (_, i) => {
    const at = nowMs - (900 * 24 - i) * hourMs;
    return { at, receivedAt: at, values: [i], raw: { v: i }, flags: null, deviceId: null, changeId: null };
  });
  for (let i = 0; i < records.length; i += 5_000)
    await store.transact((client) => take(client, pointId, records.slice(i, i + 5_000), nowMs));
  await sealAll(store.pool, pointId, nowMs);
}
const years = async () =>
  (
    await store.pool.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'segment'::regclass ORDER BY 1`,
    )
  ).rows.map((row) => Number(row.name.slice(-4)));

test('the setting: families that exist, whole days, nothing by default', () => {
  assert.equal(readConfig({}).retentionDays.size, 0);
  const { retentionDays } = readConfig({ RETENTION_DAYS: 'waterLevel=365, temperature = 30' });
  assert.deepEqual(
    [...retentionDays],
    [
      ['waterLevel', 365],
      ['temperature', 30],
    ],
  );
  for (const [wrong, message] of [
    ['nothing=3', /no measurement family is called nothing/],
    ['waterLevel', /waterLevel needs a whole number of days/],
    ['waterLevel=0', /above 0/],
    ['waterLevel=1.5', /whole number/],
    ['waterLevel=1,waterLevel=2', /named twice/],
  ] as const)
    assert.throws(() => readConfig({ RETENTION_DAYS: wrong }), message);
});

test('old segments of the named family go, the rest stays; a year that is empty goes as a whole', async () => {
  const [retained, dropped] = [await pointOf('waterLevel', 'kept'), await pointOf('temperature', 'dropped')];
  await fill(retained);
  await fill(dropped);
  // One late row that lies in the past and is still hot.
  const late = nowMs - 800 * dayMs + 1;
  await store.transact((client) =>
    take(
      client,
      dropped,
      [{ at: late, receivedAt: nowMs, values: [1], raw: {}, flags: null, deviceId: null, changeId: null }],
      nowMs,
    ),
  );
  assert.deepEqual(await years(), [2023, 2024, 2025, 2026]);
  // Nothing is named: nothing is dropped.
  const context = { pool: store.pool, now: () => new Date(nowMs), services: { config: readConfig({}) } };
  await dropOldReadings.run(context as unknown as ScheduleContext);
  assert.equal(await reads.count(store.pool, retained, 0, nowMs), 900 * 24);
  const cutoff = nowMs - 200 * dayMs;
  const before = await reads.count(store.pool, dropped, 0, nowMs);
  const gone = await dropOlder(store.pool, 'temperature', cutoff);
  const left = await reads.count(store.pool, dropped, 0, nowMs);
  assert.equal(before - left, gone);
  assert.equal(await reads.at(store.pool, dropped, late), null);
  // A segment goes when its last record is too old: none of the days that are kept is missing.
  assert.equal(await reads.count(store.pool, dropped, cutoff, nowMs), 200 * 24);
  assert.ok(left < 200 * 24 + 4096, `${left} are left`);
  assert.equal(await reads.count(store.pool, retained, 0, nowMs), 900 * 24);
  assert.deepEqual(await dropEmptyYears(store.pool, cutoff), []);

  await dropOlder(store.pool, 'waterLevel', cutoff);
  assert.deepEqual(await dropEmptyYears(store.pool, cutoff), [2023, 2024]);
  assert.deepEqual(await years(), [2025, 2026]);
  // A reading of a dropped year that comes all the same finds its place.
  const old = Date.UTC(2023, 11, 31, 23);
  const record = { at: old, receivedAt: nowMs, values: [5], raw: { v: 5 }, flags: null, deviceId: 3, changeId: null };
  await store.transact((client) => take(client, retained, [record], nowMs));
  await sealAll(store.pool, retained, nowMs + 30 * dayMs);
  assert.deepEqual(await reads.at(store.pool, retained, old), record);
  assert.deepEqual(await years(), [2023, 2025, 2026]);
});
