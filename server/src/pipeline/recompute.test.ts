import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { tasks } from '@plumbline/contract/platform/tasks';
import { batches } from '@plumbline/contract/points/batches';
import { points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { makeWorld, type World } from '../../test/harness.ts';
import * as ground from '../../test/judging.fixtures.ts';
import { startMs } from '../../test/judging.fixtures.ts';
import { makePoint, seal } from '../../test/series.ts';
import { until } from '../../test/until.ts';
import { openWorlds } from '../../test/worlds.ts';
import { at } from '../features/readings/readings/readings.api.ts';

const [server] = await openWorlds([]);
let world: World;
beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
});

const send = (values: readonly (number | null)[], fromMinute?: number) =>
  ground.send(server, world, values, fromMinute);
const settle = () => ground.settled(server);
const stored = async () =>
  (
    await server.db
      .selectFrom('reading')
      .select(['values', 'change_id'])
      .where('point_id', '=', world.pointId)
      .orderBy('at')
      .execute()
  ).map((row) => row.values[0]);
const latest = async () =>
  (await server.db.selectFrom('point_state').select('values').where('point_id', '=', world.pointId).executeTakeFirst())
    ?.values[0];
const setFormula = async (source: string) => {
  const { status } = await server.call(
    points.update,
    {
      pointId: world.pointId,
      formulaType: 'CUSTOM_FORMULA',
      customFormula: { temperature: source },
      reason: 'New calibration',
    },
    world.admin.token,
  );
  assert.equal(status, 200);
};
const log = async () =>
  (await server.call(history.changes, { pointId: world.pointId }, world.admin.token)).body.changes;
const undo = (changeId: number) => server.call(history.undo, { pointId: world.pointId, changeId }, world.admin.token);

test('a new formula computes history again, and undoing puts settings, history and what came meanwhile back', async () => {
  await send([1, 2, null, 4]);
  await setFormula('temperature * 10');
  await settle();
  assert.deepEqual(await stored(), [10, 20, null, 40]);
  assert.equal(await latest(), 40);
  const [change] = await log();
  assert.deepEqual(
    [change?.kind, change?.reason, change?.counts, change?.undoable],
    ['recompute', 'New calibration', { recomputed: 3 }, true],
  );
  // What people read in the log: each setting that it changed, old and new.
  const [act] = change!.detail['points'] as { before: object; after: object }[];
  assert.deepEqual(
    [act!.before, act!.after],
    [
      { formulaType: 'SYSTEM_FORMULA', customFormula: {} },
      { formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: 'temperature * 10' } },
    ],
  );
  // By the new formula, and so the undoing converts it again.
  await send([5], 4);
  assert.deepEqual(await stored(), [10, 20, null, 40, 50]);
  const undone = await undo(change!.id);
  assert.deepEqual([undone.status, undone.body.restored], [200, 3]);
  await settle();
  assert.deepEqual(await stored(), [1, 2, null, 4, 5]);
  assert.equal(await latest(), 5);
  const { body } = await server.call(points.get, { pointId: world.pointId }, world.admin.token);
  assert.equal(body.measuringPoint.formulaType, 'SYSTEM_FORMULA');
  await ground.awaitNotifications();
  await send([6], 5);
  assert.equal(await latest(), 6);
});

test('values entered manually before a sensor fed the point are no samples of it, and are kept', async () => {
  await send([1, 2]);
  await server.db
    .insertInto('reading')
    .values({
      point_id: world.pointId,
      at: new Date(startMs - 60_000),
      received_at: server.clock.now(),
      values: [7],
      raw: JSON.stringify({ manual: 7 }),
    })
    .execute();
  await setFormula('temperature * 10');
  await settle();
  assert.deepEqual(await stored(), [7, 10, 20]);
});

