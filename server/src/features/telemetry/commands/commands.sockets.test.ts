/** Whoever loses the right to a socket is disconnected at once, on both namespaces. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connections } from '@plumbline/contract/devices/connections';
import type { LiveReading } from '@plumbline/contract/kernel/events';
import { sessions } from '@plumbline/contract/people/sessions';
import { users } from '@plumbline/contract/people/users';
import { projects } from '@plumbline/contract/site/projects';
import { io, type Socket } from 'socket.io-client';
import { connectDevice } from '../../../../test/device-client.ts';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Sockets'], { MQTT_PORT: '0' });
const opened: Socket[] = [];
after(() => {
  for (const socket of opened) socket.close();
});
const open = async (namespace: string, token: string, deviceId = world.device.id) => {
  const socket = io(`${server.url}${namespace}`, {
    auth: { token },
    query: { device: String(deviceId) },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  opened.push(socket);
  await once(socket, 'connect');
  return socket;
};
const once = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve));
/** Fails when it does not happen within the time that a person would wait. */
const soon = <T>(what: Promise<T>, named: string) =>
  Promise.race([
    what,
    wait(3_000, null, { ref: false }).then(() => {
      throw new Error(`${named} did not happen`);
    }),
  ]);
let names = 0;
async function member() {
  const account = await makeAccount(server, 'Normal', world.corporationId, `sockets-${names++}`);
  await makeMember(server, world.projectId, account.id, 'Manager');
  return account;
}

const ends: readonly [string, (account: { id: number; token: string }) => Promise<unknown>][] = [
  ['signed out', ({ token }) => server.call(sessions.signout, {}, token)],
  ['disabled', ({ id }) => server.call(users.disable, { userId: id, disabled: true }, world.admin.token)],
  [
    'removed from the project',
    ({ id }) => server.call(projects.removeMember, { projectId: world.projectId, userId: id }, world.admin.token),
  ],
];
for (const [how, end] of ends)
  test(`/command: who was ${how} is disconnected and gets nothing more of the device`, async () => {
    const account = await member();
    const socket = await open('/command', account.token);
    const received: string[] = [];
    socket.onAny((event) => received.push(event));
    const gone = once(socket, 'disconnect');
    await end(account);
    await soon(gone, 'the end of the socket');
    assert.deepEqual(
      received.filter((event) => event !== 'CONNECTION'),
      [],
    );
  });

test('/command: a revoked access token ends its socket', async () => {
  const account = await member();
  const { body } = await server.call(users.createToken, { name: 'program', expiresInDays: 1 }, account.token);
  const socket = await open('/command', body.token);
  const gone = once(socket, 'disconnect');
  await server.call(users.revokeToken, { tokenId: body.accessToken.id }, account.token);
  await soon(gone, 'the end of the socket');
});

test('/command: the token is read again at each command, whatever was announced', async () => {
  const account = await member();
  const socket = await open('/command', account.token);
  const gone = once(socket, 'disconnect');
  // Nobody is notified of this.
  await server.db.deleteFrom('token').where('account_id', '=', account.id).execute();
  const answer = socket.timeout(3_000).emitWithAck('COMMAND', { text: 'reboot' });
  await Promise.race([answer.then(({ error }) => assert.equal(error, 'tokenExpired')), gone]);
  await soon(gone, 'the end of the socket');
});

test('/command: bytes in hexadecimal are sent as they are; of an odd length, or beside a text, they are refused', async (t) => {
  const socket = await open('/command', (await member()).token);
  const device = await connectDevice(server, world.device);
  t.after(() => device.endAsync(true));
  const came = new Promise<{ text: string; hex?: string }>((resolve) =>
    device.once('message', (_topic, payload) => resolve(JSON.parse(payload.toString()))),
  );
  await device.subscribeAsync(`devices/${world.device.sncode}/commands`, { qos: 1 });
  for (const wrong of [{ hex: 'ABC' }, { hex: 'XY' }, { text: 'a', hex: 'AB' }, { text: ' ' }, {}])
    assert.equal((await socket.emitWithAck('COMMAND', wrong)).error, 'badInput', JSON.stringify(wrong));
  const { commandId } = await socket.emitWithAck('COMMAND', { hex: '01 03 0a' });
  assert.ok(commandId);
  const { text, hex } = await soon(came, 'the command');
  assert.deepEqual([text, hex], ['', '01030A']);
});

