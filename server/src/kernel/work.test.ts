import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { waitFor } from '../../../e2e/wait-for.ts';
import { waitForNotifications } from '../../test/notifications.ts';
import { openWorlds } from '../../test/worlds.ts';
import type { Db } from './context.ts';
import { openDatabase } from './db.ts';
import { emit, emitMany, type Handlers } from './events.ts';
import { sqlOver } from './sql.ts';
import { exposeWork } from './work.metrics.ts';
import { startWork, type Worker } from './work.ts';

const [server] = await openWorlds([], { METRICS_TOKEN: 'watcher' });
const { clock, database, db, log, listener, context } = server;
// Work is done by the workers that the tests open.
await server.work?.stop();

const opened: Worker[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((work) => work.stop()));
  await db.deleteFrom('work').execute();
});
/** Another process that handles events. */
async function open(events: Handlers, listening = listener): Promise<Worker> {
  const work = await startWork({ context, soon: database, long: database, clock, log, listener: listening, events });
  opened.push(work);
  return work;
}
const emitOne = () => emit(db, clock.now(), 'alertsRevised', { alertId: 1, projectId: 1 });
const rows = () => db.selectFrom('work').select(['attempts', 'due_at', 'error']).orderBy('id').execute();

test('an event that fails is tried again after 1, 2, 4 ... seconds, and not before', async () => {
  const start = clock.now().getTime();
  let tries = 0;
  const work = await open({
    alertsRevised: [
      async () => {
        tries++;
        if (tries < 4) throw new Error('not yet');
      },
    ],
  });
  await emitOne();
  await work.settle();
  for (const [attempts, seconds] of [
    [1, 1],
    [2, 2],
    [3, 4],
  ] as const) {
    assert.equal(tries, attempts);
    const [row] = await rows();
    assert.equal(row?.attempts, attempts);
    assert.equal(row?.error, 'Error: not yet');
    assert.equal((row?.due_at.getTime() ?? 0) - clock.now().getTime(), seconds * 1000);
    clock.advance(seconds * 1000 - 1);
    await work.settle();
    assert.equal(tries, attempts, 'a millisecond before its time nothing is tried');
    clock.advance(1);
    await work.settle();
  }
  assert.equal(tries, 4);
  assert.deepEqual(await rows(), []);
  assert.equal(clock.now().getTime() - start, 7000);
});

test('an event that never succeeds is never given up: it is stuck, which /metrics says, and a start tries it at once', async () => {
  let isMended = false;
  let handled = 0;
  const handlers: Handlers = {
    alertsRevised: [
      async () => {
        if (!isMended) throw new Error('at fault');
        handled++;
      },
    ],
  };
  const work = await open(handlers);
  const stuck = async () => {
    const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer watcher' } })).text();
    return Number(/^plumbline_work_stuck\{lane="alert"\} (\d+)$/m.exec(text)?.[1]);
  };
  await emitOne();
  for (let i = 1; i <= 12; i++) {
    await work.settle();
    const [row] = await rows();
    assert.equal(row?.attempts, i);
    assert.equal(await stuck(), i < 10 ? 0 : 1, `after ${i} tries`);
    clock.set(row.due_at);
  }
  await work.settle();
  const [row] = await rows();
  assert.equal((row?.due_at.getTime() ?? 0) - clock.now().getTime(), 300_000, 'at most five minutes apart');
  await work.stop();
  isMended = true;
  const mended = await open(handlers);
  await mended.settle();
  assert.equal(handled, 1, 'without waiting for its time');
  assert.deepEqual([await rows(), await stuck()], [[], 0]);
});

test('two processes handle an event once, and neither waits for the other', async () => {
  let handled = 0;
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const handlers: Handlers = {
    alertsRevised: [
      async () => {
        handled++;
        if (handled === 1) await blocked;
      },
    ],
  };
  const [one, two] = [await open(handlers), await open(handlers)];
  try {
    await emitOne();
    await waitFor(async () => handled, 1);
    // One of them is at it. Neither passes over what is in another's hands, nor takes it too.
    await emitOne();
    await waitFor(async () => handled, 2);
    // The one that is free has looked once more at all that is due.
    await Promise.race([one.settle(), two.settle()]);
    assert.equal(handled, 2);
    release();
    await Promise.all([one.settle(), two.settle()]);
    assert.equal(handled, 2);
    assert.deepEqual(await rows(), []);
  } finally {
    release();
  }
});

