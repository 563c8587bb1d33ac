import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindings } from '@plumbline/contract/points/bindings';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
let created = 0;

const base = () => ({
  projectId: north.projectId,
  structureId: north.structureId,
  name: `P-${++created}`,
  family: 'waterLevel' as const,
  mode: 1,
});
type Create = Parameters<typeof server.call<typeof points.create>>[1];
const create = (input: Partial<Create>) => server.call(points.create, { ...base(), ...input }, north.admin.token);
const pathOf = (body: { detail?: unknown }) => (body.detail as { path: string }[])[0]?.path;

async function reading(pointId: number, value: number, level = 0) {
  const at = server.clock.now();
  await server.db
    .insertInto('reading')
    .values({ point_id: pointId, at, received_at: at, values: [value], raw: '{}' })
    .execute();
  await server.db
    .insertInto('point_state')
    .values({ point_id: pointId, at, received_at: at, values: [value], level })
    .onConflict((on) => on.column('point_id').doUpdateSet({ at, values: [value], level }))
    .execute();
}

test('a point is set up as its family and mode ask', async () => {
  const good = await create({ parameters: { K: 0.12, f0: 2900 }, initialValues: { level: 230 }, intervalSeconds: 600 });
  assert.equal(good.status, 200);
  assert.deepEqual(
    [
      good.body.measuringPoint.parameters,
      good.body.measuringPoint.initialValues,
      good.body.measuringPoint.latest,
      good.body.measuringPoint.status.state,
    ],
    [{ K: 0.12, f0: 2900 }, { level: 230 }, null, 'neverRead'],
  );
  const chainOf = (parameters: Create['parameters']) => ({
    family: 'deepDisplacement' as const,
    mode: 5,
    nodeCount: 3,
    parameters,
  });
  const wrong: [Partial<Create>, string][] = [
    [{ parameters: { K: 0.12 } }, 'parameters.f0'],
    [{ parameters: { K: 0.12, f0: 2900, colour: 3 } }, 'parameters.colour'],
    [{ parameters: { K: 0.12, f0: 2900 }, initialValues: { strain: 1 } }, 'initialValues.strain'],
    [{ mode: 9 }, 'mode'],
    [{ parameters: { K: 0.12, f0: 2900 }, nodeCount: 4 }, 'nodeCount'],
    [{ family: 'deepDisplacement', mode: 5 }, 'nodeCount'],
    [chainOf({ segmentMm: 499 }), 'parameters.segmentMm'],
    [chainOf({ segmentMm: 500, length2: 300 }), 'parameters.length2'],
    [chainOf({ form: 7 }), 'parameters.form'],
    [chainOf({ form: 3 }), 'parameters.ix1'],
    [chainOf({ form: 2 }), 'parameters.panelAngle'],
    [{ family: 'camera', mode: 4 }, 'mode'],
    [{ name: '' }, 'name'],
  ];
  for (const [input, path] of wrong) {
    const { status, body } = await create(input);
    assert.deepEqual([status, body.error, pathOf(body)], [400, 'badInput', path], path);
  }
  const chain = await create({
    family: 'deepDisplacement',
    mode: 5,
    nodeCount: 3,
    parameters: { segmentMm: 500, twist3: 1.5 },
    initialValues: { x3: 0.1 },
  });
  assert.equal(chain.status, 200);
  assert.equal(
    (await create({ name: good.body.measuringPoint.name.toLowerCase(), parameters: { K: 1, f0: 1 } })).body.error,
    'nameTaken',
  );
  assert.equal(
    (await create({ structureId: south.structureId, parameters: { K: 1, f0: 1 } })).status,
    404,
    'a structure of elsewhere',
  );
});

test('custom formulas read what the sensor measures and what the point is given, and say where they are wrong', async () => {
  const custom = { formulaType: 'CUSTOM_FORMULA' as const, parameters: { G: 0.1, f0: 2900 } };
  const good = await create({
    ...custom,
    customFormula: { level: 'G*(f0^2-frequency^2)/1000 + offset0', depth: 'temperature' },
    parameters: { ...custom.parameters, offset0: 3 },
  });
  assert.equal(good.status, 200);
  const illegal = await create({ ...custom, customFormula: { level: 'G*(f0^2-height)' } });
  assert.deepEqual(
    [illegal.status, illegal.body.error, illegal.body.detail],
    [400, 'formulaIllegal', { field: 'level', at: 8, reason: 'unknownName' }],
  );
  assert.equal(pathOf((await create({ ...custom, customFormula: { strain: '1' } })).body), 'customFormula.strain');
  assert.equal(pathOf((await create({ ...custom, customFormula: {} })).body), 'customFormula');
});

