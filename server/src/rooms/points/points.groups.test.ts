import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { points } from '@plumbline/contract/points';
import { makeWorld, startServer, type TestServer, type World } from '../../../test/harness.ts';
import { issueOf, makeDevice, takeConversions } from '../../../test/points-ground.ts';
import { conversionsOf } from './points.conversions.reads.ts';

let server: TestServer;
let north: World;
let south: World;
let made = 0;
before(async () => {
  server = await startServer({ ROLES: 'web' });
  north = await makeWorld(server, 'North');
  south = await makeWorld(server, 'South');
});
after(() => server.close());

const first = { mode: 1, parameters: { K: 0.1, f0: 2900 } };
const second = { mode: 1, parameters: { K: 0.12, f0: 2850 } };
const make = async () =>
  (
    await server.call(
      points.create,
      {
        projectId: north.projectId,
        structureId: north.structureId,
        name: `G-${++made}`,
        family: 'waterLevel',
        ...first,
      },
      north.admin.token,
    )
  ).body.measuringPoint;
const call = <
  R extends (typeof points)[
    | 'bind'
    | 'replaceDevice'
    | 'migrateData'
    | 'cancelMigration'
    | 'completeMigration'
    | 'update'],
>(
  route: R,
  input: object,
) => server.call(route, input as never, north.admin.token);
const bind = (pointId: number, measuringDeviceId: number | null, input: object = {}) =>
  call(points.bind, { pointId, measuringDeviceId, ...input });
const historyOf = async (pointId: number) =>
  (await server.call(points.deviceGroups, { pointId }, north.admin.token)).body.deviceGroups;
const periodsOf = async (pointId: number) =>
  (await conversionsOf(server.db, [pointId])).get(pointId)!.map(({ fromMs, toMs, sncode, parameters }) => ({
    fromMs,
    toMs,
    sncode,
    parameters,
  }));
/** Moves the clock on a minute and gives the time. */
const later = () => {
  server.clock.advance(60_000);
  return server.clock.now();
};
const [always, forever] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

test('binding writes history: from when to when, and who', async () => {
  const [one, two] = [await makeDevice(server, north, ['1', '2']), await makeDevice(server, north, ['1'])];
  const { id } = await make();
  const t1 = later();
  await bind(id, one.id);
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: forever, sncode: one.sncode, parameters: first.parameters },
  ]);
  const t2 = later();
  const rebound = await bind(id, two.id);
  assert.equal(rebound.body.measuringPoint.deviceGroup?.since, t2.toISOString());
  const t3 = later();
  await bind(id, null);
  assert.deepEqual(
    (await historyOf(id)).map(({ sncode, channel, fromAt, toAt, migration, byName }) => [
      sncode,
      channel,
      fromAt,
      toAt,
      migration,
      byName,
    ]),
    [
      [two.sncode, '1', t2.toISOString(), t3.toISOString(), 'none', 'North.admin'],
      [one.sncode, '1', t1.toISOString(), t2.toISOString(), 'none', 'North.admin'],
    ],
  );
  // Unbound, the point still converts what arrived since the last binding.
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: t2.getTime(), sncode: one.sncode, parameters: first.parameters },
    { fromMs: t2.getTime(), toMs: forever, sncode: two.sncode, parameters: first.parameters },
  ]);
  later();
  await bind(id, two.id);
  const [now, ...before] = await historyOf(id);
  assert.deepEqual([now?.fromAt, now?.toAt, before.length], [t2.toISOString(), null, 1], 'the same channel goes on');
});

