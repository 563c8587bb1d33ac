import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { Failure } from '@plumbline/contract/kernel/errors';
import { users } from '@plumbline/contract/people/users';
import { tasks } from '@plumbline/contract/platform/tasks';
import { waitFor } from '../../../../../e2e/wait-for.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { type TaskHandler, taskHandler } from '../../../kernel/tasks.handler.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { addWork } from '../../../kernel/work.rows.ts';
import { startWork } from '../../../kernel/work.ts';

const [server, world] = await openWorlds(['Tasks']);

const run = (...handlers: TaskHandler[]) =>
  startWork({
    soon: server.database,
    long: server.database,
    clock: server.clock,
    log: server.log,
    listener: server.listener,
    context: server.context,
    tasks: handlers,
  });

const queue = (kind: string, input: unknown = {}) =>
  queueTask(
    {
      db: server.db,
      now: () => server.clock.now(),
      caller: { accountId: world.admin.id, displayName: 'Ann' },
    },
    { kind, corporationId: world.corporationId, projectId: world.projectId, subject: { name: 'PZ-1' }, input },
  );
const getTask = async (taskId: number) => (await server.call(tasks.get, { taskId }, world.admin.token)).body.task;

test('a task runs, reports its progress, ends with its result and notifies whoever started it', async () => {
  const id = await queue('count', { to: 3 });
  const work = await run(
    taskHandler<{ to: number }>({
      kind: 'count',
      async run({ task, progress }) {
        for (let i = 1; i <= task.input.to; i++) await progress(i, task.input.to);
        return { counted: task.input.to };
      },
    }),
  );
  await work.settle();
  await work.stop();
  const task = await getTask(id);
  assert.equal(task.state, 'done');
  assert.deepEqual([task.done, task.total, task.result, task.byName], [3, 3, { counted: 3 }, 'Ann']);
  await server.work!.settle();
  const { body } = await server.call(notifications.list, {}, world.admin.token);
  const ended = body.notifications.filter((each) => each.type === 'TaskEnded');
  assert.deepEqual(
    ended.map(({ detail }) => [detail['taskId'], detail['state'], detail['name']]),
    [[id, 'done', 'PZ-1']],
  );
});

test('a cancelled task puts back what it did, and a failed one says why', async () => {
  const undone: number[] = [];
  const endless = taskHandler({
    kind: 'endless',
    async run({ throwIfStopped, progress }) {
      for (let i = 0; ; i++) {
        throwIfStopped();
        await progress(i, 0);
        await setImmediate();
      }
    },
    async undo({ task }) {
      undone.push(task.id);
    },
  });
  const failing = taskHandler({
    kind: 'failing',
    run: () => Promise.reject(new Failure('noCollections', { from: 1 })),
  });
  const [cancelled, failed] = [await queue('endless'), await queue('failing')];
  const work = await run(endless, failing);
  await waitFor(async () => (await getTask(cancelled)).state, 'running');
  const answer = await server.call(tasks.cancel, { taskId: cancelled }, world.admin.token);
  assert.equal(answer.status, 200);
  await work.settle();
  await work.stop();
  assert.equal((await getTask(cancelled)).state, 'cancelled');
  assert.deepEqual(undone, [cancelled]);
  const task = await getTask(failed);
  assert.deepEqual([task.state, task.error, task.errorDetail], ['failed', 'noCollections', { from: 1 }]);
  const again = await server.call(tasks.cancel, { taskId: cancelled }, world.admin.token);
  assert.equal(again.body.error, 'taskOver');
});

test('a task goes on from its cursor after the server stopped, and two processes never run it at once', async () => {
  const steps: number[] = [];
  let holding = true;
  let inside = 0;
  const handler = () =>
    taskHandler<unknown, number>({
      kind: 'steps',
      async run({ task, db, checkpoint, signal, throwIfStopped }) {
        inside++;
        assert.equal(inside, 1);
        try {
          for (let i = (task.cursor ?? 0) + 1; i <= 4; i++) {
            throwIfStopped();
            steps.push(i);
            await db.transaction().execute((transaction) => checkpoint(transaction, i));
            if (holding && i === 2) {
              if (!signal.aborted) await once(signal, 'abort');
              throwIfStopped();
            }
          }
        } finally {
          inside--;
        }
        return {};
      },
    });
  const id = await queue('steps');
  const first = await run(handler());
  const second = await run(handler());
  await waitFor(async () => steps.includes(2), true);
  await Promise.all([first.stop(), second.stop()]);
  assert.equal((await getTask(id)).state, 'running');
  holding = false;
  const third = await run(handler());
  await third.settle();
  await third.stop();
  assert.equal((await getTask(id)).state, 'done');
  assert.deepEqual(steps, [1, 2, 3, 4]);
});

