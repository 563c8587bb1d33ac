/** Rewriting history, sealed and hot, and its log. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs, rewriteGround, same, startMs, undo } from '../../../test/rewrite.fixtures.ts';
import { sealAll, take } from '../../../test/store.ts';
import type { StoredRecord } from './readings.api.ts';
import { changeById, changesOf, markUndone } from './readings.changes.table.ts';
import { rewrite } from './readings.rewrite.table.ts';

const ground = await rewriteGround();

test('rewritten records carry the change, the rest stays; taken back, everything is as before', async () => {
  const pointId = await ground.pointOf(9_000);
  const before = await ground.all(pointId);
  const [from, to] = [startMs + 4_000 * minuteMs, startMs + 8_900 * minuteMs];
  const changeId = await ground.store.transact(async (client) => {
    const id = await ground.log(client, pointId);
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
  same(await ground.all(pointId), wanted);
  await sealAll(ground.store.pool, pointId, startMs + 60 * dayMs);
  same(await ground.all(pointId), wanted);
  const undone = await ground.store.transact((client) => undo(client, changeId, pointId));
  same(await ground.all(pointId), before);
  const { rows } = await ground.store.pool.query(
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
  const pointId = await ground.pointOf(6_000);
  const before = await ground.all(pointId);
  const cut = startMs + 5_000 * minuteMs;
  const first = await ground.store.transact(async (client) => {
    const id = await ground.log(client, pointId, { kind: 'delete', fromMs: cut, toMs: null });
    assert.equal(await rewrite(client, id, pointId, cut, startMs + 400 * dayMs, () => null), 1_000);
    return id;
  });
  const left = before.filter((record) => record.at < cut);
  same(await ground.all(pointId), left);
  const state = await ground.stateOf(pointId);
  assert.deepEqual([state?.at, state?.values], [cut - minuteMs, [4_999, 4_999 / 4]]);
  const second = await ground.store.transact(async (client) => {
    const id = await ground.log(client, pointId, { kind: 'delete' });
    assert.equal(
      await rewrite(client, id, pointId, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, () => null),
      5_000,
    );
    return id;
  });
  assert.deepEqual([await ground.all(pointId), await ground.stateOf(pointId)], [[], undefined]);
  assert.equal(await ground.store.transact((client) => undo(client, second, pointId)), 5_000);
  same(await ground.all(pointId), left);
  assert.equal(await ground.store.transact((client) => undo(client, first, pointId)), 1_000);
  same(await ground.all(pointId), before);
  assert.equal((await ground.stateOf(pointId))?.at, before.at(-1)!.at);
  // What was sent before and is sealed again is known: sent again it changes nothing.
  const fates = await ground.store.transact((client) => take(client, pointId, before.slice(5_400, 5_600), startMs));
  assert.ok(fates.every((fate) => fate === 'unchanged'));
});

test('the log of changes: newest first, by point, undone once', async () => {
  const [a, b] = [90_001, 90_002];
  const ids = await ground.store.transact(async (client) => [
    await ground.log(client, a, {
      kind: 'delete',
      fromMs: startMs,
      toMs: startMs + 1,
      reason: 'a boat',
      detail: { n: 3 },
    }),
    await ground.log(client, b),
    await ground.log(client, a, { pointIds: [a, b], taskId: 5 }),
  ]);
  const page = await changesOf(ground.store.pool, [a], { offset: 0, limit: 10 });
  assert.deepEqual([page.total, page.changes.map(({ id }) => id)], [2, [ids[2], ids[0]]]);
  assert.deepEqual(await changesOf(ground.store.pool, [a, b], { offset: 5, limit: 10 }), { changes: [], total: 3 });
  const one = (await changeById(ground.store.pool, ids[0]!))!;
  assert.deepEqual(
    [one.kind, one.fromMs, one.toMs, one.reason, one.detail, one.byName, one.taskId, one.undoneAt],
    ['delete', startMs, startMs + 1, 'a boat', { n: 3 }, 'Ann', null, null],
  );
  assert.deepEqual(
    [
      await markUndone(ground.store.pool, ids[0]!, 'Bo', startMs + 9),
      await markUndone(ground.store.pool, ids[0]!, 'Cy', 1),
    ],
    [true, false],
  );
  assert.deepEqual((await changeById(ground.store.pool, ids[0]!))?.undoneBy, 'Bo');
});
