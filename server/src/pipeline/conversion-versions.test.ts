/** A conversion that holds from a time on: each reading is converted by the one of its time, however it comes. */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { bindings } from '@plumbline/contract/points/bindings';
import { points } from '@plumbline/contract/points/points';
import { history } from '@plumbline/contract/readings/history';
import { makeWorld, type World } from '../../test/harness.ts';
import * as ground from '../../test/judging.fixtures.ts';
import { at, startMs } from '../../test/judging.fixtures.ts';
import { issueOf } from '../../test/points.fixtures.ts';
import { openWorlds } from '../../test/worlds.ts';

const [server] = await openWorlds([]);
let world: World;
beforeEach(async (context) => {
  world = await makeWorld(server, context.name.slice(0, 40));
});

const send = (values: readonly (number | null)[], fromMinute?: number) =>
  ground.send(server, world, values, fromMinute);
const settle = () => ground.settled(server);
const stored = async () =>
  (
    await server.db.selectFrom('reading').select('values').where('point_id', '=', world.pointId).orderBy('at').execute()
  ).map((row) => row.values[0]);
const update = (input: object) =>
  server.call(points.update, { pointId: world.pointId, ...input } as never, world.admin.token);
const factor = (times: number, more: object = {}) => ({
  formulaType: 'CUSTOM_FORMULA',
  customFormula: { temperature: `temperature * ${times}` },
  ...more,
});
const groups = async () =>
  (await server.call(bindings.deviceGroups, { pointId: world.pointId }, world.admin.token)).body.deviceGroups;
const log = async () =>
  (await server.call(history.changes, { pointId: world.pointId }, world.admin.token)).body.changes;

async function undoNewest(): Promise<void> {
  const [change] = (await log()).filter((each) => each.undoneAt === null);
  const answer = await server.call(history.undo, { pointId: world.pointId, changeId: change!.id }, world.admin.token);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  await settle();
}

test('readings keep the conversion of their time: those that are stored, and those that come late', async () => {
  await send([1, 2, 3, 4]);
  const { status, body } = await update(factor(10, { validFrom: at(2), reason: 'Laid again' }));
  assert.equal(status, 200, JSON.stringify(body));
  await settle();
  assert.deepEqual(await stored(), [1, 2, 30, 40]);
  await ground.sendRecords(server, world, [
    { at: startMs + 90_000, channels: { 1: { temperature: 2.5 } } },
    { at: startMs + 150_000, channels: { 1: { temperature: 3.5 } } },
  ]);
  assert.deepEqual(await stored(), [1, 2, 2.5, 30, 35, 40], 'a late one belongs to the time in which it was measured');
  const { body: traced } = await server.call(
    history.trace,
    { pointId: world.pointId, at: new Date(startMs + 90_000).toISOString() },
    world.admin.token,
  );
  assert.deepEqual([traced.trace.conversion.to, traced.trace.conversion.formulaType], [at(2), 'SYSTEM_FORMULA']);
  const [now, before] = await groups();
  assert.deepEqual(
    [now?.validFrom, now?.toAt, now?.reason, now?.byName !== '', now?.fromAt === before?.fromAt, now?.sncode],
    [at(2), null, 'Laid again', true, true, world.device.sncode],
  );
  assert.deepEqual([before?.toAt, before?.formulaType], [at(2), 'SYSTEM_FORMULA']);
});

test('a correction of the version in force leaves the time before it alone; each is undone by itself', async () => {
  await send([1, 2, 3, 4]);
  await update(factor(10, { validFrom: at(2) }));
  await settle();
  await update(factor(100));
  await settle();
  assert.deepEqual(await stored(), [1, 2, 300, 400]);
  await undoNewest();
  assert.deepEqual(await stored(), [1, 2, 30, 40]);
  assert.equal((await groups()).length, 2);
  await undoNewest();
  assert.deepEqual(await stored(), [1, 2, 3, 4]);
  const [only, ...others] = await groups();
  assert.deepEqual([only?.toAt, only?.formulaType, others], [null, 'SYSTEM_FORMULA', []]);
  await send([5], 4);
  await ground.sendRecords(server, world, [{ at: startMs + 150_000, channels: { 1: { temperature: 3.5 } } }]);
  assert.deepEqual(await stored(), [1, 2, 3, 3.5, 4, 5], 'what comes afterwards is converted as before');
});

test('limits judge what each time really measured', async () => {
  await ground.setRules(server, world, ground.rule({ levels: [100, 200, 300, 400] }));
  await send([50, 50, 50]);
  await update(factor(3, { validFrom: at(2) }));
  await settle();
  const { body } = await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token);
  assert.deepEqual(
    // The world comes with an alert of its own.
    body.alerts.filter(({ value }) => value !== 41).map(({ level, value, readingAt }) => [level, value, readingAt]),
    [[1, 150, at(2)]],
  );
});

