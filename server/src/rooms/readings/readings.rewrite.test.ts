/** Rewriting history and taking it back, sealed and hot, in order and out of it; and a failure at every database call. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { dice, openStore, type Store, sealAll, take } from '../../../test/store.ts';
import { changeById, changesOf, insertChange, markUndone, type NewChange } from './readings.changes.table.ts';
import type { Rec } from './readings.reads.ts';
import * as reads from './readings.reads.ts';
import { restore, rewrite } from './readings.rewrite.table.ts';
import { sealPoint } from './readings.seal.table.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const startMs = Date.UTC(2025, 11, 29);

let store: Store;
let projectId: number;
before(async () => {
  store = await openStore();
  const { rows } = await store.pool.query<{ id: number }>(
    `WITH c AS (INSERT INTO corporation (title, created_at) VALUES ('Store', now()) RETURNING id)
     INSERT INTO project (corporation_id, name, created_at) SELECT id, 'Store', now() FROM c RETURNING id`,
  );
  projectId = rows[0]!.id;
});
after(() => store.close());

const simple = (at: number, value: number, more: Partial<Rec> = {}): Rec => ({
  at,
  receivedAt: at + 1_500,
  values: [value, value / 4],
  raw: { v: value },
  flags: null,
  deviceId: 7,
  changeId: null,
  ...more,
});

/** A point of its own with `n` minutes of readings, sealed but for the last. */
let nextPoint = 1;
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

