/** The store against a plain map: whatever is stored, stored again, sealed and late, every way of reading gives the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs, same, startMs } from '../../../test/rewrite.fixtures.ts';
import { dice, openStore, sealAll, take } from '../../../test/store.ts';
import type { StoredRecord } from '../readings/readings.api.ts';
import * as reads from '../readings/readings.api.ts';
import { learnFailed } from './store.edit.table.ts';
import { duePoints, sealDue } from './store.seal.table.ts';

const seed = Number(process.env['STORE_SEED'] ?? Date.now() % 1_000_000);

const store = await openStore();

const simple = (at: number, value: number | null, more: Partial<StoredRecord> = {}): StoredRecord => ({
  at,
  receivedAt: at + 1_500,
  values: [value, value === null ? null : value / 4],
  raw: { v: value, t: 12.5 },
  flags: null,
  deviceId: 7,
  changeId: null,
  ...more,
});

async function curveOf(pointId: number, fields: readonly number[], from: number, to: number, limit: number) {
  return (await reads.curves(store.pool, [pointId], fields, from, to, limit)).get(pointId)!;
}

/** Everything that can be asked of a point, against what it should be. */
async function compare(pointId: number, model: ReadonlyMap<number, StoredRecord>, random: () => number) {
  const { pool } = store;
  const all = [...model.values()].sort((a, b) => a.at - b.at);
  const [first, last] = [all[0]!.at, all.at(-1)!.at];
  const some = () => first - dayMs + Math.floor(random() * (last - first + 2 * dayMs));
  const spans: [number, number][] = [
    [0, last + 400 * dayMs],
    [first, last],
  ];
  for (let i = 0; i < 4; i++) spans.push([some(), some()].sort((a, b) => a - b) as [number, number]);
  for (const [from, to] of spans) {
    const inside = all.filter((record) => record.at >= from && record.at <= to);
    assert.equal(await reads.count(pool, pointId, from, to), inside.length);
    const streamed: StoredRecord[] = [];
    for await (const chunk of reads.recordsOf(pool, pointId, from, to)) streamed.push(...chunk);
    same(streamed, inside);
    const curve = await curveOf(pointId, [1, 0, 5], from, to, 1e6);
    same(
      [...curve.times],
      inside.map((record) => record.at),
    );
    for (const [c, field] of [1, 0, 5].entries()) {
      same(
        [...curve.columns[c]!],
        inside.map((record) => record.values[field] ?? Number.NaN),
      );
      const flags = inside.map((record) => record.flags?.[field] ?? ((record.values[field] ?? null) === null ? 9 : 1));
      if (curve.flags[c]) same([...curve.flags[c]], flags);
      else assert.ok(inside.every((record) => record.flags === null));
    }
    const cut = await curveOf(pointId, [0], from, to, 10);
    same(
      [...cut.times],
      inside.slice(0, 10).map((record) => record.at),
    );
    for (const newestFirst of [true, false]) {
      const ordered = newestFirst ? [...inside].reverse() : inside;
      const offset = Math.floor(random() * inside.length);
      same(
        await reads.records(pool, pointId, from, to, { newestFirst, offset, limit: 50 }),
        ordered.slice(offset, offset + 50),
      );
    }
    await compareThinned(pointId, inside, from, to, 20 + Math.floor(random() * 300));
  }
  for (let i = 0; i < 10; i++) {
    const ms = random() < 0.5 ? all[Math.floor(random() * all.length)]!.at : some();
    assert.deepEqual(await reads.at(pool, pointId, ms), model.get(ms) ?? null);
    const [found] = await reads.lastBefore(pool, [{ pointId, at: ms }]);
    const wanted = all.findLast((record) => record.at <= ms);
    assert.deepEqual(found && [found.at, found.values], wanted ? [wanted.at, wanted.values] : null);
  }
}

