import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { points, type Threshold } from '@plumbline/contract/points/points';
import { makeAccount, makeMember, makeWorld, type World } from '../../../../test/harness.ts';
import * as ground from '../../../../test/judging.fixtures.ts';
import { rule } from '../../../../test/judging.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server] = await openWorlds([]);
let world: World;
let minute = 0;
beforeEach(async (context) => {
  minute = 0;
  world = await makeWorld(server, context.name.slice(0, 40));
  await server.db.deleteFrom('alert').execute();
});

const setRules = (...thresholds: Threshold[]) => ground.setRules(server, world, ...thresholds);

/** Sends values, a minute apart, from `at` on. */
function send(values: (number | null)[], fromMinute = minute) {
  if (fromMinute === minute) minute += values.length;
  return ground.send(server, world, values, fromMinute);
}
const list = async () =>
  (await server.call(alerts.ofProject, { projectId: world.projectId }, world.admin.token)).body.alerts;

test('people settle an alert once; Notice is not final', async () => {
  await setRules(rule());
  await send([12]);
  const [alert] = await list();
  const settle = (status: 'Notice' | 'Confirm' | 'FalseAlarm' | 'Restore', reason = '') =>
    server.call(alerts.setStatus, { alertId: alert!.id, status, reason }, world.admin.token);
  const reasonFor = async (language: string) => {
    await server.db.updateTable('account').set({ language }).where('id', '=', world.admin.id).execute();
    return (await list()).find(({ id }) => id === alert?.id)?.reason;
  };
  assert.equal(await reasonFor('zh-CN'), '温度 12.00 °C ≥ 10.00 °C', 'what rose over which limit');
  assert.equal(await reasonFor('en'), 'Temperature 12.00 °C ≥ 10.00 °C');
  assert.equal((await settle('Notice')).body.alert.status, 'Notice');
  assert.equal((await settle('Notice')).body.error, 'alertStatusSame');
  const confirmed = await settle('Confirm', 'Checked on site');
  assert.ok(confirmed.body.alert.settledBy?.endsWith('.admin'));
  assert.equal(confirmed.body.alert.reason, 'Checked on site');
  for (const status of ['Restore', 'FalseAlarm', 'Notice', 'Confirm'] as const) {
    const answer = await settle(status);
    assert.deepEqual([answer.status, answer.body.error, answer.body.code], [409, 'alertSettled', 4201]);
  }
  const { history } = (await server.call(alerts.get, { alertId: alert!.id }, world.admin.token)).body;
  assert.deepEqual(
    history.map(({ kind, status }) => [kind, status]),
    [
      ['raised', 'Pending'],
      ['changed', 'Notice'],
      ['changed', 'Confirm'],
    ],
  );
  await send([13]);
  assert.equal((await list()).length, 1, 'a confirmed alert goes on quietly while the level holds');
});

const levelNow = async () =>
  (
    await server.db
      .selectFrom('point_state')
      .select('level')
      .where('point_id', '=', world.pointId)
      .executeTakeFirstOrThrow()
  ).level;
const settleOpen = async (status: 'Restore' | 'FalseAlarm') => {
  const open = (await list()).filter((each) => each.status === 'Pending').map(({ id }) => id);
  await server.call(alerts.setStatuses, { alertIds: open, status }, world.admin.token);
};

test('after Restore and FalseAlarm a reading that still reaches the limit is a new alert', async () => {
  await setRules(rule());
  for (const status of ['Restore', 'FalseAlarm'] as const) {
    await send([12]);
    await settleOpen(status);
    assert.equal(await levelNow(), 1, 'what the newest reading says is true after the verdict as before');
  }
  await send([12]);
  assert.deepEqual((await list()).map((each) => each.status).sort(), ['FalseAlarm', 'Pending', 'Restore']);
});

test('after a verdict the point stands where its newest reading does, and only readings lower it', async () => {
  await setRules(rule({ consecutive: 2 }));
  await send([5, 35, 35]);
  await settleOpen('Restore');
  assert.equal(await levelNow(), 3);
  await send([null]);
  assert.equal(await levelNow(), 3, 'a reading that says nothing takes nothing back');
  await send([41]);
  assert.equal(await levelNow(), 3, 'one above the limit counts with the next');
  assert.equal((await list()).length, 1);
  await send([5]);
  assert.equal(await levelNow(), 0, 'the reading says so, without waiting for a second');
  await send([25, 25]);
  assert.equal(await levelNow(), 2);
  assert.equal((await list()).length, 2, 'the next rise is an alert of its own');
});

