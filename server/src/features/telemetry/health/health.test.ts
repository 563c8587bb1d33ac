import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { devices } from '@plumbline/contract/devices/devices';
import { health } from '@plumbline/contract/telemetry/health';
import { sql } from 'kysely';
import { waitFor } from '../../../../../e2e/wait-for.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { setChannels } from '../../../../test/points.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { dropDead } from '../gateway/gateway.leases.table.ts';
import { scanHealth } from './health.jobs.ts';

const [server, world] = await openWorlds(['Health']);
await setChannels(server, world.device.id, ['1', '2']);
const second = await makePoint(server, world, 'A-2', {
  device_id: world.device.id,
  channel: '2',
  family: 'deepDisplacement',
  mode: 5,
  node_count: 3,
});
/** A new session each time: the clock moves on by hours. */
const token = () => server.tokenFor(world.admin.id);
const minute = 60_000;
const hour = 60 * minute;

async function send(channels: object, device?: object) {
  const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: server.clock.now().toISOString(), channels, device }),
  });
  const body = (await response.json()) as { refused?: unknown[] };
  assert.deepEqual([response.status, body.refused], [200, []], JSON.stringify(body));
}
let value = 10;
/** Another number each time. */
const next = () => ++value;
const chain = (y2: number | null = 2) => ({ x: [1, 2, 3], y: [1, y2, next()] });
const fine = () => ({ 1: { temperature: next() }, 2: chain() });
/** Resolves when the gateway has written the voltage of the supply. */
const written = (voltage: number) =>
  waitFor(async () => {
    const states = server.db.selectFrom('device_state').select('voltage_v');
    return (await states.where('device_id', '=', world.device.id).executeTakeFirst())?.voltage_v;
  }, voltage);
const scan = () => scanHealth(server.db, server.clock.now());
const reported = async () => (await server.call(health.device, { deviceId: world.device.id }, await token())).body;
const statuses = async () => (await reported()).channels.map(({ status }) => status);
async function pass(milliseconds: number, each?: () => Promise<void>) {
  server.clock.advance(milliseconds);
  await each?.();
  await scan();
}
const rung = async () => {
  await server.work!.settle();
  const { body } = await server.call(notifications.list, {}, await token());
  return body.notifications.filter(({ type }) => type === 'DeviceHealth');
};

test('a device that nothing ever came from is not normal: it never reported, and counts as that', async () => {
  assert.deepEqual([(await reported()).status, await statuses()], ['neverReported', []]);
  await scan();
  assert.deepEqual(
    [(await reported()).status, await statuses()],
    ['neverReported', ['neverReported', 'neverReported']],
  );
  const counted = async () => {
    const { body } = await server.call(health.stat, { projectId: world.projectId }, await token());
    return Object.fromEntries(body.healthStatusStat.map(({ status, count }) => [status, count]));
  };
  const before = await counted();
  const unhealthy = await server.call(
    health.list,
    { projectId: world.projectId, status: 'unhealthy' as const },
    await token(),
  );
  assert.ok(unhealthy.body.deviceHealthStat.some(({ deviceId }) => deviceId === world.device.id));
  await send(fine());
  await waitFor(async () => (await reported()).status, 'normal');
  await scan();
  assert.deepEqual(await statuses(), ['normal', 'normal']);
  const after = await counted();
  assert.equal(after['neverReported'], (before['neverReported'] ?? 0) - 1);
  assert.equal(after['normal'], (before['normal'] ?? 0) + 1);
});

test('a channel that falls silent is lost after its tolerance, its device with it, and comes back', async () => {
  await pass(0, () => send(fine()));
  assert.deepEqual([(await reported()).status, await statuses()], ['normal', ['normal', 'normal']]);
  await pass(hour + 5 * minute);
  const [first] = (await reported()).channels;
  assert.deepEqual([first?.status, first?.missed, first?.pointName], ['normal', 0, 'T-1'], 'it may be on its way');
  assert.equal(Date.parse(first!.expectedAt!) - Date.parse(first!.lastAt!), hour);
  // Channel 2 goes on, channel 1 does not. The tolerance is three collections.
  for (let i = 0; i < 3; i++) await pass(hour, () => send({ 2: chain() }));
  assert.deepEqual([(await reported()).status, await statuses()], ['dataLost', ['dataLost', 'normal']]);
  const device = (await server.call(devices.get, { deviceId: world.device.id }, await token())).body.device;
  assert.deepEqual([device.health, device.warnings > 0], ['dataLost', true], 'the warehouse says the same');
  await pass(0, () => send(fine()));
  assert.deepEqual([(await reported()).status, await statuses()], ['normal', ['normal', 'normal']]);
  const { body } = await server.call(health.changes, { deviceId: world.device.id }, await token());
  assert.deepEqual(
    body.changes.map((each) => [each.before, each.status, each.channels]),
    [
      ['dataLost', 'normal', []],
      ['normal', 'dataLost', ['1']],
    ],
  );
  const warnings = await server.call(devices.warnings, { deviceId: world.device.id }, await token());
  assert.deepEqual(
    warnings.body.warnings.filter(({ kind }) => kind === 'dataLost').map(({ detail }) => detail),
    [{ channels: ['1'] }],
  );
});

