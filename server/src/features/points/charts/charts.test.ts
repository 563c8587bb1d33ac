import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charts } from '@plumbline/contract/points/charts';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import type { World } from '../../../../test/harness.ts';
import { addReading, issueOf } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

const make = async (name: string) =>
  (
    await server.call(
      points.create,
      { projectId: north.projectId, structureId: north.structureId, name, family: 'waterLevel' },
      north.admin.token,
    )
  ).body.measuringPoint.id;

test('a custom chart draws fields that its points have', async () => {
  const { projectId } = north;
  const water = await make('W-1');
  const series = [
    { pointId: north.pointId, field: 'temperature', axis: 'right' as const },
    { pointId: water, field: 'level', measure: 'cumulative' as const },
  ];
  const create = (input: object) =>
    server.call(charts.createCustomChart, { projectId, name: 'Dam', series, ...input } as never, north.admin.token);
  const { status, body } = await create({ left: { label: 'Level', min: 0, max: 10 } });
  assert.equal(status, 200, JSON.stringify(body));
  const { customChart } = body;
  assert.deepEqual(
    [customChart.series.map(({ axis, measure }) => [axis, measure]), customChart.left, customChart.right.min],
    [
      [
        ['right', 'value'],
        ['left', 'cumulative'],
      ],
      { label: 'Level', min: 0, max: 10 },
      null,
    ],
  );
  for (const [input, issue] of [
    [{ series: [{ pointId: south.pointId, field: 'temperature' }] }, ['series.0.pointId', 'pointUnknown']],
    [{ series: [{ pointId: water, field: 'temperature' }] }, ['series.0.field', 'fieldUnknown']],
    [{ series: [series[1], series[1]] }, ['series', 'seriesRepeat']],
    [{ left: { min: 5, max: 1 } }, ['left.max', 'axisOrder']],
  ] as const)
    assert.deepEqual(issueOf((await create({ name: 'Other', ...input })).body), issue);
  assert.equal((await create({ name: 'DAM' })).body.error, 'nameTaken');

  const { id: customChartId } = customChart;
  const of = (world: World) => ({ projectId: world.projectId, customChartId });
  assert.equal((await server.call(charts.customChart, of(south), south.admin.token)).status, 404);
  assert.equal(
    (
      await server.call(
        charts.updateCustomChart,
        { ...of(south), name: 'x', series: [{ pointId: south.pointId, field: 'temperature' }] },
        south.admin.token,
      )
    ).status,
    404,
  );
  assert.equal((await server.call(charts.removeCustomChart, of(south), south.admin.token)).status, 404);
  const opened = (await server.call(charts.customChart, of(north), north.admin.token)).body;
  assert.deepEqual(
    opened.points
      .map(({ id, name, family, nodeCount, deprecated }) => [id, name, family, nodeCount, deprecated])
      .at(-1),
    [water, 'W-1', 'waterLevel', 0, false],
  );
  // A point that is out of use keeps its history, and its place in the chart.
  await server.call(lifecycle.deprecate, { pointId: water, deprecated: true }, north.admin.token);
  const again = await server.call(
    charts.updateCustomChart,
    { ...of(north), name: 'Dam level', series },
    north.admin.token,
  );
  assert.equal(again.status, 200, JSON.stringify(again.body));
  const stored = (await server.call(charts.customChart, of(north), north.admin.token)).body.points;
  assert.deepEqual(
    stored.filter(({ deprecated }) => deprecated).map(({ id }) => id),
    [water],
  );
  await server.call(lifecycle.deprecate, { pointId: water, deprecated: false }, north.admin.token);
  await server.call(lifecycle.remove, { pointId: water }, north.admin.token);
  const [left] = (await server.call(charts.customCharts, { projectId }, north.admin.token)).body.customCharts;
  assert.deepEqual([left?.name, left?.series.map(({ pointId }) => pointId)], ['Dam level', [north.pointId]]);
  await server.call(charts.removeCustomChart, of(north), north.admin.token);
  assert.equal((await server.call(charts.customChart, of(north), north.admin.token)).status, 404);
});

test('a chart all of whose points were deleted is still there, empty, to be changed or deleted', async () => {
  const { projectId } = north;
  const pointId = await make('W-2');
  const token = north.admin.token;
  const series = [{ pointId, field: 'level' }];
  const { body } = await server.call(charts.createCustomChart, { projectId, name: 'Shaft', series }, token);
  await server.call(lifecycle.remove, { pointId }, token);
  const of = { projectId, customChartId: body.customChart.id };
  const opened = await server.call(charts.customChart, of, token);
  assert.deepEqual([opened.status, opened.body.customChart?.series, opened.body.points], [200, [], []]);
  const listed = await server.call(charts.customCharts, { projectId }, token);
  assert.deepEqual([listed.status, listed.body.customCharts.map(({ name }) => name)], [200, ['Shaft']]);
  assert.equal((await server.call(charts.removeCustomChart, of, token)).status, 200);
});

test('a characteristic is calculated over the fields of its family', async () => {
  const { projectId } = north;
  const [full, dry, silent] = [await make('W-2'), await make('W-3'), await make('W-4')];
  await addReading(server, full, [236, 1.5, null, null]);
  await addReading(server, dry, [236, null, null, null]);
  const fields = { name: 'Ground', family: 'waterLevel' as const, formula: 'level - depth', unit: 'm' };
  const create = (input: object) =>
    server.call(charts.createCharacteristic, { projectId, ...fields, ...input } as never, north.admin.token);
  const { characteristic } = (await create({})).body;
  const illegal = await create({ name: 'Bad', formula: 'level - temperature' });
  assert.deepEqual(
    [illegal.status, illegal.body.error, illegal.body.detail],
    [400, 'formulaIllegal', { field: 'formula', at: 8, reason: 'unknownName' }],
  );
  assert.equal((await create({ name: 'GROUND' })).body.error, 'nameTaken');
  const at = { projectId, characteristicId: characteristic.id };
  const { values } = (await server.call(charts.characteristicValues, at, north.admin.token)).body;
  assert.deepEqual(
    [full, dry, silent].map((id) => values.find(({ pointId }) => pointId === id)?.value),
    [234.5, null, null],
  );
  const updated = await server.call(
    charts.updateCharacteristic,
    { ...at, ...fields, formula: 'level * 2', precision: 1 },
    north.admin.token,
  );
  assert.equal(updated.body.characteristic.precision, 1);
  const foreign = { ...at, projectId: south.projectId };
  assert.equal(
    (await server.call(charts.updateCharacteristic, { ...foreign, ...fields }, south.admin.token)).status,
    404,
  );
  assert.equal((await server.call(charts.removeCharacteristic, foreign, south.admin.token)).status, 404);
  assert.equal((await server.call(charts.removeCharacteristic, at, north.admin.token)).status, 200);
  const left = await server.call(charts.characteristics, { projectId }, north.admin.token);
  assert.deepEqual(left.body.characteristics, []);
});
