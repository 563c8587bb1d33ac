import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { giveRole } from '../../../../test/roles.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { emit } from '../../../kernel/events.ts';

const [server, north] = await openWorlds(['North']);
let people: Record<'manager' | 'guest' | 'blind' | 'disabled' | 'outsider' | 'system', { id: number; token: string }>;
before(async () => {
  await makeWorld(server, 'South');
  const normal = (name: string) => makeAccount(server, 'Normal', north.corporationId, name);
  people = {
    manager: await makeAccount(server, 'Manager', north.corporationId, 'manager'),
    guest: await normal('guest'),
    blind: await normal('blind'),
    disabled: await normal('disabled'),
    outsider: await normal('outsider'),
    system: await makeAccount(server, 'System', null, 'root'),
  };
  await makeMember(server, north.projectId, people.guest.id, 'Guest');
  await makeMember(server, north.projectId, people.disabled.id, 'Owner');
  await server.db
    .updateTable('project_member')
    .set({ status: 'disabled' })
    .where('account_id', '=', people.disabled.id)
    .execute();
  await giveRole(server, north, people.blind.id, ['Retrieve:Project']);
});

const happen = async (event: 'alertRaised' | 'alertSettled', more: object = {}) => {
  await emit(server.db, server.clock.now(), event, {
    alertId: north.alertId,
    projectId: north.projectId,
    ...more,
  } as never);
  await server.work!.settle();
};
const delivered = async () =>
  (await server.db.selectFrom('notification').select(['account_id', 'type']).orderBy('account_id').execute()).map(
    (row) => row.account_id,
  );

test('notifications are listed by their subject', async () => {
  const list = (notificationType: string) =>
    server.call(notifications.list, { notificationType } as never, people.guest.token);
  await happen('alertRaised');
  const [alert, device] = [await list('alert'), await list('device')];
  assert.deepEqual(
    [alert.body.notifications.map(({ notificationType }) => notificationType), alert.body.total],
    [['alert'], 1],
  );
  assert.deepEqual([device.body.notifications, device.body.total], [[], 0]);
  assert.equal((await list('weather')).body.error, 'badInput');
});

test('everyone who may see an alert is notified once, and nobody else', async () => {
  await happen('alertRaised');
  await happen('alertRaised');
  assert.deepEqual(
    await delivered(),
    [north.admin.id, people.manager.id, people.guest.id].sort((a, b) => a - b),
  );
  const { body } = await server.call(notifications.latest, {}, people.guest.token);
  assert.equal(body.unread, 1);
  const { id: _, ...notification } = body.notifications[0]!;
  assert.deepEqual(notification, {
    type: 'MeasuringAlert',
    notificationType: 'alert',
    title: 'T-1',
    userId: people.guest.id,
    createdAt: server.clock.now().toISOString(),
    readAt: null,
    projectId: north.projectId,
    alertId: north.alertId,
    pointId: north.pointId,
    level: 2,
    detail: {
      pointName: 'T-1',
      projectName: 'North project',
      structureName: 'Main dam',
      family: 'temperature',
      field: 'temperature',
      unit: '°C',
      value: 41,
      threshold: 40,
      level: 2,
      measure: 'value',
      condition: null,
      readingAt: server.clock.now().toISOString(),
    },
  });
});

test('all but the author are notified of a verdict; a later one replaces it and is unread again', async () => {
  const verdict = (status: string) => happen('alertSettled', { status, userId: north.admin.id });
  await verdict('Notice');
  const first = await server.call(notifications.list, {}, people.guest.token);
  assert.deepEqual(
    [
      first.body.total,
      first.body.unread,
      first.body.notifications.filter((each) => each.type === 'AlertSettled').length,
    ],
    [2, 2, 1],
  );
  assert.equal(
    (await server.call(notifications.list, {}, north.admin.token)).body.total,
    1,
    'not to the one who said it',
  );
  await server.call(notifications.bulkRead, {}, people.guest.token);
  await verdict('Notice');
  assert.equal(
    (await server.call(notifications.latest, {}, people.guest.token)).body.unread,
    0,
    'the same word again is no news',
  );
  await verdict('Confirm');
  const last = await server.call(notifications.list, { unread: 'true' }, people.guest.token);
  assert.deepEqual([last.body.total, last.body.notifications[0]?.detail['status']], [1, 'Confirm']);
});

test('an account reads, marks and deletes its own alone', async () => {
  const theirs = (await server.call(notifications.latest, {}, people.manager.token)).body.notifications[0]!;
  assert.equal((await server.call(notifications.get, { notificationId: theirs.id }, people.guest.token)).status, 404);
  assert.equal(
    (await server.call(notifications.get, { notificationId: theirs.id }, people.manager.token)).body.notification.id,
    theirs.id,
  );
  await server.call(notifications.bulkRead, { notificationIds: [theirs.id] }, people.guest.token);
  await server.call(notifications.bulkDelete, { notificationIds: [theirs.id] }, people.guest.token);
  const untouched = await server.call(notifications.get, { notificationId: theirs.id }, people.manager.token);
  assert.deepEqual([untouched.status, untouched.body.notification.readAt], [200, null]);

  const before = (await server.call(notifications.latest, {}, people.manager.token)).body.unread;
  const read = await server.call(notifications.bulkRead, { notificationIds: [theirs.id] }, people.manager.token);
  assert.equal(read.body.unread, before - 1);
  const readAt = server.clock.now().toISOString();
  server.clock.advance(60_000);
  await server.call(notifications.bulkRead, { notificationIds: [theirs.id] }, people.manager.token);
  const again = await server.call(notifications.get, { notificationId: theirs.id }, people.manager.token);
  assert.equal(again.body.notification.readAt, readAt, 'when it was first read');
  assert.equal(
    (await server.call(notifications.bulkDelete, { notificationIds: [theirs.id] }, people.manager.token)).status,
    200,
  );
  assert.equal((await server.call(notifications.get, { notificationId: theirs.id }, people.manager.token)).status, 404);
  assert.equal(
    (await server.call(notifications.bulkDelete, { notificationIds: [] }, people.manager.token)).status,
    400,
  );
});
