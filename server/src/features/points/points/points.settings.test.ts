import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { batches } from '@plumbline/contract/points/batches';
import { points } from '@plumbline/contract/points/points';
import { Quality } from '@plumbline/contract/points/points.settings';
import type { QualityConfig } from '@plumbline/science/quality/config';
import type { z } from 'zod';
import { issueOf } from '../../../../test/points.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);

const at = () => ({ pointId: north.pointId });
const send = (route: (typeof points)['setProcessing'], patch: object) =>
  server.call(route as never, { ...at(), ...patch } as never, north.admin.token) as Promise<{
    status: number;
    body: Record<string, never> & { error?: string; detail?: unknown };
  }>;
const settings = async (pointId = north.pointId) =>
  (await server.call(points.settings, { pointId }, north.admin.token)).body.settings;
const make = async (family: 'surfaceDisplacement' | 'deepDisplacement', nodeCount = 0) =>
  (
    await server.call(
      points.create,
      {
        projectId: north.projectId,
        structureId: north.structureId,
        name: `${family}-${nodeCount}`,
        family,
        nodeCount,
        mode: nodeCount ? 5 : 4,
        parameters: nodeCount ? { segmentMm: 500 } : { e0: 0, n0: 0, h0: 0 },
      },
      north.admin.token,
    )
  ).body.measuringPoint.id;

test('quality settings of the contract and of science are one', () => {
  const ofScience: QualityConfig = {
    fields: {
      level: {
        range: { failMin: -1, failMax: 5, suspectMin: 0, suspectMax: 4 },
        spike: { window: 5, suspect: 1, fail: null, confirm: 3 },
        rate: { per: 'hour', suspect: 1, fail: 2 },
        flat: { tolerance: 0, suspectCount: 10, failCount: 20 },
      },
    },
    gap: { factor: 1.5 },
    clock: { aheadSeconds: 60, backward: true },
  };
  // What science takes, the contract takes; that it also compiles says that no field is missing in either.
  const typed: z.input<typeof Quality> = ofScience as z.input<typeof Quality>;
  assert.deepEqual(Quality.parse(typed), ofScience);
});

test('every tab begins as the contract says, and says what does not run yet', async () => {
  const { processing, chart, gnss, tc, inactive } = await settings();
  assert.deepEqual(processing, {
    quality: { fields: {}, gap: null, clock: { aheadSeconds: 60, backward: false } },
    filters: [],
  });
  assert.deepEqual([chart.measure, chart.fields, gnss, tc], ['value', [], null, null]);
  assert.deepEqual(inactive, ['filters', 'gnss', 'timedPhotographing']);
});

test('quality tests and filters are about fields of the point, and can be meant', async () => {
  const quality = (temperature: object) => ({ quality: { fields: { temperature }, gap: { factor: 2 }, clock: null } });
  const set = await send(points.setProcessing, quality({ range: { failMax: 60, suspectMax: 50 } }));
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const filter = { field: 'temperature', kind: 'hampel', window: 7, centred: true, factor: null };
  await send(points.setProcessing, { filters: [filter] });
  const { processing } = await settings();
  assert.deepEqual(
    [processing.quality.fields['temperature']?.range, processing.filters],
    [{ failMax: 60, suspectMax: 50 }, [filter]],
    'what is not said stays',
  );
  const wrong: [object, [string, string] | [string]][] = [
    [{ quality: { fields: { level: {} }, gap: null, clock: null } }, ['quality.fields.level', 'fieldUnknown']],
    [
      quality({ range: { failMax: 50, suspectMax: 60 } }),
      ['quality.fields.temperature.range.failMax', 'suspectBeyondFail'],
    ],
    [quality({ range: {} }), ['quality.fields.temperature.range', 'nothingTested']],
    [
      quality({ spike: { window: 5, suspect: 3, fail: 2, confirm: 3 } }),
      ['quality.fields.temperature.spike.suspect', 'suspectBeyondFail'],
    ],
    [quality({ spike: { window: 2, suspect: 3, confirm: 3 } }), ['quality.fields.temperature.spike.window']],
    [quality({ rate: { per: 'week', suspect: 3 } }), ['quality.fields.temperature.rate.per']],
    [{ filters: [{ ...filter, field: 'level' }] }, ['filters.0.field', 'fieldUnknown']],
    [{ filters: [{ ...filter, kind: 'magic' }] }, ['filters.0.kind']],
  ];
  for (const [patch, issue] of wrong) {
    const answer = await send(points.setProcessing, patch);
    assert.equal(answer.body.error, 'badInput', JSON.stringify(patch));
    assert.deepEqual(issueOf(answer.body).slice(0, issue.length), issue);
  }
  const chain = await make('deepDisplacement', 3);
  const nodes = {
    fields: { 'x*': { range: { failMax: 100 } }, y2: { range: { failMax: 50 } } },
    gap: null,
    clock: null,
  };
  assert.equal((await send(points.setProcessing, { pointId: chain, quality: nodes })).status, 200);
  const beyond = { ...nodes, fields: { x4: { range: { failMax: 100 } } } };
  const answer = await send(points.setProcessing, { pointId: chain, quality: beyond });
  assert.deepEqual(issueOf(answer.body), ['quality.fields.x4', 'fieldUnknown']);
});

