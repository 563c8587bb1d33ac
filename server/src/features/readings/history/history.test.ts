import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { at, makeChangesFixture, reason, startMs } from '../../../../test/changes.fixtures.ts';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { deliver } from '../../../../test/series.ts';

const { server, world, token, ramp, remove, flag, query, undo, latest } = await makeChangesFixture();

/** Who is notified of changes: the events that wait. */
async function received() {
  const rows = await server.db.selectFrom('work').selectAll().where('name', '=', 'readingsChanged').execute();
  return rows.map((row) => row.input as { pointIds: number[]; changeId: number; fromMs: number; toMs: number });
}

test('a span is deleted, stays in history, and comes back', async () => {
  const pointId = await ramp('D-1');
  const { body } = await remove([pointId], { from: at(10), to: at(19) });
  assert.deepEqual([body.changed, body.taskId], [10, null]);
  assert.deepEqual((await query(pointId)).values.slice(8, 12), [8, 9, 20, 21]);
  const { changes } = (await server.call(history.changes, { pointId }, token)).body;
  assert.deepEqual(
    changes.map(({ id, kind, counts, from, to, byName, undoable }) => [id, kind, counts, from, to, byName, undoable]),
    [[body.changeId, 'delete', { deleted: 10 }, at(10), at(19), 'Changes.admin', true]],
  );
  const back = await undo(pointId, body.changeId!);
  assert.deepEqual([back.status, back.body.restored], [200, 10]);
  assert.equal((await query(pointId)).values.length, 100);
  const [undone] = (await server.call(history.changes, { pointId }, token)).body.changes;
  assert.deepEqual([undone!.undoneBy, undone!.undoable], ['Changes.admin', false]);
  assert.equal((await undo(pointId, body.changeId!)).body.error, 'changeUndone');
});

test('chosen times may come unsorted and twice; of several points each loses its own', async () => {
  const [one, two] = [await ramp('D-2'), await ramp('D-3', 100, 50)];
  const { body } = await remove([two, one], { times: [at(70), at(5), at(60), at(5), at(5000)] });
  assert.equal(body.changed, 5, '5, 60 and 70 of one; 60 and 70 of the other');
  assert.ok(!(await query(one)).values.includes(60));
  assert.ok((await query(two)).values.includes(61));
  assert.equal((await undo(one, body.changeId!)).body.restored, 5, 'an act is undone for all its points');
  assert.ok((await query(two)).values.includes(60));
});

test('the latest reading is right after the newest was deleted, and after it came back', async () => {
  const pointId = await ramp('D-4');
  assert.deepEqual((await latest(pointId))!.values, [99]);
  const some = (await remove([pointId], { from: at(90), to: at(99) })).body.changeId!;
  assert.deepEqual([(await latest(pointId))!.values, (await latest(pointId))!.at], [[89], at(89)]);
  const all = (await remove([pointId], { from: at(0), to: at(99) })).body.changeId!;
  assert.equal(await latest(pointId), undefined, 'no reading, no latest');
  await undo(pointId, all);
  assert.deepEqual((await latest(pointId))!.values, [89]);
  await undo(pointId, some);
  assert.deepEqual((await latest(pointId))!.values, [99]);
});

test('hot readings too: what a device sent just now is deleted and comes back', async () => {
  const nowMs = server.clock.now().getTime();
  const sent = [3, 2, 1].map((minutes) => ({ at: nowMs - minutes * minuteMs, temperature: 20 + minutes }));
  assert.equal((await deliver(server, world, sent)).stored, 3);
  const span = { from: new Date(nowMs - 90_000).toISOString(), to: new Date(nowMs).toISOString() };
  const { changeId } = (await remove([world.pointId], span)).body;
  assert.deepEqual((await latest(world.pointId))!.values, [22]);
  await undo(world.pointId, changeId!);
  assert.deepEqual((await latest(world.pointId))!.values, [21]);
  await flag(world.pointId, { from: undefined, to: undefined, times: [span.from.replace('30.000', '00.000')] });
  const wide = { from: new Date(nowMs - 3_600_000).toISOString(), to: span.to, width: 100 };
  const drawn = await query(world.pointId, wide);
  assert.deepEqual([drawn.values, drawn.flagged.map((each) => each.value)], [[23, null, 21], [22]]);
});

test('a delete of nothing says so and changes nothing', async () => {
  const pointId = await ramp('D-5');
  for (const more of [
    { from: at(5000), to: at(6000) },
    { times: [at(5000)] },
    { times: [new Date(startMs + 1).toISOString()] },
  ]) {
    const { status, body } = await remove([pointId], more);
    assert.deepEqual([status, body.error, body.code], [404, 'noCollections', 4022]);
  }
  assert.equal((await server.call(history.changes, { pointId }, token)).body.total, 0);
  assert.equal((await query(pointId)).values.length, 100);
  assert.equal((await remove([pointId], { from: at(5), to: at(4) })).body.error, 'startAfterEnd');
  assert.deepEqual((await remove([pointId], { from: at(5) })).body.detail, [{ path: 'to', message: 'spanOrTimes' }]);
});

test('deleting needs Delete:Data; flags, corrections and undoing need Update:Data', async () => {
  const pointId = await ramp('D-6');
  const member = await makeAccount(server, 'Normal', world.corporationId, 'changes.member');
  await makeMember(server, world.projectId, member.id, 'Member');
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'changes.guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  const input = { pointIds: [pointId], from: at(0), to: at(10), reason };
  const refused = await server.call(history.delete, input, member.token);
  assert.deepEqual([refused.status, refused.body.detail], [403, { needs: 'Delete:Data' }]);
  const verdict = { pointId, fields: ['temperature'], from: at(0), to: at(10), quality: 'fail' as const, reason };
  assert.equal((await server.call(history.flag, verdict, guest.token)).status, 403);
  const { body } = await server.call(history.flag, verdict, member.token);
  assert.equal((await server.call(history.undo, { pointId, changeId: body.changeId! }, guest.token)).status, 403);
  assert.equal((await server.call(history.undo, { pointId, changeId: body.changeId! }, member.token)).status, 200);
});

