import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { points, type Threshold } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { makeWorld, startServer, type TestServer, type World } from '../../test/harness.ts';
import * as ground from '../../test/judging.fixtures.ts';
import { at, rule, startMs } from '../../test/judging.fixtures.ts';

let server: TestServer;
let world: World;
before(async () => {
  server = await startServer();
});
after(() => server.close());
beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
  await server.db.deleteFrom('alert').execute();
});

const token = () => world.admin.token;
const setRules = (...thresholds: Threshold[]) => ground.setRules(server, world, ...thresholds);
const send = (values: readonly (number | null)[], fromMinute?: number) =>
  ground.send(server, world, values, fromMinute);
const settle = () => ground.settled(server);
const list = async () =>
  (await server.call(alerts.ofProject, { projectId: world.projectId }, token())).body.alerts
    .map(({ id, level, readingAt, revised, late, releasedAt, byChangeId }) => ({
      id,
      level,
      minute: (Date.parse(readingAt) - startMs) / 60_000,
      revised,
      late,
      over: releasedAt === null ? null : (Date.parse(releasedAt) - startMs) / 60_000,
      found: byChangeId !== null,
    }))
    .sort((a, b) => a.minute - b.minute || a.level - b.level);
const shown = async () =>
  (await list()).map(({ level, minute, revised, over, found }) => [level, minute, revised, over, found]);
const flag = (from: number, to: number, quality: 'fail' | 'pass') =>
  server.call(
    history.flag,
    {
      pointId: world.pointId,
      fields: ['temperature'],
      ...(from === to ? { times: [at(from)] } : { from: at(from), to: at(to) }),
      quality,
      reason: 'Knocked',
    },
    token(),
  );
const undo = (changeId: number) => server.call(history.undo, { pointId: world.pointId, changeId }, token());
const rung = async () => {
  const { count } = await server.db
    .selectFrom('notification')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('project_id', '=', world.projectId)
    .where('type', '=', 'MeasuringAlert')
    .executeTakeFirstOrThrow();
  return Number(count);
};
const level = async () =>
  (
    await server.db
      .selectFrom('point_state')
      .select('level')
      .where('point_id', '=', world.pointId)
      .executeTakeFirstOrThrow()
  ).level;

test('a flagged crossing is no longer upheld, the point is normal, and undoing restores both', async () => {
  await setRules(rule());
  await send([1, 2, 35]);
  assert.equal(await level(), 3);
  const { body } = await flag(2, 2, 'fail');
  await settle();
  assert.deepEqual(await shown(), [[3, 2, 'noLonger', 2, false]]);
  assert.equal(await level(), 0);
  const [alert] = await list();
  const { history } = (await server.call(alerts.get, { alertId: alert!.id }, token())).body;
  assert.deepEqual(
    history.map(({ kind, level, value, upheld }) => [kind, level, value, upheld]),
    [
      ['raised', 3, 35, null],
      ['revised', 0, null, false],
    ],
  );
  await undo(body.changeId!);
  await settle();
  assert.deepEqual(await shown(), [[3, 2, 'upheld', null, false]]);
  assert.equal(await level(), 3);
  // And it goes on as if nothing had been: refreshed, then released.
  await send([36, 1, 1], 3);
  assert.deepEqual(await shown(), [[3, 2, 'upheld', 5, false]]);
  assert.equal(await level(), 0);
});

test('a correction that lifts the present readings over a limit is found, rings as a live alert does, and runs on', async () => {
  await setRules(rule());
  await send([1, 2, 3, 4, 5]);
  const { status } = await server.call(
    corrections.createShift,
    { pointId: world.pointId, startAt: at(3), endAt: null, fixes: { temperature: -20 }, reason: 'Moved' },
    token(),
  );
  assert.equal(status, 200);
  await settle();
  assert.deepEqual(await shown(), [[2, 3, null, null, true]]);
  assert.equal(await level(), 2);
  assert.ok((await rung()) > 0, 'the value of now is over the limit: people are told');
  // Live readings are judged by the corrected value: 11 + 20 is the third level.
  await send([11], 5);
  assert.deepEqual(
    (await shown()).map((each) => each[0]),
    [2, 3],
  );
  await send([-19, -19], 6);
  assert.deepEqual(
    (await shown()).map((each) => each[3]),
    [7, 7],
  );
  assert.equal(await level(), 0);
});

test('a correction of the past alone rings for nobody', async () => {
  await setRules(rule());
  await send([1, 2, 3, 4, 5]);
  const shift = { startAt: at(1), endAt: at(2), fixes: { temperature: -20 }, reason: 'Moved' };
  assert.equal((await server.call(corrections.createShift, { pointId: world.pointId, ...shift }, token())).status, 200);
  await settle();
  assert.deepEqual(await shown(), [[2, 1, null, 3, true]]);
  assert.equal(await level(), 0);
  assert.equal(await rung(), 0);
});

test('a recomputation marks which alerts are upheld and which are not', async () => {
  await setRules(rule());
  await send([12, 1, 1, 45, 1, 1, 1]);
  const { status } = await server.call(
    points.update,
    {
      pointId: world.pointId,
      formulaType: 'CUSTOM_FORMULA',
      customFormula: { temperature: 'temperature / 2' },
      reason: 'Scale',
    },
    token(),
  );
  assert.equal(status, 200);
  await settle();
  assert.deepEqual(await shown(), [
    [1, 0, 'noLonger', 0, false],
    [2, 3, null, 5, true],
    [4, 3, 'noLonger', 3, false],
  ]);
  assert.equal(await level(), 0);
});

