import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { configDefinitions, configKeys, DeviceConfig } from '@plumbline/contract/devices/devices.config';
import { models } from '@plumbline/contract/devices/models';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { issue, makeDevicesFixture } from '../../../../test/devices.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const fixture = makeDevicesFixture(server, north);

const aDevice: typeof fixture.aDevice = (...args) => fixture.aDevice(...args);
const config: typeof fixture.config = (...args) => fixture.config(...args);

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
      .call(warehouse.list, { corporationId: north.corporationId, keyword: 'To hide', ...filter }, north.admin.token)
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

test('a signal is in dBm, or in dB where the model of the device says so', async () => {
  const root = await makeAccount(server, 'System', null, 'signal.root');
  const model = {
    code: 'LTE-DB',
    label: 'Logger with 4G',
    series: 'OWN',
    type: 'collector' as const,
    category: 'collector' as const,
    collectorTypeOptions: ['direct' as const],
    channelProtocol: 'vibratingWire' as const,
    features: ['signalInDb' as const],
  };
  assert.equal((await server.call(models.create, model, root.token)).status, 200);
  const devicesOf = await Promise.all([aDevice('LTE-DB'), aDevice('Plain'), aDevice('ADM')]);
  assert.deepEqual(
    devicesOf.map(({ signalUnit }) => signalUnit),
    ['dB', 'dBm', 'dBm'],
  );
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
