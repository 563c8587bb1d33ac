import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { firmware } from '@plumbline/contract/telemetry/firmware';
import { upgrader } from '@plumbline/tools/virtual-devices/upgrade';
import { io } from 'socket.io-client';
import { type Command, makeUpgradeFixture } from '../../../../../test/upgrade.fixtures.ts';
import { waitUntil } from '../../../../../test/wait-until.ts';
import { failSilentUpgrades } from '../firmware.jobs.ts';
import { openUpgrades } from './upgrade-delivery.ts';

const { server, world, other, bytes, ears, token, respond, ofDevice, last, connect, disconnect, begin, until, hears } =
  await makeUpgradeFixture();

test('an upgrade waits for its device, goes with it step by step, and succeeds by its own word', async () => {
  const begun = await begin();
  assert.deepEqual([begun.state, begun.phase, begun.fromVersion, begun.attempt], ['inProgress', 'waiting', '', 1]);
  await connect();
  const { commandId, firmware: offer } = await hears(1);
  assert.deepEqual(
    [offer.version, offer.size, offer.sha256, offer.url],
    ['2.0.0.0', 100_000, createHash('sha256').update(bytes).digest('hex'), server.url + offer.path],
  );
  await until(({ phase }) => phase === 'sent');
  await respond({ commandId, state: 'downloading', percent: 40 });
  const loading = await last();
  assert.deepEqual([loading.phase, loading.percent], ['downloading', 40]);
  await respond({ commandId, state: 'installing' });
  assert.deepEqual([(await last()).phase, (await last()).percent], ['installing', null]);
  await respond({ commandId, ok: true });
  assert.equal((await last()).state, 'inProgress', 'it has not said what it runs');
  await respond({ commandId, ok: true, version: '2.0.0.0' });
  assert.equal((await last()).state, 'success');
  assert.equal((await ofDevice()).version, '2.0.0.0');
  // The same answer again, and others too late, change nothing.
  const ended = await last();
  await respond({ commandId, ok: true, version: '2.0.0.0' });
  await respond({ commandId, ok: false, text: 'no' });
  await respond({ commandId, ok: true, version: '0.0.0.1' });
  await respond({ commandId, state: 'downloading', percent: 5 });
  assert.deepEqual([await last(), (await ofDevice()).version], [ended, '2.0.0.0']);
});

test('a virtual device takes it: blocks by range, digest, version', async () => {
  await connect();
  const virtual = upgrader(world.device, (text) => void respond(JSON.parse(text)), { blockMs: 5, installMs: 20 });
  ears.answer = (_command, raw) => {
    virtual.take(raw);
    return null;
  };
  await respond({ version: '1.0.0.0' });
  await begin();
  const done = await until(({ state }) => state !== 'inProgress');
  assert.deepEqual([done.state, done.percent, done.fromVersion], ['success', 100, '1.0.0.0']);
  assert.equal((await ofDevice()).version, '2.0.0.0');
});

test('a file that is not what was promised is refused by the device, and tried again', async () => {
  await connect();
  const virtual = upgrader(world.device, (text) => void respond(JSON.parse(text)), { blockMs: 5, installMs: 20 });
  let sha256 = '0'.repeat(64);
  ears.answer = (command) => {
    const expected = { ...command, firmware: { ...command.firmware, ...(sha256 && { sha256 }) } };
    virtual.take(JSON.stringify(expected));
    return null;
  };
  const { id } = await begin();
  const failed = await until(({ state }) => state !== 'inProgress');
  assert.deepEqual([failed.state, failed.reason], ['fail', 'hashMismatch']);
  assert.match(failed.deviceMessage, /SHA-256/);
  sha256 = '';
  const again = await server.call(firmware.retry, { deviceId: world.device.id, upgradeId: id }, await token());
  assert.deepEqual([again.body.upgrade.attempt, again.body.upgrade.id > id], [2, true]);
  assert.equal((await until(({ state }) => state !== 'inProgress')).state, 'success');
  const states = (await ofDevice()).upgrades.map(({ state, attempt }) => [state, attempt]);
  assert.deepEqual(states, [
    ['success', 2],
    ['fail', 1],
  ]);
});

test('refused, another version, and a device that comes back with the old one: each fails by its reason', async () => {
  await connect();
  const ends: [object | ((commandId: string) => object), string, string][] = [
    [(commandId) => ({ commandId, ok: false, text: 'battery\u0000 low' }), 'refused', 'battery  low'],
    [(commandId) => ({ commandId, ok: true, version: '1.9.0.0' }), 'otherVersion', '1.9.0.0'],
  ];
  for (const [answer, reason, words] of ends) {
    ears.receivedCommands = [];
    await begin();
    const { commandId } = await hears(1);
    await respond(typeof answer === 'function' ? answer(commandId) : answer);
    const failed = await until(({ state }) => state !== 'inProgress');
    assert.deepEqual([failed.state, failed.reason, failed.deviceMessage], ['fail', reason, words]);
    const warned = await server.db.selectFrom('device_warning').selectAll().orderBy('id', 'desc').executeTakeFirst();
    assert.deepEqual(
      [warned?.kind, warned?.detail],
      ['firmware', { type: 'VW-8', version: '2.0.0.0', reason, message: words }],
    );
  }
  ears.receivedCommands = [];
  await begin();
  const { commandId } = await hears(1);
  await respond({ version: '1.9.0.0' });
  assert.equal((await last()).state, 'inProgress', 'it has not begun to install');
  await respond({ commandId, state: 'installing' });
  await respond({ version: '1.9.0.0' });
  assert.deepEqual([(await last()).state, (await last()).reason], ['fail', 'otherVersion']);
});

