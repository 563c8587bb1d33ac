import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dayMs } from '@plumbline/contract/kernel/durations';
import { type StatRow, stats } from '@plumbline/contract/overview/stats';
import { readings } from '@plumbline/contract/readings/readings';
import { sql } from 'kysely';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
let member: { id: number; token: string };
const points: Record<string, number> = {};

before(async () => {
  member = await makeAccount(server, 'Normal', north.corporationId, 'member');
  await makeMember(server, north.projectId, member.id, 'Guest');
  const ofItem = { projectId: north.projectId, structureId: north.itemId };
  points['T-1'] = north.pointId;
  for (const [name, family] of [
    ['W-1', 'waterLevel'],
    ['W-2', 'waterLevel'],
    ['D-1', 'deepDisplacement'],
  ] as const) {
    points[name] = await makePoint(server, ofItem, name, {
      family,
      node_count: family === 'deepDisplacement' ? 2 : 0,
      initial_values: JSON.stringify(name === 'W-2' ? { level: 200 } : {}),
    });
  }
  await state('T-1', [45], 2);
  await state('W-1', [-28, null, null, null], 0);
  await state('W-2', [208, null, null, null], 0);
  await state('D-1', [1, 1, 1, 1, 1, 9.5], 0);
  await rule('T-1', 'temperature', 'value', [30, 40, 50, 60]);
  await rule('W-1', 'level', 'value', [30, 40, null, null]);
  await rule('W-2', 'level', 'cumulative', [16, null, null, null]);
  await rule('D-1', 'y2', 'value', [10, null, null, null]);
  await server.db
    .insertInto('ingest_total')
    .values({ corporation_id: north.corporationId, project_id: north.projectId, day: '2026-03-18', stored: 1234 })
    .execute();
});

async function state(name: string, values: (number | null)[], level: number, minutesAgo = 1) {
  const at = new Date(server.clock.now().getTime() - minutesAgo * 60_000);
  await server.db
    .insertInto('point_state')
    .values({ point_id: points[name]!, at, received_at: at, values, level })
    .execute();
}
const rule = (name: string, field: string, kind: 'value' | 'cumulative', levels: (number | null)[]) =>
  server.db
    .insertInto('threshold')
    .values({ point_id: points[name]!, field, kind, method: 'twoSided', levels, rate_levels: null })
    .execute();

test('the home page counts what the caller may see', async () => {
  await server.db
    .insertInto('device_state')
    .values({
      device_id: north.device.id,
      health: 'dataLost',
      last_seen_at: new Date(server.clock.now().getTime() - 2 * dayMs),
      activated_at: null,
      signal_dbm: null,
      voltage_v: 12,
      refused_at: null,
      refused_error: null,
      refused_detail: null,
    })
    .execute();
  const { body } = await server.call(stats.corporation, { lists: 'false' }, north.admin.token);
  assert.deepEqual(body, {
    projects: 1,
    projectsWithOpenAlerts: 1,
    structures: 1,
    structuresNormal: 0,
    structuresSilent: 0,
    status: {
      state: 'reporting',
      level: 2,
      lastLevel: null,
      levels: [3, 0, 1, 0, 0],
      withoutLimits: 0,
      failed: 0,
      stale: 0,
      neverRead: 0,
      points: 4,
      conditionLevel: null,
      unknownConditions: 0,
    },
    readingsToday: 1234,
    lastReceivedAt: new Date(server.clock.now().getTime() - 60_000).toISOString(),
    devices: 1,
    devicesHealthy: 0,
    healthStatusStat: [{ status: 'dataLost', count: 1 }],
    unhealthStat: [{ projectId: north.projectId, projectName: 'North project', status: 'dataLost', count: 1 }],
    silentOver24h: 1,
    openAlerts: [0, 0, 1, 0, 0],
    pending: 1,
    newestOpenAt: server.clock.now().toISOString(),
    measurementTypeStat: [
      { key: 'waterLevel', count: 2 },
      { key: 'deepDisplacement', count: 1 },
      { key: 'temperature', count: 1 },
    ],
    alertTotal: 1,
    alertStatusStat: [
      { status: 'Pending', count: 1 },
      { status: 'Notice', count: 0 },
      { status: 'Confirm', count: 0 },
      { status: 'FalseAlarm', count: 0 },
      { status: 'Restore', count: 0 },
    ],
  });
  assert.deepEqual(
    (await server.call(stats.corporation, { lists: 'false' }, member.token)).body,
    body,
    'a member of its one project sees the same',
  );
  const nobody = await server.call(stats.corporation, {}, north.normal.token);
  assert.deepEqual(
    [
      nobody.body.projects,
      nobody.body.status.points,
      nobody.body.devices,
      nobody.body.alertTotal,
      nobody.body.openAlerts,
    ],
    [0, 0, 0, 0, [0, 0, 0, 0, 0]],
  );
  const root = await makeAccount(server, 'System', null, 'root');
  assert.deepEqual((await server.call(stats.corporation, {}, root.token)).body.projects, 2);
});