test('a lasso: what lies between the bounds, as it is shown, is not drawn any more and not lost', async () => {
  const pointId = await ramp('F-1');
  const { body } = await flag(pointId, { from: at(10), to: at(60), lower: 20, upper: 24 });
  assert.equal(body.changed, 5);
  const good = await query(pointId);
  assert.deepEqual(good.values.slice(18, 27), [18, 19, null, null, null, null, null, 25, 26]);
  assert.deepEqual(good.flagged[0], { at: startMs + 20 * minuteMs, value: 20, quality: 'fail', tests: ['person'] });
  assert.deepEqual([good.flagged.length, good.flaggedTotal], [5, 5]);
  const all = await query(pointId, { quality: 'all' });
  assert.deepEqual([all.values[20], all.flaggedTotal], [20, 5]);
  const { statistics } = (await server.call(readings.statistics, { pointId, from: at(18), to: at(26) }, token)).body;
  assert.deepEqual([statistics.count, statistics.mean], [4, 22]);
  assert.equal((await undo(pointId, body.changeId!)).body.restored, 5);
  assert.deepEqual([(await query(pointId)).values[20], (await query(pointId)).flaggedTotal], [20, 0]);
});

test('suspect values stay in the line and are marked; a later pass takes the mark away', async () => {
  const pointId = await ramp('F-2');
  await flag(pointId, { quality: 'suspect', from: undefined, to: undefined, times: [at(7), at(3)] });
  const marked = await query(pointId);
  assert.deepEqual(
    [marked.values[3], marked.flagged.map((each) => [each.value, each.quality])],
    [
      3,
      [
        [3, 'suspect'],
        [7, 'suspect'],
      ],
    ],
  );
  assert.equal((await flag(pointId, { quality: 'pass', from: at(0), to: at(10) })).body.changed, 11);
  assert.equal((await query(pointId)).flaggedTotal, 0);
  assert.equal((await flag(pointId, { quality: 'pass', from: at(0), to: at(10) })).body.error, 'noCollections');
});

test('an unknown field, bounds the wrong way round, nothing inside the bounds', async () => {
  const pointId = await ramp('F-3');
  const unknown = await flag(pointId, { fields: ['pressure'] });
  assert.deepEqual(unknown.body.detail, [{ path: 'fields', message: 'fieldUnknown', field: 'pressure' }]);
  assert.equal((await flag(pointId, { by: 'pressure' })).body.error, 'badInput');
  assert.equal((await flag(pointId, { lower: 9, upper: 8 })).body.error, 'badInput');
  assert.equal((await flag(pointId, { lower: 1000 })).body.error, 'noCollections');
  assert.equal((await server.call(history.changes, { pointId }, token)).body.total, 0);
});

test('an act is not undone while a later one builds on the same readings', async () => {
  const pointId = await ramp('U-1');
  const first = (await flag(pointId, { from: at(0), to: at(20) })).body.changeId!;
  const apart = (await flag(pointId, { from: at(50), to: at(60) })).body.changeId!;
  const second = (await remove([pointId], { from: at(10), to: at(30) })).body.changeId!;
  const refused = await undo(pointId, first);
  assert.deepEqual([refused.status, refused.body.error, refused.body.code], [409, 'laterChange', 4225]);
  const { changeId, byName } = refused.body.detail as { changeId: number; byName: string };
  assert.deepEqual([changeId, byName], [second, 'Changes.admin']);
  assert.equal((await undo(pointId, apart)).status, 200, 'what lies apart is undone');
  assert.equal((await undo(pointId, second)).status, 200);
  assert.equal((await undo(pointId, first)).status, 200);
  const { values, flaggedTotal } = await query(pointId);
  assert.deepEqual([values.length, flaggedTotal, values[15]], [100, 0, 15]);
});

test('an act of other points is not found here; two projects are two acts', async () => {
  const [one, two] = [await ramp('U-2'), await ramp('U-3')];
  const { changeId } = (await remove([one], { from: at(0), to: at(10) })).body;
  const strange = await undo(two, changeId!);
  assert.deepEqual([strange.status, strange.body.error], [404, 'notFound']);
  const east = await makeWorld(server, 'East');
  await server.db
    .updateTable('project')
    .set({ corporation_id: world.corporationId })
    .where('id', '=', east.projectId)
    .execute();
  const both = await remove([one, east.pointId], { from: at(20), to: at(30) });
  assert.deepEqual(both.body.detail, [{ path: 'pointIds', message: 'oneProject' }]);
  assert.equal((await query(one)).values.length, 89);
});

test('changes are announced to whoever depends on them', async () => {
  await server.work!.stop();
  const pointId = await ramp('E-1');
  const { changeId } = (await remove([pointId], { from: at(10), to: at(19) })).body;
  await undo(pointId, changeId!);
  const event = {
    pointIds: [pointId],
    projectId: world.projectId,
    fromMs: startMs + 600_000,
    toMs: startMs + 1_140_000,
  };
  const mine = (await received()).filter((each) => each.changeId === changeId);
  assert.deepEqual(mine, [
    { ...event, changeId },
    { ...event, changeId },
  ]);
});