test('each device group keeps the conversion of its time', async () => {
  const [one, two] = [await makeDevice(server, north, ['1']), await makeDevice(server, north, ['1'])];
  const { id } = await make();
  await bind(id, one.id);
  await takeConversions(server);
  await call(points.update, { pointId: id, parameters: { K: 0.11, f0: 2900 }, reason: 'calibration sheet' });
  assert.deepEqual(
    (await takeConversions(server)).map(({ fromMs, before, after, reason, byName }) => [
      fromMs,
      before,
      after,
      reason,
      byName,
    ]),
    [
      [
        null,
        { parameters: first.parameters },
        { parameters: { K: 0.11, f0: 2900 } },
        'calibration sheet',
        'North.admin',
      ],
    ],
  );
  const at = later();
  await bind(id, two.id);
  later();
  await call(points.update, { pointId: id, ...second });
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: at.getTime(), sncode: one.sncode, parameters: { K: 0.11, f0: 2900 } },
    { fromMs: at.getTime(), toMs: forever, sncode: two.sncode, parameters: second.parameters },
  ]);
  const [event, ...more] = await takeConversions(server);
  assert.deepEqual([event?.fromMs, event?.scope, more.length], [at.getTime(), 'values', 0]);
  await call(points.update, { pointId: id, initialValues: { level: 2 } });
  const [initial] = await takeConversions(server);
  assert.deepEqual(
    [initial?.fromMs, initial?.scope, initial?.after],
    [null, 'initials', { initialValues: { level: 2 } }],
  );
  await call(points.update, { pointId: id, ...second, name: 'Same conversion', intervalSeconds: 60 });
  assert.deepEqual(await takeConversions(server), [], 'what stays is not told');
});

test('a binding is dated in the field: not in the future, not before the former group began', async () => {
  const [one, two] = [await makeDevice(server, north, ['1']), await makeDevice(server, north, ['1'])];
  const { id } = await make();
  const start = later();
  const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000).toISOString();
  assert.deepEqual(issueOf((await bind(id, one.id, { changedAt: ago(-1) })).body), ['changedAt', 'changedInFuture']);
  assert.equal((await bind(id, one.id, { changedAt: ago(10) })).status, 200);
  assert.deepEqual(issueOf((await bind(id, two.id, { changedAt: ago(11) })).body), [
    'changedAt',
    'changedBeforeFormer',
  ]);
  assert.equal((await bind(id, two.id, { changedAt: ago(5) })).status, 200);
  const boundary = start.getTime() - 5 * 60_000;
  assert.deepEqual(
    (await periodsOf(id)).map(({ fromMs, sncode }) => [fromMs, sncode]),
    [
      [always, one.sncode],
      [boundary, two.sncode],
    ],
  );
});

test('a point hangs at a collector and a DTU of the same corporation', async () => {
  const device = await makeDevice(server, north, ['1']);
  const [collector, dtu] = [
    await makeDevice(server, north, [], 'collector'),
    await makeDevice(server, north, [], 'DTU'),
  ];
  const foreign = await makeDevice(server, south, [], 'DTU');
  const { id } = await make();
  assert.equal((await bind(id, device.id, { dtuId: foreign.id })).status, 404);
  assert.deepEqual(issueOf((await bind(id, device.id, { dtuId: collector.id })).body), ['dtuId', 'deviceType']);
  const bound = await bind(id, device.id, { collectorId: collector.id, dtuId: dtu.id });
  const { collectorId, dtuId } = bound.body.measuringPoint.deviceGroup!;
  assert.deepEqual([collectorId, dtuId], [collector.id, dtu.id]);
});

