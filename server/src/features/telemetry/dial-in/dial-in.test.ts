import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { models } from '@plumbline/contract/devices/models';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { planOfRegister } from './dial-in.api.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { id: deviceId } = north.device;
const { token } = north.admin;

type Setup = InputOf<typeof dialIn.set.input>['setup'];
type Row = NonNullable<Setup['rows']>[number];
const row = (change: Partial<Row> = {}): Row => ({
  unit: 1,
  function: 3,
  address: 0,
  type: 'uint16',
  channel: '1',
  quantity: 'temperature',
  ...change,
});
const setup = (change: Partial<Setup> = {}): Setup => ({
  enabled: true,
  heartbeat: '',
  silentSeconds: 700,
  intervalSeconds: 600,
  answerWithinMs: 3000,
  retries: 1,
  readLength: 125,
  networks: [],
  rows: [row()],
  ...change,
});
const set = (given: Setup, by = token) => server.call(dialIn.set, { deviceId, setup: given }, by);

test('without a port the installation says so, whatever is set up', async () => {
  const { body } = await server.call(dialIn.get, { deviceId }, token);
  assert.deepEqual([body.address, body.setup, body.findings], [null, null, ['portClosed']]);
  assert.deepEqual([body.state.round, body.state.connectedAt], [null, null]);
});

test('a register map is kept with what was left out', async () => {
  const { status, body } = await set(setup({ heartbeat: 'fe 0d', rows: [row({ scale: 0.1 })] }));
  assert.equal(status, 200, JSON.stringify(body));
  const { body: found } = await server.call(dialIn.get, { deviceId }, token);
  assert.deepEqual(found.setup?.rows, [
    {
      unit: 1,
      function: 3,
      address: 0,
      type: 'uint16',
      order: 'ABCD',
      bits: null,
      scale: 0.1,
      offset: 0,
      nothing: null,
      channel: '1',
      quantity: 'temperature',
      minimum: null,
      maximum: null,
      jump: null,
    },
  ]);
  assert.equal(found.setup?.heartbeat, 'fe0d');
  assert.equal(found.register, north.device.sncode);
  await server.call(devices.update, { deviceId, register: 'R-77' }, token);
  assert.equal((await server.call(dialIn.get, { deviceId }, token)).body.register, 'R-77');
});

test('what nobody could read, and what would end every connection, is refused by name', async () => {
  const cases: [Setup, string, string][] = [
    [setup({ rows: [row({ type: 'bit' })] }), 'setup.rows.0.type', 'typeOfRegisters'],
    [setup({ rows: [row({ function: 1 })] }), 'setup.rows.0.type', 'typeOfBits'],
    [setup({ rows: [row({ address: 65_535, type: 'float32' })] }), 'setup.rows.0.address', 'addressPastEnd'],
    [setup({ rows: [row({ bits: '12-16' })] }), 'setup.rows.0.bits', 'bitsTooHigh'],
    [setup({ rows: [row({ type: 'float32', bits: '0' })] }), 'setup.rows.0.bits', 'bitsTooHigh'],
    [setup({ rows: [row({ scale: 0 })] }), 'setup.rows.0.scale', 'scaleZero'],
    [setup({ rows: [row({ minimum: 5, maximum: 4 })] }), 'setup.rows.0.maximum', 'rangeReversed'],
    [setup({ rows: [row(), row({ address: 9 })] }), 'setup.rows.1.quantity', 'rowTwice'],
    [setup({ silentSeconds: 600 }), 'setup.silentSeconds', 'silentTooShort'],
    [setup({ heartbeat: 'abc' }), 'setup.heartbeat', 'hexadecimalOdd'],
    [setup({ networks: ['10.0.0.0/99'] }), 'setup.networks.0', 'network'],
  ];
  for (const [given, path, message] of cases) {
    const { status, body } = await set(given);
    assert.equal(status, 400, path);
    const detail = (body as unknown as { detail: { path: string; message: string }[] }).detail;
    assert.ok(
      detail.some((each) => each.path === path && each.message === message),
      `${path} ${message}: ${JSON.stringify(detail)}`,
    );
  }
  assert.equal((await set(setup({ heartbeat: 'fe', silentSeconds: 60 }))).status, 200);
  const stray = await set(setup({ rows: [row({ channel: '9' })] }));
  assert.deepEqual([stray.status, (stray.body as unknown as { error: string }).error], [400, 'channelUnknown']);
});

test('by the map of its model: at its own unit, as the model is now; refused where the model has none', async () => {
  const system = await makeAccount(server, 'System', null, 'maps');
  const without = await set(setup({ map: 'model', rows: [] }));
  assert.deepEqual(
    [without.status, (without.body as unknown as { detail: unknown }).detail],
    [400, [{ path: 'setup.map', message: 'wrong' }]],
  );
  const registers = [row({ unit: 3 }), row({ unit: 4, quantity: 'frequency' })];
  const made = await server.call(
    models.create,
    { code: 'MAP-1', label: 'Map', series: 'MAP', type: 'measuring', link: 'dialIn', registers } as never,
    system.token,
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const before = (await server.call(devices.get, { deviceId }, token)).body.device.model;
  await server.db.updateTable('device').set({ model: 'map-1' }).where('id', '=', deviceId).execute();
  const { status, body } = await set(setup({ map: 'model', unit: 20, rows: [] }));
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.model?.code, body.model?.rows.length], ['MAP-1', 2]);
  const found = (await server.call(dialIn.get, { deviceId }, token)).body;
  assert.deepEqual([found.setup?.map, found.setup?.unit, found.setup?.rows], ['model', 20, []]);
  const unitsOf = async () => (await planOfRegister(server.db, found.register))?.setup?.rows.map(({ unit }) => unit);
  assert.deepEqual(await unitsOf(), [20, 21]);
  const { modelId, ...more } = { modelId: made.body.model.id, registers: [row({ unit: 9 })] };
  assert.equal((await server.call(models.update, { modelId, ...more } as never, system.token)).status, 200);
  assert.deepEqual(await unitsOf(), [20]);
  const twice = await server.call(models.update, { modelId, registers: [row(), row()] } as never, system.token);
  const [issue] = (twice.body as unknown as { detail: { path: string; message: string }[] }).detail;
  assert.deepEqual([twice.status, issue?.path, issue?.message], [400, 'registers.1.quantity', 'rowTwice']);
  const stray = await server.call(
    models.update,
    { modelId, registers: [row({ channel: '9' })] } as never,
    system.token,
  );
  assert.equal(stray.status, 200);
  assert.equal((await set(setup({ map: 'model', rows: [] }))).status, 400, 'a channel that the device does not have');
  await server.db.updateTable('device').set({ model: before }).where('id', '=', deviceId).execute();
  assert.equal((await set(setup({ rows: [row()] }))).status, 200);
});

test('another corporation finds nothing, and who may only look changes nothing', async () => {
  assert.equal((await server.call(dialIn.get, { deviceId }, south.admin.token)).status, 404);
  assert.equal((await set(setup(), south.admin.token)).status, 404);
  assert.equal((await server.call(dialIn.remove, { deviceId }, south.admin.token)).status, 404);
});

test('taken away it is gone, with the state of its connection', async () => {
  await server.db
    .insertInto('dial_in_state')
    .values({ device_id: deviceId, address: '127.0.0.1', connected_at: server.clock.now() })
    .execute();
  assert.equal((await server.call(dialIn.remove, { deviceId }, token)).status, 200);
  assert.equal((await server.call(dialIn.remove, { deviceId }, token)).status, 404);
  assert.equal((await server.db.selectFrom('dial_in_state').selectAll().execute()).length, 0);
});