test('a version that cannot be says why, and nothing changes', async () => {
  await send([1, 2, 3, 4]);
  const future = new Date(server.clock.now().getTime() + 60_000).toISOString();
  assert.deepEqual(issueOf((await update(factor(2, { validFrom: future }))).body), ['validFrom', 'changedInFuture']);
  assert.equal((await update(factor(2, { validFrom: at(2) }))).status, 200);
  for (const minute of [2, 1]) {
    const early = await update(factor(5, { validFrom: at(minute) }));
    assert.deepEqual(issueOf(early.body), ['validFrom', 'validBeforeFormer'], `minute ${minute}`);
  }
  const { status } = await update({ name: 'Renamed', validFrom: at(3) });
  assert.equal(status, 200);
  await settle();
  assert.equal((await groups()).length, 2, 'a name is none of it');
  assert.deepEqual(await stored(), [1, 2, 6, 8]);
});

test('an earlier version is put right in its own time, and that is undone by itself', async () => {
  await send([1, 2, 3, 4]);
  await update(factor(10, { validFrom: at(2) }));
  await settle();
  const [now, before] = await groups();
  const correct = (groupId: number, input: object) =>
    server.call(bindings.correctGroup, { pointId: world.pointId, groupId, ...input } as never, world.admin.token);
  const inForce = await correct(now!.id, factor(7));
  assert.deepEqual(issueOf(inForce.body), ['groupId', 'conversionInForce']);
  const illegal = await correct(before!.id, { ...factor(1), customFormula: { temperature: 'temperature *' } });
  assert.equal(illegal.body.error, 'formulaIllegal');
  assert.equal((await correct(999_999, factor(7))).status, 404);
  assert.equal((await correct(before!.id, factor(7, { reason: 'Factor of the sheet' }))).status, 200);
  await settle();
  assert.deepEqual(await stored(), [7, 14, 30, 40]);
  await ground.sendRecords(server, world, [{ at: startMs + 30_000, channels: { 1: { temperature: 1.5 } } }]);
  assert.deepEqual(await stored(), [7, 10.5, 14, 30, 40], 'what comes late from then is converted so too');
  const [change] = await log();
  assert.deepEqual([change?.reason, change?.undoable], ['Factor of the sheet', true]);
  await undoNewest();
  assert.deepEqual(await stored(), [1, 1.5, 2, 30, 40]);
  assert.deepEqual(
    (await groups()).map(({ formulaType, toAt }) => [formulaType, toAt]),
    [
      ['CUSTOM_FORMULA', null],
      ['SYSTEM_FORMULA', at(2)],
    ],
  );
});

test('undoing a conversion leaves a device that replaced another since to its own', async () => {
  for (const validFrom of [undefined, at(2)]) {
    world = await makeWorld(server, `replaced ${validFrom ?? 'without a date'}`);
    await send([1, 2, 3, 4]);
    await update(factor(10, { ...(validFrom && { validFrom }) }));
    await settle();
    const since = server.clock.now();
    server.clock.advance(120_000);
    const replaced = await server.call(
      bindings.replaceDevice,
      {
        pointId: world.pointId,
        measuringDeviceId: world.device.id,
        channel: '1',
        changedAt: since.toISOString(),
        ...factor(100),
        reason: 'New sensor',
      } as never,
      world.admin.token,
    );
    assert.equal(replaced.status, 200, JSON.stringify(replaced.body));
    await undoNewest();
    const { body } = await server.call(points.get, { pointId: world.pointId }, world.admin.token);
    assert.deepEqual(
      body.measuringPoint.customFormula,
      { temperature: 'temperature * 100' },
      'the new sensor keeps its own',
    );
    assert.deepEqual(await stored(), [1, 2, 3, 4]);
    assert.deepEqual(
      (await groups()).map(({ sncode, formulaType, validFrom: since }) => [sncode, formulaType, since]),
      [
        [world.device.sncode, 'CUSTOM_FORMULA', null],
        [world.device.sncode, 'SYSTEM_FORMULA', null],
      ],
      'of the sensor before, what was set up before',
    );
    await ground.sendRecords(server, world, [
      { at: startMs + 150_000, channels: { 1: { temperature: 3.5 } } },
      { at: since.getTime() + 60_000, channels: { 1: { temperature: 4.5 } } },
    ]);
    assert.deepEqual(await stored(), [1, 2, 3, 3.5, 4, 450], 'each reading by the sensor of its time');
  }
});

test('versions may lie before the time at which the point was set up', async () => {
  await send([1, 2, 3, 4]);
  await update(factor(10, { validFrom: at(1) }));
  await update(factor(100, { validFrom: at(3) }));
  await settle();
  assert.deepEqual(await stored(), [1, 20, 30, 400]);
  await ground.sendRecords(server, world, [{ at: startMs - 60_000, channels: { 1: { temperature: 0.5 } } }]);
  assert.deepEqual(await stored(), [0.5, 1, 20, 30, 400]);
});