test('people are notified once an episode, of a logger as a whole, and again in the next', async () => {
  const before = (await rung()).length;
  const tolerance = 6;
  await pass((tolerance + 1) * hour);
  const [one, ...others] = (await rung()).slice(0, (await rung()).length - before);
  assert.equal(others.length, 0, 'two channels, one message');
  assert.deepEqual(
    [one?.title, one?.detail['channels'], one?.detail['sncode']],
    ['Logger', '1, 2', world.device.sncode],
  );
  for (let i = 0; i < 5; i++) await pass(hour);
  assert.equal((await rung()).length, before + 1, 'the episode goes on');
  assert.ok((await reported()).channels.every(({ overdueAt }) => overdueAt !== null));
  await pass(0, () => send(fine()));
  assert.ok((await reported()).channels.every(({ overdueAt }) => overdueAt === null));
  await pass((tolerance + 1) * hour);
  assert.equal((await rung()).length, before + 2, 'a new episode');
  await pass(0, () => send(fine()));
});

test('four identical samples are repeated data, another one ends it', async () => {
  for (let i = 0; i < 3; i++) await pass(hour, () => send({ 1: { temperature: 777 }, 2: chain() }));
  assert.equal((await reported()).channels[0]?.status, 'normal');
  await pass(hour, () => send({ 1: { temperature: 777 }, 2: chain() }));
  const [first] = (await reported()).channels;
  assert.deepEqual([first?.status, first?.repeats, (await reported()).status], ['dataRepeat', 4, 'dataRepeat']);
  await scan();
  assert.equal((await reported()).channels[0]?.repeats, 4, 'looking again counts nothing');
  await pass(hour, () => send(fine()));
  assert.deepEqual(await statuses(), ['normal', 'normal']);
});

test('a chain with a node that says nothing is broken there', async () => {
  await pass(hour, () => send({ 1: { temperature: next() }, 2: chain(null) }));
  const { status, channels } = await reported();
  assert.deepEqual([status, channels[1]?.status, channels[1]?.brokenNodes], ['nodeBroken', 'nodeBroken', [2]]);
  await pass(10 * minute);
  assert.deepEqual((await reported()).channels[1]?.brokenNodes, [2], 'it stays so until a whole one comes');
  await pass(hour, () => send(fine()));
  assert.equal((await reported()).status, 'normal');
});

test('low voltage is of the device, and the worst counts', async () => {
  await pass(minute, () => send(fine(), { voltage: 5 }));
  await written(5);
  await scan();
  assert.equal((await reported()).status, 'lowVoltage');
  const { body } = await server.call(health.changes, { deviceId: world.device.id, pageSize: 1 }, await token());
  assert.deepEqual([body.changes[0]?.status, body.changes[0]?.channels], ['lowVoltage', []]);
  await pass(5 * hour);
  assert.equal((await reported()).status, 'dataLost');
  const stat = await server.call(health.stat, { projectId: world.projectId }, await token());
  assert.deepEqual(
    stat.body.healthStatusStat.filter(({ count }) => count > 0),
    [{ status: 'dataLost', count: 1 }],
  );
  assert.deepEqual(
    stat.body.unhealthStat.map(({ projectId, status, count }) => [projectId, status, count]),
    [[world.projectId, 'dataLost', 1]],
  );
  const list = await server.call(health.list, { status: 'unhealthy' }, await token());
  assert.deepEqual(
    list.body.deviceHealthStat.map(({ deviceId, projectId, unhealthy }) => [deviceId, projectId, unhealthy]),
    [[world.device.id, world.projectId, ['1', '2']]],
  );
  assert.equal((await server.call(health.list, { status: 'nodeBroken' }, await token())).body.total, 0);
  const warnings = async () =>
    (await server.call(devices.warnings, { deviceId: world.device.id }, await token())).body.warnings.map(
      ({ kind, detail }) => [kind, detail['voltage']],
    );
  assert.ok(!(await warnings()).some(([, voltage]) => voltage === 4), 'not yet');
  server.clock.advance(25 * hour);
  await server.db.updateTable('device_state').set({ low_voltage: false, voltage_v: 4 }).execute();
  await scan();
  assert.equal((await reported()).status, 'dataLost');
  assert.deepEqual((await warnings())[0], ['lowVoltage', 4], 'a low voltage is warned of behind a worse finding too');
  const nobody = await makeAccount(server, 'Normal', world.corporationId, 'nobody');
  assert.equal((await server.call(health.list, {}, nobody.token)).status, 403);
  await pass(0, () => send(fine(), { voltage: 12 }));
  await written(12);
  await scan();
  assert.equal((await reported()).status, 'normal');
});

