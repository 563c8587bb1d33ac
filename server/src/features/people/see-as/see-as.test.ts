/** Seeing as somebody else: it shows what they see, changes nothing, ends with the administrator, and both logs say so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notifications } from '@plumbline/contract/alerts/notifications';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Route } from '@plumbline/contract/kernel/route';
import { seeAs } from '@plumbline/contract/people/see-as';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { operations } from '@plumbline/contract/platform/operations';
import { registry } from '@plumbline/contract/registry';
import { projects } from '@plumbline/contract/site/projects';
import { io } from 'socket.io-client';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { inputFor, send } from '../../../../test/route-inputs.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { hashOf } from '../sessions/sessions.api.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const system = await makeAccount(server, 'System', null, 'seeing.system');
const ann = await makeAccount(server, 'Normal', north.corporationId, 'seeing.ann');
await makeMember(server, north.projectId, ann.id, 'Member');

const begin = async (userId: number, token = north.admin.token) => {
  const { status, body } = await server.call(seeAs.begin, { userId }, token);
  return { status, error: body.error, token: body.token };
};
const asAnn = async (): Promise<string> => (await begin(ann.id)).token;

test('it shows what the user sees, by whose eyes, and not what the administrator may', async () => {
  const token = await asAnn();
  const { body } = await server.call(sessions.session, {}, token);
  assert.deepEqual([body.user.id, body.viewer, body.user.type], [ann.id, 'North.admin', 'Normal']);
  assert.equal((await server.call(sessions.session, {}, ann.token)).body.viewer, null);
  const listed = (await server.call(projects.list, {}, token)).body.projects.map(({ id }) => id);
  assert.deepEqual(listed, [north.projectId]);
  assert.equal((await server.call(users.list, { corporationId: north.corporationId }, token)).status, 403);
});

test('every write of the contract is refused, and so is what takes data out or shows a secret', async () => {
  const token = await asAnn();
  const ids = {
    corporationId: north.corporationId,
    userId: ann.id,
    roleId: 1,
    userGroupId: 1,
    projectId: north.projectId,
    structureId: north.structureId,
    deviceId: north.device.id,
    measuringDeviceId: north.device.id,
    pointId: north.pointId,
    pointIds: [north.pointId],
    alertId: north.alertId,
    alertIds: [north.alertId],
    taskId: north.taskId,
  };
  const open: string[] = [];
  for (const [feature, routes] of Object.entries(registry as Record<string, Record<string, Route>>))
    for (const [name, route] of Object.entries(routes)) {
      const acts = (route.method !== 'GET' && !route.readOnly) || route.logged === true || route.secures !== undefined;
      if (!acts || ['anyone', 'device', 'feed', 'vendor'].includes(route.needs) || route.whileSeeing) continue;
      const { body } = await send(server.url, route, inputFor(route, ids), token);
      if (body.error !== 'seeAsReadOnly') open.push(`${feature}.${name}: ${body.error}`);
    }
  assert.deepEqual(open, []);
});

test('a route that reads cannot write either, whatever its handler tries', async () => {
  const token = await asAnn();
  const caller = await server.access.identify(token, true);
  assert.equal(caller.viewer?.accountId, north.admin.id);
  // Opening a notification is a GET, and reading it marks nothing.
  const { id } = await server.db
    .insertInto('notification')
    .values({
      account_id: ann.id,
      type: 'System',
      title: 'x',
      project_id: null,
      alert_id: null,
      point_id: null,
      level: null,
      created_at: server.clock.now(),
      read_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  assert.equal((await server.call(notifications.get, { notificationId: id }, token)).status, 200);
  assert.equal((await server.call(notifications.bulkRead, {}, token)).body.error, 'seeAsReadOnly');
  assert.equal((await server.call(notifications.latest, {}, ann.token)).body.unread, 1);
});

test('over the sockets one listens and sends nothing', async () => {
  await makeMember(
    server,
    north.projectId,
    (await makeAccount(server, 'Normal', north.corporationId, 'x1')).id,
    'Owner',
  );
  const token = await asAnn();
  const page = io(`${server.url}/command`, {
    transports: ['websocket'],
    auth: { token },
    query: { device: String(north.device.id) },
    reconnection: false,
  });
  const connected = await new Promise<boolean>((resolve) => {
    page.once('connect', () => resolve(true));
    page.once('connect_error', () => resolve(false));
  });
  assert.ok(connected, 'a member may look at the commands of the device');
  const answer = await page.emitWithAck('COMMAND', { text: 'reboot' });
  assert.equal(answer.error, 'seeAsReadOnly');
  page.close();
});

test('never as somebody with more rights, of another corporation, as oneself, by an access token, or from within', async () => {
  const manager = await makeAccount(server, 'Manager', north.corporationId, 'seeing.manager');
  const disabled = await makeAccount(server, 'Normal', north.corporationId, 'seeing.disabled');
  await server.db
    .updateTable('account')
    .set({ disabled_at: server.clock.now() })
    .where('id', '=', disabled.id)
    .execute();
  assert.equal((await begin(ann.id, manager.token)).status, 403);
  assert.equal((await begin(north.admin.id)).error, 'seeAsRefused');
  assert.equal((await begin(disabled.id)).error, 'seeAsRefused');
  assert.equal((await begin(south.normal.id)).status, 404);
  assert.equal((await begin(system.id)).status, 404);
  assert.equal((await begin(system.id, system.token)).error, 'seeAsRefused');
  assert.equal((await begin(north.admin.id, system.token)).status, 200);
  const { token: access } = (
    await server.call(users.createToken, { name: 'program', expiresInDays: 1, scope: null }, north.admin.token)
  ).body;
  assert.equal((await begin(ann.id, access)).status, 403);
  const asAdmin = (await begin(north.admin.id, system.token)).token;
  assert.equal((await begin(ann.id, asAdmin)).error, 'seeAsReadOnly');
  assert.equal((await server.call(seeAs.end, {}, ann.token)).body.error, 'seeAsRefused');
});

test('both accounts have its beginning and its end in the log, and what was tried says by whom', async () => {
  const token = await asAnn();
  await server.call(notifications.bulkDelete, { notificationIds: [1] }, token);
  assert.equal((await server.call(seeAs.end, {}, token)).status, 200);
  assert.equal((await server.call(sessions.session, {}, token)).body.error, 'tokenExpired');
  const lines = async (accountId: number) =>
    (await server.call(operations.list, { accountId, keyword: 'see-as', pageSize: 200 }, system.token)).body.operations;
  for (const id of [ann.id, north.admin.id]) {
    const routes = (await lines(id)).map(({ route }) => route);
    assert.ok(routes.includes('POST /users/{userId}/see-as') && routes.includes('DELETE /see-as'), `${id}: ${routes}`);
  }
  const tried = (await server.call(operations.list, { accountId: ann.id, refused: 'true' } as never, system.token))
    .body;
  const line = tried.operations.find(({ outcome }) => outcome === 'seeAsReadOnly');
  assert.equal((line?.content as { viewer?: string } | undefined)?.viewer, 'North.admin');
});

test('it ends with the session of the administrator, with their account, with their rights, and after an hour', async () => {
  const other = await makeAccount(server, 'Admin', north.corporationId, 'seeing.other');
  const isOpen = (token: string) =>
    server.access.identify(token, true).then(
      () => true,
      (error) => {
        assert.ok(error instanceof Failure && error.name === 'tokenExpired');
        return false;
      },
    );
  const first = (await begin(ann.id, other.token)).token;
  assert.equal(await isOpen(first), true);
  await server.call(sessions.signout, {}, other.token);
  assert.equal(await isOpen(first), false);

  const again = await server.tokenFor(other.id);
  const second = (await begin(ann.id, again)).token;
  await server.call(users.update, { userId: other.id, type: 'Manager' }, north.admin.token);
  assert.equal(await isOpen(second), false);
  await server.call(users.update, { userId: other.id, type: 'Admin' }, north.admin.token);

  const third = (await begin(ann.id, await server.tokenFor(other.id))).token;
  assert.equal(await isOpen(third), true);
  await server.call(users.disable, { userId: other.id, disabled: true }, north.admin.token);
  assert.equal(await isOpen(third), false);

  // Promoted above the one who looks.
  const fourth = (await begin(ann.id)).token;
  await server.db
    .updateTable('account')
    .set({ type: 'System', corporation_id: null })
    .where('id', '=', ann.id)
    .execute();
  assert.equal(await isOpen(fourth), false);
  await server.db
    .updateTable('account')
    .set({ type: 'Normal', corporation_id: north.corporationId })
    .where('id', '=', ann.id)
    .execute();

  // Their own session runs out by time, long before the hour of seeing is over.
  const short = await server.tokenFor(north.admin.id);
  const ends = new Date(server.clock.now().getTime() + 10 * 60_000);
  await server.db.updateTable('token').set({ expires_at: ends }).where('hash', '=', hashOf(short)).execute();
  const shortSight = (await begin(ann.id, short)).token;
  server.clock.set(new Date(ends.getTime() - 1));
  assert.equal(await isOpen(shortSight), true);
  server.clock.set(ends);
  assert.equal(await isOpen(shortSight), false);

  const fifth = (await begin(ann.id)).token;
  server.clock.advance(61 * 60_000);
  assert.equal(await isOpen(fifth), false);
});