test('it is sent again when the device comes back and while it is quiet, as the same command', async () => {
  await connect();
  await begin();
  const { commandId } = await hears(1);
  await disconnect();
  await connect();
  assert.equal((await hears(2)).commandId, commandId);
  const upgrades = openUpgrades(server, () => server.url);
  const sent: string[] = [];
  const deliver = () => upgrades.deliver([world.device.sncode], (_, payload) => sent.push(payload) > 0, true);
  await until(({ phase }) => phase === 'sent');
  await deliver();
  assert.equal(sent.length, 0, 'it was told a moment ago');
  server.clock.advance(61_000);
  await deliver();
  assert.equal(sent.length, 1);
  assert.equal((JSON.parse(sent[0]!) as Command).commandId, commandId);
});

test('what was acknowledged outlives the process: another goes on with it', async () => {
  await connect();
  await begin();
  const { commandId } = await hears(1);
  await respond({ commandId, state: 'downloading', percent: 70 });
  // A gateway that knows nothing but the database.
  const fresh = openUpgrades(server, () => server.url);
  const sent: string[] = [];
  await fresh.deliver([world.device.sncode], (_, payload) => sent.push(payload) > 0, false);
  assert.equal((JSON.parse(sent[0]!) as Command).commandId, commandId);
  assert.deepEqual([(await last()).phase, (await last()).percent], ['downloading', 70]);
  assert.equal(
    await fresh.answer(world.device.sncode, JSON.stringify({ commandId, ok: true, version: '2.0.0.0' })),
    true,
  );
  assert.equal(
    await fresh.answer(world.device.sncode, JSON.stringify({ commandId, ok: true, version: '2.0.0.0' })),
    false,
  );
  assert.equal((await last()).state, 'success');
  assert.equal(await fresh.answer(other.device.sncode, JSON.stringify({ commandId, ok: false })), false, 'not its own');
});

test('silence fails by what was waited for; a device that comes or speaks has its time anew', async () => {
  const silent = async (minutes: number) => {
    server.clock.advance(minutes * 60_000);
    await failSilentUpgrades(server.db, server.clock.now());
    return await last();
  };
  await begin();
  assert.equal((await silent(71 * 60)).state, 'inProgress', 'it may come within three days');
  const never = await silent(61);
  assert.deepEqual([never.state, never.reason], ['fail', 'notConnected']);

  await begin();
  await connect();
  await hears(1);
  await until(({ phase }) => phase === 'sent');
  assert.equal((await silent(29)).state, 'inProgress');
  await disconnect();
  const cameAt = server.clock.now();
  await connect();
  await hears(2);
  await waitUntil(
    async () =>
      (await server.db.selectFrom('firmware_upgrade').select('sent_at').execute()).some(
        (row) => (row.sent_at ?? 0) >= cameAt,
      ),
    'that it came back is written',
  );
  assert.equal((await silent(29)).state, 'inProgress', 'it came back');
  assert.deepEqual([(await silent(2)).state, (await last()).reason], ['fail', 'noAnswer']);

  ears.receivedCommands = [];
  await begin();
  const { commandId } = await hears(1);
  await respond({ commandId, state: 'downloading', percent: 1 });
  assert.equal((await silent(29)).state, 'inProgress');
  await respond({ commandId, state: 'downloading', percent: 2 });
  assert.equal((await silent(29)).percent, 2);
  assert.deepEqual([(await silent(2)).state, (await last()).reason], ['fail', 'stalled']);
  // Too late.
  await respond({ commandId, ok: true, version: '2.0.0.0' });
  assert.equal((await last()).state, 'fail');
});

test('what a device runs follows what it says, for models that have a firmware version', async () => {
  await connect();
  await respond({ version: ' 01.5.0.0 ' });
  assert.equal((await ofDevice()).version, '1.5.0.0');
  await respond({ version: 'B7-rc1' });
  assert.equal((await ofDevice()).version, 'B7-rc1');
  await server.db.updateTable('device').set({ model: 'DT-4' }).where('id', '=', world.device.id).execute();
  await respond({ version: '9.0.0.0' });
  const { version, upgradable, choices } = await ofDevice();
  assert.deepEqual([version, upgradable, choices], ['B7-rc1', false, []]);
  await server.db.updateTable('device').set({ model: 'VW-8' }).where('id', '=', world.device.id).execute();
});

test('open pages of those who may see the device are notified, and no others', async () => {
  const changes: [string, number[]][] = [];
  const open = async (name: string, auth: string) => {
    const socket = io(`${server.url}/notification`, { auth: { token: auth }, transports: ['websocket'] });
    socket.on('UPGRADES_CHANGED', ({ deviceIds }: { deviceIds: number[] }) => changes.push([name, deviceIds]));
    await new Promise<void>((resolve) => socket.on('connect', resolve));
    return socket;
  };
  const sockets = [
    await open('own', await token()),
    await open('foreign', await server.tokenFor(other.admin.id)),
    await open('no member', await server.tokenFor(world.normal.id)),
  ];
  try {
    await server.work!.settle();
    await begin();
    await server.work!.settle();
    await waitUntil(() => changes.length > 0, 'the page that may see the device is notified');
    // What a page is sent comes in order, and this answer comes last.
    for (const socket of sockets) await socket.emitWithAck('SUBSCRIBE', {});
    // An act and its sending are two changes, which may be told of together.
    assert.deepEqual(
      new Set(changes.map((change) => JSON.stringify(change))),
      new Set([JSON.stringify(['own', [world.device.id]])]),
    );
  } finally {
    for (const socket of sockets) socket.close();
  }
});