test('lists name what somebody may see, the most urgent first, and where it is', async () => {
  const { body } = await server.call(stats.corporation, {}, member.token);
  const rowOf = ({ id, within, projectId, structureId, openAlerts }: StatRow) => [
    id,
    within,
    projectId,
    structureId,
    openAlerts,
  ];
  const { projectId, structureId, itemId } = north;
  assert.deepEqual(body.projectStatList?.map(rowOf), [[projectId, '', projectId, null, 1]]);
  assert.deepEqual(body.structureStatList?.map(rowOf), [[structureId, 'North project', projectId, structureId, 1]]);
  const structureName = body.structureStatList?.[0]?.name ?? '';
  assert.deepEqual(
    [body.items, body.itemStatList?.map(({ id, within, structureId: of }) => [id, within, of])],
    [1, [[itemId, structureName, structureId]]],
  );
  assert.deepEqual(
    body.measuringPointStatList?.map(({ name, openAlerts }) => [name, openAlerts]),
    [
      ['T-1', 1],
      ['D-1', 0],
      ['W-1', 0],
      ['W-2', 0],
    ],
  );
  assert.deepEqual(body.projectStatList?.[0]?.status, body.status);
  const ofProject = (await server.call(stats.project, { projectId }, member.token)).body;
  assert.deepEqual(
    [ofProject.structureStatList, ofProject.itemStatList, ofProject.measuringPointStatList],
    [body.structureStatList, body.itemStatList, body.measuringPointStatList],
  );
  const ofStructure = (await server.call(stats.structure, { projectId, structureId }, member.token)).body;
  assert.deepEqual(
    [ofStructure.itemStatList, ofStructure.measuringPointStatList],
    [body.itemStatList, body.measuringPointStatList],
  );
  const nobody = (await server.call(stats.corporation, {}, north.normal.token)).body;
  assert.deepEqual(
    [nobody.projectStatList, nobody.structureStatList, nobody.itemStatList, nobody.measuringPointStatList],
    [[], [], [], []],
  );
  const elsewhere = (await server.call(stats.corporation, {}, south.admin.token)).body;
  assert.deepEqual(
    elsewhere.projectStatList?.map(({ id }) => id),
    [south.projectId],
  );
  assert.ok(elsewhere.measuringPointStatList?.every(({ projectId: of }) => of === south.projectId));
});

test('watched points are sorted by level, then by nearness to the next one, with a thinned curve', async () => {
  const now = server.clock.now().getTime();
  await sql`
    INSERT INTO reading (point_id, at, received_at, values, raw)
    SELECT ${points['T-1']}::int, t, t, ARRAY[extract(epoch FROM ${new Date(now)}::timestamptz - t) / 3600], '{}'
    FROM generate_series(${new Date(now - 40 * dayMs)}::timestamptz, ${new Date(now - 60_000)}::timestamptz, interval '10 minutes') AS t`.execute(
    server.db,
  );
  const { body } = await server.call(stats.watched, {}, member.token);
  assert.deepEqual(
    body.points.map(({ name, field, unit, value, limits, status }) => [
      name,
      field,
      unit,
      value,
      limits.map((limit) => [limit.level, limit.value]),
      status.level,
    ]),
    [
      [
        'T-1',
        'temperature',
        '°C',
        45,
        [
          [2, 40],
          [3, 50],
        ],
        2,
      ],
      ['D-1', 'y2', 'mm', 9.5, [[1, 10]], 0],
      ['W-1', 'level', 'm', -28, [[1, -30]], 0],
      ['W-2', 'level', 'm', 208, [[1, 216]], 0],
    ],
    'limits lie where their own level does: a lower one below, one on the change above the initial value',
  );
  assert.deepEqual(body.points[3]?.figures.next, { level: 1, distance: 8, quantity: 'cumulative' });
  const [first, second] = body.points;
  assert.equal(first?.times.length, 60);
  assert.ok(first.times.every((at, i) => i === 0 || at > first.times[i - 1]!) && first.times[0]! > now - 30 * dayMs);
  assert.ok(Math.abs(first.values[59]! - (now - first.times[59]!) / 3_600_000) < 1e-6, 'the last reading of its span');
  assert.ok(Math.abs(first.change24h! + 24) < 1e-6, 'v(t) - v(t - 24 h), on the line between the readings around it');
  const span = { from: new Date(now - dayMs).toISOString(), to: new Date(now).toISOString() };
  const input = { pointId: first.pointId, field: 'temperature', ...span };
  const { statistics } = (await server.call(readings.statistics, input, member.token)).body;
  assert.equal(first.change24h, statistics.change24h, 'Home and the data view say the same');
  assert.deepEqual([second?.times, second?.change24h], [[], null]);
  assert.equal((await server.call(stats.watched, { limit: 1 }, member.token)).body.points.length, 1);
  assert.equal((await server.call(stats.watched, { projectId: south.projectId }, member.token)).status, 404);
  assert.deepEqual((await server.call(stats.watched, {}, south.admin.token)).body.points, []);
});