test('readings that are judged again by what they were leave everything as live judging had it', async () => {
  await setRules(rule({ consecutive: 2 }), rule({ kind: 'rate', levels: [5, 9, null, null] }));
  const values = Array.from({ length: 400 }, (_, i) => Math.round(18 + 14 * Math.sin(i / 17) + 9 * Math.sin(i / 3)));
  for (let i = 0; i < values.length; i += 50) await send(values.slice(i, i + 50), i * 15 - 4000);
  const states = () =>
    server.db
      .selectFrom('alert_state')
      .select(['threshold_id', 'state', 'level', 'alert_id'])
      .where('point_id', '=', world.pointId)
      .orderBy('threshold_id')
      .execute();
  const before = { alerts: await list(), states: await states(), level: await level() };
  assert.ok(before.alerts.length > 3);
  const bare = (all: Awaited<ReturnType<typeof list>>) => all.map(({ revised: _, ...rest }) => rest);
  for (const minute of [-4000, -2500, -100]) {
    const { body, status } = await flag(minute, minute + 900, 'pass');
    assert.equal(status, 200);
    await settle();
    assert.deepEqual(bare(await list()), bare(before.alerts), `from ${minute}`);
    assert.ok((await list()).every((alert) => alert.revised !== 'noLonger'));
    assert.deepEqual(await states(), before.states);
    assert.equal(await level(), before.level);
    assert.ok(body.changeId);
  }
});

test('after a verdict the rule keeps the state that the verdict gave it', async () => {
  await setRules(rule());
  await send([1, 12, 13]);
  const [alert] = await list();
  server.clock.advance?.(60_000);
  await server.call(alerts.setStatus, { alertId: alert!.id, status: 'FalseAlarm' }, token());
  assert.equal(await level(), 1);
  await flag(0, 0, 'fail');
  await settle();
  assert.equal(await level(), 1);
  assert.deepEqual(
    (await shown()).map((each) => [each[0], each[1], each[2]]),
    [[1, 1, null]],
  );
  await send([14], 3);
  assert.deepEqual(
    (await shown()).map((each) => [each[0], each[1]]),
    [
      [1, 1],
      [1, 3],
    ],
  );
});

test('a rule that is set later judges nothing that was there before it', async () => {
  await setRules(rule());
  await send([1, 12, 1, 1, 35, 36, 37]);
  await setRules(
    rule(),
    rule({ kind: 'cumulative', base: 'value', levels: [10, 20, null, null] }),
    rule({ method: 'lower', levels: [10, 20, 30, 40] }),
  );
  // The lower limits are of -10 and below: what was there meets them only once it is corrected.
  await send([38, 2, 2], 7);
  const before = await shown();
  const shift = { startAt: at(0), endAt: null, fixes: { temperature: 22 }, reason: 'Moved' };
  assert.equal((await server.call(corrections.createShift, { pointId: world.pointId, ...shift }, token())).status, 200);
  await settle();
  const found = (await list()).filter((each) => each.found);
  assert.deepEqual(
    found.map(({ level, minute }) => [level, minute]),
    [
      [1, 4],
      [2, 8],
    ],
    'the first rule was there from the start; of -21, -10 and -21 at the minutes 0 to 3 the last says nothing',
  );
  assert.equal(await level(), 2);
  assert.ok(before.length > 0);
});

test('readings just after a correction are judged by it, whatever processes still keep', async () => {
  await setRules(rule());
  await send([1, 2, 3]);
  // Nobody hands events on: what processes keep of the point is as it was before.
  await server.work!.stop();
  try {
    const shift = { startAt: at(3), endAt: null, fixes: { temperature: -20 }, reason: 'Moved' };
    assert.equal(
      (await server.call(corrections.createShift, { pointId: world.pointId, ...shift }, token())).status,
      200,
    );
    await send([4], 3);
    assert.deepEqual(
      (await list()).map(({ level, minute, found }) => [level, minute, found]),
      [[2, 3, false]],
    );
  } finally {
    await server.close();
    server = await startServer();
  }
});

test('new limits say of the newest reading where it stands, and raise nothing for it', async () => {
  await send([1, 2, 35]);
  await setRules(rule());
  await settle();
  assert.equal(await level(), 3);
  assert.deepEqual(await list(), []);
  await setRules(rule({ levels: [null, null, null, 40] }));
  await settle();
  assert.equal(await level(), 0);
  await setRules(rule({ kind: 'cumulative', levels: [null, 30, null, null] }));
  await settle();
  assert.equal(await level(), 0, 'without an initial value there is no change to compare');
  await setRules(rule({ levels: [null, 30, null, null] }), rule({ method: 'lower' }));
  await settle();
  assert.equal(await level(), 2);
  await send([36], 3);
  assert.deepEqual(
    (await list()).map((each) => [each.level, each.minute]),
    [[2, 3]],
  );
});

test('a change of history leaves a settled point, and one with new limits, where the newest reading stands', async () => {
  await setRules(rule());
  await send([1, 2, 35]);
  const [alert] = await list();
  await server.call(alerts.setStatus, { alertId: alert!.id, status: 'Restore' }, token());
  await flag(1, 1, 'fail');
  await settle();
  assert.equal(await level(), 3);
  await setRules(rule({ levels: [20, 34, null, null] }));
  await settle();
  assert.equal(await level(), 2);
  await flag(0, 0, 'fail');
  await settle();
  assert.equal(await level(), 2);
  await flag(2, 2, 'fail');
  await settle();
  assert.equal(await level(), 0, 'what failed says nothing');
});
