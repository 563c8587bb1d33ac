import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { points } from '@plumbline/contract/points';
import type { RowProblem } from '@plumbline/contract/points.rows';
import { makeAccount, makeMember, makeWorld, startServer, type TestServer, type World } from '../../../test/harness.ts';
import { addReading, makeDevice, takeEvents } from '../../../test/points-ground.ts';

let server: TestServer;
let north: World;
let south: World;
let made = 0;
before(async () => {
  server = await startServer({ ROLES: 'web' });
  north = await makeWorld(server, 'North');
  south = await makeWorld(server, 'South');
});
after(() => server.close());

const batch = (rows: object[], input: object = {}, token = north.admin.token) =>
  server.call(points.batchCreate, { projectId: north.projectId, rows: rows as never, ...input }, token);
const edit = (rows: { pointId: number; set: object }[], input: object = {}) =>
  server.call(points.batchEdit, { projectId: north.projectId, rows: rows as never, ...input }, north.admin.token);
const get = async (pointId: number) =>
  (await server.call(points.get, { pointId }, north.admin.token)).body.measuringPoint;
const row = (input: object = {}) => ({
  name: `B-${++made}`,
  family: 'temperature',
  structureId: north.structureId,
  ...input,
});
const make = async (input: object = {}) => (await batch([row(input)])).body.pointIds[0]!;
const brief = (problems: readonly RowProblem[]) =>
  problems.map(({ row: at, path, error, message }) => [at, path, error, ...(message ? [message] : [])]);
const problemsOf = (body: { detail?: unknown }) => brief((body.detail as { problems: RowProblem[] }).problems);
const count = async () => {
  const rows = await server.db.selectFrom('point').select('id').where('project_id', '=', north.projectId).execute();
  return rows.length;
};

test('a thousand points are added with their structures, devices and slaves in one go', async () => {
  const logger = await makeDevice(
    server,
    north,
    Array.from({ length: 500 }, (_, i) => String(i + 1)),
  );
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    name: `T-${i + 1}`,
    family: 'temperature',
    mode: 4,
    structurePath: i % 2 ? ['New dam', `Section ${i % 10}`] : ['main DAM'],
    ...(i % 2 && { sncode: logger.sncode, channel: String((i + 1) / 2) }),
  }));
  rows[0] = { ...rows[0]!, name: 'T-0' };
  rows.push({
    name: 'Sum',
    family: 'temperature',
    type: 1,
    structurePath: ['New dam'],
    slaves: [
      { pointName: 't-2', variable: 'a' },
      { pointId: north.pointId, variable: 'b' },
    ],
    customFormula: { temperature: 'a + b' },
  } as never);
  rows.splice(500, 1);
  const before = await count();
  const dry = await batch(rows, { createStructures: true, dryRun: true });
  assert.deepEqual([dry.status, dry.body.problems, dry.body.pointIds, await count()], [200, [], [], before]);
  assert.deepEqual(dry.body.structures, [
    'New dam',
    ...[1, 3, 5, 7, 9].map((section) => `New dam / Section ${section}`),
  ]);
  const begun = performance.now();
  const { status, body } = await batch(rows, { createStructures: true });
  const took = performance.now() - begun;
  assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
  assert.equal(body.pointIds.length, 1000);
  assert.ok(took < 5000, `${took} ms`);
  const [first, second, sum] = [
    await get(body.pointIds[0]!),
    await get(body.pointIds[1]!),
    await get(body.pointIds.at(-1)!),
  ];
  assert.deepEqual(
    [first.name, first.structureId, second.name, second.deviceGroup?.sncode, second.usedChannel],
    ['T-0', north.structureId, 'T-2', logger.sncode, '1'],
  );
  assert.deepEqual(sum.slaves, [
    { pointId: second.id, variable: 'a', field: 'temperature' },
    { pointId: north.pointId, variable: 'b', field: 'temperature' },
  ]);
  const groups = await server.db.selectFrom('device_group').select('id').where('device_id', '=', logger.id).execute();
  assert.equal(groups.length, 500);
});