test('changed settings must still convert, and what is not given stays', async () => {
  const { body } = await create({ parameters: { K: 0.12, f0: 2900 }, coordinates: { longitude: 114, latitude: 30 } });
  const pointId = body.measuringPoint.id;
  const update = (patch: object) => server.call(points.update, { pointId, ...patch }, north.admin.token);
  const renamed = await update({ name: 'PZ-9', structureId: north.itemId });
  assert.deepEqual(
    [renamed.body.measuringPoint.name, renamed.body.measuringPoint.structureId, renamed.body.measuringPoint.parameters],
    ['PZ-9', north.itemId, { K: 0.12, f0: 2900 }],
  );
  assert.equal(pathOf((await update({ mode: 2 })).body), 'parameters.K', 'its parameters are those of another mode');
  assert.deepEqual((await update({ mode: 2, parameters: { min: 0, max: 30 } })).body.measuringPoint.parameters, {
    min: 0,
    max: 30,
  });
  assert.equal((await update({ structureId: south.structureId })).status, 404);
  assert.equal((await update({ coordinates: null })).body.measuringPoint.coordinates, null);
  assert.equal((await update({ structureId: north.structureId, name: 'T-1' })).body.error, 'nameTaken');
  assert.equal((await server.call(points.update, { pointId, name: 'x' }, south.admin.token)).status, 404);
});

test('a channel feeds one point, of a device of the same corporation', async () => {
  const { body } = await create({ family: 'temperature', mode: 4 });
  const pointId = body.measuringPoint.id;
  const bind = (measuringDeviceId: number | null, channel?: string) =>
    server.call(bindings.bind, { pointId, measuringDeviceId, ...(channel && { channel }) }, north.admin.token);
  assert.equal((await bind(south.device.id)).status, 404);
  const unknown = await bind(north.device.id, '9');
  assert.deepEqual([unknown.status, unknown.body.error], [400, 'channelUnknown']);
  const bound = await bind(north.device.id, '1');
  assert.deepEqual(
    [bound.status, bound.body.error, bound.body.detail],
    [409, 'channelOccupied', { channelNo: '1', sncode: north.device.sncode, pointName: 'T-1' }],
  );
  const again = await server.call(
    bindings.bind,
    { pointId: north.pointId, measuringDeviceId: north.device.id },
    north.admin.token,
  );
  assert.equal(again.status, 200, 'binding as it is changes nothing');
  const off = await server.call(bindings.bind, { pointId: north.pointId, measuringDeviceId: null }, north.admin.token);
  assert.equal(off.body.measuringPoint.deviceGroup, null);
  assert.deepEqual((await bind(north.device.id)).body.measuringPoint.deviceGroup, {
    measuringDeviceId: north.device.id,
    measuringDevice: { id: north.device.id, name: 'Logger', sncode: north.device.sncode },
    sncode: north.device.sncode,
    channel: '1',
    collectorId: null,
    dtuId: null,
    since: server.clock.now().toISOString(),
    migration: 'none',
  });
});

test('a threshold that is sent again keeps its row and its state', async () => {
  const { pointId } = north;
  const set = (thresholds: object[]) =>
    server.call(thresholdRoutes.setThresholds, { pointId, thresholds: thresholds as never }, north.admin.token);
  const value = { field: 'temperature', kind: 'value', levels: [30, 40, null, 60] };
  const rate = { field: 'temperature', kind: 'rate', method: 'upper', levels: [5, null, null, null] };
  const first = await set([value, rate]);
  assert.deepEqual(
    first.body.thresholds.map(({ kind, method, levels, consecutive }) => [kind, method, levels, consecutive]),
    [
      ['value', 'twoSided', [30, 40, null, 60], 1],
      ['rate', 'upper', [5, null, null, null], 1],
    ],
  );
  const rows = () =>
    server.db.selectFrom('threshold').select(['id', 'kind']).where('point_id', '=', pointId).orderBy('id').execute();
  const [valueRow, rateRow] = await rows();
  await reading(pointId, 45, 3);
  for (const [row, level] of [
    [valueRow!, 2],
    [rateRow!, 3],
  ] as const)
    await server.db
      .insertInto('alert_state')
      .values({ point_id: pointId, threshold_id: row.id, state: '{}', level, alert_id: null })
      .execute();

  await set([value, { ...rate, levels: [6, null, null, null] }]);
  const after = await rows();
  assert.equal(after[0]?.id, valueRow?.id);
  assert.notEqual(after[1]?.id, rateRow?.id);
  const states = await server.db
    .selectFrom('alert_state')
    .select(['threshold_id', 'level'])
    .where('point_id', '=', pointId)
    .execute();
  assert.deepEqual(states, [{ threshold_id: valueRow!.id, level: 2 }]);
  const { body } = await server.call(points.get, { pointId }, north.admin.token);
  assert.deepEqual(
    [body.measuringPoint.status.level, body.thresholds.length, body.measuringPoint.latest?.values],
    [2, 2, [45]],
    'the rule that is gone holds no level',
  );

  assert.equal(pathOf((await set([{ ...value, field: 'strain' }])).body), 'thresholds.0.field');
  assert.equal(pathOf((await set([value, { ...value, levels: [1, 2, 3, 4] }])).body), 'thresholds.1.field');
  for (const levels of [
    [40, 30, null, null],
    [null, null, null, null],
    [0, 1, 2, 3],
    [1, 2, 3],
  ])
    assert.equal((await set([{ ...value, levels }])).status, 400, String(levels));
  assert.equal((await set([{ ...value, kind: 'multi' }])).status, 400, 'multi needs levels of the rate');
  assert.deepEqual((await set([])).body.thresholds, []);
  assert.equal((await server.call(points.get, { pointId }, north.admin.token)).body.measuringPoint.status.level, null);
});

