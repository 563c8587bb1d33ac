/** What a device says of a parameter holds for each point that it feeds and that does not set it: in conversions, history and traces. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { batches } from '@plumbline/contract/points/batches';
import { bindings } from '@plumbline/contract/points/bindings';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { projects } from '@plumbline/contract/site/projects';
import { makeWorld, type World } from '../../test/harness.ts';
import { sendRecords, settled, startMs } from '../../test/judging.fixtures.ts';
import { makeDevice } from '../../test/points.fixtures.ts';
import { openWorlds } from '../../test/worlds.ts';
import { conversionsOf } from '../features/points/bindings/bindings.conversions.api.ts';
import { devicesOfProject, pointPlans } from '../features/points/bindings/bindings.plans.api.ts';

const [server] = await openWorlds([]);
let world: World;
/** A vibrating wire on channel 1 of the device of the world, without parameters of its own. */
let pointId: number;
let deviceId: number;

const call = <R extends Parameters<typeof server.call>[0]>(route: R, input: object) =>
  server.call(route, input as never, world.admin.token);
const setConfig = (config: object, id = deviceId) => call(devices.setConfig, { deviceId: id, config });
const setParameters = (parameters: object) => call(points.update, { pointId, parameters, reason: 'Sheet' });
const send = (frequencies: readonly number[], fromMinute = 0) =>
  sendRecords(
    server,
    world,
    frequencies.map((frequency, i) => ({
      at: startMs + (fromMinute + i) * 60_000,
      channels: { 1: { frequency } as never },
    })),
  );
const stored = async () =>
  (await server.db.selectFrom('reading').select('values').where('point_id', '=', pointId).orderBy('at').execute()).map(
    ({ values }) => values[2],
  );
const log = async () => (await server.call(history.changes, { pointId }, world.admin.token)).body.changes;
const inForce = async () =>
  (await conversionsOf(server.db, [pointId])).get(pointId)!.map(({ parameters }) => parameters);
const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
};

beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
  const { device_id } = await server.db
    .selectFrom('point')
    .select('device_id')
    .where('id', '=', world.pointId)
    .executeTakeFirstOrThrow();
  deviceId = device_id!;
  await ok(call(bindings.bind, { pointId: world.pointId, measuringDeviceId: null }));
  await ok(setConfig({ K: 0.1, f0: 2900 }));
  const { sncode } = world.device;
  const row = { family: 'waterLevel', structureId: world.structureId, name: 'P-1', mode: 1, sncode, channel: '1' };
  const created = await server.call(
    batches.batchCreate,
    { projectId: world.projectId, rows: [row] as never },
    world.admin.token,
  );
  assert.equal(created.status, 200, JSON.stringify(created.body));
  pointId = created.body.pointIds[0]!;
  await settled(server);
});

test('by the device and by its own parameters a point is converted alike', async () => {
  const frequencies = [2900, 2850.5, 2799.25];
  await send(frequencies);
  const byDevice = await stored();
  assert.ok(byDevice.every((value) => typeof value === 'number'));
  assert.equal((await log()).length, 0);
  await ok(setParameters({ K: 0.1, f0: 2900 }));
  await settled(server);
  assert.deepEqual(await stored(), byDevice);

  // Its own holds: the device may say what it will.
  const acts = (await log()).length;
  await ok(setConfig({ K: 0.2 }));
  await settled(server);
  assert.deepEqual([await stored(), (await log()).length], [byDevice, acts]);

  await ok(setParameters({}));
  await settled(server);
  const doubled = await stored();
  assert.notDeepEqual(doubled, byDevice);
  await ok(setParameters({ K: 0.2, f0: 2900 }));
  await settled(server);
  assert.deepEqual(await stored(), doubled);
});

test('another value of the device is an act: history is computed again, traced, and undone', async () => {
  await send([2900, 2850]);
  const before = await stored();
  await ok(setConfig({ K: 0.3 }));
  await settled(server);
  const after = await stored();
  assert.ok(after[1]! > before[1]! * 2.9);
  const [act] = await log();
  assert.ok(act);
  const [of] = (act.detail as { points: { before: object; after: object }[] }).points;
  assert.deepEqual(
    [act.kind, of?.before, of?.after],
    ['recompute', { deviceParameters: { K: 0.1, f0: 2900 } }, { deviceParameters: { K: 0.3, f0: 2900 } }],
  );
  const at = new Date(startMs + 60_000).toISOString();
  const traced = await server.call(history.trace, { pointId, at, field: 'pressure' }, world.admin.token);
  assert.deepEqual(traced.body.trace.conversion.fromDevice.toSorted(), ['K', 'f0']);
  const stage = traced.body.trace.steps.find(({ kind }) => kind === 'stored');
  assert.ok(stage?.kind === 'stored' && stage.agrees);
  await ok(server.call(history.undo, { pointId, changeId: act.id }, world.admin.token));
  await settled(server);
  assert.deepEqual(await stored(), before);
});

