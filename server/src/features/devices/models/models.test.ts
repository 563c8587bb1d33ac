import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { configKeys } from '@plumbline/contract/devices/devices.config';
import { Model, models } from '@plumbline/contract/devices/models';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
let system: { id: number; token: string };
before(async () => {
  system = await makeAccount(server, 'System', null, 'root');
});

const aModel = {
  code: 'VW-16',
  label: 'Wire logger',
  labels: { 'zh-CN': '振弦采集仪' },
  series: 'OWN',
  type: 'collector' as const,
  category: 'collector' as const,
  measurements: ['waterLevel' as const],
  collectorTypeOptions: ['direct' as const, 'DTU' as const],
  channelProtocol: 'vibratingWire' as const,
  sensorModes: [1],
  maxChannels: 16,
};

test('the catalogue holds every instrument of the specification, each well-formed', async () => {
  const { body } = await server.call(models.list, {}, north.normal.token);
  for (const model of body.models) assert.deepEqual(Model.safeParse(model).error?.issues, undefined, model.code);
  const codes = body.models.map(({ code }) => code);
  const named =
    'ADM ADMI HDA HDAPRO RDM PDM PAM SDM SDMPRO GDM GIM TDM STATION HSL VM210001 VM210004 IDM DT DCT20S IVS50 HCSTATION CAMERA WS RG MANHOLE-COVER MANHOLE-COVER-OTT HIKSMOKE';
  for (const code of named.split(' ')) assert.ok(codes.includes(code), code);
  const series = new Set(body.models.map((model) => model.series));
  for (const each of ['DCT', 'IDC', 'DTU', 'VW']) assert.ok(series.has(each), each);
  for (const model of body.models) {
    assert.ok(model.builtIn && model.labels['zh-CN'] && model.labels['zh-TW'], model.code);
    assert.ok(model.channels.length <= Math.max(model.maxChannels, 0), model.code);
    assert.ok(
      model.protocols.includes(model.channelProtocol) && model.configFields.every((key) => configKeys.includes(key)),
    );
    for (const { mode } of model.channels) assert.ok(model.sensorModes.includes(mode), `${model.code} ${mode}`);
  }
  const dct = body.models.find(({ code }) => code === 'DCT20S');
  assert.deepEqual([dct?.channels.length, dct?.hem, dct?.registerIsSame], [20, { maxModules: 8, channels: 8 }, true]);
});

test('models are listed by series, and narrowed', async () => {
  const { body } = await server.call(models.series, { type: 'DTU' }, north.normal.token);
  assert.deepEqual(
    body.series.map(({ series, models: of }) => [series, of.map(({ code }) => code)]),
    [['DTU', ['DTU', 'DTU-2', 'DTU-LORA', 'DTU-NB']]],
  );
  const found = (filter: object) =>
    server
      .call(models.list, filter, north.normal.token)
      .then(({ body: { models: list } }) => list.map(({ code }) => code));
  assert.deepEqual(await found({ keyword: '阵列式', series: 'ADM' }), ['ADM', 'ADM-24', 'ADMI']);
  assert.deepEqual(await found({ measurement: 'anchorForce', type: 'measuring' }), ['SGB', 'VWL']);
  assert.equal((await found({ keyword: '%' })).length, 0, 'a sign is a sign');
});

test('a model says what its devices may say', async () => {
  const { body } = await server.call(models.options, { model: 'dct20s' }, north.normal.token);
  assert.deepEqual(
    [body.known, body.collectorTypes, body.maxChannels, body.configTypes],
    [true, ['direct', 'DTU'], 20, ['direct', 'module', 'serial']],
  );
  const sensors = body.sensors.map(({ code }) => code);
  assert.ok(
    sensors.includes('VWP') && sensors.includes('SGB') && !sensors.includes('CAMERA') && !sensors.includes('ADM'),
  );
  const idc = (await server.call(models.options, { model: 'IDC485' }, north.normal.token)).body;
  assert.ok(!idc.sensors.some(({ code }) => code === 'VWP'), 'its channels do not read a wire');
  const unknown = (await server.call(models.options, { model: 'X-1' }, north.normal.token)).body;
  assert.deepEqual([unknown.known, unknown.maxChannels, unknown.configFields.length], [false, 512, configKeys.length]);
  const constants = (await server.call(models.constants, {}, north.normal.token)).body;
  assert.deepEqual(constants.deviceTypes, ['measuring', 'collector', 'DTU']);
});

test('only a System account keeps the catalogue', async () => {
  for (const token of [north.admin.token, north.normal.token]) {
    assert.equal((await server.call(models.create, aModel, token)).status, 403);
    assert.equal((await server.call(models.update, { modelId: 1, label: 'x' }, token)).status, 403);
    assert.equal((await server.call(models.remove, { modelId: 1 }, token)).status, 403);
  }
  const made = await server.call(models.create, aModel, system.token);
  assert.equal(made.status, 200);
  const { model } = made.body;
  assert.deepEqual([model.builtIn, model.maxChannels, model.hem, model.configFields], [false, 16, null, []]);
  assert.equal((await server.call(models.create, { ...aModel, code: 'vw-16' }, system.token)).body.error, 'nameTaken');
  const nodes = { minimum: 5, maximum: 2 };
  const wrong = await server.call(models.update, { modelId: model.id, nodes }, system.token);
  assert.deepEqual(
    [wrong.body.error, (wrong.body.detail as { message: string }[])[0]?.message],
    ['badInput', 'rangeReversed'],
  );
  const changed = await server.call(models.update, { modelId: model.id, maxChannels: 32 }, system.token);
  assert.deepEqual([changed.body.model.maxChannels, changed.body.model.label], [32, 'Wire logger']);
  assert.equal(
    (await server.call(models.get, { modelId: model.id }, north.normal.token)).body.model.labels['zh-CN'],
    '振弦采集仪',
  );

  await server.db.updateTable('device').set({ model: 'vw-16' }).where('id', '=', north.device.id).execute();
  const used = await server.call(models.remove, { modelId: model.id }, system.token);
  assert.deepEqual([used.status, used.body.error, used.body.detail], [409, 'notEmpty', { devices: 1 }]);
  await server.db.updateTable('device').set({ model: 'VW-8' }).where('id', '=', north.device.id).execute();
  assert.equal((await server.call(models.remove, { modelId: model.id }, system.token)).status, 200);
  assert.equal((await server.call(models.get, { modelId: model.id }, system.token)).status, 404);
});
