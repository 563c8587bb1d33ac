/** The store's own acts: which points are sealed and when, what a summary shows, and what an overwritten reading leaves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { same, simple, startMs } from '../../../../test/rewrite.fixtures.ts';
import { openStore, sealAll, take } from '../../../../test/store.ts';
import type { StoredRecord } from '../../readings/readings/readings.api.ts';
import * as reads from '../../readings/readings/readings.api.ts';
import { learnFailed } from './store.edit.table.ts';
import { duePoints, sealDue, sealPoint } from './store.seal.table.ts';

const store = await openStore();

async function curveOf(pointId: number, fields: readonly number[], from: number, to: number, limit: number) {
  return (await reads.curves(store.pool, [pointId], fields, from, to, limit)).get(pointId)!;
}

const day = (pointId: number, from: number, n: number, stepMs = minuteMs) =>
  store.transact((client) =>
    take(
      client,
      pointId,
      Array.from({ length: n }, (_, i) => simple(from + i * stepMs, i % 50)),
      from + n * stepMs,
    ),
  );

test('a wide view is drawn from the summaries alone; a narrow one says what is damaged', async () => {
  const pointId = 500;
  for (let i = 0; i < 5; i++) await day(pointId, startMs + i * 4000 * minuteMs, 4000);
  const end = startMs + 20_000 * minuteMs;
  await sealAll(store.pool, pointId, end + 30 * dayMs);
  await store.pool.query(
    `UPDATE segment SET payload = set_byte(payload, 40, get_byte(payload, 40) # 255) WHERE point_id = $1`,
    [pointId],
  );
  const [drawn] = await reads.thinned(store.pool, pointId, [0], startMs, end, 200);
  assert.deepEqual([drawn!.total, drawn!.thinned, Math.max(...drawn!.values)], [20_000, true, 49]);
  await assert.rejects(
    curveOf(pointId, [0], startMs, startMs + dayMs, 1e6),
    /damaged segment: of point 500 from 2025-12-29T00:00:00.000Z: .*checksum/,
  );
  // Of what is damaged nothing is written again: the rows stay hot.
  await day(pointId, end, 1500);
  await assert.rejects(sealAll(store.pool, pointId, end + 30 * dayMs), /damaged/);
  assert.equal(await reads.count(store.pool, pointId, end, end + dayMs - 1), 1440);
});

test('a point is due by its rows or by their age; the newest stay hot until they are old', async () => {
  const nowMs = startMs + 40 * dayMs;
  const due = async (ms: number) =>
    (await duePoints(store.pool, ms, 100)).map(({ pointId }) => pointId).filter((id) => id >= 600 && id < 700);
  await day(600, nowMs - 999 * minuteMs, 999);
  await day(601, nowMs - 1001 * minuteMs, 1001);
  assert.deepEqual(await due(nowMs), [601]);
  assert.equal(await sealAll(store.pool, 601, nowMs), 1001 - 256);
  assert.deepEqual(await due(nowMs), []);
  assert.deepEqual((await due(nowMs + 7 * dayMs + minuteMs)).sort(), [600, 601]);
  // Hourly readings of the last 26 hours are what the daily rate looks back to.
  await day(602, nowMs - 1200 * 3_600_000, 1200, 3_600_000);
  assert.equal(await sealAll(store.pool, 602, nowMs), 1200 - 25);
  for (const id of [600, 601, 602]) await sealAll(store.pool, id, nowMs + 8 * dayMs);
  assert.deepEqual(await due(nowMs + 30 * dayMs), []);
});

test('the job seals all that is due, goes on where a point cannot be sealed, and ends when it is stopped', async () => {
  for (const id of [650, 651, 652]) await day(id, startMs, 3_000);
  const at = startMs + 20 * dayMs;
  const hot = async () =>
    (
      await store.pool.query<{ id: number; n: number }>(
        'SELECT point_id AS id, count(*) AS n FROM reading WHERE point_id BETWEEN 650 AND 652 GROUP BY 1 ORDER BY 1',
      )
    ).rows.map((row) => [row.id, row.n]);
  const failed: [number, string][] = [];
  const run = (until: AbortSignal) =>
    sealDue(store.pool, () => at, { until, failed: (id, error) => failed.push([id, (error as Error).message]) });
  await run(AbortSignal.abort());
  assert.equal((await hot()).length, 3);
  await store.pool.query(
    `UPDATE reading SET values = '{Infinity}' WHERE point_id = 651 AND at = to_timestamp($1::float8 / 1000)`,
    [startMs],
  );
  await run(new AbortController().signal);
  assert.deepEqual(await hot(), [[651, 3_000]]);
  assert.deepEqual(
    failed.filter(([id]) => id >= 650 && id <= 652),
    [[651, 'a value is not finite']],
  );
});

test('a point is sealed some rows at a time, since ingest waits for it; one that is far behind more at once', async () => {
  for (const id of [660, 661]) await day(id, startMs, 5_000);
  await store.pool.query('UPDATE point_state SET hot = 9_000 WHERE point_id = 661');
  const batches = new Map<number, (number | null)[]>();
  const watched = {
    query: store.pool.query.bind(store.pool),
    async connect() {
      const client = await store.pool.connect();
      const query = async (statement: string | { text: string; values: [number] }) => {
        const result = await client.query(statement as string);
        if (typeof statement === 'object' && statement.text.startsWith('DELETE FROM reading')) {
          const [id] = statement.values;
          batches.set(id, [...(batches.get(id) ?? []), result.rowCount]);
        }
        return result;
      };
      return { query, release: (error?: Error) => client.release(error) };
    },
  };
  const until = new AbortController().signal;
  // Points of other tests cannot be sealed.
  await sealDue(watched as never, () => startMs + 20 * dayMs, { until, failed: () => undefined });
  assert.deepEqual(batches.get(660), [1024, 1024, 1024, 1024, 904]);
  assert.deepEqual(batches.get(661), [2048, 1024, 1024, 904]);
});

test('sealing reads the oldest rows along the key: it neither fetches nor sorts all that are hot', async () => {
  await day(665, startMs, 5_000);
  const client = await store.pool.connect();
  const plans: string[] = [];
  const watched = {
    async query(statement: string | { text: string; values: unknown[] }) {
      if (typeof statement === 'object' && statement.text.includes('json_agg')) {
        const { text, values } = statement;
        const { rows } = await client.query({ text: `EXPLAIN ${text}`, values });
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return client.query(statement as string);
    },
  };
  try {
    // As of a table that has not been looked at since it was nearly empty.
    await client.query('DELETE FROM pg_statistic WHERE starelid = $1::regclass', ['reading']);
    assert.equal((await sealPoint(watched as never, 665, startMs + 20 * dayMs, 1_000)).sealed, 1_000);
  } finally {
    client.release();
  }
  assert.equal(plans.length, 1);
  assert.match(plans[0] ?? '', /Index Scan using reading_pkey/);
  assert.doesNotMatch(plans[0] ?? '', /Sort|Bitmap/);
});

test('readings of any year are sealed, segments keep to theirs; 302 fields, and records that grew', async () => {
  const at = [1970, 1988, 1999, 2000, 2031].map((year) => Date.UTC(year, 11, 31, 23, 59, 30));
  const records = at.flatMap((ms) => Array.from({ length: 4 }, (_, i) => simple(ms + i * 20_000, i)));
  await store.transact((client) => take(client, 700, records, startMs));
  assert.equal(await sealAll(store.pool, 700, at[4]! + 90 * dayMs), 20);
  const { rows } = await store.pool.query<{ n: number }>('SELECT n FROM segment WHERE point_id = 700 ORDER BY t0');
  assert.deepEqual(
    rows.map((row) => row.n),
    [2, 2, 2, 2, 2, 4, 2, 2, 2],
  );
  const streamed: StoredRecord[] = [];
  for await (const chunk of reads.recordsOf(store.pool, 700, 0, at[4]! + dayMs)) streamed.push(...chunk);
  same(streamed, records);

  const wide = Array.from({ length: 500 }, (_, i) => {
    const values = Array.from({ length: i < 250 ? 150 : 302 }, (_, f) =>
      f % 40 === 7 ? null : Math.round(f * 3 + i) / 10,
    );
    return simple(startMs + i * minuteMs, 0, { values, raw: { x: values } });
  });
  await store.transact((client) => take(client, 701, wide, startMs));
  await sealAll(store.pool, 701, startMs + 90 * dayMs);
  const { rows: sizes } = await store.pool.query<{ n: number }>(
    'SELECT n FROM segment WHERE point_id = 701 ORDER BY t0',
  );
  assert.ok(sizes.every((row) => row.n <= 217));
  const fields = [0, 149, 150, 301, 7, 1, 2, 3, 4, 5];
  for (const requested of [fields, fields.slice(1, 4)]) {
    const curve = await curveOf(701, requested, startMs, startMs + dayMs, 1e6);
    for (const [c, field] of requested.entries())
      same(
        [...curve.columns[c]!],
        wide.map((record) => record.values[field] ?? Number.NaN),
      );
  }
  // A value that is no number never becomes one: the point stays as it is, and says why.
  await store.pool.query(
    `INSERT INTO reading (point_id, at, received_at, values, raw) VALUES (701, now(), now(), '{Infinity}', '{}')`,
  );
  await assert.rejects(sealAll(store.pool, 701, Date.now() + 90 * dayMs), /not finite/);
});

test('what is overwritten goes into the history with the verdicts that it had', async () => {
  const pointId = 990_001;
  const flags = [3 + 16 * 1, 4 + 16 * 64];
  const nowMs = startMs + dayMs;
  await store.transact((client) => take(client, pointId, [simple(startMs, 40, { flags })], nowMs));
  await store.transact((client) => take(client, pointId, [simple(startMs, 41)], nowMs));
  const { rows } = await store.pool.query('SELECT values, flags FROM reading_history WHERE point_id = $1', [pointId]);
  assert.deepEqual(rows, [{ values: [40, 10], flags }]);
  // The same of one that is sealed already.
  await store.transact((client) => take(client, pointId, [simple(startMs + minuteMs, 50, { flags })], nowMs));
  await sealAll(store.pool, pointId, startMs + 30 * dayMs);
  await store.transact((client) => take(client, pointId, [simple(startMs + minuteMs, 51)], nowMs));
  const sealed = await store.pool.query(
    'SELECT values, flags FROM reading_history WHERE point_id = $1 ORDER BY ctid OFFSET 1',
    [pointId],
  );
  assert.deepEqual(sealed.rows, [{ values: [50, 12.5], flags }]);
});

test('whether the newest reading failed is found out of what was sealed before its state said so', async () => {
  const end = startMs + 40 * dayMs;
  for (const [id, flag] of [
    [690, 4],
    [691, 3],
  ] as const) {
    const records = [simple(startMs, 1), simple(startMs + minuteMs, 2, { flags: [flag, 1] })];
    await store.transact((client) => take(client, id, records, end));
    await sealAll(store.pool, id, end);
  }
  await store.pool.query('UPDATE point_state SET failed = NULL WHERE point_id IN (690, 691)');
  const failed: unknown[] = [];
  await learnFailed(store.pool, (...each) => failed.push(each));
  const { rows } = await store.pool.query(
    'SELECT point_id AS id, failed, hot FROM point_state WHERE point_id IN (690, 691) ORDER BY 1',
  );
  assert.deepEqual(
    rows.map(({ id, failed }) => [id, failed]),
    [
      [690, true],
      [691, false],
    ],
  );
  assert.deepEqual(failed, []);
});