test('a chart begins as its device says, until its point says otherwise', async () => {
  const chart = (fields: object) =>
    server.call(devices.setChart, { deviceId: north.device.id, chart: fields } as never, north.admin.token);
  const axis = { min: -5, max: 40, reversed: true };
  await chart({ fields: ['level'], minimum: -5, maximum: 40, reversed: true });
  const begun = (await settings()).chart;
  assert.deepEqual([begun.fields, begun.axes], [[], { temperature: axis }], 'a field that the point lacks is left out');
  await chart({ fields: ['temperature'], minimum: null });
  assert.deepEqual((await settings()).chart.fields, ['temperature']);
  assert.deepEqual((await settings()).chart.axes, { temperature: { ...axis, min: null } });
  const unbound = await makePoint(server, north, 'Apart', { family: 'temperature', type: 2, mode: 0 });
  assert.deepEqual((await settings(unbound)).chart.axes, {});
  assert.equal((await chart({ precision: 2 })).body.error, 'badInput', 'nothing reads it');

  const batch = { projectId: north.projectId, points: [north.pointId, unbound], set: { lineWidth: 2 } };
  assert.equal((await server.call(batches.batchChartSetting, batch as never, north.admin.token)).status, 200);
  assert.deepEqual((await settings()).chart.fields, ['temperature'], 'many at once begin as one alone');
  assert.deepEqual((await settings(unbound)).chart.fields, []);
  await send(points.setChartConfig as never, { fields: [], axes: {}, lineWidth: 1.5 });
  assert.deepEqual((await settings()).chart.axes, {}, 'the point has its own now');
  await chart({ fields: null, maximum: null, reversed: null });
});

test('a chart begins as its point says; each view remembers its own', async () => {
  const set = (patch: object) => send(points.setChartConfig as never, patch);
  assert.equal(
    (await set({ measure: 'cumulative', axes: { temperature: { min: 0, max: 40, reversed: false } } })).status,
    200,
  );
  assert.equal((await settings()).chart.measure, 'cumulative');
  for (const [patch, issue] of [
    [{ axes: { temperature: { min: 5, max: 5, reversed: false } } }, ['axes.temperature.max', 'axisOrder']],
    [{ axes: { level: { min: null, max: null, reversed: false } } }, ['axes.level', 'fieldUnknown']],
    [{ fields: ['level'] }, ['fields.0', 'fieldUnknown']],
    [{ spanSeconds: 61 }, ['spanSeconds', 'choose']],
  ] as const)
    assert.deepEqual(issueOf((await set(patch)).body), issue);

  const view = (chart: string, setting: object) =>
    server.call(points.setChartSetting, { ...at(), chart, setting } as never, north.admin.token);
  assert.equal((await view('time-value', { lineWidth: 3, options: { base: 'toe' } })).status, 200);
  assert.equal((await view('adm-profile', { showAlerts: false })).status, 200);
  assert.equal((await view('no-such-view', {})).status, 400);
  const stored = async () =>
    (await server.call(points.chartSettings, at(), north.admin.token)).body.chartSettings.map(({ chart }) => chart);
  assert.deepEqual(await stored(), ['adm-profile', 'time-value']);
  const one = await server.call(points.chartSetting, { ...at(), chart: 'adm-profile' }, north.admin.token);
  assert.deepEqual(one.body.setting, { showAlerts: false });
  await view('adm-profile', {});
  assert.deepEqual(await stored(), ['time-value'], 'an empty setting is forgotten');
});

