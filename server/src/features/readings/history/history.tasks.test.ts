import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { tasks } from '@plumbline/contract/platform/tasks';
import { history } from '@plumbline/contract/readings/history';
import { readings } from '@plumbline/contract/readings/readings';
import { at, makeChangesFixture, reason, startMs } from '../../../../test/changes.fixtures.ts';
import type { TaskContext } from '../../../kernel/tasks.handler.ts';
import { readingTasks } from './history.tasks.ts';

const { server, world, token, ramp, remove, flag, query, undo, latest } = await makeChangesFixture();

test('more than 200,000 readings are a task: progress, result, undo as a task too', async () => {
  const pointId = await ramp('K-1', 201_000);
  const { body } = await remove([pointId], { from: at(0), to: at(500_000) });
  assert.deepEqual([body.changed, body.changeId], [0, null]);
  await server.work!.settle();
  const { task } = (await server.call(tasks.get, { taskId: body.taskId! }, token)).body;
  assert.deepEqual([task.state, task.kind, task.result['changed']], ['done', 'deleteReadings', 201_000]);
  assert.equal((await query(pointId)).total, 0);
  const [change] = (await server.call(history.changes, { pointId }, token)).body.changes;
  assert.deepEqual([change!.counts, change!.taskId, change!.reason], [{ deleted: 201_000 }, body.taskId, reason]);
  const back = await undo(pointId, change!.id);
  assert.equal(back.body.restored, 0);
  await server.work!.settle();
  const undone = (await server.call(tasks.get, { taskId: back.body.taskId! }, token)).body.task;
  assert.deepEqual([undone.state, undone.result['restored']], ['done', 201_000]);
  const wide = { pointIds: [pointId], from: at(0), to: at(500_000), width: 100 };
  assert.equal((await server.call(readings.query, wide, token)).body.series[0]!.total, 201_000);
  assert.deepEqual((await latest(pointId))!.values, [200_999]);
});

test('a task that is cancelled puts back what it had done', async () => {
  const pointId = await ramp('K-2', 201_000);
  const { body } = await flag(pointId, { from: at(0), to: at(500_000) });
  await server.db.updateTable('task').set({ cancel_requested: true }).where('id', '=', body.taskId!).execute();
  await server.work!.settle();
  const { task } = (await server.call(tasks.get, { taskId: body.taskId! }, token)).body;
  assert.equal(task.state, 'cancelled');
  assert.equal((await query(pointId)).flaggedTotal, 0);
  const { changes } = (await server.call(history.changes, { pointId }, token)).body;
  assert.ok(changes.every((change) => change.undoneAt !== null));
});

test('a task that a crash cut off goes on where it was: every stretch is done once', async () => {
  const pointId = await ramp('K-3', 100_000);
  const fromMs = startMs;
  const toMs = startMs + 99_999 * minuteMs;
  const act = { kind: 'delete', pointIds: [pointId], fromMs, toMs, times: null, verdict: null } as const;
  let cursor: unknown = null;
  let stretches = 0;
  const context = (until: number): TaskContext => ({
    task: {
      id: 0,
      input: { act, reason, byId: world.admin.id, byName: 'Changes.admin' },
      cursor,
      corporationId: world.corporationId,
      projectId: world.projectId,
      accountId: world.admin.id,
      byName: 'Changes.admin',
    },
    ...server.context,
    db: server.db,
    pool: server.database.pool,
    now: () => server.clock.now(),
    log: server.log,
    signal: new AbortController().signal,
    throwIfStopped() {
      if (stretches++ === until) throw new Error('crash');
    },
    progress: async () => {},
    checkpoint: async (_, to) => {
      cursor = to;
    },
  });
  const [deleting] = readingTasks;
  await assert.rejects(() => deleting!.run(context(2)), /crash/);
  const half = (await query(pointId, { from: at(0), to: at(100_000), width: 100 })).total;
  assert.ok(half > 0 && half < 100_000, `${half} left`);
  const { changed, changeId } = await deleting!.run(context(-1));
  assert.equal(changed, 100_000);
  assert.equal((await server.call(history.changes, { pointId }, token)).body.total, 1, 'one act');
  const { taskId: undoing, restored } = (await undo(pointId, changeId as number)).body;
  assert.equal(restored, 0, 'more than a request may take is a task');
  assert.equal((await undo(pointId, changeId as number)).body.error, 'notUndoable', 'and nobody begins the same again');
  await server.work!.settle();
  const undone = (await server.call(tasks.get, { taskId: undoing! }, token)).body.task;
  assert.deepEqual([undone.state, undone.result['restored'], undone.done === undone.total], ['done', 100_000, true]);
  await deleting!.undo!(context(-1));
  assert.equal((await query(pointId, { from: at(0), to: at(100_000), width: 100 })).total, 100_000);
});
