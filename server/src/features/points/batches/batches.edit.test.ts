import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batches } from '@plumbline/contract/points/batches';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { points } from '@plumbline/contract/points/points';
import { brief, makeBatchFixture, problemsOf } from '../../../../test/batch.fixtures.ts';
import { addReading, makeDevice, takeConversions } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { ROLES: 'web' });
const { batch, get, row } = makeBatchFixture(server, north);

const edit = (rows: { pointId: number; set: object }[], input: object = {}) =>
  server.call(batches.batchEdit, { projectId: north.projectId, rows: rows as never, ...input }, north.admin.token);
const make = async (input: object = {}) => (await batch([row(input)])).body.pointIds[0]!;

test('any field of many points is changed, and names and channels may be exchanged', async () => {
  const device = await makeDevice(server, north, ['1', '2']);
  const [a, b] = (
    await batch([
      row({ name: 'Left', sncode: device.sncode, channel: '1' }),
      row({ name: 'Right', sncode: device.sncode, channel: '2' }),
    ])
  ).body.pointIds as [number, number];
  await takeConversions(server);
  const rows = [
    { pointId: a, set: { name: 'Right', channel: '2', intervalSeconds: 60, structurePath: ['Main dam', 'Section 1'] } },
    {
      pointId: b,
      set: {
        name: 'Left',
        channel: '1',
        intervalSeconds: 3600,
        structurePath: ['Main dam', 'Section 1'],
        formulaType: 'CUSTOM_FORMULA',
        parameters: { k: 2 },
        customFormula: { temperature: 'k * temperature' },
        coordinates: { longitude: 114, latitude: 30 },
        timedPhotographing: ['06:00'],
        backupNodes: [a],
        onlySort: 2,
        depthM: 12.25,
      },
    },
  ];
  const dry = await edit(rows, { dryRun: true });
  assert.deepEqual(dry.body.problems, []);
  assert.deepEqual(
    dry.body.changed.map(({ pointId, fields }) => [pointId, [...fields].sort()]),
    [
      [a, ['channel', 'intervalSeconds', 'name', 'structureId']],
      [
        b,
        [
          'backupNodes',
          'channel',
          'coordinates',
          'customFormula',
          'depthM',
          'formulaType',
          'name',
          'onlySort',
          'parameters',
          'structureId',
          'timedPhotographing',
        ],
      ],
    ],
  );
  assert.equal((await get(a)).name, 'Left', 'a dry run changes nothing');
  const { status, body } = await edit(rows, { reason: 'spreadsheet' });
  assert.equal(status, 200, JSON.stringify(body));
  const [left, right] = [await get(b), await get(a)];
  assert.deepEqual(
    [right.name, right.usedChannel, right.intervalSeconds, right.structureId],
    ['Right', '2', 60, north.itemId],
  );
  assert.deepEqual(
    [
      left.name,
      left.usedChannel,
      left.customFormula,
      left.parameters,
      left.coordinates,
      left.backupNodes,
      left.onlySort,
    ],
    ['Left', '1', { temperature: 'k * temperature' }, { k: 2 }, { longitude: 114, latitude: 30 }, [a], 2],
  );
  assert.deepEqual([left.timedPhotographing, left.depthM], [['06:00'], 12.25]);
  const events = await takeConversions(server);
  assert.deepEqual(
    events.map(({ pointId, reason }) => [pointId, reason]),
    [[b, 'spreadsheet']],
  );
  const unbound = await edit([{ pointId: a, set: { sncode: null } }]);
  assert.deepEqual([unbound.body.changed, (await get(a)).deviceGroup], [[{ pointId: a, fields: ['channel'] }], null]);
  assert.deepEqual((await edit(rows.slice(1))).body.changed, [], 'what is said again changes nothing');
});

test('a batch edit is refused row by row, and nothing half is written', async () => {
  const device = await makeDevice(server, north, ['1', '2']);
  const [a, b, locked] = [
    await make({ name: 'Edit a' }),
    await make({ name: 'Edit b', sncode: device.sncode, channel: '1' }),
    await make({ lockLocation: true }),
  ];
  const snapshot = await make();
  await server.call(lifecycle.archive, { pointId: snapshot, archived: true }, north.admin.token);
  const rows = [
    { pointId: a, set: { intervalSeconds: 77 } },
    { pointId: b, set: { name: 'edit A' } },
    { pointId: south.pointId, set: { name: 'x' } },
    { pointId: a, set: { name: 'again' } },
    { pointId: locked, set: { coordinates: { longitude: 1, latitude: 1 } } },
    { pointId: snapshot, set: { name: 'y' } },
  ];
  const expected = [
    [1, 'name', 'nameTaken'],
    [2, '', 'notFound'],
    [3, 'pointId', 'badInput', 'rowsRepeat'],
    [4, 'coordinates', 'locationLocked'],
    [5, '', 'archived'],
  ];
  assert.deepEqual(brief((await edit(rows, { dryRun: true })).body.problems), expected);
  const refused = await edit(rows);
  assert.deepEqual([refused.status, refused.body.error, problemsOf(refused.body)], [400, 'rowsRefused', expected]);
  assert.notEqual((await get(a)).intervalSeconds, 77);
  const single: [object, (string | number)[]][] = [
    [{ mainField: 'level' }, [0, 'mainField', 'badInput', 'fieldUnknown']],
    [{ mode: 5 }, [0, 'mode', 'badInput', 'modeOfFamily']],
    [{ structurePath: ['Nowhere'] }, [0, 'structurePath', 'badInput', 'structureUnknown']],
    [{ channel: '1' }, [0, 'sncode', 'badInput', 'required']],
    [{ sncode: device.sncode }, [0, 'channel', 'channelOccupied']],
    [{ sncode: device.sncode, channel: '9' }, [0, 'channel', 'channelUnknown']],
    [{ sncode: 'nobody' }, [0, 'sncode', 'badInput', 'deviceUnknown']],
    [{ backupNodes: [a] }, [0, 'backupNodes.0', 'badInput', 'backupItself']],
  ];
  for (const [set, problem] of single)
    assert.deepEqual(problemsOf((await edit([{ pointId: a, set }])).body), [problem], JSON.stringify(set));
});