async function replaced() {
  const [one, two] = [await makeDevice(server, north, ['1']), await makeDevice(server, north, ['7'])];
  const { id } = await make();
  await bind(id, one.id);
  const at = later();
  server.clock.advance(3_600_000);
  const answer = await call(points.replaceDevice, {
    pointId: id,
    measuringDeviceId: two.id,
    channel: '7',
    changedAt: at.toISOString(),
    ...second,
    reason: 'lightning',
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { id, one, two, at, groupId: answer.body.deviceGroups[0]!.id, answer };
}

test('a replacement is modified, migrated and marked complete', async () => {
  const { id, one, two, at, groupId, answer } = await replaced();
  assert.deepEqual(
    answer.body.deviceGroups.map(({ sncode, channel, parameters, fromAt, migration, reason }) => [
      sncode,
      channel,
      parameters,
      fromAt === at.toISOString(),
      migration,
      reason,
    ]),
    [
      [two.sncode, '7', second.parameters, true, 'notMigrated', 'lightning'],
      [one.sncode, '1', first.parameters, false, 'none', ''],
    ],
  );
  assert.equal(answer.body.measuringPoint.deviceGroup?.migration, 'notMigrated');
  assert.deepEqual(await takeConversions(server), [], 'history stays until its data is migrated');
  const open = await call(points.replaceDevice, { pointId: id, measuringDeviceId: one.id });
  assert.deepEqual([open.status, open.body.error], [409, 'migrationOpen']);

  for (const times of [1, 2]) {
    const migrated = await call(points.migrateData, { pointId: id, groupId });
    assert.equal(migrated.body.deviceGroups[0]?.migration, 'notMigrated', `until it is completed, time ${times}`);
  }
  const [event, again] = await takeConversions(server);
  const told = (said: unknown) => {
    const { parameters, sncode, channel } = said as { parameters: object; sncode: string; channel: string };
    return [parameters, sncode, channel];
  };
  assert.deepEqual(
    [event?.fromMs, told(event?.before), told(event?.after), event?.reason, again?.fromMs],
    [
      at.getTime(),
      [first.parameters, one.sncode, '1'],
      [second.parameters, two.sncode, '7'],
      'lightning',
      at.getTime(),
    ],
  );
  const done = await call(points.completeMigration, { pointId: id, groupId });
  assert.equal(done.body.deviceGroups[0]?.migration, 'completed');
  for (const route of [points.migrateData, points.cancelMigration, points.completeMigration]) {
    const over = await call(route, { pointId: id, groupId });
    assert.deepEqual([over.status, over.body.error], [409, 'migrationOver'], route.path);
  }
  const next = await call(points.replaceDevice, { pointId: id, measuringDeviceId: one.id });
  assert.equal(next.status, 200, 'the next replacement may begin');
});

test('a cancelled replacement goes back to the former group', async () => {
  const { id, one, at, groupId } = await replaced();
  await call(points.migrateData, { pointId: id, groupId });
  await takeConversions(server);
  const { body } = await call(points.cancelMigration, { pointId: id, groupId, reason: 'wrong channel' });
  assert.deepEqual(
    [body.measuringPoint.parameters, body.measuringPoint.deviceGroup?.sncode, body.measuringPoint.usedChannel],
    [first.parameters, one.sncode, '1'],
  );
  assert.deepEqual(
    body.deviceGroups.map(({ migration, toAt }) => [migration, toAt === null]),
    [
      ['cancelled', false],
      ['none', true],
    ],
  );
  assert.deepEqual(await periodsOf(id), [
    { fromMs: always, toMs: forever, sncode: one.sncode, parameters: first.parameters },
  ]);
  const [event] = await takeConversions(server);
  assert.deepEqual(
    [event?.fromMs, (event?.after as { parameters?: object } | undefined)?.parameters, event?.reason],
    [at.getTime(), first.parameters, 'wrong channel'],
  );
});

test('a cancelled replacement takes no channel from another point', async () => {
  const { id, one, groupId } = await replaced();
  const other = await make();
  await bind(other.id, one.id);
  const answer = await call(points.cancelMigration, { pointId: id, groupId });
  assert.deepEqual(
    [answer.status, answer.body.error, answer.body.detail],
    [409, 'channelOccupied', { channelNo: '1', sncode: one.sncode, pointName: other.name }],
  );
  await bind(other.id, null);
  await server.db.deleteFrom('device').where('id', '=', one.id).execute();
  const alone = await call(points.cancelMigration, { pointId: id, groupId });
  assert.deepEqual([alone.status, alone.body.measuringPoint.deviceGroup], [200, null], 'its device is gone');
  assert.equal(alone.body.deviceGroups[1]?.sncode, one.sncode, 'history still names it');
});

test('what cannot be replaced says why', async () => {
  const device = await makeDevice(server, north, ['1']);
  const { id, name } = await make();
  const replace = (input: object) =>
    call(points.replaceDevice, { pointId: id, measuringDeviceId: device.id, ...input });
  const unbound = await replace({});
  assert.deepEqual([unbound.status, unbound.body.error, unbound.body.detail], [409, 'pointNotBound', { name }]);
  await bind(id, device.id);
  assert.equal((await replace({ channel: '9' })).body.error, 'channelUnknown');
  assert.equal((await replace({ measuringDeviceId: south.device.id })).status, 404);
  assert.deepEqual(issueOf((await replace({ parameters: { K: 1 } })).body), ['parameters.f0', 'required']);
  assert.equal((await call(points.migrateData, { pointId: id, groupId: 999_999 })).status, 404);
  const [group] = await historyOf(id);
  assert.equal((await call(points.migrateData, { pointId: id, groupId: group!.id })).body.error, 'migrationOver');
  const sensor = await replace({ ...second, reason: 'new sensor on the same channel' });
  assert.deepEqual(
    [sensor.status, sensor.body.measuringPoint.usedChannel, sensor.body.deviceGroups.length],
    [200, '1', 2],
  );
});
