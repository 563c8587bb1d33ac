import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { points } from '@plumbline/contract/points/points';
import { corrections } from '@plumbline/contract/readings/corrections';
import { history } from '@plumbline/contract/readings/history';
import { flagOf, quality, tests } from '@plumbline/science/quality/flags';
import { makeWorld, type World } from '../../test/harness.ts';
import {
  at,
  awaitNotifications,
  rule as ruleOf,
  send as sendTo,
  setRules,
  settled,
  startMs,
} from '../../test/judging.fixtures.ts';
import { openWorlds } from '../../test/worlds.ts';

const [server] = await openWorlds([]);
let world: World;
beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
  await server.db.deleteFrom('alert').execute();
});

const range = { range: { failMin: -40, failMax: 60, suspectMin: null, suspectMax: 40 } };
const rate = { rate: { per: 'hour' as const, suspect: 120, fail: null } };
async function setTests(fields: Record<string, object>) {
  const { status, body } = await server.call(
    points.setProcessing,
    {
      pointId: world.pointId,
      quality: { fields: { temperature: fields }, gap: null, clock: { aheadSeconds: 60, backward: false } },
    } as never,
    world.admin.token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  await awaitNotifications();
}
const rule = ruleOf({ levels: [10, 30, 50, 70] });
const setRule = () => setRules(server, world, rule);
const send = (values: readonly (number | null)[], fromMinute?: number) => sendTo(server, world, values, fromMinute);
const flags = async () =>
  (
    await server.db.selectFrom('reading').select('flags').where('point_id', '=', world.pointId).orderBy('at').execute()
  ).map((row) => row.flags?.[0] ?? null);
const levels = async () =>
  (await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token)).body.alerts
    .map((alert) => alert.level)
    .sort();

test('range and rate are tested in order of measuring time, whatever the batches, and a message sent again changes nothing', async () => {
  await setTests({ ...range, ...rate });
  await send([5, 45, 99, 45]);
  const suspectRange = flagOf(quality.suspect, tests.range | tests.rate);
  assert.deepEqual(await flags(), [
    null,
    suspectRange,
    flagOf(quality.fail, tests.range),
    flagOf(quality.suspect, tests.range),
  ]);
  const state = () =>
    server.db.selectFrom('quality_state').select('state').where('point_id', '=', world.pointId).executeTakeFirst();
  const before = await state();
  assert.ok(before);
  await send([5, 45, 99, 45]);
  assert.deepEqual(await state(), before);
  await send([44], 4);
  assert.equal((await flags()).at(-1), flagOf(quality.suspect, tests.range));
});

test('points without tests have no state and no flags; a clock ahead is suspect', async () => {
  await send([1, 2, null]);
  assert.deepEqual(await flags(), [null, null, null]);
  assert.equal(
    (await server.db.selectFrom('quality_state').selectAll().where('point_id', '=', world.pointId).execute()).length,
    0,
  );
  const ahead = (Date.parse('2026-03-18T06:00:00Z') + 200_000 - startMs) / 60_000;
  await send([3], ahead);
  assert.deepEqual(await flags(), [null, null, null, flagOf(quality.suspect, tests.clock)]);
});

test('alerts skip what failed and look at what is suspect', async () => {
  await setTests(range);
  await setRule();
  await send([5, 99, 45]);
  assert.deepEqual(await levels(), [2], '99 failed its range; 45 is suspect and is judged');
});