test('a voltage that hovers at the threshold does not flap: it is low until it is well above', async () => {
  const { body } = await server.call(devices.healthThreshold, { deviceId: world.device.id }, await token());
  const { voltageThreshold: limit } = body.thresholds;
  const total = async () =>
    (await server.call(health.changes, { deviceId: world.device.id }, await token())).body.total;
  const supply = async (voltage: number) => {
    await pass(minute, () => send(fine(), { voltage }));
    await written(voltage);
    await scan();
    const device = (await server.call(devices.get, { deviceId: world.device.id }, await token())).body.device;
    const { status } = await reported();
    assert.equal(device.health, status, 'the warehouse says the same');
    return status;
  };
  const before = await total();
  assert.equal(await supply(limit + 0.01), 'normal', 'above the threshold it is well');
  assert.equal(await supply(limit - 0.01), 'lowVoltage');
  for (const more of [0.01, -0.02, 0.02]) assert.equal(await supply(limit + more * limit), 'lowVoltage', `${more}`);
  assert.equal((await total()) - before, 1, 'one change however it hovers');
  assert.equal(await supply(limit * 1.031), 'normal');
  assert.equal(await supply(limit * 1.01), 'normal', 'on its way down it counts from the threshold');
  await supply(12);
});

test('after our own absence nothing is lost until a collection is missing since', async () => {
  const before = (await rung()).length;
  server.clock.advance(50 * hour);
  await server.db.updateTable('gateway_lease').set({ opened_at: server.clock.now() }).execute();
  await scan();
  assert.deepEqual([(await reported()).status, (await rung()).length], ['normal', before]);
  await pass(30 * minute);
  assert.equal((await reported()).status, 'normal');
  await server.db.deleteFrom('gateway_lease').execute();
  await pass(2 * hour);
  assert.equal((await reported()).status, 'normal', 'no gateway takes anything: silence says nothing');
  await server.gateway!.lease.beat();
  await scan();
  assert.equal((await reported()).status, 'normal');
  await pass(hour + 10 * minute);
  assert.equal((await reported()).status, 'dataLost');
  assert.equal((await rung()).length, before + 1);
});

test('what does not feed a point that takes readings is not looked at', async () => {
  await server.db.updateTable('point').set({ deprecated_at: server.clock.now() }).where('id', '=', second).execute();
  await server.db.updateTable('point').set({ collect_mode: 'NoCollect' }).where('id', '=', world.pointId).execute();
  await scan();
  const { status, channels } = await reported();
  assert.deepEqual(
    [status, channels.map(({ channel, missed }) => [channel, missed])],
    ['normal', [['1', 0]]],
    'nothing is expected of a point that is not read',
  );
});

test('the devices of a gateway that died fall to not connected; its own stay', async () => {
  const dead = '00000000-0000-4000-8000-000000000001';
  const connection = async () =>
    (await server.call(devices.get, { deviceId: world.device.id }, await token())).body.device.connection;
  await sql`INSERT INTO gateway_lease (id, opened_at, beat_at) VALUES (${dead}, now(), now())`.execute(server.db);
  await server.db
    .updateTable('device_state')
    .set({ connected: true, lease: dead })
    .where('device_id', '=', world.device.id)
    .execute();
  await server.gateway!.lease.beat();
  assert.equal(await connection(), 'connected');
  await sql`UPDATE gateway_lease SET beat_at = now() - interval '40 seconds' WHERE id = ${dead}`.execute(server.db);
  assert.deepEqual(await dropDead(server.db), [world.device.sncode]);
  assert.equal(await connection(), 'notConnected');
});

test('10,000 channels are looked at set by set, and written down once', async () => {
  await sql`
    WITH d AS (
      INSERT INTO device (corporation_id, name, model, sncode, secret_hash, created_at)
      SELECT ${world.corporationId}, 'D' || n, 'VW-8', 'M-' || n, '\\x00', ${server.clock.now()} FROM generate_series(1, 1250) n
      RETURNING id),
    p AS (
      INSERT INTO point (project_id, structure_id, name, family, mode, device_id, channel, created_at)
      SELECT ${world.projectId}, ${world.structureId}, 'P' || d.id || '-' || c, 'temperature', 4, d.id, c::text, ${server.clock.now()}
      FROM d, generate_series(1, 8) c RETURNING id),
    s AS (
      INSERT INTO point_state (point_id, at, received_at, values)
      SELECT id, ${server.clock.now()}, ${server.clock.now()}, '{1}' FROM p)
    INSERT INTO reading (point_id, at, received_at, values, raw)
    SELECT id, ${server.clock.now()}, ${server.clock.now()}, '{1}', '{"temperature": 1}' FROM p`.execute(server.db);
  await sql`ANALYZE`.execute(server.db);
  server.clock.advance(minute);
  assert.ok((await scan()) >= 10_000);
  // Nothing has changed since: nothing is written.
  assert.equal(await scan(), 0);
});