test('/command: a device that no longer feeds a project of its member is closed to him', async () => {
  const other = await makeWorld(server, 'Sockets second');
  await server.db
    .updateTable('device')
    .set({ corporation_id: world.corporationId })
    .where('id', '=', other.device.id)
    .execute();
  const place = (projectId: number, structureId: number) =>
    server.db
      .updateTable('point')
      .set({ project_id: projectId, structure_id: structureId, name: 'T-9' })
      .where('id', '=', other.pointId)
      .execute();
  await place(world.projectId, world.structureId);
  const account = await member();
  const socket = await open('/command', account.token, other.device.id);
  const gone = once(socket, 'disconnect');
  await place(other.projectId, other.structureId);
  server.hub.changed({ kind: 'point', id: other.pointId });
  await soon(gone, 'the end of the socket');
});

test('a member who was removed gets nothing more of the project', async () => {
  const account = await member();
  const page = await open('/notification', account.token);
  const watcher = await open('/notification', world.admin.token);
  const subscription = { projectId: world.projectId, pointIds: [world.pointId] };
  assert.deepEqual(await page.emitWithAck('SUBSCRIBE', subscription), subscription);
  await watcher.emitWithAck('SUBSCRIBE', subscription);
  const received: string[] = [];
  page.onAny((event) => received.push(event));
  const send = async (minute: number) => {
    const receivedByAll = once<LiveReading[]>(watcher, 'READINGS');
    const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ at: `2026-03-18T05:0${minute}:00Z`, channels: { 1: { temperature: minute } } }),
    });
    assert.equal(response.status, 200);
    await soon(receivedByAll, 'the reading on the page of the Admin');
  };
  await send(1);
  await waitUntil(() => received.includes('READINGS'), 'as long as he is a member he hears it');
  await server.call(projects.removeMember, { projectId: world.projectId, userId: account.id }, world.admin.token);
  // Pages are looked at one after the other: once a later change has ended the page of another, his has been looked at.
  const other = await member();
  const later = await open('/notification', other.token);
  const gone = once(later, 'disconnect');
  await server.call(sessions.signout, {}, other.token);
  await soon(gone, 'the end of the later page');
  received.length = 0;
  await send(2);
  // What a page is sent comes in order, and this answer comes last.
  await page.emitWithAck('SUBSCRIBE', {});
  assert.deepEqual(received, []);
});

test('a new secret is announced: the connection of the old one ends, and it counts no more', async () => {
  const connect = (secret: string) => connectDevice(server, { sncode: world.device.sncode, secret });
  const old = await connect(world.device.secret);
  const gone = new Promise<void>((resolve) => old.once('close', () => resolve()));
  const { body } = await server.call(connections.newSecret, { deviceId: world.device.id }, world.admin.token);
  await soon(gone, 'the end of the connection');
  await assert.rejects(connect(world.device.secret), /Not authorized|Bad username/);
  await (await connect(body.secret)).endAsync();
});

test('one session has 20 pages at most, and its flood of events keeps nobody waiting', async () => {
  const account = await member();
  const pages: Socket[] = [];
  for (let each = 0; each < 20; each++) pages.push(await open('/notification', account.token));
  const more = io(`${server.url}/notification`, {
    auth: { token: account.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  opened.push(more);
  const refused = await soon(once<Error & { data?: { error: string } }>(more, 'connect_error'), 'the refusal');
  assert.equal(refused.data?.error, 'tooMany');

  const subscription = { projectId: world.projectId, pointIds: [world.pointId] };
  let answered = 0;
  const flood = Array.from({ length: 2_000 }, () =>
    pages[0]!.emitWithAck('SUBSCRIBE', subscription).finally(() => answered++),
  );
  const { status } = await server.call(projects.get, { projectId: world.projectId }, world.admin.token);
  assert.equal(status, 200);
  assert.ok(answered < flood.length, 'a page of somebody else waited for the whole flood');
  const answers = (await Promise.all(flood)) as { error?: string }[];
  const tooManyCount = answers.filter(({ error }) => error === 'tooMany').length;
  assert.ok(tooManyCount > 1_000 && tooManyCount < 2_000, `${tooManyCount} of 2,000 were refused`);
});
