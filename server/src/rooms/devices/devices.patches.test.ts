import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { devices } from '@plumbline/contract/devices';
import { configDefinitions, configKeys, DeviceConfig } from '@plumbline/contract/devices.config';
import type { InputOf } from '@plumbline/contract/route';
import { makeAccount, makeMember, makeWorld, startServer, type TestServer, type World } from '../../../test/harness.ts';

let server: TestServer;
let north: World;
let south: World;
before(async () => {
  server = await startServer();
  north = await makeWorld(server, 'North');
  south = await makeWorld(server, 'South');
});
after(() => server.close());

let made = 0;
async function aDevice(model: string, said: Partial<InputOf<typeof devices.create.input>> = {}) {
  const input = { corporationId: north.corporationId, name: model, model, sncode: `D-${++made}`, ...said };
  const { status, body } = await server.call(devices.create, input, north.admin.token);
  assert.equal(status, 200, JSON.stringify(body));
  return body.device;
}
const config = (deviceId: number, given: DeviceConfig, cameraCode?: string | null) =>
  server.call(
    devices.setConfig,
    { deviceId, config: given, ...(cameraCode !== undefined && { cameraCode }) },
    north.admin.token,
  );
type Patch = Omit<InputOf<typeof devices.setChannels.input>, 'deviceId'>;
const channels = (deviceId: number, patch: Patch) =>
  server.call(devices.setChannels, { deviceId, ...patch }, north.admin.token);
const issue = ({ body }: { body: { error?: string; detail?: unknown } }) => {
  const [first] = body.detail as { path: string; message: string }[];
  return [body.error, first?.path, first?.message];
};

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
  const said = await aDevice('DCT20S', { type: 'measuring', collectorType: 'DTU', register: 'R-1', channels: [] });
  assert.deepEqual([said.type, said.collectorType, said.register, said.channels], ['measuring', 'DTU', 'R-1', []]);
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
  const taken = await server.call(devices.create, input, south.admin.token);
  assert.deepEqual([taken.status, taken.body.error, taken.body.detail], [409, 'registerExists', { register: 'REG-9' }]);
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
  const addresses = await config(id, { nodeAddresses: ['1-00A1F2', '2-xyz'] });
  assert.deepEqual(issue(addresses), ['badInput', 'config.nodeAddresses.1', 'admAddress']);
  const same = await config(id, { nodeAddresses: ['1-00A1F2', '1-00a1f2'] });
  assert.deepEqual(issue(same), ['badInput', 'config.nodeAddresses', 'addressesRepeat']);
  assert.deepEqual(issue(await config(id, { K: 2 })), ['badInput', 'config.K', 'fieldNotOfModel']);
  const strange = { deviceId: id, config: { colour: 'red' } } as unknown as InputOf<typeof devices.setConfig.input>;
  assert.equal((await server.call(devices.setConfig, strange, north.admin.token)).body.error, 'badInput');
  const fixed = await aDevice('ADM-24');
  assert.deepEqual(issue(await config(fixed.id, { nodeCount: 23 })), ['badInput', 'config.nodeCount', 'nodesOfModel']);
  assert.equal((await config(fixed.id, { nodeCount: 24 })).status, 200);
});

test('ranges ascend, also against what is kept; null takes a field back', async () => {
  const { id } = await aDevice('RWL');
  assert.equal((await config(id, { currentMin: 4, currentMax: 20, depthMin: 0 })).status, 200);
  assert.deepEqual(issue(await config(id, { currentMin: 20 })), ['badInput', 'config.currentMax', 'rangeReversed']);
  assert.deepEqual(issue(await config(id, { depthMax: -1 })), ['badInput', 'config.depthMax', 'rangeReversed']);
  const { body } = await config(id, { currentMin: null, depthMin: null });
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
    server.call(devices.baseStationOptions, { corporationId: world.corporationId }, world.admin.token);
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
  const told = JSON.stringify([
    body,
    (await server.call(devices.get, { deviceId: id }, north.admin.token)).body,
    (await server.call(devices.list, { corporationId: north.corporationId }, north.admin.token)).body,
  ]);
  assert.ok(!told.includes('QWERTY'));
  const row = await server.db.selectFrom('device').select('camera_code').where('id', '=', id).executeTakeFirstOrThrow();
  assert.ok(row.camera_code?.startsWith('v1.') && !row.camera_code.includes('QWERTY'));
  assert.equal((await config(id, { cameraSerial: null })).body.error, 'serialNumberMissing');
  assert.equal((await config(id, {}, null)).body.device.hasCameraCode, false);
  assert.equal((await config((await aDevice('ADM')).id, {}, 'QWERTY')).body.error, 'badInput');
});

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
  const kept = await server.call(
    devices.update,
    { deviceId: id, channels: [{ number: '3', mode: 2, label: 'Up' }] },
    north.admin.token,
  );
  assert.deepEqual(
    kept.body.device.channels.map(({ number, label }) => [number, label]),
    [['3', 'Up']],
  );
});

