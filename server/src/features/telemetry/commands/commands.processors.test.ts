/** How a device works on what it measures, sent to it: over HTTP, over MQTT, to one that is away, and what it answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import { commands } from '@plumbline/contract/telemetry/commands';
import { waitFor } from '../../../../../e2e/wait-for.ts';
import { connectDevice } from '../../../../test/device-client.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { pullInProcessors } from './commands.processors.table.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { MQTT_PORT: '0' });
const { id: deviceId, sncode, secret } = north.device;

const token = () => server.tokenFor(north.admin.id);
const set = async (processor: object) => server.call(devices.setProcessor, { deviceId, processor }, await token());
const processor = async () => {
  const { body } = await server.call(commands.instrument, { deviceId }, await token());
  return body.instrument.processor;
};
const state = async () => (await processor()).request?.state;
async function fetchOf(
  { sncode: serial, secret: word }: { sncode: string; secret: string },
  path: string,
  body?: object,
) {
  const response = await fetch(`${server.url}/api/devices/${serial}/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${word}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}
const fetched = async () => (await fetchOf({ sncode, secret }, 'commands'))['commands'] as DeviceCommand[];
const answer = (body: object) => fetchOf({ sncode, secret }, 'responses', body);
/** What waits is known to the gateway a moment after it was set. */
async function next(): Promise<DeviceCommand> {
  let command: DeviceCommand | undefined;
  await waitFor(async () => {
    [command] = await fetched();
    return command !== undefined;
  }, true);
  return command as DeviceCommand;
}

/** The command of the first settings, in whose place others came. */
let before = '';

test('settings of a device that was never heard wait, and are sent whole, as they were last set', async () => {
  assert.equal((await processor()).request, null);
  assert.equal((await set({ frequenciesHz: { 1: 16 }, timeoutMs: 500 })).status, 200);
  assert.equal((await set({ detrend: 'mean', timeoutMs: null })).status, 200);
  assert.equal(await state(), 'waiting');
  const command = await next();
  assert.deepEqual(
    [command.text, command.part, command.value],
    ['instrument-write', 'processor', { frequenciesHz: { 1: 16 }, detrend: 'mean' }],
  );
  assert.equal(await state(), 'sent');
  assert.deepEqual(await fetched(), [], 'not each time that it asks');
  server.clock.advance(61_000);
  assert.equal((await next()).commandId, command.commandId, 'again after a minute');
  server.clock.advance(26 * 3_600_000);
  assert.equal(await state(), 'sent', 'it is never given up');
  before = (await next()).commandId;
  assert.equal(before, command.commandId);
});

test('an answer counts for what was sent last, from the device itself, once', async () => {
  assert.equal((await set({ band: { lowHz: 0.5, highHz: 30 } })).status, 200);
  assert.deepEqual(await answer({ commandId: before, ok: true }), { known: false }, 'that was something else');
  const { commandId, value } = await next();
  assert.deepEqual(await fetchOf(south.device, 'responses', { commandId, ok: true }), { known: false });
  assert.equal(await state(), 'sent');
  const works = { ...(value as object), frequenciesHz: { 1: 15 } };
  assert.deepEqual(await answer({ commandId, ok: true, text: 'taken', value: works }), { known: true });
  const answered = await processor();
  assert.deepEqual([answered.request?.state, answered.value], ['done', works], 'what the device does is what it says');
  assert.deepEqual(await answer({ commandId, ok: false }), { known: false });
  assert.equal(await state(), 'done');
  server.clock.advance(61_000);
  assert.deepEqual(await fetched(), [], 'what was answered is not sent again');
});

test('a refusal is shown in its words; sent again by a person it is another order', async () => {
  await set({ frequenciesHz: { 1: 64 } });
  const { commandId } = await next();
  await answer({ commandId, ok: false, text: 'not above 32 Hz' });
  const refused = await processor();
  assert.deepEqual([refused.request?.state, refused.request?.text], ['refused', 'not above 32 Hz']);
  assert.deepEqual(refused.value && 'frequenciesHz' in refused.value && refused.value.frequenciesHz, { 1: 15 });
  await set({});
  assert.notEqual((await next()).commandId, commandId);
});

test('over MQTT it comes when the device listens; an initialised device is told so', async () => {
  await set({ detrend: 'linear' });
  const client = await connectDevice(server, north.device);
  const received: DeviceCommand[] = [];
  client.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as DeviceCommand;
    received.push(command);
    const { commandId, value } = command;
    client.publish(`devices/${sncode}/responses`, JSON.stringify({ commandId, ok: true, text: '', value }), { qos: 1 });
  });
  await client.subscribeAsync(`devices/${sncode}/commands`, { qos: 1 });
  await waitFor(state, 'done');
  assert.deepEqual(
    received.map(({ part, value }) => [part, (value as { detrend: string }).detrend]),
    [['processor', 'linear']],
  );
  await server.call(devices.initialise, { deviceId }, await token());
  await waitFor(async () => received.at(-1)?.value, {});
  await waitFor(async () => (await processor()).value, {});
  await client.endAsync();
});

test('what was sent by a clock ahead is sent again now', async () => {
  await set({ timeoutMs: 700 });
  const { commandId } = await next();
  await server.db
    .updateTable('instrument_part')
    .set({ sent_at: new Date(server.clock.now().getTime() + 86_400_000) })
    .where('part', '=', 'processor')
    .execute();
  await pullInProcessors(server.db, server.clock.now());
  server.clock.advance(61_000);
  assert.equal((await next()).commandId, commandId);
});