async function all(pointId: number, sql: Pick<pg.Pool, 'query'> = store.pool): Promise<Rec[]> {
  const found: Rec[] = [];
  for await (const chunk of reads.recordsOf(sql, pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY))
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
async function undo(client: pg.PoolClient, changeId: number, pointId: number): Promise<number> {
  const count = await restore(client, changeId, pointId);
  await markUndone(client, changeId, 'Ann', startMs);
  return count;
}
/** Equal record by record; says the first that is not, not all of them. */
function same(found: readonly Rec[], wanted: readonly Rec[]) {
  if (isDeepStrictEqual(found, wanted)) return;
  for (let i = 0; i < Math.max(found.length, wanted.length); i++) assert.deepEqual(found[i], wanted[i], `at ${i}`);
}
const stateOf = async (pointId: number) =>
  (
    await store.pool.query<{ at: number; values: number[]; hot: number; sealed_to: Date | null }>(
      `SELECT date_part('epoch', at) * 1000 AS at, values, hot, sealed_to FROM point_state WHERE point_id = $1`,
      [pointId],
    )
  ).rows[0];

test('rewritten records carry the change, the rest stays; taken back, everything is as before', async () => {
  const pointId = await pointOf(9_000);
  const before = await all(pointId);
  const [from, to] = [startMs + 4_000 * minuteMs, startMs + 8_900 * minuteMs];
  const changeId = await store.transact(async (client) => {
    const id = await log(client, pointId);
    const changed = await rewrite(client, id, pointId, from, to, (record) =>
      record.at % (3 * minuteMs) === 0
        ? record
        : record.at % (7 * minuteMs) === 0
          ? null
          : { ...record, values: [record.values[0]! * 2, null], flags: [1, 9] },
    );
    const touched = before.filter((record) => record.at >= from && record.at <= to && record.at % (3 * minuteMs) !== 0);
    assert.equal(changed, touched.length);
    return id;
  });
  const wanted = before.flatMap((record): Rec[] => {
    if (record.at < from || record.at > to || record.at % (3 * minuteMs) === 0) return [record];
    if (record.at % (7 * minuteMs) === 0) return [];
    return [{ ...record, values: [record.values[0]! * 2, null], flags: [1, 9], changeId }];
  });
  same(await all(pointId), wanted);
  await sealAll(store.pool, pointId, startMs + 60 * dayMs);
  same(await all(pointId), wanted);
  const undone = await store.transact((client) => undo(client, changeId, pointId));
  same(await all(pointId), before);
  const { rows } = await store.pool.query(
    `SELECT kind, sum(n)::int AS n FROM segment_history WHERE change_id = $1 GROUP BY kind ORDER BY kind`,
    [changeId],
  );
  const removed = before.length - wanted.length;
  const replaced = wanted.filter((record) => record.changeId === changeId).length;
  assert.deepEqual(rows, [
    { kind: 'removed', n: removed },
    { kind: 'replaced', n: replaced },
    { kind: 'undone', n: replaced },
  ]);
  assert.equal(undone, removed + replaced);
});

test('a deleted day leaves the rest; the latest state follows what is left, and comes back', async () => {
  const pointId = await pointOf(6_000);
  const before = await all(pointId);
  const cut = startMs + 5_000 * minuteMs;
  const first = await store.transact(async (client) => {
    const id = await log(client, pointId, { kind: 'delete', fromMs: cut, toMs: null });
    assert.equal(await rewrite(client, id, pointId, cut, startMs + 400 * dayMs, () => null), 1_000);
    return id;
  });
  const left = before.filter((record) => record.at < cut);
  same(await all(pointId), left);
  const state = await stateOf(pointId);
  assert.deepEqual([state?.at, state?.values], [cut - minuteMs, [4_999, 4_999 / 4]]);
  const second = await store.transact(async (client) => {
    const id = await log(client, pointId, { kind: 'delete' });
    assert.equal(
      await rewrite(client, id, pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, () => null),
      5_000,
    );
    return id;
  });
  assert.deepEqual([await all(pointId), await stateOf(pointId)], [[], undefined]);
  assert.equal(await store.transact((client) => undo(client, second, pointId)), 5_000);
  same(await all(pointId), left);
  assert.equal(await store.transact((client) => undo(client, first, pointId)), 1_000);
  same(await all(pointId), before);
  assert.equal((await stateOf(pointId))?.at, before.at(-1)!.at);
  // What was sent before and is sealed again is known: sent again it changes nothing.
  const fates = await store.transact((client) => take(client, pointId, before.slice(5_400, 5_600), startMs));
  assert.ok(fates.every((fate) => fate === 'unchanged'));
});

test('what an import brought goes again, what it replaced comes back', async () => {
  const pointId = await pointOf(2_000);
  const before = await all(pointId);
  const changeId = await store.transact(async (client) => {
    const id = await log(client, pointId, { kind: 'import', fromMs: startMs - dayMs, toMs: startMs + 2 * dayMs });
    const mine = { changeId: id, deviceId: null };
    const records = [
      ...Array.from({ length: 50 }, (_, i) => simple(startMs - dayMs + i * minuteMs, -i - 1, mine)),
      ...Array.from({ length: 40 }, (_, i) => simple(startMs + i * 30_000, -1_000 - i, mine)),
      simple(startMs + 1_990 * minuteMs, -5, mine),
    ];
    const fates = await take(client, pointId, records, startMs);
    assert.deepEqual(
      ['stored', 'overwritten'].map((fate) => fates.filter((each) => each === fate).length),
      [70, 21],
    );
    // The same file a second time within the import.
    await take(client, pointId, [simple(startMs, -9, mine)], startMs);
    return id;
  });
  assert.equal((await all(pointId)).length, 2_070);
  await sealAll(store.pool, pointId, startMs + 60 * dayMs);
  assert.equal((await reads.at(store.pool, pointId, startMs))?.values[0], -9);
  assert.equal(await store.transact((client) => undo(client, changeId, pointId)), 91);
  same(await all(pointId), before);
});

test('two changes of the same records, taken back in either order, leave what was there before both', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const pointId = await pointOf(1_000, 200);
    const before = await all(pointId);
    const ids: number[] = [];
    for (const factor of [2, 3])
      ids.push(
        await store.transact(async (client) => {
          const id = await log(client, pointId);
          await rewrite(client, id, pointId, 0, startMs + dayMs, (record) =>
            record.values[0]! % 5 === 0 ? record : { ...record, values: [record.values[0]! * factor, 1] },
          );
          return id;
        }),
      );
    for (const place of order) await store.transact((client) => undo(client, ids[place]!, pointId));
    same(await all(pointId), before);
  }
  // Deleted, then brought again by an import; the deletion is taken back first.
  const pointId = await pointOf(500, 100);
  const before = await all(pointId);
  const gone = await store.transact(async (client) => {
    const id = await log(client, pointId, { kind: 'delete' });
    await rewrite(client, id, pointId, startMs, startMs + 450 * minuteMs, () => null);
    return id;
  });
  const brought = await store.transact(async (client) => {
    const id = await log(client, pointId, { kind: 'import' });
    await take(client, pointId, [simple(startMs + 10 * minuteMs, -7, { changeId: id })], startMs);
    return id;
  });
  await store.transact((client) => undo(client, gone, pointId));
  assert.equal((await reads.at(store.pool, pointId, startMs + 10 * minuteMs))?.changeId, brought);
  await store.transact((client) => undo(client, brought, pointId));
  same(await all(pointId), before);
});

test('the log of changes: newest first, by point, undone once', async () => {
  const [a, b] = [90_001, 90_002];
  const ids = await store.transact(async (client) => [
    await log(client, a, { kind: 'delete', fromMs: startMs, toMs: startMs + 1, reason: 'a boat', detail: { n: 3 } }),
    await log(client, b),
    await log(client, a, { pointIds: [a, b], taskId: 5 }),
  ]);
  const page = await changesOf(store.pool, [a], { offset: 0, limit: 10 });
  assert.deepEqual([page.total, page.changes.map(({ id }) => id)], [2, [ids[2], ids[0]]]);
  assert.deepEqual(await changesOf(store.pool, [a, b], { offset: 5, limit: 10 }), { changes: [], total: 3 });
  const one = (await changeById(store.pool, ids[0]!))!;
  assert.deepEqual(
    [one.kind, one.fromMs, one.toMs, one.reason, one.detail, one.byName, one.taskId, one.undoneAt],
    ['delete', startMs, startMs + 1, 'a boat', { n: 3 }, 'Ann', null, null],
  );
  assert.deepEqual(
    [await markUndone(store.pool, ids[0]!, 'Bo', startMs + 9), await markUndone(store.pool, ids[0]!, 'Cy', 1)],
    [true, false],
  );
  assert.deepEqual((await changeById(store.pool, ids[0]!))?.undoneBy, 'Bo');
});

