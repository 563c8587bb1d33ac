import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { issue, makeDevicesFixture } from '../../../../test/devices.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const fixture = makeDevicesFixture(server, north);

const aDevice: typeof fixture.aDevice = (...args) => fixture.aDevice(...args);
const channels: typeof fixture.channels = (...args) => fixture.channels(...args);

test('channels are added, changed and taken away by the rules of the model', async () => {
  const { id } = await aDevice('DCT-4', {
    channels: [
      { number: '1', mode: 1 },
      { number: '3', mode: 2 },
    ],
  });
  const added = await channels(id, { channels: [{}, { label: 'fourth', sensor: 'VWP' }] });
  assert.deepEqual(
    added.body.device.channels.map(({ number, mode, label }) => [number, mode, label]),
    [
      ['1', 1, ''],
      ['2', 1, ''],
      ['3', 2, ''],
      ['4', 1, 'fourth'],
    ],
  );
  const full = await channels(id, { channels: [{}] });
  assert.deepEqual([full.status, full.body.error, full.body.detail], [409, 'lastChannelUsed', { channels: 4 }]);
  for (const number of ['5', '0', 'A1', '01']) {
    const { status, body } = await channels(id, { channels: [{ number }] });
    assert.deepEqual([status, body.error, body.detail], [400, 'channelInvalid', { channelNo: number }]);
  }
  assert.deepEqual(issue(await channels(id, { channels: [{ number: '1', mode: 8 }] })), [
    'badInput',
    'channels.1.mode',
    'sensorMode',
  ]);
  assert.deepEqual(issue(await channels(id, { channels: [{ number: '1', protocol: 'onvif' }] })), [
    'badInput',
    'channels.1.protocol',
    'choose',
  ]);
  const gone = await channels(id, { remove: ['9'] });
  assert.deepEqual([gone.status, gone.body.error, gone.body.detail], [400, 'channelUnknown', { channelNo: '9' }]);
  const left = await channels(id, { remove: ['2', '4'], channels: [{ number: '3', label: 'Upstream' }] });
  assert.deepEqual(
    left.body.device.channels.map(({ number, mode, label }) => [number, mode, label]),
    [
      ['1', 1, ''],
      ['3', 2, 'Upstream'],
    ],
  );
  const saved = await server.call(
    devices.update,
    { deviceId: id, channels: [{ number: '3', mode: 2, label: 'Up' }] },
    north.admin.token,
  );
  assert.deepEqual(
    saved.body.device.channels.map(({ number, label }) => [number, label]),
    [['3', 'Up']],
  );
});

test('a channel that feeds a point is not taken away, whatever patch would', async () => {
  const occupied = await channels(north.device.id, { remove: ['1'] });
  assert.deepEqual(
    [occupied.status, occupied.body.error, occupied.body.detail],
    [409, 'channelInUse', { channelNo: '1', pointName: 'T-1' }],
  );
});

test('addresses have the form that their protocol asks for', async () => {
  const { id } = await aDevice('IDC');
  const adm = (number: string, address: string) =>
    channels(id, { channels: [{ number, mode: 5, protocol: 'adm', address }] });
  assert.equal((await adm('1', '1-00A1F2')).status, 200);
  for (const address of ['1-00A1F', '100A1F2', 'x-00A1F2', '1-00A1G2', '1234-00A1F2']) {
    const { status, body } = await adm('2', address);
    assert.deepEqual([status, body.error], [400, 'addressInvalid'], address);
    assert.deepEqual(body.detail, { channelNo: '2', address, protocol: 'adm' });
  }
  assert.equal((await adm('2', '1-00a1f2')).body.error, 'addressInvalid', 'another channel has it');
  const modbus = (address: string) =>
    channels(id, { channels: [{ number: '3', protocol: 'modbusRTU', address }] }).then(({ body }) => body.error);
  assert.deepEqual(
    [await modbus('1'), await modbus('247'), await modbus('248'), await modbus('0'), await modbus('1A')],
    [undefined, undefined, 'addressInvalid', 'addressInvalid', 'addressInvalid'],
  );
  const wire = (address: string) =>
    channels(id, { channels: [{ number: '4', mode: 1, protocol: 'vibratingWire', address }] }).then(
      ({ body }) => body.error,
    );
  assert.deepEqual(
    [await wire('0A1F'), await wire('0A1'), await wire('XY')],
    [undefined, 'addressInvalid', 'addressInvalid'],
  );
});