test('a channel that feeds a point is not taken away, whatever patch would', async () => {
  const occupied = await channels(north.device.id, { remove: ['1'] });
  assert.deepEqual(
    [occupied.status, occupied.body.error, occupied.body.detail],
    [409, 'channelOccupied', { channelNo: '1', pointName: 'T-1' }],
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
  const taken = await server.call(
    devices.setProcessor,
    { deviceId: id, processor: { serial: null } },
    north.admin.token,
  );
  assert.equal(taken.body.error, 'serialConfigMissing');
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
  assert.deepEqual(
    [lost.body.error, (lost.body.detail as { channelNo: string }).channelNo],
    ['channelOccupied', '2-5'],
  );
  const back = { device_id: north.device.id, channel: '1' };
  await server.db.updateTable('point').set(back).where('id', '=', north.pointId).execute();
  const without = await hem([two[0]!]);
  assert.ok(!without.body.device.channels.some(({ number }) => number === '2-5'));
});

test('the processor: at most 64 Hz together, events where there are any, legal bytes', async () => {
  const { id } = await aDevice('VM210004');
  const set = (processor: InputOf<typeof devices.setProcessor.input>['processor']) =>
    server.call(devices.setProcessor, { deviceId: id, processor }, north.admin.token);
  assert.equal((await set({ frequenciesHz: { 1: 16, 2: 16, 3: 16, 4: 16 } })).status, 200);
  assert.deepEqual(issue(await set({ frequenciesHz: { 1: 16, 2: 16, 3: 16, 4: 16.1 } })), [
    'badInput',
    'processor.frequenciesHz',
    'vibrationTotal',
  ]);
  assert.equal((await set({ frequenciesHz: { 7: 1 } })).body.error, 'channelUnknown');
  const event = await set({ event: { trigger: 'staLta' } });
  assert.deepEqual(
    [event.body.device.processor.event?.preSeconds, event.body.device.processor.frequenciesHz?.['4']],
    [1, 16],
  );
  assert.deepEqual(issue(await set({ pollHex: '010' })), ['badInput', 'processor.pollHex', 'hexadecimalOdd']);
  assert.deepEqual(issue(await set({ pollHex: '01 G3' })), ['badInput', 'processor.pollHex', 'hexadecimal']);
  assert.equal((await set({ pollHex: '01 03 00' })).body.device.processor.pollHex, '010300');
  assert.deepEqual(issue(await set({ band: { lowHz: 10, highHz: 10 } })), [
    'badInput',
    'processor.band.highHz',
    'rangeReversed',
  ]);
  const { id: adm } = await aDevice('ADM');
  const unfit = await server.call(
    devices.setProcessor,
    { deviceId: adm, processor: { event: { trigger: 'level', level: 5 } } },
    north.admin.token,
  );
  assert.deepEqual([unfit.status, unfit.body.error], [400, 'eventUnsupported']);
});

test('chart settings, mounted, hidden', async () => {
  const { id } = await aDevice('ADM', { name: 'To hide' });
  const chart = (given: InputOf<typeof devices.setChart.input>['chart']) =>
    server.call(devices.setChart, { deviceId: id, chart: given }, north.admin.token);
  assert.deepEqual((await chart({ minimum: -5, reversed: true })).body.device.chart, { minimum: -5, reversed: true });
  assert.deepEqual(issue(await chart({ maximum: -6 })), ['badInput', 'chart.maximum', 'rangeReversed']);
  await server.call(devices.setMounted, { deviceId: id, mounted: true }, north.admin.token);
  const hidden = await server.call(devices.setHidden, { deviceId: id, hidden: true }, north.admin.token);
  assert.deepEqual([hidden.body.device.hidden, hidden.body.device.mounted], [true, true]);
  const found = (filter: object) =>
    server
      .call(devices.list, { corporationId: north.corporationId, keyword: 'To hide', ...filter }, north.admin.token)
      .then(({ body }) => body.total);
  assert.deepEqual([await found({}), await found({ hidden: 'yes' }), await found({ hidden: 'all' })], [0, 1, 1]);
});

test('a device is initialised: what feeds a point stays, the rest is as its model begins', async () => {
  const { id } = await aDevice('DCT-4', { channels: [{ number: '2', mode: 3, label: 'mine' }] });
  await config(id, { firmwareVersion: '1.2.3.4' });
  await server.call(devices.setChart, { deviceId: id, chart: { minimum: 1 } }, north.admin.token);
  await server.db.updateTable('point').set({ device_id: id, channel: '2' }).where('id', '=', north.pointId).execute();
  const { body } = await server.call(devices.initialise, { deviceId: id }, north.admin.token);
  assert.deepEqual([body.device.config, body.device.chart, body.device.processor], [{}, {}, {}]);
  assert.deepEqual(
    body.device.channels.map(({ number, mode, label }) => [number, mode, label]),
    [
      ['1', 1, ''],
      ['2', 3, 'mine'],
      ['3', 1, ''],
      ['4', 1, ''],
    ],
  );
  const back = { device_id: north.device.id, channel: '1' };
  await server.db.updateTable('point').set(back).where('id', '=', north.pointId).execute();
});

test('health limits of its own, or those of the corporation', async () => {
  const { id } = await aDevice('Plain');
  const read = () => server.call(devices.healthThreshold, { deviceId: id }, north.admin.token).then(({ body }) => body);
  const corporation = (await read()).corporation;
  assert.deepEqual([(await read()).own, (await read()).thresholds], [false, corporation]);
  const thresholds = { voltageThreshold: 3.3, lostTolerance: 5, alertTolerance: 9 };
  const state = { device_id: id, voltage_v: 3.6, last_seen_at: server.clock.now() };
  await server.db
    .insertInto('device_state')
    .values({
      ...state,
      activated_at: null,
      signal_dbm: null,
      refused_at: null,
      refused_error: null,
      refused_detail: null,
    })
    .execute();
  const health = async () => (await server.call(devices.get, { deviceId: id }, north.admin.token)).body.device.health;
  assert.equal(await health(), 'lowVoltage', `under ${corporation.voltageThreshold} V`);
  const set = (given: typeof thresholds | null) =>
    server.call(devices.setHealthThreshold, { deviceId: id, thresholds: given }, north.admin.token);
  assert.deepEqual((await set(thresholds)).body.device.healthThresholds, thresholds);
  assert.deepEqual([(await read()).own, (await read()).thresholds, await health()], [true, thresholds, 'normal']);
  assert.equal((await set({ ...thresholds, lostTolerance: 0 })).body.error, 'badInput');
  await set(null);
  assert.deepEqual([(await read()).own, await health()], [false, 'lowVoltage']);
});

test('warnings are read and taken off the list, all that are named or none', async () => {
  const { id } = await aDevice('Plain');
  const at = server.clock.now();
  const rows = [3, 1, 2].map((minutes) => ({
    device_id: id,
    kind: 'dataLost',
    at: new Date(at.getTime() - minutes * 60_000),
    detail: JSON.stringify({ minutes }),
  }));
  await server.db.insertInto('device_warning').values(rows).execute();
  await server.db.insertInto('device_warning').values({ device_id: south.device.id, kind: 'other', at }).execute();
  const list = async () => (await server.call(devices.warnings, { deviceId: id }, north.admin.token)).body;
  const { warnings, total } = await list();
  assert.deepEqual([total, warnings.map(({ detail }) => detail['minutes'])], [3, [1, 2, 3]]);
  const other = await server.db
    .selectFrom('device_warning')
    .select('id')
    .where('device_id', '=', south.device.id)
    .executeTakeFirstOrThrow();
  const remove = (ids: number[]) => server.call(devices.removeWarnings, { deviceId: id, ids }, north.admin.token);
  assert.equal((await remove([warnings[0]!.id, other.id])).status, 404);
  assert.equal((await list()).total, 3);
  const done = await remove([warnings[0]!.id, warnings[2]!.id, warnings[0]!.id]);
  assert.deepEqual(done.body, { code: 0, removed: 2 });
  assert.deepEqual(
    (await list()).warnings.map(({ detail }) => detail['minutes']),
    [2],
  );
});

test('whoever may only look at devices patches none', async () => {
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'patch.guest');
  await makeMember(server, north.projectId, guest.id, 'Guest');
  const deviceId = north.device.id;
  for (const [route, input] of [
    [devices.setConfig, { deviceId, config: {} }],
    [devices.setChannels, { deviceId }],
    [devices.setHem, { deviceId, modules: [] }],
    [devices.initialise, { deviceId }],
    [devices.setHidden, { deviceId, hidden: true }],
  ] as const)
    assert.equal((await server.call(route, input as never, guest.token)).status, 403);
});

test('a form of a model asks for its fields, each of which its schema judges', () => {
  const all = configDefinitions(configKeys);
  assert.equal(all.length, configKeys.length);
  for (const { prop } of all)
    if (prop !== 'cameraCode') assert.ok(prop.replace('config.', '') in DeviceConfig.shape, prop);
  assert.deepEqual(
    configDefinitions(['K', 'segmentLengths']).map(({ prop, type }) => [prop, type]),
    [
      ['config.segmentLengths', 'NODE_SEGMENTLEN_INPUT'],
      ['config.K', 'NUMBER'],
    ],
  );
});