test('activity is the newest first, of projects whose alerts the caller may see', async () => {
  const at = server.clock.now();
  for (const [alertId, kind, status, minutes] of [
    [north.alertId, 'raised', 'Pending', 5],
    [north.alertId, 'changed', 'Notice', 2],
    [north.alertId, 'comment', 'Notice', 1],
    [south.alertId, 'raised', 'Pending', 0],
  ] as const)
    await server.db
      .insertInto('alert_change')
      .values({
        alert_id: alertId,
        kind,
        at: new Date(at.getTime() - minutes * 60_000),
        by_name: kind === 'raised' ? null : 'Ann',
        status,
        level: 2,
        value: 41,
      })
      .execute();
  const { body } = await server.call(stats.activity, {}, member.token);
  assert.deepEqual(
    body.activity.map(({ kind, status, by, pointName, projectName }) => [kind, status, by, pointName, projectName]),
    [
      ['alertCommented', null, 'Ann', 'T-1', 'North project'],
      ['alertChanged', 'Notice', 'Ann', 'T-1', 'North project'],
      ['alertRaised', null, null, 'T-1', 'North project'],
    ],
  );
  assert.deepEqual((await server.call(stats.activity, {}, north.normal.token)).body.activity, []);
});

test('a project and a structure are counted by level and family', async () => {
  const project = await server.call(stats.project, { projectId: north.projectId }, member.token);
  assert.deepEqual(
    [project.body.status.levels, project.body.status.state, project.body.status.points],
    [[3, 0, 1, 0, 0], 'reporting', 4],
  );
  const whole = await server.call(
    stats.structure,
    { projectId: north.projectId, structureId: north.structureId },
    member.token,
  );
  assert.deepEqual(
    [whole.body.status.levels, whole.body.status.points],
    [[3, 0, 1, 0, 0], 4],
    'a structure counts its items',
  );
  const item = await server.call(
    stats.structure,
    { projectId: north.projectId, structureId: north.itemId },
    member.token,
  );
  assert.deepEqual(
    [item.body.status.levels, item.body.measurementTypeStat],
    [
      [3, 0, 0, 0, 0],
      [
        { key: 'waterLevel', count: 2 },
        { key: 'deepDisplacement', count: 1 },
      ],
    ],
  );
  assert.equal(
    (await server.call(stats.structure, { projectId: south.projectId, structureId: north.structureId }, member.token))
      .status,
    404,
  );
  assert.equal((await server.call(stats.project, { projectId: south.projectId }, member.token)).status, 404);
});

test('Pending counts what was only noticed', async () => {
  await server.db.updateTable('alert').set({ status: 'Notice' }).where('id', '=', north.alertId).execute();
  const status = (input: object, token = member.token) => server.call(stats.alertStatus, input, token);
  assert.deepEqual((await status({})).body.alertStatusStat, [
    { status: 'Pending', count: 1 },
    { status: 'Confirm', count: 0 },
    { status: 'FalseAlarm', count: 0 },
    { status: 'Restore', count: 0 },
  ]);
  const asOne = (await status({ projectId: north.projectId })).body.alertStatusStat;
  const ofProject = await server.call(stats.project, { projectId: north.projectId }, member.token);
  assert.deepEqual(ofProject.body.alertStatusStat, asOne, 'a project has one answer to one count');
  const ofStructure = (structureId: number) =>
    server.call(stats.structure, { projectId: north.projectId, structureId }, member.token);
  assert.deepEqual((await ofStructure(north.structureId)).body.alertStatusStat, asOne, 'and so has its structure');
  assert.equal((await ofStructure(north.itemId)).body.alertStatusStat[0]?.count, 0);
  assert.equal((await status({ structureId: north.itemId })).body.alertStatusStat[0]?.count, 0);
  assert.equal((await status({ projectId: south.projectId })).status, 404);
  assert.equal((await status({ structureId: south.structureId })).body.alertStatusStat[0]?.count, 0);
  assert.equal((await status({}, north.normal.token)).status, 403);
});

test('search finds by name and sncode among what the caller may see', async () => {
  const search = async (keyword: string, token: string) =>
    (await server.call(stats.search, { keyword }, token)).body.found.map(({ kind, name, where }) => [
      kind,
      name,
      where,
    ]);
  assert.deepEqual(await search('w-', member.token), [
    ['point', 'W-1', 'North project / Section 1'],
    ['point', 'W-2', 'North project / Section 1'],
  ]);
  assert.deepEqual(await search('section', member.token), [['structure', 'Section 1', 'North project / Main dam']]);
  assert.deepEqual(await search(north.device.sncode, north.admin.token), [['device', 'Logger', north.device.sncode]]);
  assert.deepEqual(await search('project', north.admin.token), [['project', 'North project', '']]);
  assert.deepEqual(await search('T-1', north.normal.token), []);
  assert.deepEqual(await search('%', north.admin.token), []);
  assert.equal((await server.call(stats.search, { keyword: 'w-' }, member.token)).body.more, false);
  assert.deepEqual(await search(south.device.sncode, north.admin.token), []);
});