test('tests and rules see the corrected value, and stored ones stay', async () => {
  await setTests(range);
  await setRule();
  const { status } = await server.call(
    corrections.createShift,
    {
      pointId: world.pointId,
      startAt: new Date(startMs).toISOString(),
      endAt: null,
      fixes: { temperature: 50 },
      reason: 'Moved',
    },
    world.admin.token,
  );
  assert.equal(status, 200);
  await settled(server);
  await send([55, 65, 85]);
  assert.deepEqual(await flags(), [null, null, null], '85 less 50 is within the range');
  assert.deepEqual(await levels(), [1, 2]);
  const { values } = await server.db
    .selectFrom('point_state')
    .select('values')
    .where('point_id', '=', world.pointId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(values, [85]);
});

test('thresholds tried out on the past raise what live judging raised', async () => {
  await setRule();
  const values = Array.from({ length: 300 }, (_, i) => Math.round(30 + 30 * Math.sin(i / 9)));
  await send(values);
  const live = await levels();
  const span = { from: new Date(startMs).toISOString(), to: new Date(startMs + 300 * 60_000).toISOString() };
  const { status, body } = await server.call(
    alerts.backTest,
    { pointId: world.pointId, thresholds: [rule, { ...rule, levels: [null, null, null, 70] }], ...span },
    world.admin.token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(
    body.rules[0]!.raised,
    [1, 2, 3, 4].map((level) => live.filter((each) => each === level).length),
  );
  assert.deepEqual(
    [body.rules[0]!.readings, body.rules[1]!.raised, body.rules[1]!.episodesTotal],
    [300, [0, 0, 0, 0], 0],
  );
  assert.ok(body.rules[0]!.episodes.length > 1);
  const outsider = await makeWorld(server, 'stranger of the test');
  const foreign = await server.call(
    alerts.backTest,
    { pointId: world.pointId, pointIds: [outsider.pointId], thresholds: [rule], ...span },
    world.admin.token,
  );
  assert.equal(foreign.body.error, 'notFound');
  // Many points at once say the same in short, and when.
  const row = { pointId: world.pointId, thresholds: [rule] };
  const many = await server.call(
    alerts.backTestMany,
    { projectId: world.projectId, rows: [row], ...span },
    world.admin.token,
  );
  assert.equal(many.status, 200, JSON.stringify(many.body));
  const [tested] = many.body.points;
  assert.deepEqual([tested!.raised, tested!.readings, tested!.skipped], [body.rules[0]!.raised, 300, false]);
  assert.deepEqual([tested!.strip.length, Math.max(...tested!.strip)], [60, Math.max(...live)]);
  assert.ok(tested!.strip[0]! >= 2, 'the value begins at 30, which is level 2');
  const other = await server.call(
    alerts.backTestMany,
    { projectId: world.projectId, rows: [row, { ...row, pointId: outsider.pointId }], ...span },
    world.admin.token,
  );
  assert.equal(other.body.error, 'notFound');
  const none = await server.call(
    alerts.backTestMany,
    { projectId: world.projectId, rows: [{ ...row, thresholds: [{ ...rule, field: 'level' }] }], ...span },
    world.admin.token,
  );
  assert.deepEqual([none.body.points[0]!.skipped, none.body.points[0]!.raised], [true, [0, 0, 0, 0]]);
});

test('a point whose newest value failed says so until one passes; late ones, verdicts of people and their undo count too', async () => {
  await setTests(range);
  await setRule();
  const status = async () => {
    const { body } = await server.call(points.get, { pointId: world.pointId }, world.admin.token);
    return [body.measuringPoint.status.state, body.measuringPoint.status.level];
  };
  server.clock.set(new Date(startMs + 4 * 60_000));
  await send([5]);
  assert.deepEqual(await status(), ['reporting', 0]);
  await send([99], 2);
  assert.deepEqual(await status(), ['failed', 0], 'the first failed reading');
  await send([6], 1);
  assert.deepEqual(await status(), ['failed', 0], 'one that is late is not the newest');
  await send([35], 3);
  assert.deepEqual(await status(), ['reporting', 2]);
  await send([99], 4);
  assert.deepEqual(await status(), ['failed', 2], 'the level stands, and says of what');
  await send([7], 4);
  assert.deepEqual(await status(), ['reporting', 2], 'overwritten');
  const { body } = await server.call(
    history.flag,
    {
      pointId: world.pointId,
      fields: ['temperature'],
      quality: 'fail',
      reason: 'thaw',
      from: at(4),
      to: at(5),
    } as never,
    world.admin.token,
  );
  assert.equal((await status())[0], 'failed', JSON.stringify(body));
  await server.call(
    history.undo,
    { pointId: world.pointId, changeId: (body as { changeId: number }).changeId },
    world.admin.token,
  );
  assert.equal((await status())[0], 'reporting');
});
