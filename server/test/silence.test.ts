/** A project of which one point reports, one has no limits, the newest value of one failed its tests, that of one is missing, one fell silent at Red and one was never read, through every answer with levels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@plumbline/contract/kernel/durations';
import { joinedStatus, type PointStatus, urgencyOf, type WholeStatus } from '@plumbline/contract/kernel/status';
import { stats } from '@plumbline/contract/overview/stats';
import { points } from '@plumbline/contract/points/points';
import { topology } from '@plumbline/contract/points/topology';
import { readings } from '@plumbline/contract/readings/readings';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { makePoint } from './series.ts';
import { openWorlds } from './worlds.ts';

const [server, north] = await openWorlds(['North']);
const { projectId, structureId, itemId, admin } = north;
const { token } = admin;
const now = server.clock.now().getTime();
const silentSince = now - 31 * minuteMs;

const neverRead = await makePoint(server, { projectId, structureId }, 'MAN-2');
const fellSilent = await makePoint(server, { projectId, structureId: itemId }, 'PZ-4', { interval_seconds: 60 });
const failed = await makePoint(server, { projectId, structureId }, 'LVDT-3');
const failedAtYellow = await makePoint(server, { projectId, structureId }, 'LVDT-4');
const withoutValue = await makePoint(server, { projectId, structureId }, 'LVDT-5');
const withoutLimits = await makePoint(server, { projectId, structureId }, 'TM-1');
for (const [pointId, atMs, level, isFailed, value = 20] of [
  [north.pointId, now, 0, false],
  [failed, now, 0, true],
  [failedAtYellow, now, 2, true],
  [withoutValue, now, 0, false, null],
  [withoutLimits, now, 0, false],
  // What is silent is silent, whatever its last value was.
  [fellSilent, silentSince, 4, true],
] as const) {
  const at = new Date(atMs);
  await server.db
    .insertInto('point_state')
    .values({ point_id: pointId, at, received_at: at, values: [value], level, failed: isFailed })
    .execute();
}

for (const point_id of [north.pointId, failed, failedAtYellow, withoutValue, fellSilent])
  await server.db
    .insertInto('threshold')
    .values({
      point_id,
      field: 'temperature',
      kind: 'value',
      method: 'upper',
      levels: [30, null, null, null],
      rate_levels: null,
    })
    .execute();
// A rule that is off compares nothing.
await server.db
  .insertInto('threshold')
  .values({
    point_id: withoutLimits,
    field: 'temperature',
    kind: 'value',
    method: 'upper',
    levels: [30],
    enabled: false,
  })
  .execute();

const joining = (name: string, members: readonly number[]) =>
  makePoint(server, { projectId, structureId }, name, {
    type: 3,
    mode: 0,
    slaves: JSON.stringify(members.map((pointId) => ({ pointId }))),
  });
const wholeMaster = await joining('M-1', [north.pointId]);
const silentMaster = await joining('M-2', [north.pointId, neverRead]);
const yellowMaster = await joining('M-3', [north.pointId, failedAtYellow, fellSilent]);
const failedMaster = await joining('M-4', [north.pointId, failed]);
const unlimitedMaster = await joining('M-5', [withoutLimits]);
const emptyMaster = await joining('M-6', []);
const masterIds = [wholeMaster, silentMaster, yellowMaster, failedMaster, unlimitedMaster, emptyMaster];

const stateOf = ({ state, level }: PointStatus | WholeStatus) => [state, level];
const expected: ReadonlyMap<number, readonly [string, number | null]> = new Map([
  [north.pointId, ['reporting', 0]],
  [failed, ['failed', 0]],
  [failedAtYellow, ['failed', 2]],
  [withoutValue, ['failed', 0]],
  [neverRead, ['neverRead', null]],
  [withoutLimits, ['reporting', null]],
  [fellSilent, ['stale', 4]],
  [wholeMaster, ['reporting', 0]],
  [silentMaster, ['silent', 0]],
  [yellowMaster, ['silent', 2]],
  [failedMaster, ['failed', 0]],
  [unlimitedMaster, ['reporting', null]],
  [emptyMaster, ['empty', null]],
]);
/** The points of an answer, each as the rule says. */
function holds(where: string, found: readonly (readonly [id: number, status: PointStatus | WholeStatus])[]) {
  assert.deepEqual(
    new Map(found.map(([id, status]) => [id, stateOf(status)])),
    new Map([...expected].filter(([id]) => found.some(([each]) => each === id))),
    where,
  );
  assert.ok(found.length > 0, where);
  const silent = found.find(([id]) => id === fellSilent)?.[1] as PointStatus | undefined;
  if (silent) assert.deepEqual([silent.at, silent.staleAt], [silentSince, silentSince + 10 * minuteMs], where);
}
const whole: WholeStatus = {
  state: 'silent',
  level: 2,
  lastLevel: 4,
  levels: [1, 0, 1, 0, 0],
  withoutLimits: 1,
  failed: 2,
  stale: 1,
  neverRead: 1,
  points: 7,
  conditionLevel: null,
  unknownConditions: 0,
};