test('what a process that dies had in hand leaves no trace, and another handles it at once', async () => {
  const began = Promise.withResolvers<number>();
  const hanging = Promise.withResolvers<void>();
  // The key is unique: a second write beside the first would fail.
  const write = (on: Db) => on.insertInto('setting').values({ key: 'handled', value: 'true' }).execute();
  await open({
    alertsRevised: [
      async ({ db: transaction }) => {
        await write(transaction);
        const { rows: own } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
        began.resolve(own[0]?.pid ?? 0);
        await hanging.promise;
      },
    ],
  });
  await emitOne();
  const pid = await began.promise;
  const other = await open({ alertsRevised: [async ({ db: transaction }) => void (await write(transaction))] });
  try {
    await other.settle();
    assert.equal((await rows()).length, 1, 'in the hands of the first');
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await waitFor(rows, []);
    const { rowCount } = await database.pool.query("DELETE FROM setting WHERE key = 'handled'");
    assert.equal(rowCount, 1);
  } finally {
    hanging.resolve();
  }
});

test('what follows the commit is not followed by a second try where it fails', async () => {
  let handled = 0;
  const work = await open({
    alertsRevised: [
      async ({ after }) => {
        handled++;
        after(() => Promise.reject(new Error('the socket is gone')));
      },
    ],
  });
  await emitOne();
  await work.settle();
  clock.advance(600_000);
  await work.settle();
  assert.deepEqual([handled, await rows()], [1, []]);
});

test('an event whose announcement was lost is handled all the same', async () => {
  let handled = 0;
  const deaf = { ...listener, on: () => () => undefined };
  // Its first look, which needs no announcement, is over.
  await (await open({ alertsRevised: [async () => void handled++] }, deaf)).settle();
  await emitOne();
  await waitFor(async () => handled, 1);
  await waitFor(rows, []);
});

test('many events of one name are handled at once, and another name does not wait behind them', async () => {
  const batches: number[] = [];
  const other = Promise.withResolvers<void>();
  const alerts = Array.from({ length: 250 }, (_, alertId) => ({ alertId, projectId: 1 }));
  await db.transaction().execute(async (transaction) => {
    await emitMany(sqlOver(transaction), clock.now(), 'alertRaised', alerts);
    await emit(transaction, clock.now(), 'storageLow', { freeBytes: 1 });
  });
  const work = await open({
    alertRaised: [
      {
        many: async (_context, payloads) => {
          batches.push(payloads.length);
          // Behind them it would never come.
          await other.promise;
        },
      },
    ],
    storageLow: [async () => other.resolve()],
  });
  await work.settle();
  assert.deepEqual(batches, [100, 100, 50]);
  assert.deepEqual(await rows(), []);
});

test('an alert does not wait for another event that takes long', async () => {
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  let notified = 0;
  await open({ storageLow: [() => blocked], alertRaised: [async () => void notified++] });
  try {
    await emit(db, clock.now(), 'storageLow', { freeBytes: 1 });
    await emit(db, clock.now(), 'alertRaised', { alertId: 1, projectId: 1 });
    await waitFor(async () => notified, 1);
  } finally {
    release();
  }
});

test('of a batch that fails each is tried alone: one at fault holds up none of the others', async () => {
  const handled: number[] = [];
  const work = await open({
    alertRaised: [
      {
        many: async (_context, payloads) => {
          if (payloads.some(({ alertId }) => alertId === 2)) throw new Error('this one');
          handled.push(...payloads.map(({ alertId }) => alertId));
        },
      },
    ],
  });
  await emitMany(
    sqlOver(db),
    clock.now(),
    'alertRaised',
    [1, 2, 3].map((alertId) => ({ alertId, projectId: 1 })),
  );
  await work.settle();
  assert.deepEqual(handled, [1, 3]);
  assert.deepEqual(
    (await rows()).map(({ attempts }) => attempts),
    [1],
  );
});

test('a database that is away costs the figures of work and no others', async () => {
  const registry = new Registry();
  const gone = openDatabase(server.config.databaseUrl ?? '', 1, log);
  await gone.pool.end();
  exposeWork(registry, gone.db, clock);
  assert.match(await registry.metrics(), /^plumbline_work_due\{lane="alert"\} NaN$/im);
  const there = new Registry();
  exposeWork(there, db, clock);
  assert.match(await there.metrics(), /^plumbline_work_due\{lane="alert"\} 0$/m);
});

test('the lane of conditions rests after a look, takes together what came meanwhile, and never while somebody waits', async (t) => {
  const batches: number[] = [];
  let ended = 0;
  let extraMs = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + extraMs);
  const work = await open({
    conditionsDue: [
      {
        async many(_, payloads) {
          batches.push(payloads.length);
          // As if it had worked for that long: its rest is the longest there is.
          extraMs += 4_000;
          ended++;
        },
      },
    ],
  });
  const due = () => emit(db, clock.now(), 'conditionsDue', { points: [], changeId: null });
  await due();
  await waitFor(async () => ended, 1);
  for (let i = 0; i < 5; i++) {
    await due();
    await waitForNotifications();
  }
  assert.deepEqual(batches, [1], 'it rests nine times as long as it worked');
  await work.settle();
  assert.deepEqual(batches, [1, 5]);
});