test('a newer change takes over from one that still runs; undoing it goes back behind both', async () => {
  await send(Array.from({ length: 300 }, (_, i) => i));
  await Promise.all([setFormula('temperature + 1'), send([1000], 400)]);
  await setFormula('temperature + 2');
  await setFormula('temperature + 3');
  await settle();
  const values = await stored();
  assert.deepEqual(values.slice(0, 3), [3, 4, 5]);
  assert.equal(values.at(-1), 1003);
  const current = (await log()).filter((each) => each.undoneAt === null);
  for (const change of current) {
    const answer = await undo(change.id);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  await settle();
  assert.deepEqual((await stored()).slice(0, 3), [0, 1, 2]);
  assert.equal(await latest(), 1000);
});

const newestTask = async () =>
  Number((await server.database.pool.query('SELECT coalesce(max(id), 0) AS id FROM task')).rows[0].id);
/** Cancels the recomputation that was queued after a task, as soon as it is there, however far it is. */
const cancelAfter = (taskId: number) =>
  until(
    async () => {
      const { rowCount } = await server.database.pool.query(
        `UPDATE task SET cancel_requested = true WHERE kind = 'recompute' AND project_id = $1 AND id > $2`,
        [world.projectId, taskId],
      );
      return rowCount ?? 0;
    },
    (count) => count > 0,
  );

test('cancelling puts the settings and the history back', async () => {
  await send([1, 2, 3]);
  await setFormula('temperature * 2');
  await settle();
  const before = await newestTask();
  await setFormula('temperature * 3');
  await cancelAfter(before);
  await settle();
  const cancelled = await server.db
    .selectFrom('task')
    .select('id')
    .where('kind', '=', 'recompute')
    .where('project_id', '=', world.projectId)
    .where('state', '=', 'cancelled')
    .execute();
  if (cancelled.length > 0) {
    const { custom_formula } = await server.db
      .selectFrom('point')
      .select('custom_formula')
      .where('id', '=', world.pointId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(custom_formula, { temperature: 'temperature * 2' });
    assert.deepEqual(await stored(), [2, 4, 6]);
  } else assert.deepEqual(await stored(), [3, 6, 9]);
});

test('what is on its way when the settings change is converted by the new ones', async () => {
  await send([1]);
  await Promise.all([setFormula('temperature + 100'), ...Array.from({ length: 40 }, (_, i) => send([i], 10 + i))]);
  await settle();
  const values = await stored();
  assert.ok(
    values.every((value) => value! >= 100),
    JSON.stringify(values),
  );
});

test('an edit of many points is one act and one task; a newer change of one takes that point alone over', async () => {
  const ids = await manyPoints(4);
  await edit(ids, 'temperature * 10');
  // Its task waits: the newer change comes before it has begun.
  await setFormulaOf(ids[1]!, 'temperature + 1');
  await settle();
  assert.deepEqual(await Promise.all(ids.map(newest)), [10, 2, 10, 10]);
  const [mine, act] = [await logOf(ids[1]!), await logOf(ids[0]!)];
  assert.equal(act.length, 1);
  assert.deepEqual(
    mine.map(({ pointIds }) => pointIds),
    [[ids[1]]],
  );
  assert.deepEqual(act[0]!.pointIds, [ids[0], ids[2], ids[3]]);
  assert.deepEqual(
    (act[0]!.detail['points'] as { pointId: number }[]).map(({ pointId }) => pointId),
    [ids[0]],
  );
  // Each undoes its own; the one that was taken over goes back behind both.
  assert.equal(
    (await server.call(history.undo, { pointId: ids[1]!, changeId: mine[0]!.id }, world.admin.token)).status,
    200,
  );
  await settle();
  assert.deepEqual(await Promise.all(ids.map(newest)), [10, 1, 10, 10]);
  const { body } = await server.call(points.get, { pointId: ids[1]! }, world.admin.token);
  assert.equal(body.measuringPoint.formulaType, 'SYSTEM_FORMULA');
  assert.equal(
    (await server.call(history.undo, { pointId: ids[2]!, changeId: act[0]!.id }, world.admin.token)).status,
    200,
  );
  await settle();
  assert.deepEqual(await Promise.all(ids.map(newest)), [1, 1, 1, 1]);
});

test('an edit of many points is cancelled as one', async () => {
  const ids = await manyPoints(3);
  await server.work!.settle();
  const before = await newestTask();
  await edit(ids, 'temperature * 10');
  await cancelAfter(before);
  await settle();
  const states = await server.db
    .selectFrom('task')
    .select('state')
    .where('kind', '=', 'recompute')
    .where('project_id', '=', world.projectId)
    .execute();
  const isCancelled = states.some(({ state }) => state === 'cancelled');
  const wanted = isCancelled ? 1 : 10;
  assert.deepEqual(await Promise.all(ids.map(newest)), [wanted, wanted, wanted]);
});

test('undoing a long recomputation is a task: the request answers at once', async () => {
  const n = 21_000;
  await seal(
    server,
    world.pointId,
    Array.from({ length: n }, (_, i) => ({ at: startMs - (n - i) * 60_000, values: [i] })),
  );
  await setFormula('temperature + 1');
  await settle();
  const [change] = await log();
  assert.deepEqual(change!.counts, { recomputed: n });
  const { body } = await undo(change!.id);
  assert.equal(body.restored, 0);
  assert.equal((await undo(change!.id)).body.error, 'notUndoable');
  await settle();
  const { task } = (await server.call(tasks.get, { taskId: body.taskId! }, world.admin.token)).body;
  assert.deepEqual([task.state, task.result['restored'], task.done === task.total], ['done', n, true]);
  assert.equal(await latest(), n - 1);
  assert.notEqual((await log()).find(({ id }) => id === change!.id)!.undoneAt, null);
  const { body: point } = await server.call(points.get, { pointId: world.pointId }, world.admin.token);
  assert.equal(point.measuringPoint.formulaType, 'SYSTEM_FORMULA');
});

/** Points with a record each, sealed, of a temperature of 1. */
async function manyPoints(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const id = await makePoint(server, world, `M-${i}`);
    await seal(server, id, [{ at: startMs, values: [1], raw: { temperature: 1 } }]);
    ids.push(id);
  }
  return ids;
}
const newest = async (pointId: number) => (await at(server.database.pool, pointId, startMs))!.values[0];
const logOf = async (pointId: number) =>
  (await server.call(history.changes, { pointId }, world.admin.token)).body.changes;
const setOf = (source: string) => ({ formulaType: 'CUSTOM_FORMULA' as const, customFormula: { temperature: source } });
async function edit(ids: readonly number[], source: string) {
  const rows = ids.map((pointId) => ({ pointId, set: setOf(source) }));
  const input = { projectId: world.projectId, rows, reason: 'All' };
  assert.equal((await server.call(batches.batchEdit, input, world.admin.token)).status, 200);
}
async function setFormulaOf(pointId: number, source: string) {
  const input = { pointId, ...setOf(source), reason: 'One' };
  assert.equal((await server.call(points.update, input, world.admin.token)).status, 200);
}
