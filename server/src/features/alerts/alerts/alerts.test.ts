import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import type { Notification } from '@plumbline/contract/alerts/notifications';
import { notifications } from '@plumbline/contract/alerts/notifications';
import type { LiveReading } from '@plumbline/contract/kernel/events';
import { points, type Threshold } from '@plumbline/contract/points/points';
import { projects } from '@plumbline/contract/site/projects';
import { io, type Socket } from 'socket.io-client';
import { makeAccount, makeMember, makeWorld, type World } from '../../../../test/harness.ts';
import * as ground from '../../../../test/judging.fixtures.ts';
import { rule, startMs } from '../../../../test/judging.fixtures.ts';
import { giveRole } from '../../../../test/roles.ts';
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
const raised = async () =>
  (await list())
    .map(({ level, value, threshold }) => [level, value, threshold])
    .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);

test('the alerts of all projects are those of one’s own corporation', async () => {
  const neighbour = await makeWorld(server, 'Neighbour');
  const idsFor = async (token: string) => (await server.call(alerts.list, {}, token)).body.alerts.map(({ id }) => id);
  assert.deepEqual(await idsFor(neighbour.admin.token), [neighbour.alertId]);
  assert.deepEqual(await idsFor(world.admin.token), []);
});

test('a role without alerts of a project has none of them in the list over all', async () => {
  const neighbour = await makeWorld(server, 'Roles');
  const chen = await makeAccount(server, 'Normal', neighbour.corporationId, `chen ${neighbour.projectId}`);
  const project = { corporationId: neighbour.corporationId, name: 'Other', address: 'x' };
  const other = (await server.call(projects.create, project, neighbour.admin.token)).body.project.id;
  await giveRole(server, neighbour, chen.id, ['Retrieve:Project']);
  await makeMember(server, other, chen.id, 'Owner');
  const { status, body } = await server.call(alerts.list, {}, chen.token);
  assert.deepEqual([status, body.total, body.alerts, body.counts.Pending], [200, 0, [], 0]);
});

test('a rise raises one alert a level, with value and threshold; the same level refreshes it', async () => {
  await setRules(rule());
  await send([5, 9.99, 10, 11, 12]);
  await send([31]);
  assert.deepEqual(await raised(), [
    [1, 10, 10],
    [3, 31, 30],
  ]);
  const [, blue] = (await list()).sort((a, b) => b.level - a.level);
  assert.equal(blue?.lastValue, 12);
  assert.equal(blue?.precision, 2, 'the decimals of its field');
  assert.equal(blue?.readingAt, new Date(startMs + 2 * 60_000).toISOString());
});

test('an alert says a change without the noise of binary fractions', async () => {
  await setRules(rule());
  await send([12]);
  await server.db.updateTable('alert').set({ value: 10.199157000000001, last_value: -2.6839999999999997 }).execute();
  const [alert] = await list();
  assert.deepEqual([alert?.value, alert?.lastValue], [10.199157, -2.684]);
});

test('a level is left below 95 per cent for two readings, and not by one', async () => {
  await setRules(rule());
  await send([12, 9, 12, 9.6, 9.6]);
  assert.equal((await list())[0]?.releasedAt, null);
  await send([9, 9]);
  assert.equal((await list())[0]?.releasedAt, new Date(startMs + 6 * 60_000).toISOString());
  await send([12]);
  assert.equal((await list()).length, 2, 'a new rise after the release is a new alert');
});

test('raised, refreshed and released inside one message', async () => {
  await setRules(rule());
  await send([5, 12, 13, 2, 2, 25]);
  const all = (await list()).sort((a, b) => a.id - b.id);
  assert.deepEqual(
    all.map(({ level, value, lastValue, releasedAt }) => [level, value, lastValue, releasedAt !== null]),
    [
      [1, 12, 13, true],
      [2, 25, 25, false],
    ],
  );
});

test('when the readings fall, every alert of the rise is over; a step down leaves the lower one', async () => {
  await setRules(rule());
  await send([12, 22, 32, 22, 22]);
  const released = async () =>
    (await list()).sort((a, b) => a.level - b.level).map(({ level, releasedAt }) => [level, releasedAt !== null]);
  assert.deepEqual(await released(), [
    [1, false],
    [2, false],
    [3, true],
  ]);
  await send([1, 1]);
  assert.deepEqual(await released(), [
    [1, true],
    [2, true],
    [3, true],
  ]);
});

