import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { conditions } from '@plumbline/contract/alerts/conditions';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { history } from '@plumbline/contract/readings/history';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { makeWorld, type World } from '../../../../test/harness.ts';
import * as ground from '../../../../test/judging.fixtures.ts';
import { at, awaitNotifications, settled, startMs } from '../../../../test/judging.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { emit } from '../../../kernel/events.ts';

const [server] = await openWorlds([]);
let world: World;
let second: number;
beforeEach(async (context) => {
  // What the test before has set off is done before the clock goes back: it would wait for its time.
  await settled(server);
  server.clock.set(at(0));
  world = await makeWorld(server, context.name.slice(0, 30));
  await server.db.deleteFrom('alert').execute();
  await server.db
    .updateTable('device')
    .set({ channels: JSON.stringify(['1', '2'].map((number) => ({ number, mode: 4, label: '' }))) })
    .where('id', '=', world.device.id)
    .execute();
  second = await makePoint(server, world, 'T-2', { device_id: world.device.id, channel: '2' });
});

const token = () => world.admin.token;
type Given = InputOf<typeof conditions.create.input>;
type Term = Given['groups'][number]['terms'][number];
const above = (pointId: number, high: number | null, more: Partial<Term> = {}): Term => ({
  pointId,
  field: 'temperature',
  kind: 'value',
  high,
  maxAgeSeconds: 1800,
  ...more,
});
const both = (): Given['groups'] => [{ combine: 'all', terms: [above(world.pointId, 10), above(second, 20)] }];
const given = (more: Partial<Given> = {}): Given => ({
  projectId: world.projectId,
  structureId: world.structureId,
  name: 'Both warm',
  level: 3,
  groups: both(),
  ...more,
});
async function set(more: Partial<Given> = {}) {
  const { status, body } = await server.call(conditions.create, given(more), token());
  assert.equal(status, 200, JSON.stringify(body));
  await settled(server);
  return body.condition.id;
}
/** A reading of channel 1 or 2, sent at the minute that it was measured unless told. */
const send = (minute: number, channels: Readonly<Record<string, number>>) =>
  ground.sendRecords(server, world, [
    {
      at: startMs + minute * 60_000,
      channels: Object.fromEntries(Object.entries(channels).map(([n, temperature]) => [n, { temperature }])),
    },
  ]);
async function measure(minute: number, channels: Readonly<Record<string, number>>) {
  server.clock.set(at(minute + 1));
  await send(minute, channels);
  await settled(server);
}
const minuteOf = (time: string | null) => (time === null ? null : (Date.parse(time) - startMs) / 60_000);
const all = async () =>
  (await server.call(alerts.ofProject, { projectId: world.projectId, pageSize: 200 }, token())).body.alerts;
const list = async () =>
  (await all())
    .map(({ readingAt, releasedAt, revised }) => [minuteOf(readingAt), minuteOf(releasedAt), revised] as const)
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0));
const status = async () =>
  (await server.call(conditions.list, { projectId: world.projectId }, token())).body.conditions[0]?.status;

test('two points together raise one alert on their structure, which names both; it clears when one falls', async () => {
  const id = await set();
  assert.equal((await status())?.state, 'unknown', 'nothing was measured yet');
  await measure(1, { 1: 12, 2: 15 });
  assert.deepEqual([(await status())?.state, await list()], ['normal', []]);
  await measure(2, { 2: 21 });
  const [alert] = await all();
  assert.deepEqual(
    [alert?.level, alert?.kind, alert?.measure, alert?.pointName, alert?.value, alert?.threshold, alert?.structureId],
    [3, 'condition', 'condition', 'T-2', 21, 20, world.structureId],
    'the point that decided it',
  );
  assert.deepEqual(
    alert?.condition?.terms.map(({ pointName, truth, value, at: when }) => [pointName, truth, value, minuteOf(when)]),
    [
      ['T-1', true, 12, 1],
      ['T-2', true, 21, 2],
    ],
  );
  assert.deepEqual(
    [alert?.condition?.id, alert?.condition?.name, (await status())?.state],
    [id, 'Both warm', 'raised'],
  );
  const notified = await server.db
    .selectFrom('notification')
    .select('detail')
    .where('alert_id', '=', alert?.id ?? 0)
    .execute();
  assert.equal(notified[0]?.detail['condition'], 'Both warm');
  await measure(3, { 1: 9 });
  assert.deepEqual([await list(), (await status())?.state], [[[2, 3, null]], 'normal']);
});

