import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openWorlds } from '../../test/worlds.ts';
import { emit, emitMany, type Handlers, startOutbox } from './events.ts';
import { sqlOver } from './sql.ts';

const [server] = await openWorlds([]);
// Events are handled by the outboxes that the tests open.
await server.outbox?.stop();

/** Another process that handles events. */
const open = (handlers: Handlers) =>
  startOutbox({ db: server.db, clock: server.clock, log: server.log, listener: server.listener, handlers });
const emitOne = () => emit(server.db, server.clock.now(), 'alertsRevised', { alertId: 1, projectId: 1 });
const rows = () => server.db.selectFrom('outbox').select(['attempts', 'next_at']).orderBy('id').execute();

test('an event that fails is tried again after 1, 2, 4 ... seconds, and not before', async () => {
  const start = server.clock.now().getTime();
  let tries = 0;
  const outbox = open({
    alertsRevised: [
      async () => {
        tries++;
        if (tries < 4) throw new Error('not yet');
      },
    ],
  });
  try {
    await emitOne();
    await outbox.settle();
    for (const [attempts, seconds] of [
      [1, 1],
      [2, 2],
      [3, 4],
    ] as const) {
      assert.equal(tries, attempts);
      const [row] = await rows();
      assert.equal(row?.attempts, attempts);
      assert.equal((row?.next_at.getTime() ?? 0) - server.clock.now().getTime(), seconds * 1000);
      server.clock.advance(seconds * 1000 - 1);
      await outbox.settle();
      assert.equal(tries, attempts, 'a millisecond before its time nothing is tried');
      server.clock.advance(1);
      await outbox.settle();
    }
    assert.equal(tries, 4);
    assert.deepEqual(await rows(), []);
    assert.equal(server.clock.now().getTime() - start, 7000);
  } finally {
    await outbox.stop();
  }
});

test('two processes handle an event once, and neither waits for the other', async () => {
  let handled = 0;
  let release = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const handlers: Handlers = {
    alertsRevised: [
      async () => {
        handled++;
        if (handled === 1) await blocked;
      },
    ],
  };
  const [one, two] = [open(handlers), open(handlers)];
  try {
    await emitOne();
    for (let i = 0; i < 200 && handled === 0; i++) await wait(10);
    assert.equal(handled, 1);
    // One of them is at it. Neither passes over what is in another's hands, nor takes it too.
    await emitOne();
    for (let i = 0; i < 200 && handled === 1; i++) await wait(10);
    assert.equal(handled, 2, 'the second event is handled while the first is still in hand');
    await wait(100);
    assert.equal(handled, 2);
    release();
    await Promise.all([one.settle(), two.settle()]);
    assert.equal(handled, 2);
    assert.deepEqual(await rows(), []);
  } finally {
    release();
    await Promise.all([one.stop(), two.stop()]);
  }
});

test('many events of one name are handled at once, and another name does not wait behind them', async () => {
  const batches: number[] = [];
  const order: string[] = [];
  const handlers: Handlers = {
    alertRaised: [
      {
        many: async (_context, payloads) => {
          batches.push(payloads.length);
          order.push('alerts');
        },
      },
    ],
    storageLow: [async () => void order.push('storageLow')],
  };
  const alerts = Array.from({ length: 250 }, (_, alertId) => ({ alertId, projectId: 1 }));
  await server.db.transaction().execute(async (transaction) => {
    await emitMany(sqlOver(transaction), server.clock.now(), 'alertRaised', alerts);
    await emit(transaction, server.clock.now(), 'storageLow', { freeBytes: 1 });
  });
  const outbox = open(handlers);
  await outbox.settle();
  await outbox.stop();
  assert.deepEqual(batches, [100, 100, 50]);
  assert.ok(order.indexOf('storageLow') <= 1, order.join(' '));
  assert.deepEqual(await rows(), []);
});

test('of a batch that fails each is tried alone: one at fault holds up none of the others', async () => {
  const handled: number[] = [];
  const outbox = open({
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
    sqlOver(server.db),
    server.clock.now(),
    'alertRaised',
    [1, 2, 3].map((alertId) => ({ alertId, projectId: 1 })),
  );
  await outbox.settle();
  await outbox.stop();
  assert.deepEqual(handled, [1, 3]);
  assert.deepEqual(
    (await rows()).map(({ attempts }) => attempts),
    [1],
  );
});