/** Drawn points are records, in order; the extremes of every stretch of two columns are among them. */
async function compareThinned(
  pointId: number,
  inside: readonly StoredRecord[],
  from: number,
  to: number,
  width: number,
) {
  const drawn = await reads.thinned(store.pool, pointId, [0, 1], from, to, width);
  const byTime = new Map(inside.map((record) => [record.at, record]));
  for (const [field, { times, values, flags, total, thinned }] of drawn.entries()) {
    assert.equal(total, inside.length);
    if (!thinned) assert.equal(times.length, inside.length);
    else assert.ok(times.length <= 5 * (width + 2), `${times.length} points for ${width}`);
    for (const [i, at] of times.entries()) {
      const record = byTime.get(at);
      assert.ok(record && (i === 0 || at > times[i - 1]!), 'a record, in order of time');
      assert.deepEqual(values[i], record.values[field] ?? Number.NaN);
      if (record.flags) assert.equal(flags?.[i], record.flags[field]);
    }
    const column = (to - from) / width;
    const extremes = (at: ArrayLike<number>, of: ArrayLike<number>, start: number, end: number) => {
      let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let i = 0; i < at.length; i++) {
        if (at[i]! < start || at[i]! >= end || Number.isNaN(of[i]!)) continue;
        min = Math.min(min, of[i]!);
        max = Math.max(max, of[i]!);
      }
      return { min, max };
    };
    const known = inside.map((record) => record.values[field] ?? Number.NaN);
    const knownAt = inside.map((record) => record.at);
    for (let start = from; start < to; start += 2 * column) {
      const real = extremes(knownAt, known, start, start + 2 * column);
      // A block of the summary may hang over the border by less than a column.
      const near = extremes(times, values, start - column, start + 3 * column);
      assert.ok(near.max >= real.max && near.min <= real.min, 'an extreme is lost');
    }
  }
}

test('a random life of a point reads as a map of its records', async (t) => {
  t.diagnostic(`STORE_SEED=${seed}`);
  for (let life = 0; life < 2; life++) {
    const random = dice(seed + life);
    const pointId = 100 + life;
    const model = new Map<number, StoredRecord>();
    let at = startMs;
    const fresh = () => {
      at += random() < 0.002 ? 5 * dayMs : random() < 0.01 ? 3 * minuteMs + 17 : minuteMs;
      const value =
        random() < 0.01
          ? null
          : random() < 0.002
            ? 1e6 / 3
            : Math.round(2000 * Math.sin(at / 3e8) + random() * 20) / 100 + 0;
      const flags = random() < 0.003 ? [4 + 16 * 2, 1] : null;
      return simple(at, value, { flags, deviceId: random() < 0.1 ? null : 7, changeId: random() < 0.05 ? 3 : null });
    };
    for (let step = 0; step < 25; step++) {
      const batch = new Map<number, StoredRecord>();
      for (let i = Math.floor(random() * 700); i >= 0; i--) {
        const record = fresh();
        batch.set(record.at, record);
      }
      const known = [...model.values()];
      for (let i = Math.floor(random() * 40); i > 0 && known.length > 0; i--) {
        const old = known[Math.floor(random() * known.length)]!;
        const dice = random();
        // Sent again, sent again with another value, and between two others.
        if (dice < 0.4) batch.set(old.at, { ...old, receivedAt: at });
        else if (dice < 0.7)
          batch.set(old.at, simple(old.at, Math.round(random() * 1000) / 100, { receivedAt: at, changeId: 9 }));
        else
          batch.set(old.at + 1 + Math.floor(random() * 50_000), simple(old.at + 1 + Math.floor(random() * 50_000), 5));
      }
      const records = [...batch.entries()].map(([ms, record]) => ({ ...record, at: ms })).sort(() => random() - 0.5);
      const results = await store.transact((client) => take(client, pointId, records, at));
      for (const [i, record] of records.entries()) {
        const old = model.get(record.at);
        const wanted = !old
          ? 'stored'
          : JSON.stringify(old.raw) === JSON.stringify(record.raw)
            ? 'unchanged'
            : 'overwritten';
        assert.equal(results[i], wanted);
        if (results[i] !== 'unchanged') model.set(record.at, record);
      }
      if (random() < 0.5) await sealAll(store.pool, pointId, at + (random() < 0.3 ? 30 * dayMs : 0));
      if (step % 6 === 5) await compare(pointId, model, random);
    }
    await sealAll(store.pool, pointId, at + 30 * dayMs);
    await compare(pointId, model, random);
    const { rows } = await store.pool.query(
      'SELECT (SELECT count(*) FROM reading WHERE point_id = $1) AS hot, (SELECT sum(n) FROM segment WHERE point_id = $1) AS sealed, (SELECT count(*) FROM segment WHERE point_id = $1) AS segments',
      [pointId],
    );
    assert.deepEqual([rows[0].hot, rows[0].sealed], [0, model.size]);
    const { rows: over } = await store.pool.query(
      'SELECT 1 FROM segment a JOIN segment b ON b.point_id = a.point_id AND b.t0 > a.t0 AND b.t0 <= a.t1 WHERE a.point_id = $1',
      [pointId],
    );
    assert.equal(over.length, 0, 'segments never overlap');
  }
});

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

test('the job seals all that is due, goes on where a point cannot be sealed, and ends when it is told to', async () => {
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
  assert.deepEqual(batches.get(661), [4096, 904]);
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
