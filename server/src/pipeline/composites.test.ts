import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { points } from '@plumbline/contract/points/points';
import { thresholds } from '@plumbline/contract/points/thresholds';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { imports } from '@plumbline/contract/readings/imports';
import { makeWorld, type World } from '../../test/harness.ts';
import { awaitNotifications, rule, type Sent, sendRecords, settled, startMs } from '../../test/judging.fixtures.ts';
import { setChannels } from '../../test/points.fixtures.ts';
import { makePoint as makeAnyPoint, makeComposite } from '../../test/series.ts';
import { openWorlds } from '../../test/worlds.ts';
import { records } from '../features/readings/readings/readings.api.ts';

const [server] = await openWorlds([]);
let world: World;
let second: number;
let sum: number;

const makePoint = (name: string, more: Parameters<typeof makeAnyPoint>[3]) =>
  makeAnyPoint(server, world, name, { interval_seconds: 60, ...more });
const composite = (name: string, slaves: readonly [string, number][], formula: string) =>
  makeComposite(server, world, name, slaves, formula);

beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
  await setChannels(server, world.device.id, ['1', '2']);
  second = await makePoint('T-2', { device_id: world.device.id, channel: '2' });
  sum = await composite(
    'Sum',
    [
      ['a', world.pointId],
      ['b', second],
    ],
    'a + b',
  );
});

const send = (...records: Sent[]) => sendRecords(server, world, records);
const one = (minute: number, channel: string, temperature: number | null): Sent => ({
  at: startMs + minute * 60_000,
  channels: { [channel]: { temperature } },
});
const both = (minute: number, a: number | null, b: number | null): Sent => ({
  at: startMs + minute * 60_000,
  channels: { 1: { temperature: a }, 2: { temperature: b } },
});
const of = async (pointId: number) =>
  (
    await server.db
      .selectFrom('reading')
      .select(['at', 'values', 'raw'])
      .where('point_id', '=', pointId)
      .orderBy('at')
      .execute()
  ).map(({ at, values }) => [(at.getTime() - startMs) / 60_000, values[0]]);

/** Sealed records too: what is put back lies there. */
const all = async (pointId: number) =>
  (await records(server.database.pool, pointId, 0, startMs * 2, { newestFirst: false, offset: 0, limit: 1000 })).map(
    ({ at, values }) => [(at - startMs) / 60_000, values[0]] as const,
  );

test('a composite is computed with its slaves, from whatever arrives, once', async () => {
  await send(both(0, 1, 10), both(1, 2, 20));
  assert.deepEqual(await of(sum), [
    [0, 11],
    [1, 22],
  ]);
  // One slave alone gives nothing; the other, later, does. Within half the interval counts as the same time.
  await send(one(2, '1', 3));
  assert.equal((await of(sum)).length, 2);
  await send(one(2.4, '2', 30));
  assert.deepEqual((await of(sum)).at(-1), [2, 33]);
  await send(one(5, '2', 50));
  await send(one(4, '1', 5));
  assert.equal((await of(sum)).length, 3, 'a minute apart is not the same time');
  await send(both(0, 1, 10), both(1, 2, 20));
  const { history } = await server.db
    .selectFrom('reading_history')
    .select((each) => each.fn.countAll<number>().as('history'))
    .where('point_id', '=', sum)
    .executeTakeFirstOrThrow();
  assert.equal(Number(history), 0, 'sent again, nothing is computed again');
  // A late, different reading of a slave computes the record of that time again.
  await send(one(1, '2', 25));
  assert.deepEqual((await of(sum))[1], [1, 27]);
  await send(both(6, 1, null));
  const last = (await of(sum)).at(-1);
  assert.deepEqual(last, [6, null], 'missing is missing');
});

test('composites of composites follow in order, are judged and alert', async () => {
  const double = await composite(
    'Double',
    [
      ['s', sum],
      ['b', second],
    ],
    's * 2 + b',
  );
  await server.call(
    thresholds.setThresholds,
    {
      pointId: double,
      thresholds: [rule({ levels: [50, null, null, null] })],
    },
    world.admin.token,
  );
  await awaitNotifications();
  await send(both(0, 1, 10), both(1, 2, 20));
  assert.deepEqual(await of(double), [
    [0, 32],
    [1, 64],
  ]);
  const { body } = await server.call(
    alerts.ofProject,
    { projectId: world.projectId, pointId: double } as never,
    world.admin.token,
  );
  assert.deepEqual(
    body.alerts.map(({ level, value }) => [level, value]),
    [[1, 64]],
  );
});

test('a slave that is recomputed takes its composites with it', async () => {
  await send(both(0, 1, 10), both(1, 2, 20));
  const { status } = await server.call(
    points.update,
    { pointId: second, formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: 'temperature * 10' }, reason: 'x' },
    world.admin.token,
  );
  assert.equal(status, 200);
  await settled(server);
  assert.deepEqual(await of(second), [
    [0, 100],
    [1, 200],
  ]);
  assert.deepEqual(await of(sum), [
    [0, 101],
    [1, 202],
  ]);
});

