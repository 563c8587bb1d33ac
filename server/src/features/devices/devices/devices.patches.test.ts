import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { issue, makeDevicesFixture } from '../../../../test/devices.fixtures.ts';
import type { World } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const fixture = makeDevicesFixture(server, north);

const aDevice: typeof fixture.aDevice = (...args) => fixture.aDevice(...args);
const config: typeof fixture.config = (...args) => fixture.config(...args);

test('a new device is as its model says', async () => {
  const device = await aDevice('dct20s', { sncode: 'DCT-77' });
  assert.deepEqual(
    [device.type, device.category, device.series, device.collectorType, device.register, device.channels.length],
    ['collector', 'collector', 'DCT', 'direct', 'DCT-77', 20],
  );
  assert.deepEqual([device.channels[3]?.number, device.channels[3]?.mode], ['4', 1]);
  const own = await aDevice('Something else');
  assert.deepEqual(
    [own.type, own.category, own.series, own.register, own.channels.map(({ number, mode }) => [number, mode])],
    ['measuring', 'other', null, null, [['1', 4]]],
  );
  const created = await aDevice('DCT20S', { type: 'measuring', collectorType: 'DTU', register: 'R-1', channels: [] });
  assert.deepEqual(
    [created.type, created.collectorType, created.register, created.channels],
    ['measuring', 'DTU', 'R-1', []],
  );
  const wrong = await server.call(
    devices.create,
    { corporationId: north.corporationId, name: 'x', model: 'CAMERA', sncode: 'D-X', collectorType: 'DCT' },
    north.admin.token,
  );
  assert.deepEqual(issue(wrong), ['badInput', 'collectorType', 'choose']);
});

test('a network register id is one in the installation', async () => {
  const device = await aDevice('Plain', { register: 'REG-9' });
  const input = { corporationId: south.corporationId, name: 'x', model: 'x', sncode: 'S-9', register: 'REG-9' };
  const conflict = await server.call(devices.create, input, south.admin.token);
  assert.deepEqual(
    [conflict.status, conflict.body.error, conflict.body.detail],
    [409, 'registerExists', { register: 'REG-9' }],
  );
  const other = await aDevice('Plain');
  const update = await server.call(devices.update, { deviceId: other.id, register: 'REG-9' }, north.admin.token);
  assert.equal(update.body.error, 'registerExists');
  const exist = (register: string) =>
    server.call(devices.registerExist, { corporationId: north.corporationId, register }, north.admin.token);
  assert.deepEqual([(await exist('REG-9')).body.exist, (await exist('REG-10')).body.exist], [true, false]);
  const freed = await server.call(devices.update, { deviceId: device.id, register: null }, north.admin.token);
  assert.equal(freed.body.device.register, null);
  assert.equal((await exist('REG-9')).body.exist, false);
});

test('config fields are those of the model, judged as a whole', async () => {
  const { id } = await aDevice('ADM');
  const set = await config(id, { nodeCount: 3, segmentLengths: [500, 1000, 500], markAngle: 90, settlementSign: -1 });
  assert.deepEqual(set.body.device.config, {
    nodeCount: 3,
    segmentLengths: [500, 1000, 500],
    markAngle: 90,
    settlementSign: -1,
  });
  const short = await config(id, { segmentLengths: [500, 499.9, 500] });
  assert.deepEqual(issue(short), ['badInput', 'config.segmentLengths.1', 'segmentShort']);
  const fewer = await config(id, { segmentLengths: [500, 500] });
  assert.deepEqual(issue(fewer), ['badInput', 'config.segmentLengths', 'segmentCount']);
  const many = await config(id, { nodeCount: null, segmentLengths: Array(150).fill(500) });
  assert.equal(many.status, 200);
  assert.deepEqual(issue(await config(id, { K: 2 })), ['badInput', 'config.K', 'fieldNotOfModel']);
  // A field that acted on nothing is refused like any unknown name.
  const gone = ['initialTwist', 'horizontalOffset', 'panelDirection', 'protocolCode', 'depthMin', 'depthMax'];
  for (const key of ['colour', 'installHeight', 'nodeAddresses', ...gone]) {
    const strange = { deviceId: id, config: { [key]: 1 } } as unknown as InputOf<typeof devices.setConfig.input>;
    assert.equal((await server.call(devices.setConfig, strange, north.admin.token)).body.error, 'badInput', key);
  }
  const fixed = await aDevice('ADM-24');
  assert.deepEqual(issue(await config(fixed.id, { nodeCount: 23 })), ['badInput', 'config.nodeCount', 'nodesOfModel']);
  assert.equal((await config(fixed.id, { nodeCount: 24 })).status, 200);
});

test('ranges ascend, also against what is kept; null takes a field back', async () => {
  const { id } = await aDevice('RWL');
  assert.equal((await config(id, { currentMin: 4, currentMax: 20, voltageMin: 0 })).status, 200);
  assert.deepEqual(issue(await config(id, { currentMin: 20 })), ['badInput', 'config.currentMax', 'rangeReversed']);
  assert.deepEqual(issue(await config(id, { voltageMax: -1 })), ['badInput', 'config.voltageMax', 'rangeReversed']);
  const { body } = await config(id, { currentMin: null, voltageMin: null });
  assert.deepEqual(body.device.config, { currentMax: 20 });
});

test('base station: host and port are checked, and it becomes an option', async () => {
  const { id } = await aDevice('GDM', { name: 'Base on the roof' });
  assert.deepEqual(issue(await config(id, { baseStationHost: '999.1.1.1' })), [
    'badInput',
    'config.baseStationHost',
    'host',
  ]);
  assert.deepEqual(issue(await config(id, { baseStationPort: 70_000 })), [
    'badInput',
    'config.baseStationPort',
    'port',
  ]);
  await config(id, { gnssRole: 'base', baseStationHost: 'gnss.example', baseStationPort: 2101, approxX: -2267.5 });
  const options = (world: World) =>
    server.call(warehouse.baseStationOptions, { corporationId: world.corporationId }, world.admin.token);
  assert.deepEqual(
    (await options(north)).body.options.map(({ name, host, port, approxX, approxY }) => [
      name,
      host,
      port,
      approxX,
      approxY,
    ]),
    [['Base on the roof', 'gnss.example', 2101, -2267.5, null]],
  );
  assert.deepEqual((await options(south)).body.options, []);
});

test('the verification code of a camera goes in and never comes out', async () => {
  const { id } = await aDevice('CAMERA');
  const missing = await config(id, {}, 'QWERTY');
  assert.deepEqual([missing.status, missing.body.error], [400, 'serialNumberMissing']);
  const { body } = await config(id, { cameraSerial: 'C12345678' }, 'QWERTY');
  assert.equal(body.device.hasCameraCode, true);
  const answers = JSON.stringify([
    body,
    (await server.call(devices.get, { deviceId: id }, north.admin.token)).body,
    (await server.call(warehouse.list, { corporationId: north.corporationId }, north.admin.token)).body,
  ]);
  assert.ok(!answers.includes('QWERTY'));
  const row = await server.db.selectFrom('device').select('camera_code').where('id', '=', id).executeTakeFirstOrThrow();
  assert.ok(row.camera_code?.startsWith('v1.') && !row.camera_code.includes('QWERTY'));
  assert.equal((await config(id, { cameraSerial: null })).body.error, 'serialNumberMissing');
  assert.equal((await config(id, {}, null)).body.device.hasCameraCode, false);
  assert.equal((await config((await aDevice('ADM')).id, {}, 'QWERTY')).body.error, 'badInput');
});