test('a list is paged by structure and name; a structure brings its items', async () => {
  const { body: made } = await create({ family: 'temperature', mode: 4, name: 'T-10', structureId: north.itemId });
  await create({ family: 'temperature', mode: 4, name: 'T-2', structureId: north.itemId });
  const list = (input: object) => server.call(points.list, { projectId: north.projectId, ...input }, north.admin.token);
  const found = await list({ keyword: 't-', structureId: north.itemId });
  assert.deepEqual(
    found.body.measuringPoints.map(({ name }) => name),
    ['T-2', 'T-10'],
  );
  assert.deepEqual((await list({ keyword: 't-', structureId: north.structureId })).body.total, 3);
  const second = await list({ keyword: 't-', pageSize: 1, page: 2 });
  assert.deepEqual(
    [second.body.total, second.body.measuringPoints.map(({ id }) => id).includes(made.measuringPoint.id)],
    [3, false],
  );
  assert.equal((await list({ pageSize: 5000 })).status, 400);
});

test('a Member changes points and does not add them; a stranger finds none', async () => {
  const member = await makeAccount(server, 'Normal', north.corporationId, 'member');
  assert.equal((await server.call(points.get, { pointId: north.pointId }, member.token)).status, 404);
  await makeMember(server, north.projectId, member.id, 'Member');
  assert.equal(
    (await server.call(points.update, { pointId: north.pointId, intervalSeconds: 60 }, member.token)).status,
    200,
  );
  assert.equal(
    (await server.call(points.create, { ...base(), family: 'temperature', mode: 4 }, member.token)).status,
    403,
  );
  await server.db
    .updateTable('project')
    .set({ archived_at: server.clock.now() })
    .where('id', '=', south.projectId)
    .execute();
  assert.equal(
    (await server.call(points.update, { pointId: south.pointId, intervalSeconds: 60 }, south.admin.token)).body.error,
    'archived',
  );
});

test('a point that is snapshotted or deprecated takes no readings', async () => {
  const east = await makeWorld(server, 'East');
  const { pointId, device } = east;
  const admin = east.admin.token;
  let at = server.clock.now().getTime();
  const deliver = async () => {
    at -= 60_000;
    const response = await fetch(`${server.url}/api/devices/${device.sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ at, channels: { 1: { temperature: 20 } } }),
    });
    const { stored, unbound } = (await response.json()) as { stored: number; unbound: number };
    return [stored, unbound];
  };
  // What the gateway remembers of a device is dropped when the database says so, a moment later.
  const soon = (expected: number[]) => until(deliver, (answer) => answer.join() === expected.join());
  await soon([1, 0]);
  await server.call(lifecycle.archive, { pointId, archived: true }, admin);
  await soon([0, 1]);
  await server.call(lifecycle.archive, { pointId, archived: false }, admin);
  await soon([1, 0]);
  await server.call(lifecycle.deprecate, { pointId, deprecated: true }, admin);
  await soon([0, 1]);
  await server.call(lifecycle.deprecate, { pointId, deprecated: false }, admin);
  await soon([0, 1]);
  await server.call(bindings.bind, { pointId, measuringDeviceId: device.id }, admin);
  await soon([1, 0]);
});