test('initial values are taken from the latest readings in one go, or as given', async () => {
  const [a, b, silent] = [
    await make({ family: 'waterLevel', mode: 4, initialValues: { depth: 9 } }),
    await make(),
    await make(),
  ];
  await addReading(server, a, [1.5, 2.5, null, 12]);
  await addReading(server, b, [20]);
  await takeConversions(server);
  const init = (input: object) =>
    server.call(batches.batchInit, { projectId: north.projectId, ...input } as never, north.admin.token);
  const rows = [{ pointId: a }, { pointId: b, values: { temperature: 18 } }];
  const dry = await init({ rows, dryRun: true });
  assert.deepEqual(
    dry.body.points.map(({ pointId, before, after }) => [pointId, before, after]),
    [
      [a, { depth: 9 }, { depth: 2.5, level: 1.5, temp: 12 }],
      [b, {}, { temperature: 18 }],
    ],
  );
  assert.deepEqual((await get(a)).initialValues, { depth: 9 });
  assert.deepEqual(await takeConversions(server), []);
  await init({ rows, onlyMissing: true, fields: ['level', 'depth'], reason: 'commissioning' });
  assert.deepEqual((await get(a)).initialValues, { depth: 9, level: 1.5 });
  assert.deepEqual(
    (await takeConversions(server)).map(({ pointId, scope, reason, after }) => [pointId, scope, reason, after]),
    [
      [a, 'initials', 'commissioning', { initialValues: { depth: 9, level: 1.5 } }],
      [b, 'initials', 'commissioning', { initialValues: { temperature: 18 } }],
    ],
  );
  const wrong = [
    { pointId: silent },
    { pointId: b, values: { level: 1 } },
    { pointId: south.pointId },
    { pointId: a },
    { pointId: a },
  ];
  const expected = [
    [0, '', 'noReading'],
    [1, 'values.level', 'badInput', 'fieldUnknown'],
    [2, '', 'notFound'],
    [4, 'pointId', 'badInput', 'rowsRepeat'],
  ];
  const answer = await init({ rows: wrong, dryRun: true });
  assert.deepEqual([brief(answer.body.problems), answer.body.points.map(({ pointId }) => pointId)], [expected, [a]]);
  const refused = await init({ rows: wrong });
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
});

test('one chart setting and one interval for many points', async () => {
  const [a, b] = [await make(), await make({ family: 'crack', mode: 4 })];
  await server.call(points.setChartConfig, { pointId: a, lineWidth: 4 }, north.admin.token);
  const chart = (input: object) =>
    server.call(batches.batchChartSetting, { projectId: north.projectId, ...input } as never, north.admin.token);
  const { body } = await chart({ points: [a, b, a], set: { measure: 'rate', showAlerts: false } });
  assert.deepEqual(
    body.points
      .sort((x, y) => x.pointId - y.pointId)
      .map(({ chart: each }) => [each.measure, each.showAlerts, each.lineWidth, each.breakAtGaps]),
    [
      ['rate', false, 4, true],
      ['rate', false, 1.5, true],
    ],
  );
  const refused = await chart({ points: [a, b], set: { fields: ['temperature'], measure: 'value' } });
  assert.deepEqual(problemsOf(refused.body), [[1, 'fields.0', 'badInput', 'fieldUnknown']]);
  const { settings } = (await server.call(points.settings, { pointId: a }, north.admin.token)).body;
  assert.equal(settings.chart.measure, 'rate');

  const interval = (input: object) =>
    server.call(batches.batchInterval, { projectId: north.projectId, ...input } as never, north.admin.token);
  assert.deepEqual((await interval({ points: [a, b], intervalSeconds: 900 })).body.points, 2);
  // A minute is the least, whichever way it is set.
  const tooOften = { intervalSeconds: 59 };
  const ways = [
    interval({ points: [a, b], ...tooOften }),
    server.call(points.update, { pointId: a, ...tooOften }, north.admin.token),
    edit([{ pointId: a, set: tooOften }]),
    batch([row({ name: 'Often', ...tooOften })]),
    server.call(
      points.create,
      { projectId: north.projectId, structureId: north.structureId, name: 'Often', family: 'temperature', ...tooOften },
      north.admin.token,
    ),
  ];
  for (const refused of await Promise.all(ways))
    assert.match(JSON.stringify([refused.status, refused.body]), /^\[4.*intervalSeconds/);
  assert.deepEqual((await interval({ points: [a, b], intervalSeconds: 900 })).body.points, 0);
  assert.equal((await get(b)).intervalSeconds, 900);
  const foreign = await interval({ points: [a, south.pointId], intervalSeconds: 60 });
  assert.deepEqual(problemsOf(foreign.body), [[1, '', 'notFound']]);
  assert.equal((await get(a)).intervalSeconds, 900);
});