test('without its value a point would not convert: the device keeps it, and initialising is refused', async () => {
  const { body } = await setConfig({ K: null });
  assert.deepEqual((body as { detail: unknown }).detail, [{ path: 'config.K', message: 'required', code: 'custom' }]);
  assert.equal((await call(devices.initialise, { deviceId })).status, 400);
  await ok(setParameters({ K: 1, f0: 2900 }));
  await ok(setConfig({ K: null }));
});

test('readings on their way are converted by what holds when they are stored', async () => {
  const sent: Promise<unknown>[] = [];
  for (let i = 0; i < 10; i++) {
    sent.push(send([2850], i));
    if (i % 3 === 0) sent.push(setConfig({ K: 0.1 + i / 10 }));
  }
  await Promise.all(sent);
  await ok(setConfig({ K: 0.5 }));
  await settled(server);
  const [value, ...others] = await stored();
  assert.equal(others.length, 9);
  assert.deepEqual(new Set(others), new Set([value]));
  await ok(setParameters({ K: 0.5, f0: 2900 }));
  await settled(server);
  assert.equal((await stored())[0], value);
});

test('plans of the centre and of an edge carry the value, and are other plans when it changes', async () => {
  const [before] = await pointPlans(server.db, [pointId]);
  await ok(setConfig({ K: 0.4 }));
  const [plan] = await pointPlans(server.db, [pointId]);
  assert.deepEqual([before?.parameters['K'], plan?.parameters['K']], [0.1, 0.4]);
  assert.notEqual(plan?.version, before?.version);
  const [device] = await devicesOfProject(server.db, world.corporationId, world.projectId, 10);
  assert.deepEqual(device?.points[0]?.parameters, { K: 0.4, f0: 2900 });
});

for (const [what, archive] of [
  ['point', (archived: boolean) => call(lifecycle.archive, { pointId, archived })],
  ['project', (archived: boolean) => call(projects.archive, { projectId: world.projectId, archived })],
] as const)
  test(`an archived ${what} keeps what held, until it is in use again`, async () => {
    await send([2850]);
    const before = await stored();
    await ok(archive(true));
    await ok(setConfig({ K: 0.9 }));
    await settled(server);
    assert.deepEqual([await stored(), await inForce()], [before, [{ K: 0.1, f0: 2900 }]]);
    await ok(archive(false));
    await settled(server);
    assert.deepEqual(await inForce(), [{ K: 0.9, f0: 2900 }]);
    assert.notDeepEqual(await stored(), before);
  });

test('a former group keeps what its device said, however the point was given another conversion', async () => {
  const other = await makeDevice(server, world, ['1']);
  await ok(setConfig({ K: 0.7, f0: 2800 }, other.id));
  server.clock.advance(60_000);
  await ok(call(points.update, { pointId, depthM: 3, validFrom: server.clock.now().toISOString(), reason: 'Deeper' }));
  server.clock.advance(60_000);
  await ok(call(bindings.bind, { pointId, measuringDeviceId: other.id, channel: '1' }));
  await ok(setConfig({ K: 0.9 }));
  const first = { K: 0.1, f0: 2900 };
  assert.deepEqual(await inForce(), [first, first, { K: 0.7, f0: 2800 }]);
  const { body } = await server.call(bindings.deviceGroups, { pointId }, world.admin.token);
  assert.deepEqual(
    body.deviceGroups.map(({ parameters, fromDevice }) => [parameters, fromDevice]),
    [
      [{}, { K: 0.7, f0: 2800 }],
      [{}, first],
      [{}, first],
    ],
  );
  await ok(call(bindings.bind, { pointId, measuringDeviceId: null }));
  assert.deepEqual((await inForce()).at(-1), { K: 0.7, f0: 2800 }, 'readings of before the unbinding stay as they are');
});

test('a replacement that is taken back goes on by what the former device says now', async () => {
  const other = await makeDevice(server, world, ['1']);
  const incomplete = await call(bindings.replaceDevice, { pointId, measuringDeviceId: other.id, channel: '1' });
  assert.equal(incomplete.status, 400, 'the new device says nothing');
  await ok(setConfig({ K: 0.7, f0: 2800 }, other.id));
  server.clock.advance(60_000);
  await ok(call(bindings.replaceDevice, { pointId, measuringDeviceId: other.id, channel: '1' }));
  assert.deepEqual(await inForce(), [
    { K: 0.1, f0: 2900 },
    { K: 0.7, f0: 2800 },
  ]);
  await ok(setConfig({ K: 0.2 }));
  const { body } = await server.call(bindings.deviceGroups, { pointId }, world.admin.token);
  await ok(call(bindings.cancelMigration, { pointId, groupId: body.deviceGroups[0]!.id }));
  assert.deepEqual(await inForce(), [{ K: 0.2, f0: 2900 }]);
  const { measuringPoint } = (await server.call(points.get, { pointId }, world.admin.token)).body;
  assert.deepEqual(measuringPoint.parameters, {}, 'what the device says does not become its own');
});