test('a channel behind the serial port needs the port to be set up', async () => {
  const { id } = await aDevice('IDC');
  const serial = () => channels(id, { channels: [{ number: '1', configType: 'serial', address: '3' }] });
  const missing = await serial();
  assert.deepEqual([missing.status, missing.body.error], [400, 'serialConfigMissing']);
  const port = { serial: { baudRate: 9600 as const } };
  const set = await server.call(devices.setProcessor, { deviceId: id, processor: port }, north.admin.token);
  assert.deepEqual(set.body.device.processor.serial, { baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 });
  assert.equal((await serial()).status, 200);
  const conflict = await server.call(
    devices.setProcessor,
    { deviceId: id, processor: { serial: null } },
    north.admin.token,
  );
  assert.equal(conflict.body.error, 'serialConfigMissing');
});

test('extension modules: number and serial number, and their channels with them', async () => {
  const { id } = await aDevice('DCT20S');
  const hem = (modules: { number: number; sncode: string }[]) =>
    server.call(devices.setHem, { deviceId: id, modules }, north.admin.token);
  const unknown = await channels(id, { channels: [{ number: '2-5', configType: 'module' }] });
  assert.deepEqual(
    [unknown.status, unknown.body.error, unknown.body.detail],
    [400, 'channelUnknown', { channelNo: '2-5', module: 2 }],
  );
  const two = [
    { number: 1, sncode: 'HEM-1' },
    { number: 2, sncode: 'HEM-2' },
  ];
  assert.deepEqual((await hem(two)).body.device.hem, two);
  const added = await channels(id, { channels: [{ number: '2-5' }] });
  assert.equal(added.body.device.channels.find(({ number }) => number === '2-5')?.configType, 'module');
  for (const number of ['2-9', '2-0', '5x'])
    assert.equal(
      (await channels(id, { channels: [{ number, configType: 'module' }] })).body.error,
      'channelInvalid',
      number,
    );
  const repeated = await hem([two[0]!, { number: 1, sncode: 'HEM-3' }]);
  assert.deepEqual(issue(repeated), ['badInput', 'modules', 'modulesRepeat']);
  assert.equal((await hem([two[0]!, { number: 3, sncode: 'HEM-1' }])).body.error, 'sncodeExists');
  assert.equal((await hem([{ number: 9, sncode: 'HEM-9' }])).body.error, 'channelInvalid');
  const other = await aDevice('DCT20S');
  const stolen = await server.call(devices.setHem, { deviceId: other.id, modules: [two[1]!] }, north.admin.token);
  assert.deepEqual([stolen.body.error, stolen.body.detail], ['sncodeExists', { sncode: 'HEM-2' }]);
  const none = await aDevice('DCT-4');
  const unfit = await server.call(
    devices.setHem,
    { deviceId: none.id, modules: [{ number: 1, sncode: 'H' }] },
    north.admin.token,
  );
  assert.deepEqual([unfit.body.error, unfit.body.detail], ['channelUnknown', { module: 1 }]);

  await server.db.updateTable('point').set({ device_id: id, channel: '2-5' }).where('id', '=', north.pointId).execute();
  const lost = await hem([two[0]!]);
  assert.deepEqual([lost.body.error, (lost.body.detail as { channelNo: string }).channelNo], ['channelInUse', '2-5']);
  const back = { device_id: north.device.id, channel: '1' };
  await server.db.updateTable('point').set(back).where('id', '=', north.pointId).execute();
  const without = await hem([two[0]!]);
  assert.ok(!without.body.device.channels.some(({ number }) => number === '2-5'));
});
