import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brief, makeBatchFixture, problemsOf } from '../../../../test/batch.fixtures.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makeDevice } from '../../../../test/points.fixtures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { statementsOf } from '../../../../test/statements.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { ROLES: 'web' });
const { batch, get, row } = makeBatchFixture(server, north);

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
  let made: Awaited<ReturnType<typeof batch>>;
  const statements = await statementsOf(async () => {
    made = await batch(rows, { createStructures: true });
  });
  const { status, body } = made!;
  assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
  assert.equal(body.pointIds.length, 1000);
  assert.ok(statements < 100, `${statements} statements`);
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

test('the faults of every row are reported together, and then nothing is written', async () => {
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
  const rowsOf = (list: (string | number)[][]) =>
    list.map(([at, path, error, message]) => [
      at,
      path,
      error,
      ...(message && !/^[A-Z]/.test(`${message}`) ? [message] : []),
    ]);
  const dry = await batch(rows, { dryRun: true });
  assert.equal(dry.status, 200);
  assert.deepEqual(rowsOf(brief(dry.body.problems) as never), rowsOf(expected));
  const refused = await batch(rows);
  assert.deepEqual([refused.status, refused.body.error, await count()], [400, 'rowsRefused', before]);
  assert.deepEqual(rowsOf(problemsOf(refused.body) as never), rowsOf(expected));
  assert.equal((await batch([])).status, 400);
  assert.equal((await batch(Array.from({ length: 1001 }, () => row()))).status, 400);
});

test('structures are made by those alone who may make them', async () => {
  const builder = await makeAccount(server, 'Normal', north.corporationId, 'builder');
  await giveRole(server, north, builder.id, ['Create:MeasuringPoint', 'Retrieve:MeasuringPoint']);
  const rows = [row({ structureId: undefined, structurePath: ['Gallery'] })];
  const answer = await batch(rows, { createStructures: true }, builder.token);
  assert.deepEqual([answer.status, answer.body.error], [403, 'notAllowed']);
  assert.equal((await batch([row()], {}, builder.token)).status, 200);
  const member = await makeAccount(server, 'Normal', north.corporationId, 'reader');
  await makeMember(server, north.projectId, member.id, 'Member');
  assert.equal((await batch([row()], {}, member.token)).status, 403);
});

test('points beyond the licence are made by no batch, and those of the same batch neither', async () => {
  const limit = (max_points: number | null) =>
    server.db.updateTable('corporation').set({ max_points }).where('id', '=', north.corporationId).execute();
  const before = await count();
  await limit(before + 1);
  const refused = await batch([row(), row()]);
  assert.deepEqual([refused.status, refused.body.error, await count()], [409, 'limitReached', before]);
  assert.deepEqual([(await batch([row()])).status, await count()], [200, before + 1]);
  await limit(null);
});
