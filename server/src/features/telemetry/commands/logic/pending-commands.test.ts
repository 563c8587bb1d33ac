/** Devices that speak HTTP alone: plans and commands come with the answer to readings, or when they ask. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import { commands } from '@plumbline/contract/telemetry/commands';
import { connectDevice } from '../../../../../test/device-client.ts';
import { makeWorld } from '../../../../../test/harness.ts';
import { until as untilHolds } from '../../../../../test/until.ts';
import { openWorlds } from '../../../../../test/worlds.ts';
import { requestReadings } from '../commands.plans.jobs.ts';
import { forgetOld } from '../commands.table.ts';

const [server, world] = await openWorlds(['Mailbox'], { MQTT_PORT: '0' });

async function device(method: 'GET' | 'POST', path: string, body?: unknown, of = world.device) {
  const response = await fetch(`${server.url}/api/devices/${of.sncode}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${of.secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
let value = 10;
const deliver = async () => {
  server.clock.advance(1000);
  const { status, body } = await device('POST', 'readings', {
    at: server.clock.now().toISOString(),
    channels: { 1: { temperature: ++value } },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return (body['commands'] ?? []) as DeviceCommand[];
};
const fetched = async () => (await device('GET', 'commands')).body['commands'] as DeviceCommand[];
const answer = (body: object) => device('POST', 'responses', body);
/** The session outlives the hours that the clock moves on. */
const token = () => server.tokenFor(world.admin.id);
const plan = async () =>
  (await server.call(commands.plan, { pointId: world.pointId }, await token())).body.collectConfig;
const set = async (body: object) => server.call(commands.setPlan, { pointId: world.pointId, ...body }, await token());
const states = async () =>
  (await server.call(commands.commandStates, { deviceId: world.device.id }, await token())).body;
const point = () => server.db.selectFrom('point').selectAll().where('id', '=', world.pointId).executeTakeFirstOrThrow();
/** What other processes put down is known here a moment later. */
const until = <T>(poll: () => Promise<T[]>): Promise<T[]> => untilHolds(poll, (found) => found.length > 0);

test('a plan comes with the answer to readings, again after a minute, and is confirmed once', async () => {
  assert.deepEqual(await deliver(), [], 'nothing waits');
  await set({ interval: 600 });
  const [first] = await until(deliver);
  assert.deepEqual(
    [first?.text, first?.plan?.['channel'], first?.plan?.['intervalSeconds']],
    ['collect-plan', '1', 600],
  );
  assert.equal((await plan()).state, 'delivered');
  assert.deepEqual(await deliver(), [], 'not with each reading');
  server.clock.advance(61_000);
  const [again] = await deliver();
  assert.equal(again?.commandId, first?.commandId);
  assert.deepEqual((await answer({ commandId: first!.commandId, ok: true })).body, { known: true });
  assert.deepEqual([(await plan()).state, (await point()).interval_seconds], ['confirmed', 600]);
  assert.deepEqual((await answer({ commandId: first!.commandId, ok: false })).body, { known: false }, 'it counts once');
  assert.equal((await plan()).state, 'confirmed');
  server.clock.advance(61_000);
  assert.deepEqual(await deliver(), []);
});

test('a device that polls gets it too, and may refuse; nobody answers for another', async () => {
  await set({ interval: 900 });
  const [command] = await fetched();
  const outsider = await makeWorld(server, 'Other');
  const body = { commandId: command!.commandId, ok: true };
  assert.deepEqual((await device('POST', 'responses', body, outsider.device)).body, { known: false });
  await answer({ commandId: command!.commandId, ok: false, text: 'memory full' });
  const { state, refusal, inForceInterval } = await plan();
  assert.deepEqual([state, refusal, inForceInterval], ['refused', 'memory full', 600]);
  for (const wrong of [{ commandId: 'x' }, {}, { commandId: command!.commandId, ok: 'yes' }])
    assert.equal((await answer(wrong)).body['error'], 'badInput', JSON.stringify(wrong));
});