test('a confirmed alert ends with its readings; one that people ended stays as they left it', async () => {
  await setRules(rule());
  await send([5, 12]);
  const [alert] = await list();
  const { status } = await server.call(
    alerts.setStatus,
    { alertId: alert!.id, status: 'Confirm', reason: 'Seen on site' } as never,
    world.admin.token,
  );
  assert.equal(status, 200);
  await send([5, 5]);
  const [over] = await list();
  assert.deepEqual(
    [over?.status, over?.releasedAt],
    ['Confirm', new Date(startMs + 3 * 60_000).toISOString()],
    'decision 0006: a confirmed alert is released',
  );
});

test('sent again, nothing is raised again', async () => {
  await setRules(rule());
  await send([12, 22]);
  const again = await send([12, 22], 0);
  assert.deepEqual([again.stored, again.unchanged], [0, 2]);
  assert.equal((await list()).length, 2);
});

test('a late crossing is notified once, marked late, over when its readings are, and changes no state', async () => {
  await setRules(rule());
  await send([1, 1], 100);
  await send([45, 46, 47], 10);
  await ground.settled(server);
  const all = await list();
  assert.deepEqual(
    all.map(({ level, late, releasedAt }) => [level, late, releasedAt]),
    [[4, true, new Date(startMs + 101 * 60_000).toISOString()]],
  );
  const { body } = await server.call(notifications.latest, {}, world.admin.token);
  assert.deepEqual(body.notifications.filter(({ type }) => type === 'MeasuringAlert').length, 1);
  const state = await server.db
    .selectFrom('point_state')
    .select(['values', 'level'])
    .where('point_id', '=', world.pointId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(state, { values: [1], level: 0 });
});

test('cumulative change counts from the initial value, lower and two-sided by their sign', async () => {
  await server.call(points.update, { pointId: world.pointId, initialValues: { temperature: 20 } }, world.admin.token);
  await setRules(
    rule({ kind: 'cumulative', method: 'twoSided' }),
    rule({ method: 'lower', levels: [5, null, null, null] }),
  );
  await send([20, 9, -6]);
  assert.deepEqual(await raised(), [
    [1, -11, -10],
    [1, -6, -5],
    [2, -26, -20],
  ]);
});

test('the daily rate looks back 24 hours; without a day of readings there is none', async () => {
  await setRules(rule({ kind: 'rate', levels: [3, 6, null, null] }));
  const day = 24 * 60;
  await send([1, 2, 3, 50], 60 - day);
  await send([9], 61);
  const [alert, ...rest] = await list();
  assert.equal(rest.length, 0);
  assert.deepEqual([alert?.measure, alert?.unit, alert?.value, alert?.level], ['rate', '°C/d', 9 - 2, 2]);
});

const connect = (token: string) =>
  io(`${server.url}/notification`, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
const once = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve));

test('a page gets its readings, the alert and its notification within a second; another corporation gets nothing', async () => {
  await setRules(rule());
  const outsider = await makeWorld(server, `stranger ${world.projectId}`);
  const page = connect(world.admin.token);
  const spy = connect(outsider.admin.token);
  const received: string[] = [];
  spy.onAny((event) => received.push(event));
  await Promise.all([once(page, 'connect'), once(spy, 'connect')]);
  const granted = await page.emitWithAck('SUBSCRIBE', {
    projectId: world.projectId,
    pointIds: [world.pointId, outsider.pointId],
  });
  assert.deepEqual(granted, { projectId: world.projectId, pointIds: [world.pointId] });
  assert.deepEqual(await spy.emitWithAck('SUBSCRIBE', { projectId: world.projectId, pointIds: [world.pointId] }), {
    pointIds: [],
  });

  const all = Promise.all([
    once<LiveReading[]>(page, 'READINGS'),
    once<Notification>(page, 'NEW_NOTIFICATION'),
    once(page, 'ALERTS_CHANGED'),
    once(page, 'POINT_STATES'),
  ]);
  await send([35]);
  const [readings, notification] = await all;
  assert.deepEqual(
    readings.map(({ values, level }) => [values, level]),
    [[[35], 3]],
  );
  assert.deepEqual([notification.type, notification.level, notification.title], ['MeasuringAlert', 3, 'T-1']);
  const { body } = await server.call(notifications.latest, {}, world.admin.token);
  assert.equal(body.unread, 1);
  assert.deepEqual(received, []);
  page.close();
  spy.close();
});

test('a socket without a token, or whose session ended, is refused and let go', async () => {
  const none = connect('pls_nothing');
  const error = await once<Error & { data?: { code: number } }>(none, 'connect_error');
  assert.equal(error.data?.code, 8007);
  const page = connect(world.admin.token);
  await once(page, 'connect');
  const expired = once<{ code: number }>(page, 'TOKEN_EXPIRED');
  await server.db.deleteFrom('token').where('account_id', '=', world.admin.id).execute();
  server.hub.changed({ kind: 'account', id: world.admin.id });
  assert.equal((await expired).code, 8007);
});