test('a structure is at the level of what is raised on it, and is not normal while a condition is unknown', async () => {
  await set();
  const { body } = await server.call(structures.get, { structureId: world.structureId }, token());
  assert.equal(body.structure.status.unknownConditions, 1);
  await measure(1, { 1: 12, 2: 25 });
  const levels = async () => {
    const structure = await server.call(structures.get, { structureId: world.structureId }, token());
    const project = await server.call(projects.get, { projectId: world.projectId }, token());
    const tree = await server.call(projects.tree, { projectId: world.projectId }, token());
    const node = tree.body.nodes.find(({ id }) => id === `s${world.structureId}`);
    return [structure.body.structure.status, project.body.project.summary.status, node?.status].map(
      (each) => each?.level,
    );
  };
  assert.deepEqual(await levels(), [3, 3, 3]);
  await measure(2, { 1: 1 });
  assert.deepEqual(await levels(), [null, null, null], 'no point of it has limits of its own');
});

test('late readings, doubled readings and readings in any order end as a back-test of the same span says', async () => {
  await set({
    combine: 'any',
    groups: [
      {
        combine: 'atLeast',
        count: 2,
        terms: [
          above(world.pointId, 10, { deadBand: 2 }),
          above(second, 20, { consecutive: 2 }),
          above(world.pointId, 300, { kind: 'rate', spanSeconds: 600 }),
        ],
      },
      { terms: [{ pointId: second, field: 'temperature', kind: 'silence', spanSeconds: 1500 }] },
    ],
    raiseDelaySeconds: 120,
    clearDelaySeconds: 180,
  });
  let dice = 7;
  const roll = () => {
    dice = (dice * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return dice / 4_294_967_296;
  };
  const readings = Array.from({ length: 120 }, (_, i) => {
    const minute = i + 1;
    const late = roll() < 0.2 ? Math.floor(roll() * 60) : roll() < 0.3 ? 1 : 0;
    return { minute, channel: roll() < 0.5 ? 1 : 2, value: Math.round(roll() * 300) / 10, sentAt: minute + late };
  }).filter(({ minute, channel }) => channel === 1 || minute < 50 || minute > 85);
  const sent = [
    ...readings,
    ...readings.filter(() => roll() < 0.1).map((each) => ({ ...each, sentAt: each.sentAt + 20 })),
  ];
  for (const { minute, channel, value, sentAt } of sent.sort((a, b) => a.sentAt - b.sentAt)) {
    server.clock.set(at(sentAt));
    await send(minute, { [channel]: value });
    if (roll() < 0.6) await settled(server);
    if (roll() < 0.3) await server.tick('watch-conditions');
  }
  server.clock.set(at(240));
  await settled(server);
  await server.tick('watch-conditions');
  // Sessions do not outlive hours without a request.
  world = { ...world, admin: { ...world.admin, token: await server.tokenFor(world.admin.id) } };
  const found = (await list()).filter(([, , revised]) => revised !== 'noLonger').map(([from, to]) => [from, to]);
  const [{ groups, combine, count, raiseDelaySeconds, clearDelaySeconds } = given() as never] = (
    await server.call(conditions.list, { projectId: world.projectId }, token())
  ).body.conditions as [never];
  const tried = await server.call(
    conditions.backTest,
    { ...given({ groups, combine, count, raiseDelaySeconds, clearDelaySeconds }), from: at(0), to: at(240) },
    token(),
  );
  assert.equal(tried.status, 200, JSON.stringify(tried.body));
  assert.deepEqual(
    found,
    tried.body.episodes.map(({ from, to }) => [minuteOf(from), minuteOf(to)]),
  );
  assert.ok(found.length > 3, `${found.length} alerts`);
  assert.ok(
    (await list()).some(([, , revised]) => revised !== null),
    'some were judged again',
  );
});

test('flagging the reading behind an alert takes it back, and undoing that brings it back', async () => {
  await set();
  await measure(1, { 1: 12, 2: 15 });
  await measure(2, { 2: 25 });
  await measure(3, { 2: 15 });
  assert.deepEqual(await list(), [[2, 3, null]]);
  const flagged = await server.call(
    history.flag,
    { pointId: second, fields: ['temperature'], times: [at(2)], quality: 'fail', reason: 'Knocked' },
    token(),
  );
  await settled(server);
  assert.deepEqual(await list(), [[2, 3, 'noLonger']]);
  await server.call(history.undo, { pointId: second, changeId: flagged.body.changeId ?? 0 }, token());
  await settled(server);
  assert.deepEqual(
    (await list()).filter(([, , revised]) => revised !== 'noLonger').map(([from, to]) => [from, to]),
    [[2, 3]],
  );
});

test('delays and silence end by the clock; unknown neither clears nor is normal', async () => {
  await set({
    groups: [{ terms: [{ pointId: second, field: 'temperature', kind: 'silence', spanSeconds: 1200 }] }],
    raiseDelaySeconds: 600,
  });
  await measure(1, { 2: 5 });
  server.clock.set(at(30));
  await server.tick('watch-conditions');
  assert.deepEqual(await list(), [], 'silent for twenty minutes at 21, and ten more to go');
  server.clock.set(at(32));
  await server.tick('watch-conditions');
  assert.deepEqual(await list(), [[31, null, null]]);
  const [alert] = await all();
  assert.deepEqual([alert?.unit, alert?.threshold], ['h', Number((1200 / 3600).toPrecision(12))]);
  await measure(40, { 2: 5 });
  assert.deepEqual(await list(), [[31, 40, null]]);
});

test('what holds already when it is set raises at once; one that is changed, turned off or deleted lets go', async () => {
  await measure(1, { 1: 12, 2: 25 });
  const id = await set();
  assert.deepEqual(await list(), [[2, null, null]]);
  server.clock.set(at(5));
  const input = { ...given({ level: 4 }), conditionId: id };
  const changed = await server.call(conditions.update, input, token());
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  await settled(server);
  assert.deepEqual((await all()).map(({ level, releasedAt }) => [level, minuteOf(releasedAt)]).sort(), [
    [3, 5],
    [4, null],
  ]);
  const renamed = { ...input, name: 'Another name' };
  await server.call(conditions.update, renamed, token());
  assert.equal((await all()).filter(({ releasedAt }) => releasedAt === null).length, 1, 'a name is nothing it watches');
  server.clock.set(at(6));
  await server.call(conditions.update, { ...renamed, enabled: false }, token());
  await settled(server);
  assert.deepEqual(
    [(await all()).every(({ releasedAt }) => releasedAt !== null), (await status())?.state],
    [true, 'off'],
  );
  await measure(7, { 1: 30, 2: 30 });
  assert.equal((await all()).length, 2, 'nobody watches');
  const log = await server.call(conditions.changes, { projectId: world.projectId, conditionId: id }, token());
  assert.deepEqual(
    log.body.changes.map(({ before, after }) => [before?.level ?? null, after?.name, after?.enabled]),
    [
      [4, 'Another name', false],
      [4, 'Another name', true],
      [3, 'Both warm', true],
      [null, 'Both warm', true],
    ],
  );
  assert.equal(
    (await server.call(conditions.remove, { projectId: world.projectId, conditionId: id }, token())).status,
    200,
  );
  assert.deepEqual((await server.call(conditions.list, { projectId: world.projectId }, token())).body.conditions, []);
});

test('a condition names points, fields and a structure of its own project, and units that go together', async () => {
  const foreign = await makeWorld(server, 'Foreign');
  const refused = async (more: Partial<Given>) => {
    const { status: code, body } = await server.call(conditions.create, given(more), token());
    return [code, (body as { error?: string }).error];
  };
  assert.deepEqual(await refused({ structureId: foreign.structureId }), [404, 'notFound']);
  assert.deepEqual(await refused({ groups: [{ terms: [above(foreign.pointId, 1)] }] }), [400, 'conditionPointUnknown']);
  // What nobody has is answered as what others have: else ids could be tried out.
  const absent = 2_000_000_000;
  for (const route of [conditions.create, conditions.backTest]) {
    const answers = await Promise.all(
      [foreign.pointId, absent].map(async (id) => {
        const terms = given({ groups: [{ terms: [above(id, 1)] }] });
        const input = route === conditions.create ? terms : { ...terms, from: at(0), to: at(240) };
        const { status: code, body } = await server.call(route, input as never, token());
        const { detail, error } = body as { detail?: { pointId?: number }; error?: string };
        return [code, error, { ...detail, pointId: 0 }];
      }),
    );
    assert.deepEqual(answers[1], answers[0], route.path);
    assert.equal(answers[0]?.[1], 'conditionPointUnknown');
  }
  const unknownField = [{ terms: [above(second, 1, { field: 'nonsense' })] }];
  assert.deepEqual(await refused({ groups: unknownField }), [400, 'conditionPointUnknown']);
  const water = await makePoint(server, world, 'PZ', { family: 'waterLevel' });
  const difference = [{ terms: [above(second, 1, { kind: 'difference', otherPointId: water, otherField: 'level' })] }];
  assert.deepEqual(await refused({ groups: difference }), [400, 'conditionUnitsDiffer']);
  for (const term of [
    { high: null },
    { kind: 'rate' as const },
    { kind: 'change' as const },
    { side: 'outside' as const, low: 20 },
    { kind: 'difference' as const, otherPointId: second, otherField: 'temperature' },
  ])
    assert.deepEqual(await refused({ groups: [{ terms: [above(second, 10, term)] }] }), [400, 'badInput']);
  assert.deepEqual(await refused({ combine: 'atLeast', count: 2 }), [400, 'badInput']);
  const { body } = await server.call(conditions.list, { projectId: foreign.projectId }, token());
  assert.equal((body as { error?: string }).error, 'notFound');
});

test('a point that is deleted leaves its term unknown, and the condition says so', async () => {
  await set();
  await measure(1, { 1: 12, 2: 15 });
  assert.equal((await status())?.state, 'normal');
  await server.context.lifecycle.removeSeries(server.db, [second]);
  await server.db.deleteFrom('device_group').where('point_id', '=', second).execute();
  await server.db.deleteFrom('point').where('id', '=', second).execute();
  await awaitNotifications();
  await server.tick('watch-conditions');
  assert.equal((await status())?.state, 'unknown');
});

test('nobody watches a project that is archived or being deleted: neither time nor a reading raises anything', async () => {
  const silent = { terms: [{ pointId: second, field: 'temperature', kind: 'silence' as const, spanSeconds: 1200 }] };
  await set({ groups: [{ terms: [above(world.pointId, 10)] }, silent], combine: 'any' });
  await measure(1, { 1: 5, 2: 5 });
  const due = () =>
    emit(server.db, server.clock.now(), 'conditionsDue', { points: [[world.pointId, 0]], changeId: null });
  for (const state of ['archived_at', 'deleting_at'] as const) {
    const put = (to: Date | null) =>
      server.db
        .updateTable('project')
        .set({ [state]: to })
        .where('id', '=', world.projectId)
        .execute();
    await put(server.clock.now());
    server.clock.set(at(state === 'archived_at' ? 60 : 120));
    await server.tick('watch-conditions');
    await due();
    await settled(server);
    const stored = server.db.selectFrom('alert').select('id').where('project_id', '=', world.projectId);
    assert.deepEqual(await stored.execute(), [], state);
    await put(null);
  }
  await server.tick('watch-conditions');
  await settled(server);
  assert.deepEqual(await list(), [[21, null, null]], 'what came meanwhile is judged once somebody watches again');
});

test('a reading a little ahead of our clock counts when its time has come', async () => {
  await set({ groups: [{ terms: [above(second, 20)] }] });
  await measure(1, { 2: 5 });
  server.clock.set(at(2));
  await send(6, { 2: 25 });
  await settled(server);
  assert.deepEqual(await list(), [], 'it is not yet');
  server.clock.set(at(5));
  await server.tick('watch-conditions');
  assert.deepEqual(await list(), []);
  server.clock.set(at(6));
  await server.tick('watch-conditions');
  await settled(server);
  assert.deepEqual(await list(), [[6, null, null]]);
});

test('a condition that is on names its alert however often it is evaluated, until it is off', async () => {
  await set();
  await measure(1, { 1: 12, 2: 25 });
  const [alert] = await all();
  for (const minute of [2, 3]) {
    await measure(minute, { 1: 12 + minute });
    assert.deepEqual([(await status())?.state, (await status())?.alertId], ['raised', alert?.id]);
  }
  server.clock.set(at(10));
  await server.tick('watch-conditions');
  assert.equal((await status())?.alertId, alert?.id);
  await measure(11, { 1: 1 });
  assert.deepEqual([(await status())?.state, (await status())?.alertId], ['normal', null]);
});

test('of a flood of episodes that come at once the newest are raised', async () => {
  await set({ groups: [{ terms: [above(second, 20)] }] });
  server.clock.set(at(600));
  const records = Array.from({ length: 411 }, (_, i) => ({
    at: startMs + (i + 1) * 60_000,
    channels: { 2: { temperature: i % 2 === 0 ? 5 : 25 } },
  }));
  await ground.sendRecords(server, world, records);
  await settled(server);
  const times = (
    await server.db
      .selectFrom('alert')
      .select('reading_at')
      .where('project_id', '=', world.projectId)
      .orderBy('reading_at')
      .execute()
  ).map(({ reading_at }) => minuteOf(reading_at.toISOString()));
  assert.deepEqual([times.length, times[0], times.at(-1)], [200, 12, 410]);
});