test('who asks for commands is networked; its answer is kept for half an hour', async () => {
  const send = async () =>
    server.call(commands.command, { deviceId: world.device.id, command: 'status' }, await token());
  server.clock.advance(11 * 60_000);
  assert.equal((await states()).connection, 'notConnected');
  assert.equal((await send()).body.error, 'deviceNotNetworked');
  await fetched();
  assert.equal((await states()).connection, 'connecting');
  const { commandId } = (await send()).body;
  assert.deepEqual(
    (await states()).commands.map((each) => [each.commandId, each.sentAt, each.byName !== '']),
    [[commandId, null, true]],
  );
  const [received] = await fetched();
  assert.deepEqual([received?.commandId, received?.text], [commandId, 'status']);
  await answer({ commandId, text: 'all well' });
  const answeredAt = (await states()).commands[0]?.answeredAt;
  server.clock.advance(5_000);
  await answer({ commandId, text: 'all well' });
  const [stored] = (await states()).commands;
  assert.deepEqual(
    [stored?.answeredAt, JSON.parse(stored!.answer!).text],
    [answeredAt, 'all well'],
    'again is nothing new',
  );
  server.clock.advance(61_000);
  assert.deepEqual(await fetched(), [], 'an answered command does not come again');
  server.clock.advance(29 * 60_000);
  assert.deepEqual((await states()).commands, []);
  await forgetOld(server.db, server.clock.now());
  assert.equal((await server.db.selectFrom('device_command').selectAll().execute()).length, 0);
});

test('a command that waits is brought over MQTT when the device comes that way, once', async () => {
  await fetched();
  const { commandId } = (
    await server.call(commands.debugCommand, { deviceId: world.device.id, hex: '01 03' }, await token())
  ).body;
  const received: { commandId: string; hex?: string }[] = [];
  const client = await connectDevice(server, world.device);
  client.on('message', (_topic, payload) => {
    received.push(JSON.parse(payload.toString()));
    client.publish(`devices/${world.device.sncode}/responses`, 'plain words', { qos: 1 });
  });
  await client.subscribeAsync(`devices/${world.device.sncode}/commands`, { qos: 1 });
  await until(async () => (await states()).commands.filter(({ answer: reply }) => reply !== null));
  assert.deepEqual(
    received.map((each) => [each.commandId, each.hex]),
    [[commandId, '0103']],
  );
  const [stored] = (await states()).commands;
  assert.equal(stored?.answer, 'plain words', 'an answer without an id belongs to what was sent last');
  await client.endAsync();
  await until(async () => ((await states()).connection === 'connected' ? [] : [true]));
});

test('a point that is collected by command is asked for over HTTP; of what was not received one is left', async () => {
  await set({ mode: 'CommandCollect', acceleration: 'none', interval: 60 });
  const [delivered] = await until(fetched);
  await answer({ commandId: delivered!.commandId, ok: true });
  for (let i = 0; i < 3; i++) {
    server.clock.advance(60_000);
    assert.equal(await requestReadings(server.db, server.clock.now()), 1);
  }
  const collects = await until(fetched);
  assert.deepEqual(
    collects.map(({ text, channels }) => [text, channels]),
    [['collect', ['1']]],
  );
});

test('a person reads a point every minute, where its plan may be sped up', async () => {
  const fast = async (on: boolean) => server.call(commands.setFast, { pointId: world.pointId, on }, await token());
  await set({ mode: 'UploadCollect', interval: 3600, acceleration: 'none' });
  const refused = (await fast(true)).body;
  assert.deepEqual([refused.error, refused.detail], ['collectPlanInvalid', { fault: 'accelerationOff' }]);
  await set({ acceleration: 'halve' });
  const { collectConfig } = (await fast(true)).body;
  assert.deepEqual(
    [collectConfig.interval, collectConfig.acceleratedInterval, collectConfig.state],
    [3600, 60, 'pending'],
  );
  const [delivered] = await until(fetched);
  assert.equal(delivered?.plan?.['intervalSeconds'], 60);
  assert.equal((await fast(false)).body.collectConfig.acceleratedInterval, null);
});