test('what is deleted, flagged or corrected of a slave reaches its composites, and comes back with it', async () => {
  const double = await composite('Double', [['s', sum]], 's * 2');
  await send(both(0, 1, 10), both(1, 2, 20), both(2, 3, 30));
  const minute = (n: number) => new Date(startMs + n * 60_000).toISOString();
  const act = { times: [minute(1)], reason: 'Knocked' };
  const { token } = world.admin;
  const undo = async (changeId: number | null) => {
    await settled(server);
    const { status } = await server.call(history.undo, { pointId: second, changeId: changeId! }, token);
    assert.equal(status, 200);
    await settled(server);
  };
  const deleted = (await server.call(history.delete, { pointIds: [second], ...act }, token)).body;
  await settled(server);
  assert.deepEqual(await of(sum), [
    [0, 11],
    [2, 33],
  ]);
  assert.deepEqual(
    (await all(double)).map(([at]) => at),
    [0, 2],
  );
  const log = (await server.call(history.changes, { pointId: sum }, token)).body.changes;
  assert.deepEqual(
    log.map(({ kind, byName, undoable, counts }) => [kind, byName, undoable, counts]),
    [
      [
        'recompute',
        (await server.call(history.changes, { pointId: second }, token)).body.changes[0]!.byName,
        false,
        { recomputed: 2 },
      ],
    ],
  );
  await undo(deleted.changeId);
  assert.deepEqual(
    (await all(sum)).map(([, value]) => value),
    [11, 22, 33],
  );
  const flagged = (
    await server.call(history.flag, { pointId: second, fields: ['temperature'], ...act, quality: 'fail' }, token)
  ).body;
  await settled(server);
  assert.deepEqual(
    (await all(sum)).map(([, value]) => value),
    [11, null, 33],
  );
  await undo(flagged.changeId);
  const shift = { startAt: minute(1), endAt: minute(2), fixes: { temperature: 5 }, reason: 'Lifted' };
  const shifted = (await server.call(corrections.createShift, { pointId: second, ...shift }, token)).body;
  await settled(server);
  assert.deepEqual(
    (await all(sum)).map(([, value]) => value),
    [11, 17, 33],
  );
  await undo(shifted.changeId);
  assert.deepEqual(
    (await all(sum)).map(([, value]) => value),
    [11, 22, 33],
  );
});

test('an entered record that is only taken out takes the composite record with it', async () => {
  const manual = await makePoint('By hand', { type: 2, mode: 0 });
  const total = await composite('Total', [['a', manual]], 'a + 1');
  const { token } = world.admin;
  const enter = (minute: number) =>
    server.call(
      imports.enter,
      { pointId: manual, at: new Date(startMs + minute * 60_000).toISOString(), values: { temperature: minute } },
      token,
    );
  for (const minute of [1, 2, 3]) assert.equal((await enter(minute)).status, 200);
  await settled(server);
  assert.deepEqual(
    (await all(total)).map(([at]) => at),
    [1, 2, 3],
  );
  const times = [new Date(startMs + 2 * 60_000).toISOString()];
  const { status } = await server.call(
    imports.removeEntry,
    { pointId: manual, times, reason: 'Misread' } as never,
    token,
  );
  assert.equal(status, 200);
  await settled(server);
  assert.deepEqual(
    (await all(total)).map(([at]) => at),
    [1, 3],
  );
});

test('what fails on the way of a batch leaves nothing of it, wherever it fails', async () => {
  await server.db
    .updateTable('point')
    .set({
      processing: JSON.stringify({
        quality: { fields: { temperature: { rate: { per: 'hour', suspect: 1 } } }, gap: null, clock: null },
        filters: [],
      }),
    } as never)
    .where('id', '=', second)
    .execute();
  const { openDirectory } = await import('./directory.ts');
  const { ingestBatch } = await import('./pipeline.ts');
  const device = (await openDirectory(server.db, server.log).device(world.device.sncode))!;
  const [a, b] = [device.points.get('1')!, device.points.get('2')!];
  assert.equal(a.composites.length, 1);
  const rows = [a, b].map((point, i) => ({
    point,
    at: startMs,
    receivedAt: startMs,
    values: [i + 1],
    raw: `{"temperature":${i + 1}}`,
    deviceId: world.device.id,
  }));
  const { pool } = server.database;
  let failAt = 0;
  for (failAt = 1; failAt < 60; failAt++) {
    let calls = 0;
    const broken = {
      async connect() {
        const client = await pool.connect();
        return new Proxy(client, {
          get(target, key) {
            if (key !== 'query') {
              const value = Reflect.get(target, key);
              return typeof value === 'function' ? value.bind(target) : value;
            }
            return (...args: unknown[]) => {
              const text = typeof args[0] === 'string' ? args[0] : '';
              if (text !== 'ROLLBACK' && ++calls === failAt) throw new Error('planted');
              return (target.query as (...all: unknown[]) => unknown)(...args);
            };
          },
        });
      },
    };
    try {
      await ingestBatch(broken as never, server.clock, { rows });
      break;
    } catch (error) {
      assert.equal((error as Error).message, 'planted');
      for (const id of [world.pointId, second, sum]) assert.deepEqual(await of(id), []);
      assert.equal(
        (await server.db.selectFrom('quality_state').selectAll().where('point_id', '=', second).execute()).length,
        0,
      );
    }
  }
  assert.ok(failAt > 8 && failAt < 60, `${failAt} calls`);
  assert.deepEqual(await of(sum), [[0, 3]]);
});