test('GNSS resolution is held whole, for what satellites measure', async () => {
  const set = (patch: object) => send(points.setGnss as never, patch);
  assert.deepEqual(issueOf((await set({ taskName: 'a', baseStation: 'B', sites: ['S'] })).body), [
    'taskName',
    'gnssOfFamily',
  ]);
  const pointId = await make('surfaceDisplacement');
  const complete = { pointId, taskName: 'dam_north-1', baseStation: 'BASE', sites: ['G1', 'G2'] };
  const missing = await set({ pointId, taskName: 'dam' });
  assert.deepEqual((missing.body.detail as { path: string }[]).map(({ path }) => path).sort(), [
    'baseStation',
    'sites',
  ]);
  const ok = await set(complete);
  assert.equal(ok.status, 200, JSON.stringify(ok.body));
  const wrong: [object, string, string][] = [
    [{ taskName: 'dam north' }, 'taskName', 'taskName'],
    [{ taskName: '坝' }, 'taskName', 'taskName'],
    [{ baseStation: '' }, 'baseStation', 'required'],
    [{ sites: [] }, 'sites', 'required'],
    [{ sites: ['G1', 'G1'] }, 'sites', 'sitesRepeat'],
    [{ sites: ['BASE'] }, 'baseStation', 'baseIsSite'],
    [{ transform: 'sevenParameter' }, 'sevenParameters', 'required'],
    [{ rtcmStartAt: '2026-03-18T06:00:01Z' }, 'rtcmStartAt', 'rtcmInFuture'],
  ];
  for (const [patch, path, message] of wrong)
    assert.deepEqual(issueOf((await set({ pointId, ...patch })).body), [path, message], JSON.stringify(patch));
  await set({ pointId, rtcmStartAt: '2026-03-18T06:00:00Z', satelliteSystem: 'BeiDou' });
  const { gnss } = await settings(pointId);
  assert.deepEqual([gnss?.taskName, gnss?.satelliteSystem, gnss?.resolveMode], ['dam_north-1', 'BeiDou', 'static']);
});

test('settings that nothing reads are unknown: of a point, and of its tabs', async () => {
  const update = (patch: object) =>
    server.call(points.update, { pointId: north.pointId, ...patch } as never, north.admin.token);
  for (const patch of [{ networkId: 'mesh-7' }, { autoGetHistory: true }]) {
    const { status, body } = await update(patch);
    assert.deepEqual([status, issueOf(body)[1]], [400, 'fieldUnknown'], JSON.stringify(patch));
  }
  const tabs = await settings();
  assert.deepEqual(Object.keys(tabs).sort(), ['chart', 'gnss', 'inactive', 'processing', 'tc']);
});

test('temperature compensation reads a temperature that the point itself measures', async () => {
  const crack = { projectId: north.projectId, structureId: north.structureId };
  const pointId = await makePoint(server, crack, 'Joint', { family: 'crack', type: 2, mode: 0 });
  const set = (tc: object | null) => send(points.setTc as never, { pointId, tc });
  const storedTc = async () => (await server.call(points.tc, { pointId }, north.admin.token)).body.tc;
  const tc = {
    field: 'opening',
    temperaturePointId: null as number | null,
    temperatureField: 'temp',
    coefficient: 0.01,
    reference: 20,
    enabled: true,
  };
  assert.equal((await set(tc)).status, 200);
  assert.deepEqual(await storedTc(), tc);
  for (const [patch, issue] of [
    [{ field: 'level' }, ['tc.field', 'fieldUnknown']],
    [{ temperatureField: 'level' }, ['tc.temperatureField', 'notTemperature']],
    [{ temperatureField: 'opening' }, ['tc.temperatureField', 'notTemperature']],
    [{ field: 'temp' }, ['tc.temperatureField', 'notTemperature']],
    [{ temperaturePointId: north.pointId }, ['tc.temperaturePointId', 'temperatureElsewhere']],
  ] as const)
    assert.deepEqual(issueOf((await set({ ...tc, ...patch })).body), issue);
  assert.deepEqual(await storedTc(), tc);
  await set(null);
  assert.equal(await storedTc(), null);
});
