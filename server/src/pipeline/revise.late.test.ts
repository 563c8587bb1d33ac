/** Readings that come after newer ones: what they touch is judged again, and people are told of what they did not know. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { notifications } from '@plumbline/contract/alerts/notifications';
import type { Threshold } from '@plumbline/contract/points/points';
import { makeWorld, type World } from '../../test/harness.ts';
import * as ground from '../../test/judging.fixtures.ts';
import { at, rule, startMs } from '../../test/judging.fixtures.ts';
import { seal } from '../../test/series.ts';
import { openWorlds } from '../../test/worlds.ts';

const [server] = await openWorlds([]);
let world: World;
beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
  await server.db.deleteFrom('alert').where('project_id', '=', world.projectId).execute();
});

const token = () => world.admin.token;
const setRules = (...thresholds: Threshold[]) => ground.setRules(server, world, ...thresholds);
async function send(values: readonly (number | null)[], fromMinute: number) {
  await ground.send(server, world, values, fromMinute);
  await ground.settled(server);
}
const list = async () =>
  (await server.call(alerts.ofProject, { projectId: world.projectId }, token())).body.alerts
    .map(({ id, level, readingAt, late, revised, releasedAt }) => ({
      id,
      level,
      minute: (Date.parse(readingAt) - startMs) / 60_000,
      late,
      revised,
      over: releasedAt === null ? null : (Date.parse(releasedAt) - startMs) / 60_000,
    }))
    .sort((a, b) => a.minute - b.minute || a.level - b.level);
/** Level, minute, whether it came late, over. */
const shown = async () => (await list()).map(({ level, minute, late, over }) => [level, minute, late, over]);
const rung = async () =>
  (await server.call(notifications.latest, {}, token())).body.notifications.filter(
    ({ type }) => type === 'MeasuringAlert',
  ).length;
const backTested = async (threshold: Threshold) =>
  (
    await server.call(
      alerts.backTest,
      { pointId: world.pointId, thresholds: [threshold], from: at(-2000), to: at(2000) },
      token(),
    )
  ).body.rules[0]?.raised;

test('a backlog behind the newest value raises what the back-test finds, and people are told', async () => {
  const multi = rule({ kind: 'multi', combine: 'or', rateLevels: [1000, null, null, null] });
  const both = [rule({ consecutive: 3 }), multi];
  await setRules(...both);
  await send([1], 400);
  await send(
    Array.from({ length: 360 }, () => 50),
    0,
  );
  assert.deepEqual(
    await shown(),
    [
      [4, 0, true, null],
      [4, 2, true, null],
    ],
    'one reading below does not release',
  );
  for (const each of both) assert.deepEqual(await backTested(each), [0, 0, 0, 1], each.kind);
  assert.equal(await rung(), 2);
  await send([1], 401);
  assert.deepEqual(
    await shown(),
    [
      [4, 0, true, null],
      [4, 2, true, 401],
    ],
    'without a day of readings the rate is unknown, and may still hold the other',
  );
});

test('one late reading is one reading: with consecutive 3 it raises nothing', async () => {
  const strict = rule({ consecutive: 3 });
  await setRules(strict);
  await send([1, 1, 1, 1], 0);
  await send([1, 1], 10);
  await send([50], 5);
  assert.deepEqual(await shown(), []);
  await send([50, 50], 6);
  assert.deepEqual(await shown(), [[4, 7, true, 11]]);
  assert.deepEqual(await backTested(strict), [0, 0, 0, 1]);
});

test('a level that stands already is not reported again, and one that began earlier is the same alert', async () => {
  await setRules(rule());
  await send([12, 12], 10);
  const [alert] = await list();
  await send([13], 9);
  assert.deepEqual(await list(), [{ ...alert, minute: 9, revised: 'upheld' }]);
  await send([14], 12);
  await send([15], 11);
  assert.deepEqual(await shown(), [[1, 9, false, null]]);
  assert.equal(await rung(), 1);
  const { history } = (await server.call(alerts.get, { alertId: alert!.id }, token())).body;
  assert.deepEqual(
    history.map(({ kind, value }) => [kind, value]),
    [
      ['raised', 12],
      ['revised', 13],
    ],
    'what was said first stays',
  );
});

test('late readings below end an alert, and say so as live ones do', async () => {
  await setRules(rule());
  await send([25, 25], 0);
  await send([25], 10);
  await send([1, 1], 4);
  assert.deepEqual(await shown(), [
    [2, 0, false, 5],
    [2, 10, true, null],
  ]);
  const [first] = await list();
  const { history } = (await server.call(alerts.get, { alertId: first!.id }, token())).body;
  assert.deepEqual(
    history.map(({ kind }) => kind),
    ['raised', 'released'],
  );
});

test('an alert that late readings refute is no longer valid; the lower level under a higher one rings for nobody', async () => {
  await setRules(rule({ consecutive: 2 }));
  await send([25, null, 25], 0);
  assert.deepEqual(await shown(), [[2, 2, false, null]]);
  await send([1], 1);
  assert.deepEqual(
    (await list()).map(({ level, revised, over }) => [level, revised, over]),
    [[2, 'noLonger', 2]],
  );
  await setRules(rule({ levels: [11, 20, null, null] }));
  await send([25], 20);
  const before = await rung();
  await send([12], 19);
  assert.deepEqual(
    (await list()).filter(({ minute }) => minute > 10).map(({ level, minute, late }) => [level, minute, late]),
    [
      [1, 19, true],
      [2, 20, false],
    ],
  );
  assert.equal(await rung(), before);
});

test('what was measured before a rule was set is judged by it where it came afterwards, and nothing else of that time', async () => {
  await send([45, 1], 0);
  await send([1], 100);
  await setRules(rule());
  await send([35, 36], 50);
  assert.deepEqual(await shown(), [[3, 50, true, 51]]);
  await send([1, 38], 101);
  assert.deepEqual(await shown(), [
    [3, 50, true, 51],
    [3, 102, false, null],
  ]);
});

test('after a verdict late readings leave the settled alert as it was', async () => {
  await setRules(rule());
  await send([12, 13], 10);
  const [alert] = await list();
  server.clock.advance?.(1000);
  await server.call(alerts.setStatus, { alertId: alert!.id, status: 'FalseAlarm' }, token());
  await send([12], 9);
  assert.deepEqual(
    (await list()).map(({ level, minute }) => [level, minute]),
    [[1, 10]],
  );
});

test('more than a transaction takes is judged by the task, with the same end', async () => {
  await setRules(rule());
  const old = Array.from({ length: 21_000 }, (_, i) => ({ at: startMs + (i - 21_000) * 60_000, values: [1] }));
  await seal(server, world.pointId, old);
  await send([1], 0);
  await ground.sendRecords(server, world, [{ at: startMs - 20_999.5 * 60_000, channels: { 1: { temperature: 45 } } }]);
  await ground.settled(server);
  assert.deepEqual(await shown(), [[4, -20_999.5, true, -20_998]]);
  const tasks = await server.db
    .selectFrom('task')
    .select('state')
    .where('kind', '=', 'reviseAlerts')
    .where('project_id', '=', world.projectId)
    .execute();
  assert.deepEqual(tasks, [{ state: 'done' }]);
});