test('each point in every answer that has points', async () => {
  const tree = (await server.call(projects.tree, { projectId }, token)).body.nodes.filter(
    ({ kind }) => kind === 'point',
  );
  holds(
    'tree',
    tree.map(({ ref, status }) => [ref, status]),
  );
  const topo = (await server.call(topology.get, { projectId }, token)).body.nodes.filter(
    ({ kind }) => kind === 'point',
  );
  holds(
    'topology',
    topo.map(({ ref, status }) => [ref!, status!]),
  );
  const list = (await server.call(points.list, { projectId }, token)).body.measuringPoints;
  holds(
    'list',
    list.map(({ id, status }) => [id, status]),
  );
  const rows = (await server.call(points.rows, { projectId }, token)).body.rows;
  holds(
    'rows',
    rows.map(({ id, status }) => [id, status]),
  );
  const marks = (await server.call(structures.marks, { structureId }, token)).body.points;
  holds(
    'marks',
    marks.map(({ pointId, status }) => [pointId, status]),
  );
  const one = (await server.call(points.get, { pointId: fellSilent }, token)).body.measuringPoint;
  holds('one point', [[fellSilent, one.status]]);
  const { latest } = (
    await server.call(
      readings.latest,
      { pointIds: [north.pointId, withoutLimits, failed, failedAtYellow, withoutValue, fellSilent] },
      token,
    )
  ).body;
  holds(
    'latest',
    latest.map(({ pointId, status }) => [pointId, status]),
  );
  for (const each of [tree, topo, list, rows, marks]) assert.equal(each.length, expected.size);
  const master = (await server.call(points.get, { pointId: yellowMaster }, token)).body.measuringPoint.status;
  assert.deepEqual(
    master,
    {
      state: 'silent',
      level: 2,
      lastLevel: 4,
      levels: [1, 0, 1, 0, 0],
      withoutLimits: 0,
      failed: 0,
      stale: 1,
      neverRead: 0,
      points: 3,
      conditionLevel: null,
      unknownConditions: 0,
    } satisfies WholeStatus,
    'a master says what its points are',
  );
  for (const node of tree.filter(({ ref }) => masterIds.includes(ref)))
    assert.deepEqual(
      node.status,
      joinedStatus(node.joins ?? [], (id) => tree.find(({ ref }) => ref === id)?.status, node.status),
      'the page finds the same from the points that it knows',
    );
});

test('each whole in every answer that has wholes', async () => {
  const { project } = (await server.call(projects.get, { projectId }, token)).body;
  assert.deepEqual(project.summary.status, whole, 'project');
  const listed = (await server.call(projects.list, {}, token)).body.projects;
  assert.deepEqual(listed[0]!.summary.status, whole, 'list of projects');
  const ofProject = (await server.call(stats.project, { projectId }, token)).body;
  assert.deepEqual(ofProject.status, whole, 'counts of a project');
  assert.equal(
    ofProject.measurementTypeStat.reduce((sum, { count }) => sum + count, 0),
    whole.points,
    'a master is not counted beside the points that it joins',
  );
  const all = (await server.call(stats.corporation, {}, token)).body;
  assert.deepEqual([all.status, all.structures, all.structuresNormal, all.structuresSilent], [whole, 1, 0, 1], 'home');

  const ofItem: WholeStatus = {
    ...whole,
    level: null,
    levels: [0, 0, 0, 0, 0],
    withoutLimits: 0,
    failed: 0,
    neverRead: 0,
    points: 1,
  };
  const places = (await server.call(structures.list, { projectId }, token)).body.structures;
  assert.deepEqual(
    places.map(({ id, status }) => [id, status]),
    [
      [structureId, whole],
      [itemId, ofItem],
    ],
    'structures',
  );
  const { nodes } = (await server.call(projects.tree, { projectId }, token)).body;
  const groups = nodes.filter(({ kind }) => kind !== 'point');
  const inTree = new Map(nodes.flatMap(({ kind, ref, status }) => (kind === 'point' ? [[ref, status]] : [])));
  assert.deepEqual(
    groups.map(({ ref, status }) => [ref, status]),
    [
      [structureId, whole],
      [itemId, ofItem],
    ],
    'tree',
  );
  for (const [kind, lists] of Object.entries({ all, ofProject })) {
    assert.deepEqual(
      lists.structureStatList?.map(({ status }) => status),
      [whole],
      `${kind}: structures one by one`,
    );
    assert.deepEqual(
      lists.itemStatList?.map(({ status }) => status),
      [ofItem],
      `${kind}: items one by one`,
    );
    const ofPoints = lists.measuringPointStatList ?? [];
    assert.deepEqual(
      ofPoints.map(({ id, status }) => [id, status]),
      ofPoints.map(({ id }) => [id, inTree.get(id)]),
      `${kind}: each point as in the tree`,
    );
    const urgencies = ofPoints.map(({ status }) => urgencyOf(status));
    assert.equal(urgencies.length, whole.points);
    assert.deepEqual(
      urgencies,
      urgencies.toSorted((a, b) => b - a),
      `${kind}: the order of SQL is that of urgencyOf`,
    );
  }
  assert.deepEqual(
    all.projectStatList?.map(({ status }) => status),
    [whole],
    'projects one by one',
  );
  const counted = (await server.call(stats.structure, { projectId, structureId: itemId }, token)).body;
  assert.deepEqual(counted.status, ofItem, 'counts of an item');
});

test('points without a present level are not among those that need eyes first, and SensorThings says their state', async () => {
  const { body } = await server.call(stats.watched, {}, token);
  assert.deepEqual(
    body.points.map(({ pointId }) => pointId),
    [failedAtYellow, north.pointId],
  );
  const response = await fetch(`${server.url}/api/sensorthings/v1.1/FeaturesOfInterest`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  const { value } = (await response.json()) as { value: { '@iot.id': number; properties: Record<string, unknown> }[] };
  assert.deepEqual(
    new Map(
      value.map(({ '@iot.id': id, properties }) => [Number(id), [properties['state'], properties['level'] ?? null]]),
    ),
    expected,
  );
});

test('an installation without points is empty, and not normal', async () => {
  const { body } = await server.call(stats.corporation, {}, north.normal.token);
  assert.deepEqual([body.status.state, body.status.level, body.status.points], ['empty', null, 0]);
});