test('a database that went away costs a task a moment, and what failed is put back whatever happens then', async () => {
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
  const steps: string[] = [];
  const passing = taskHandler<unknown, number>({
    kind: 'passing',
    async run({ task, db, checkpoint }) {
      steps.push(`run from ${task.cursor ?? 0}`);
      await db.transaction().execute((transaction) => checkpoint(transaction, (task.cursor ?? 0) + 1));
      if (task.cursor === null) throw away;
      return {};
    },
    undo: async () => void steps.push('undone'),
  });
  const broken = taskHandler({
    kind: 'broken',
    async run() {
      steps.push('broken');
      throw new Failure('noCollections');
    },
    async undo() {
      steps.push('putting back');
      if (steps.filter((step) => step === 'putting back').length === 1) throw away;
    },
  });
  const [first, second] = [await queue('passing'), await queue('broken')];
  const work = await run(passing, broken);
  await work.settle();
  assert.deepEqual([(await getTask(first)).state, (await getTask(second)).state], ['running', 'running']);
  server.clock.advance(1_000);
  await work.settle();
  await work.stop();
  assert.equal((await getTask(first)).state, 'done');
  const failed = await getTask(second);
  assert.deepEqual([failed.state, failed.error], ['failed', 'noCollections']);
  assert.deepEqual(steps.toSorted(), ['broken', 'putting back', 'putting back', 'run from 0', 'run from 1']);
});

test('a task whose lock is lost stops, and goes on under a new one', async () => {
  const steps: string[] = [];
  const handler = taskHandler<unknown, number>({
    kind: 'locked',
    async run({ task, db, checkpoint, signal, throwIfStopped }) {
      steps.push(`from ${task.cursor ?? 0}`);
      if (task.cursor !== null) return {};
      await db.transaction().execute((transaction) => checkpoint(transaction, 1));
      while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
      throwIfStopped();
      return {};
    },
    undo: async () => void steps.push('undone'),
  });
  const id = await queue('locked');
  const work = await run(handler);
  await waitFor(async () => steps.length, 1);
  const { rowCount } = await server.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
     WHERE locktype = 'advisory' AND classid = 7302 AND datname = current_database()`,
  );
  assert.equal(rowCount, 1);
  await waitFor(async () => (await getTask(id)).state, 'done');
  await work.settle();
  await work.stop();
  assert.deepEqual(steps, ['from 0', 'from 1']);
});

test('killed between the end of a task and the end of its work, a server does not run it again', async () => {
  let runs = 0;
  const handler = taskHandler({ kind: 'once', run: async () => ({ runs: ++runs }) });
  const id = await queue('once');
  const work = await run(handler);
  await work.settle();
  await addWork(sqlOver(server.db), server.clock.now(), 'task', 'once', [{ taskId: id }]);
  await work.settle();
  await work.stop();
  assert.deepEqual([runs, (await getTask(id)).result], [1, { runs: 1 }]);
  assert.equal((await server.db.selectFrom('work').select('id').where('name', '=', 'once').execute()).length, 0);
});

test('a guest sees the tasks of the project and cannot cancel those of others', async () => {
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'tasks.guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  const id = await queue('waits');
  const { body } = await server.call(tasks.ofProject, { projectId: world.projectId }, guest.token);
  assert.ok(body.tasks.some((task) => task.id === id));
  const answer = await server.call(tasks.cancel, { taskId: id }, guest.token);
  assert.equal(answer.body.error, 'notAllowed');
  const own = await server.call(tasks.mine, {}, world.admin.token);
  assert.ok(own.body.tasks.some((task) => task.id === id));
  const none = await server.call(tasks.mine, {}, guest.token);
  assert.deepEqual(none.body.tasks, []);
});

test('a task of no project is seen by whoever asked for it and by administrators; no token of one project sees it', async () => {
  const { corporationId, projectId, admin } = world;
  const asker = await makeAccount(server, 'Manager', corporationId, 'tasks.asker');
  const colleague = await makeAccount(server, 'Manager', corporationId, 'tasks.colleague');
  const queueFor = (accountId: number, of: number | null) =>
    queueTask(
      { db: server.db, now: () => server.clock.now(), caller: { accountId, displayName: 'Ann' } },
      { kind: 'waits', corporationId, projectId: of, subject: { name: 'Delta' }, input: {} },
    );
  const statusOf = async (taskId: number, token: string) => (await server.call(tasks.get, { taskId }, token)).status;
  const taskOfAsker = await queueFor(asker.id, null);
  assert.deepEqual(
    [
      await statusOf(taskOfAsker, asker.token),
      await statusOf(taskOfAsker, admin.token),
      await statusOf(taskOfAsker, colleague.token),
    ],
    [200, 200, 404],
  );
  const [within, without] = [await queueFor(admin.id, projectId), await queueFor(admin.id, null)];
  const tokenFor = async (permission: 'Retrieve:Project' | 'Retrieve:Data') => {
    const scope = { permissions: [permission], projectIds: [projectId] };
    return (await server.call(users.createToken, { name: 'script', scope }, admin.token)).body.token;
  };
  const token = await tokenFor('Retrieve:Project');
  assert.deepEqual([await statusOf(within, token), await statusOf(without, token)], [200, 404]);
  assert.equal(await statusOf(within, await tokenFor('Retrieve:Data')), 404, 'it may not read the project');
  const mine = (await server.call(tasks.mine, {}, token)).body.tasks.map(({ id }) => id);
  assert.deepEqual([mine.includes(within), mine.includes(without)], [true, false]);
});
