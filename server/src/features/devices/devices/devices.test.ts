import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connections } from '@plumbline/contract/devices/connections';
import { devices } from '@plumbline/contract/devices/devices';
import { intake } from '@plumbline/contract/devices/intake';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { hashOf } from '../../../kernel/secrets.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

const secretOf = async (id: number) =>
  (await server.db.selectFrom('device').select('secret_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .secret_hash;

async function report(deviceId: number, state: { voltage?: number; minutesAgo?: number; connected?: boolean }) {
  const row = {
    connected: state.connected ?? false,
    voltage_v: state.voltage ?? null,
    last_seen_at:
      state.minutesAgo === undefined ? null : new Date(server.clock.now().getTime() - state.minutesAgo * 60_000),
  };
  await server.db
    .insertInto('device_state')
    .values({
      device_id: deviceId,
      activated_at: null,
      signal_dbm: -71,
      refused_at: null,
      refused_error: null,
      refused_detail: null,
      ...row,
    })
    .onConflict((on) => on.column('device_id').doUpdateSet(row))
    .execute();
}

test('a device shows its secret once and says how to reach the gateway', async () => {
  server.addresses.mqtt = { host: 'gate.example', port: 1883, tls: false };
  const input = {
    corporationId: north.corporationId,
    name: 'Logger 2',
    model: 'VW-8',
    sncode: 'VW8-0001',
    measurement: 'waterLevel' as const,
    channels: [{ number: 'A1', mode: 1, label: '' }],
  };
  const { status, body } = await server.call(devices.create, input, north.admin.token);
  assert.equal(status, 200);
  assert.match(body.secret, /^pld_[\w-]{43}$/);
  assert.deepEqual(await secretOf(body.device.id), hashOf(body.secret));
  assert.deepEqual(body.connection, {
    sncode: 'VW8-0001',
    mqtt: {
      host: 'gate.example',
      port: 1883,
      tls: false,
      readings: 'devices/VW8-0001/readings',
      commands: 'devices/VW8-0001/commands',
      responses: 'devices/VW8-0001/responses',
      errors: 'devices/VW8-0001/errors',
    },
    http: { url: `${server.url}/api/devices/VW8-0001/readings` },
    sample: { at: server.clock.now().toISOString(), channels: { A1: { frequency: 2712.4, temperature: 18.2 } } },
  });
  assert.deepEqual(
    [body.device.health, body.device.connection, body.device.battery],
    ['neverReported', 'notConnected', null],
  );
  assert.ok(
    !JSON.stringify((await server.call(devices.get, { deviceId: body.device.id }, north.admin.token)).body).includes(
      body.secret,
    ),
  );

  assert.equal((await server.call(devices.create, input, north.admin.token)).body.error, 'sncodeExists');
  const theirs = await server.call(devices.create, { ...input, corporationId: south.corporationId }, south.admin.token);
  assert.equal(theirs.body.error, 'sncodeExists', 'a serial number is one in the installation');
  const exist = (sncode: string) =>
    server.call(devices.sncodeExist, { corporationId: north.corporationId, sncode }, north.admin.token);
  assert.deepEqual([(await exist('VW8-0001')).body.exist, (await exist('VW8-0002')).body.exist], [true, false]);
  const foreign = await server.call(
    devices.sncodeExist,
    { corporationId: south.corporationId, sncode: 'VW8-0001' },
    south.admin.token,
  );
  assert.equal(foreign.body.exist, false, 'what others have is not told to who asks');
  for (const wrong of [
    { sncode: 'a/b' },
    { sncode: '#' },
    { channels: [{ number: '1', mode: 12 }] },
    {
      channels: [
        { number: '1', mode: 1 },
        { number: '1', mode: 2 },
      ],
    },
  ])
    assert.equal((await server.call(devices.create, { ...input, ...wrong }, north.admin.token)).status, 400);
  server.addresses.mqtt = null;
  assert.equal(
    (await server.call(devices.get, { deviceId: body.device.id }, north.admin.token)).body.connection.mqtt,
    null,
  );
});

test('a new secret ends the old one', async () => {
  const before = await secretOf(north.device.id);
  const { body } = await server.call(connections.newSecret, { deviceId: north.device.id }, north.admin.token);
  assert.deepEqual(await secretOf(north.device.id), hashOf(body.secret));
  assert.notDeepEqual(await secretOf(north.device.id), before);
  assert.equal(body.connection.sncode, north.device.sncode);
  assert.deepEqual(
    (body.connection.sample as { channels: unknown }).channels,
    { 1: { temperature: 18.2 } },
    'as its point reads it',
  );
});

test('a channel that feeds a point is not taken away', async () => {
  const deviceId = north.device.id;
  const update = (channels: { number: string; mode: number; label?: string }[]) =>
    server.call(devices.update, { deviceId, channels }, north.admin.token);
  const lost = await update([{ number: '2', mode: 1 }]);
  assert.deepEqual(
    [lost.status, lost.body.error, lost.body.detail],
    [409, 'channelInUse', { channelNo: '1', pointName: 'T-1' }],
  );
  const more = await update([
    { number: '1', mode: 4, label: 'air' },
    { number: '2', mode: 1 },
  ]);
  assert.deepEqual(more.body.device.channels, [
    {
      number: '1',
      mode: 4,
      label: 'air',
      configType: 'direct',
      protocol: null,
      sensor: '',
      address: '',
      pointId: north.pointId,
      pointName: 'T-1',
      projectId: north.projectId,
    },
    {
      number: '2',
      mode: 1,
      label: '',
      configType: 'direct',
      protocol: null,
      sensor: '',
      address: '',
      pointId: null,
      pointName: null,
      projectId: null,
    },
  ]);
  assert.equal((await server.call(devices.remove, { deviceId }, north.admin.token)).body.error, 'channelInUse');
  const { body } = await server.call(
    devices.create,
    { corporationId: north.corporationId, name: 'Spare', model: 'X', sncode: 'SPARE-1' },
    north.admin.token,
  );
  assert.equal((await server.call(devices.remove, { deviceId: body.device.id }, north.admin.token)).status, 200);
  assert.equal((await server.call(devices.get, { deviceId: body.device.id }, north.admin.token)).status, 404);
});

test('health follows the voltage as it is, and what feature health found of the channels', async () => {
  const deviceId = north.device.id;
  const health = async () => (await server.call(devices.get, { deviceId }, north.admin.token)).body.device;
  await report(deviceId, { voltage: 11.58, minutesAgo: 0, connected: true });
  const device = await health();
  assert.deepEqual(
    [device.health, device.connection, device.battery, device.voltage, device.signal],
    ['normal', 'connected', 65, 11.58, -71],
  );
  await report(deviceId, { voltage: 10.4, minutesAgo: 0 });
  assert.equal((await health()).health, 'lowVoltage');
  await server.db.updateTable('device_state').set({ health: 'dataLost' }).where('device_id', '=', deviceId).execute();
  assert.equal((await health()).health, 'dataLost', 'graver than its voltage');
  const list = (filter: { health?: 'dataLost' | 'normal'; connection?: 'connected'; keyword?: string }) =>
    server.call(warehouse.list, { corporationId: north.corporationId, ...filter }, north.admin.token);
  assert.deepEqual(
    (await list({ health: 'dataLost' })).body.devices.map(({ id }) => id),
    [deviceId],
  );
  assert.equal((await list({ connection: 'connected' })).body.total, 0);
  await server.db.updateTable('device_state').set({ health: 'normal' }).where('device_id', '=', deviceId).execute();
  await report(deviceId, { voltage: 12, minutesAgo: 0 });
  assert.equal((await health()).health, 'normal');
});

test('the warehouse is the corporation’s, the devices of a project are its members’', async () => {
  assert.equal(
    (await server.call(warehouse.list, { corporationId: south.corporationId }, north.admin.token)).status,
    404,
  );
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'guest');
  assert.equal((await server.call(warehouse.list, { corporationId: north.corporationId }, guest.token)).status, 403);
  await makeMember(server, north.projectId, guest.id, 'Guest');
  const mine = await server.call(warehouse.ofProject, { projectId: north.projectId, pageSize: 1 }, guest.token);
  assert.deepEqual(
    [mine.body.total, mine.body.devices[0]?.id, mine.body.devices[0]?.projectIds],
    [1, north.device.id, [north.projectId]],
  );
  assert.equal((await server.call(devices.update, { deviceId: north.device.id, name: 'x' }, guest.token)).status, 403);
  assert.equal((await server.call(devices.get, { deviceId: south.device.id }, guest.token)).status, 404);
});

test('a device that feeds two projects tells a member of one nothing about the other', async () => {
  const now = server.clock.now();
  const project = await server.db
    .insertInto('project')
    .values({
      corporation_id: north.corporationId,
      name: 'Secret',
      longitude: null,
      latitude: null,
      picture: null,
      creator_id: null,
      archived_at: null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const structure = await server.db
    .insertInto('structure')
    .values({ project_id: project.id, parent_id: null, name: 'S', longitude: null, latitude: null, picture: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('point')
    .values({
      project_id: project.id,
      structure_id: structure.id,
      name: 'Hidden',
      family: 'tilt',
      mode: 4,
      longitude: null,
      latitude: null,
      device_id: north.device.id,
      channel: '2',
      archived_at: null,
      created_at: now,
    })
    .execute();
  const member = await makeAccount(server, 'Normal', north.corporationId, 'member');
  await makeMember(server, north.projectId, member.id, 'Member');
  const { body } = await server.call(devices.get, { deviceId: north.device.id }, member.token);
  assert.deepEqual(body.device.projectIds, [north.projectId]);
  assert.ok(!JSON.stringify(body).includes('Hidden'));
  assert.ok(body.device.channels.find((each) => each.number === '2')?.pointId, 'but the channel is seen to be taken');
});

test('who tries serial numbers of others is stopped, and then told nothing of free ones either', async () => {
  const { corporationId } = south;
  const admin = await makeAccount(server, 'Admin', corporationId, 'tries.numbers');
  const create = (sncode: string) =>
    server.call(devices.create, { corporationId, sncode, name: sncode, model: 'VWS-8' }, admin.token);
  const rows = (count: number) => Array.from({ length: count }, () => ({ sncode: 'VW8-0001', model: 'VWS-8' }));
  const bulk = (count: number) =>
    server.call(intake.bulkCreate, { corporationId, devices: rows(count), dryRun: true }, admin.token);
  assert.equal((await bulk(61)).body.error, 'tooMany', 'more than a slip at once');
  assert.equal((await bulk(20)).body.problems[0]?.error, 'sncodeExists');
  for (let i = 0; i < 39; i++) assert.equal((await create('VW8-0001')).body.error, 'sncodeExists');
  assert.equal((await create('VW8-0001')).body.error, 'sncodeExists');
  assert.deepEqual(
    [(await create('VW8-0001')).status, (await create('FREE-0001')).status, (await bulk(1)).status],
    [429, 429, 429],
  );
  server.clock.advance?.(16 * 60_000);
  assert.equal((await create('FREE-0001')).status, 200);
});

test('who tries register ids and numbers of modules that are taken is stopped as well', async () => {
  const { corporationId } = south;
  const admin = await makeAccount(server, 'Admin', corporationId, 'tries.registers');
  const create = (sncode: string, register?: string) =>
    server.call(devices.create, { corporationId, sncode, name: sncode, model: 'DIY', register }, admin.token);
  assert.equal((await create('REG-OWN', 'taken-register')).status, 200);
  for (let i = 0; i < 30; i++) assert.equal((await create(`REG-${i}`, 'taken-register')).body.error, 'registerExists');
  const { body } = await create('REG-HEM');
  const setHem = () =>
    server.call(
      devices.setHem,
      { deviceId: body.device.id, modules: [{ number: 1, sncode: 'REG-OWN' }] } as never,
      admin.token,
    );
  const errors: (string | undefined)[] = [];
  for (let i = 0; i < 32; i++) errors.push((await setHem()).body.error);
  assert.deepEqual([errors[0], errors[29], errors.at(-1)], ['sncodeExists', 'sncodeExists', 'tooMany']);
  assert.equal((await create('REG-LAST', 'taken-register')).status, 429);
});