/** Lets the first k calls through and fails the next. */
function failing(client: pg.PoolClient, k: number) {
  let calls = 0;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const restored = () => {
    client.query = query as pg.PoolClient['query'];
  };
  client.query = ((...args: unknown[]) => {
    if (calls++ === k) throw new Error('planted');
    return query(...args);
  }) as pg.PoolClient['query'];
  return { restored, failed: () => calls > k };
}

test('a failure at any database call leaves what was there before or all of what comes after', async () => {
  const pointId = await pointOf(3_000, 300);
  const late = Array.from({ length: 60 }, (_, i) => simple(startMs + i * 41 * 30_000, -i));
  let changeId = 0;
  await store.transact(async (client) => {
    changeId = await log(client, pointId);
  });
  const acts: [name: string, act: (client: pg.PoolClient) => Promise<unknown>][] = [
    ['late readings', (client) => take(client, pointId, late, startMs + 9 * dayMs)],
    [
      'sealing',
      async (client) => {
        // Its batches are transactions of their own.
        await client.query('COMMIT');
        while ((await sealPoint(client, pointId, startMs + 90 * dayMs)).more);
        await client.query('BEGIN');
      },
    ],
    [
      'rewriting',
      (client) =>
        rewrite(client, changeId, pointId, startMs + 1_000 * minuteMs, startMs + 2_900 * minuteMs, (record) =>
          record.at % (5 * minuteMs) === 0 ? null : { ...record, values: [1, 2] },
        ),
    ],
    ['taking back', (client) => restore(client, changeId, pointId)],
  ];
  for (const [name, act] of acts) {
    const before = await all(pointId);
    let calls = 0;
    for (let k = 0; ; k++) {
      const client = await store.pool.connect();
      const fault = failing(client, k);
      try {
        await client.query('BEGIN');
        await act(client);
        await client.query('COMMIT');
      } catch (error) {
        assert.equal((error as Error).message, 'planted');
      }
      fault.restored();
      if (fault.failed()) {
        await client.query('ROLLBACK');
        client.release();
        same(await all(pointId), before);
        continue;
      }
      client.release();
      calls = k;
      break;
    }
    assert.ok(calls > 5, `${name} took ${calls} calls`);
    if (name === 'sealing') same(await all(pointId), before);
    else
      assert.notDeepEqual(
        (await all(pointId)).map((record) => record.values[0]),
        before.map((record) => record.values[0]),
      );
  }
});

test('a random mix of rewriting, late readings and sealing reads as a map, and back again', async () => {
  const random = dice(Number(process.env['STORE_SEED'] ?? 11));
  const pointId = await pointOf(7_000, 500);
  const model = new Map((await all(pointId)).map((record) => [record.at, record]));
  const steps: { id: number; before: Map<number, Rec> }[] = [];
  for (let step = 0; step < 12; step++) {
    const from = startMs + Math.floor(random() * 6_000) * minuteMs;
    const to = from + Math.floor(random() * 2_000) * minuteMs;
    const [every, remove] = [1 + Math.floor(random() * 5), random() < 0.3];
    const before = new Map(model);
    const id = await store.transact(async (client) => {
      const id = await log(client, pointId);
      await rewrite(client, id, pointId, from, to, (record) => {
        if ((record.at / minuteMs) % every !== 0) return record;
        return remove ? null : { ...record, values: [step, null, record.values[0]!] };
      });
      return id;
    });
    for (const [at, record] of [...model]) {
      if (at < from || at > to || (at / minuteMs) % every !== 0) continue;
      if (remove) model.delete(at);
      else model.set(at, { ...record, values: [step, null, record.values[0]!], changeId: id });
    }
    steps.push({ id, before });
    if (random() < 0.5) await sealAll(store.pool, pointId, startMs + (random() < 0.5 ? 4 : 60) * dayMs);
    const found = await all(pointId);
    compareWidths(found, model);
  }
  for (const { id, before } of steps.reverse()) {
    await store.transact((client) => undo(client, id, pointId));
    compareWidths(await all(pointId), before);
    if (random() < 0.3) await sealAll(store.pool, pointId, startMs + 60 * dayMs);
  }
});

/** Segments pad the values of shorter records with null. */
function compareWidths(found: readonly Rec[], model: ReadonlyMap<number, Rec>) {
  const wide = (record: Rec | undefined) =>
    record && { ...record, values: [0, 1, 2].map((i) => record.values[i] ?? null) };
  const wanted = [...model.values()].sort((a, b) => a.at - b.at);
  for (let i = 0; i < Math.max(found.length, wanted.length); i++)
    assert.deepEqual(wide(found[i]), wide(wanted[i]), `at ${i}`);
}