test('a verdict on the highest alert of a rise leaves the lower ones to the readings', async () => {
  await setRules(rule());
  await send([12, 35]);
  const [red] = (await list()).filter(({ level }) => level === 3);
  await server.call(alerts.setStatus, { alertId: red!.id, status: 'Restore' }, world.admin.token);
  assert.equal(await levelNow(), 3);
  await send([5]);
  assert.equal(await levelNow(), 0);
  const blue = (await list()).find(({ level }) => level === 1);
  assert.deepEqual([blue?.status, blue?.releasedAt !== null], ['Pending', true]);
});

test('a guest sees alerts and may not settle them', async () => {
  await setRules(rule());
  await send([12]);
  const guest = await makeAccount(server, 'Normal', world.corporationId, `guest-${world.projectId}`);
  await makeMember(server, world.projectId, guest.id, 'Guest');
  const [alert] = (await server.call(alerts.list, {}, guest.token)).body.alerts;
  assert.ok(alert);
  assert.equal(
    (await server.call(alerts.setStatus, { alertId: alert.id, status: 'Confirm' }, guest.token)).body.error,
    'notAllowed',
  );
});

test('one verdict settles many alerts; what has one already stays and is named', async () => {
  await setRules(rule());
  await send([12, 22, 32, 42]);
  const [first = 0, second = 0, third = 0, fourth = 0] = (await list()).map(({ id }) => id).sort((a, b) => a - b);
  const { token } = world.admin;
  await server.call(alerts.setStatus, { alertId: first, status: 'Confirm' }, token);
  const give = (alertIds: number[], status: 'Restore' | 'Notice', who = token) =>
    server.call(alerts.setStatuses, { alertIds, status, reason: 'gauge was serviced' }, who);
  const noticed = await give([second, second], 'Notice');
  assert.deepEqual(noticed.body, { set: [second], left: [] });
  assert.deepEqual((await give([second], 'Notice')).body, {
    set: [],
    left: [{ alertId: second, status: 'Notice', error: 'alertStatusSame' }],
  });
  const { status, body } = await give([fourth, first, third, second], 'Restore');
  assert.equal(status, 200);
  assert.deepEqual(body, {
    set: [second, third, fourth],
    left: [{ alertId: first, status: 'Confirm', error: 'alertSettled' }],
  });
  const point = await server.call(points.get, { pointId: world.pointId }, token);
  assert.equal(point.body.measuringPoint.status.level, 4, 'what the newest reading says is not settled by a verdict');
  for (const alertId of [second, third, fourth]) {
    const { alert, history } = (await server.call(alerts.get, { alertId }, token)).body;
    assert.deepEqual(
      [alert.status, alert.reason, history.at(-1)?.reason],
      ['Restore', ...Array(2).fill('gauge was serviced')],
    );
  }
  assert.equal((await list()).find(({ id }) => id === first)?.status, 'Confirm');
  // Another corporation's among them: nothing is settled, and nothing is revealed of it.
  await send([12, 22]);
  const open = (await list()).filter((alert) => alert.status === 'Pending').map(({ id }) => id);
  const foreign = await makeWorld(server, 'Elsewhere');
  assert.ok(open.length > 0);
  assert.equal((await give(open, 'Restore', foreign.admin.token)).status, 404);
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'bulk.guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  assert.equal((await give(open, 'Restore', guest.token)).status, 403);
  assert.equal((await give(Array(201).fill(open[0]!), 'Restore')).status, 400);
});

test('a comment is in the history of an alert, open or settled, and settles nothing', async () => {
  await setRules(rule());
  await send([12]);
  const alertId = (await list())[0]!.id;
  const { token } = world.admin;
  const comment = (text: string, who = token) => server.call(alerts.comment, { alertId, text }, who);
  assert.equal((await comment('  the gate was opened at noon ')).status, 200);
  await server.call(alerts.setStatus, { alertId, status: 'Confirm' }, token);
  assert.equal((await comment('closed again')).status, 200);
  const { alert, history } = (await server.call(alerts.get, { alertId }, token)).body;
  assert.deepEqual([alert.status, alert.reason, alert.comments], ['Confirm', '', 2]);
  assert.deepEqual(
    history.map(({ kind, status, reason }) => [kind, status, reason]),
    [
      ['raised', 'Pending', ''],
      ['comment', 'Pending', 'the gate was opened at noon'],
      ['changed', 'Confirm', ''],
      ['comment', 'Confirm', 'closed again'],
    ],
  );
  assert.ok(history.every(({ kind, by }) => kind === 'raised' || by));
  assert.equal((await list())[0]?.comments, 2);
  assert.equal((await comment('   ')).status, 400);
  assert.equal((await comment('x'.repeat(1001))).status, 400);
  const guest = await makeAccount(server, 'Normal', world.corporationId, 'comment.guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  assert.equal((await comment('me too', guest.token)).status, 403);
  assert.equal(
    (await server.call(alerts.get, { alertId }, guest.token)).body.history.length,
    4,
    'who sees the alert sees them',
  );
});
