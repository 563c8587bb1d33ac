/** The store against a plain map: whatever is stored, stored again, sealed and late, every way of reading gives the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { same, simple, startMs } from '../../../../test/rewrite.fixtures.ts';
import { dice, openStore, sealAll, take } from '../../../../test/store.ts';
import type { StoredRecord } from '../../readings/readings/readings.api.ts';
import * as reads from '../../readings/readings/readings.api.ts';
import { sidesOf } from '../../readings/readings/readings.sides.table.ts';

const seed = Number(process.env['STORE_SEED'] ?? Date.now() % 1_000_000);

const store = await openStore();

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
    const found = (await sidesOf(pool, [{ pointId, at: ms, sealed: true }]))[0]?.before;
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
