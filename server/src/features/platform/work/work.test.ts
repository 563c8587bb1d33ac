/** Stuck work as the operator meets it: it is listed with its last error, tried again, discarded, and nobody else may. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { taskChanges } from '@plumbline/contract/kernel/tags';
import { tasks } from '@plumbline/contract/platform/tasks';
import { work } from '@plumbline/contract/platform/work';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { emit, type Handlers } from '../../../kernel/events.ts';
import { queueTask } from '../../../kernel/tasks.queue.ts';
import { startWork } from '../../../kernel/work.ts';

const [server, world] = await openWorlds(['Work']);
const { clock, database, db, log, listener, context } = server;
// Work is done by the workers that the tests open.
await server.work?.stop();
const system = await makeAccount(server, 'System', null, 'operator');
afterEach(() => db.deleteFrom('work').execute());

const list = async () => (await server.call(work.list, {}, system.token)).body;
const retry = (workId: number) => server.call(work.retry, { workId }, system.token);
const discard = (workId: number, token = system.token) => server.call(work.discard, { workId }, token);

/** Makes the work that is there fail as often as it takes to be stuck. */
async function getStuck(dueAt = clock.now()): Promise<number> {
  const { id } = await db
    .updateTable('work')
    .set({ attempts: 10, error: 'Error: the printer is on fire', due_at: dueAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const emitOne = () => emit(db, clock.now(), 'alertsRevised', { alertId: 1, projectId: 1 });
async function runEvents(events: Handlers) {
  const worker = await startWork({ context, soon: database, long: database, clock, log, listener, events });
  await worker.settle();
  await worker.stop();
}

test('nothing is stuck: five lanes that are empty, and no rows', async () => {
  const { lanes, stuck, total } = await list();
  assert.deepEqual(
    lanes,
    (['alert', 'event', 'condition', 'task', 'schedule', 'delivery'] as const).map((lane) => ({
      lane,
      due: 0,
      oldestAt: null,
    })),
  );
  assert.deepEqual([stuck, total], [[], 0]);
});

test('an event that failed ten times is listed with its last error; tried again it goes well and is gone', async () => {
  await emitOne();
  assert.equal((await list()).total, 0, 'what has not failed is not stuck');
  const since = clock.now().toISOString();
  const later = new Date(clock.now().getTime() + 300_000);
  const id = await getStuck(later);
  const { stuck, lanes } = await list();
  assert.deepEqual(stuck, [
    {
      id,
      lane: 'alert',
      name: 'alertsRevised',
      since,
      attempts: 10,
      nextTryAt: later.toISOString(),
      error: 'Error: the printer is on fire',
      input: '{"alertId": 1, "projectId": 1}',
    },
  ]);
  assert.equal(lanes.find(({ lane }) => lane === 'alert')?.due, 0, 'put off is not due');
  assert.equal((await retry(id)).status, 200);
  assert.equal((await list()).lanes.find(({ lane }) => lane === 'alert')?.due, 1);
  let handled = 0;
  await runEvents({ alertsRevised: [async () => void handled++] });
  assert.deepEqual([handled, (await list()).total], [1, 0]);
  assert.equal((await retry(id)).body.error, 'notFound');
});

test('what is discarded is not done; work that is not stuck, or is tried at this moment, is not discarded', async () => {
  await emitOne();
  const { id: fresh } = await db.selectFrom('work').select('id').executeTakeFirstOrThrow();
  assert.equal((await discard(fresh)).body.error, 'notFound');
  const id = await getStuck();
  const began = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const running = runEvents({
    alertsRevised: [
      async () => {
        began.resolve();
        await release.promise;
        throw new Error('again');
      },
    ],
  });
  await began.promise;
  assert.equal((await discard(id)).body.error, 'workRunning');
  release.resolve();
  await running;
  assert.equal((await discard(id)).status, 200);
  let handled = 0;
  await runEvents({ alertsRevised: [async () => void handled++] });
  assert.equal(handled, 0);
});

test('a task that is discarded ends as cancelled, and whoever asked for it is notified', async () => {
  const caller = { accountId: world.admin.id, displayName: 'Ann' };
  const { corporationId, projectId } = world;
  const task = { kind: 'recompute', corporationId, projectId, subject: { name: 'PZ-1' }, input: {} };
  const taskId = await queueTask({ db, now: () => clock.now(), caller }, task);
  const id = await getStuck();
  assert.equal((await discard(id)).status, 200);
  const ended = (await server.call(tasks.get, { taskId }, world.admin.token)).body.task;
  assert.deepEqual([ended.state, ended.finishedAt], ['cancelled', clock.now().toISOString()]);
  const left = await db.selectFrom('work').select(['name', 'input']).execute();
  assert.deepEqual(left, [{ name: 'taskEnded', input: { taskId, accountId: world.admin.id } }]);
});

test('a schedule is tried again and never discarded: it would come again', async () => {
  const at = clock.now();
  const row = { lane: 'schedule', name: 'tidy-tasks', input: '{}', created_at: at, due_at: at } as const;
  await db.insertInto('work').values(row).execute();
  const id = await getStuck();
  assert.equal((await list()).stuck[0]?.since, null);
  assert.equal((await discard(id)).body.error, 'protectedRecord');
  assert.equal((await retry(id)).status, 200);
});

test('an Admin of a corporation neither sees nor changes the work of the installation', async () => {
  await emitOne();
  const id = await getStuck();
  const { token } = world.admin;
  assert.equal((await server.call(work.list, {}, token)).body.error, 'notAllowed');
  assert.equal((await server.call(work.retry, { workId: id }, token)).body.error, 'notAllowed');
  assert.equal((await discard(id, token)).body.error, 'notAllowed');
  assert.equal((await list()).total, 1);
});

test('every event, task, schedule and delivery has a name in words', () => {
  const root = join(import.meta.dirname, '../../../../..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const namesIn = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, found]) => found ?? '');
  const [interfaceOfEvents = ''] = /interface Events \{[\s\S]*?\n\}/.exec(read('contract/src/kernel/events.ts')) ?? [];
  const jobs = globSync('server/src/{features/*/*,kernel}/*.jobs.ts', { cwd: root });
  const names = [
    ...namesIn(interfaceOfEvents, /^ {2}(\w+):/gm),
    ...Object.keys(taskChanges),
    ...namesIn(read('server/src/features/alerts/deliveries/deliveries.events.ts'), /^export const \w+Work = '(\w+)'/gm),
    ...jobs.flatMap((path) => namesIn(read(path), /^ {2}name: '([\w-]+)'/gm)),
  ];
  const words = JSON.parse(read('web/src/languages/en/platform/work.json')) as { name: Record<string, string> };
  assert.deepEqual(names.toSorted(), Object.keys(words.name).toSorted());
});
