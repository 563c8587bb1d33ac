/** Rewriting history, sealed and hot, and its log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { makeRewriteFixture, same, startMs, undo } from '../../../../test/rewrite.fixtures.ts';
import { sealAll, take } from '../../../../test/store.ts';
import type { StoredRecord } from '../../readings/readings/readings.api.ts';
import { changeById, changesOf, markUndone } from './store.changes.api.ts';
import { rewrite } from './store.rewrite.api.ts';

const fixture = await makeRewriteFixture();

test('rewritten records carry the change, the rest stays; taken back, everything is as before', async () => {
  const pointId = await fixture.pointOf(9_000);
  const before = await fixture.all(pointId);
  const [from, to] = [startMs + 4_000 * minuteMs, startMs + 8_900 * minuteMs];
  const changeId = await fixture.store.transact(async (client) => {
    const id = await fixture.log(client, pointId);
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
  const wanted = before.flatMap((record): StoredRecord[] => {
    if (record.at < from || record.at > to || record.at % (3 * minuteMs) === 0) return [record];
    if (record.at % (7 * minuteMs) === 0) return [];
    return [{ ...record, values: [record.values[0]! * 2, null], flags: [1, 9], changeId }];
  });
  same(await fixture.all(pointId), wanted);
  await sealAll(fixture.store.pool, pointId, startMs + 60 * dayMs);
  same(await fixture.all(pointId), wanted);
  const undone = await fixture.store.transact((client) => undo(client, changeId, pointId));
  same(await fixture.all(pointId), before);
  const { rows } = await fixture.store.pool.query(
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
  const pointId = await fixture.pointOf(6_000);
  const before = await fixture.all(pointId);
  const cut = startMs + 5_000 * minuteMs;
  const first = await fixture.store.transact(async (client) => {
    const id = await fixture.log(client, pointId, { kind: 'delete', fromMs: cut, toMs: null });
    assert.equal(await rewrite(client, id, pointId, cut, startMs + 400 * dayMs, () => null), 1_000);
    return id;
  });
  const left = before.filter((record) => record.at < cut);
  same(await fixture.all(pointId), left);
  const state = await fixture.stateOf(pointId);
  assert.deepEqual([state?.at, state?.values], [cut - minuteMs, [4_999, 4_999 / 4]]);
  const second = await fixture.store.transact(async (client) => {
    const id = await fixture.log(client, pointId, { kind: 'delete' });
    assert.equal(
      await rewrite(client, id, pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, () => null),
      5_000,
    );
    return id;
  });
  assert.deepEqual([await fixture.all(pointId), await fixture.stateOf(pointId)], [[], undefined]);
  assert.equal(await fixture.store.transact((client) => undo(client, second, pointId)), 5_000);
  same(await fixture.all(pointId), left);
  assert.equal(await fixture.store.transact((client) => undo(client, first, pointId)), 1_000);
  same(await fixture.all(pointId), before);
  assert.equal((await fixture.stateOf(pointId))?.at, before.at(-1)!.at);
  // What was sent before and is sealed again is known: sent again it changes nothing.
  const results = await fixture.store.transact((client) => take(client, pointId, before.slice(5_400, 5_600), startMs));
  assert.ok(results.every((result) => result === 'unchanged'));
});

test('the log of changes: newest first, by point, undone once', async () => {
  const [a, b] = [90_001, 90_002];
  const ids = await fixture.store.transact(async (client) => [
    await fixture.log(client, a, {
      kind: 'delete',
      fromMs: startMs,
      toMs: startMs + 1,
      reason: 'a boat',
      detail: { n: 3 },
    }),
    await fixture.log(client, b),
    await fixture.log(client, a, { pointIds: [a, b], taskId: 5 }),
  ]);
  const page = await changesOf(fixture.store.pool, [a], { offset: 0, limit: 10 });
  assert.deepEqual([page.total, page.changes.map(({ id }) => id)], [2, [ids[2], ids[0]]]);
  assert.deepEqual(await changesOf(fixture.store.pool, [a, b], { offset: 5, limit: 10 }), { changes: [], total: 3 });
  const one = (await changeById(fixture.store.pool, ids[0]!))!;
  assert.deepEqual(
    [one.kind, one.fromMs, one.toMs, one.reason, one.detail, one.byName, one.taskId, one.undoneAt],
    ['delete', startMs, startMs + 1, 'a boat', { n: 3 }, 'Ann', null, null],
  );
  assert.deepEqual(
    [
      await markUndone(fixture.store.pool, ids[0]!, 'Bo', startMs + 9),
      await markUndone(fixture.store.pool, ids[0]!, 'Cy', 1),
    ],
    [true, false],
  );
  assert.deepEqual((await changeById(fixture.store.pool, ids[0]!))?.undoneBy, 'Bo');
});