test('what is wrong with each row is said at once, and then nothing is written', async () => {
  const device = await makeDevice(server, north, ['1', '2']);
  const rows = [
    row({ name: '' }),
    row({ family: 'waterLevel', mode: 1 }),
    row({ name: 'Twice' }),
    row({ name: 'TWICE' }),
    row({ name: 'T-1' }),
    row({ structureId: undefined, structurePath: ['Nowhere'] }),
    row({ structureId: south.structureId }),
    row({ structureId: undefined }),
    row({ sncode: 'unknown-1' }),
    row({ sncode: south.device.sncode }),
    row({ sncode: device.sncode, channel: '9' }),
    row({ sncode: device.sncode, channel: '1' }),
    row({ sncode: device.sncode, channel: '1' }),
    row({ sncode: north.device.sncode, channel: '1' }),
    row({ channel: '1' }),
    row({ type: 2, sncode: device.sncode, channel: '2' }),
    row({ formulaType: 'CUSTOM_FORMULA', customFormula: { temperature: '1 +' } }),
    row({ type: 1, slaves: [{ pointName: 'nobody', variable: 'a' }], customFormula: { temperature: 'a' } }),
    row({ colour: 'red' }),
    row({ timedPhotographing: ['06:00', '06:00'] }),
    row({ backupNodes: [south.pointId] }),
  ];
  const before = await count();
  const expected = [
    [0, 'name', 'badInput', ''],
    [1, 'parameters.K', 'badInput', 'required'],
    [3, 'name', 'nameTaken'],
    [4, 'name', 'nameTaken'],
    [5, 'structurePath', 'badInput', 'structureUnknown'],
    [6, 'structureId', 'badInput', 'structureUnknown'],
    [7, 'structurePath', 'badInput', 'required'],
    [8, 'sncode', 'badInput', 'deviceUnknown'],
    [9, 'sncode', 'badInput', 'deviceUnknown'],
    [10, 'channel', 'channelUnknown'],
    [12, 'channel', 'channelOccupied'],
    [13, 'channel', 'channelOccupied'],
    [14, 'sncode', 'badInput', 'required'],
    [15, '', 'kindUnsuitable'],
    [16, 'customFormula.temperature', 'formulaIllegal'],
    [17, 'slaves.0.pointName', 'badInput', 'slaveUnknown'],
    [18, 'colour', 'badInput', 'fieldUnknown'],
    [19, 'timedPhotographing', 'badInput', 'photoTimesRepeat'],
    [20, 'backupNodes.0', 'badInput', 'backupUnknown'],
  ];
  const told = (list: (string | number)[][]) =>
    list.map(([at, path, error, message]) => [
      at,
      path,
      error,
      ...(message && !/^[A-Z]/.test(`${message}`) ? [message] : []),
    ]);
  const dry = await batch(rows, { dryRun: true });
  assert.equal(dry.status, 200);
  assert.deepEqual(told(brief(dry.body.problems) as never), told(expected));
  const refused = await batch(rows);
  assert.deepEqual([refused.status, refused.body.error, await count()], [400, 'rowsRefused', before]);
  assert.deepEqual(told(problemsOf(refused.body) as never), told(expected));
  assert.equal((await batch([])).status, 400);
  assert.equal((await batch(Array.from({ length: 1001 }, () => row()))).status, 400);
});

test('structures are made by those alone who may make them', async () => {
  const builder = await makeAccount(server, 'Normal', north.corporationId, 'builder');
  const role = await server.db
    .insertInto('role')
    .values({
      corporation_id: north.corporationId,
      type: 'Custom',
      name: 'Points',
      permissions: ['Create:MeasuringPoint', 'Retrieve:MeasuringPoint'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('project_member')
    .values({ project_id: north.projectId, account_id: builder.id, role_id: role.id })
    .execute();
  const rows = [row({ structureId: undefined, structurePath: ['Gallery'] })];
  const answer = await batch(rows, { createStructures: true }, builder.token);
  assert.deepEqual([answer.status, answer.body.error], [403, 'notAllowed']);
  assert.equal((await batch([row()], {}, builder.token)).status, 200);
  const member = await makeAccount(server, 'Normal', north.corporationId, 'reader');
  await makeMember(server, north.projectId, member.id, 'Member');
  assert.equal((await batch([row()], {}, member.token)).status, 403);
});

test('any field of many points is changed, and names and channels may be exchanged', async () => {
  const device = await makeDevice(server, north, ['1', '2']);
  const [a, b] = (
    await batch([
      row({ name: 'Left', sncode: device.sncode, channel: '1' }),
      row({ name: 'Right', sncode: device.sncode, channel: '2' }),
    ])
  ).body.pointIds as [number, number];
  await takeEvents(server, 'pointConversionChanged');
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
        networkId: 'n1',
        onlySort: 2,
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
          'formulaType',
          'name',
          'networkId',
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
  assert.deepEqual([left.timedPhotographing, left.networkId], [['06:00'], 'n1']);
  const events = await takeEvents(server, 'pointConversionChanged');
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
  await server.call(points.archive, { pointId: snapshot, archived: true }, north.admin.token);
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
  await takeEvents(server, 'pointConversionChanged');
  const init = (input: object) =>
    server.call(points.batchInit, { projectId: north.projectId, ...input } as never, north.admin.token);
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
  assert.deepEqual(await takeEvents(server, 'pointConversionChanged'), []);
  await init({ rows, onlyMissing: true, fields: ['level', 'depth'], reason: 'commissioning' });
  assert.deepEqual((await get(a)).initialValues, { depth: 9, level: 1.5 });
  assert.deepEqual(
    (await takeEvents(server, 'pointConversionChanged')).map(({ pointId, scope, reason, after }) => [
      pointId,
      scope,
      reason,
      after,
    ]),
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
  const told = await init({ rows: wrong, dryRun: true });
  assert.deepEqual([brief(told.body.problems), told.body.points.map(({ pointId }) => pointId)], [expected, [a]]);
  const refused = await init({ rows: wrong });
  assert.deepEqual([refused.status, refused.body.error], [400, 'rowsRefused']);
});

test('one chart setting and one interval for many points', async () => {
  const [a, b] = [await make(), await make({ family: 'crack', mode: 4 })];
  await server.call(points.setChartConfig, { pointId: a, lineWidth: 4 }, north.admin.token);
  const chart = (input: object) =>
    server.call(points.batchChartSetting, { projectId: north.projectId, ...input } as never, north.admin.token);
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
    server.call(points.batchInterval, { projectId: north.projectId, ...input } as never, north.admin.token);
  assert.deepEqual((await interval({ points: [a, b], intervalSeconds: 900 })).body.points, 2);
  assert.deepEqual((await interval({ points: [a, b], intervalSeconds: 900 })).body.points, 0);
  assert.equal((await get(b)).intervalSeconds, 900);
  const foreign = await interval({ points: [a, south.pointId], intervalSeconds: 60 });
  assert.deepEqual(problemsOf(foreign.body), [[1, '', 'notFound']]);
  assert.equal((await get(a)).intervalSeconds, 900);
});
