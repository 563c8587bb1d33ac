/** What was sent and gave no value does not look like success, over HTTP, over MQTT and on the page of the device. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { frames } from '@plumbline/contract/devices/frames';
import { gateway } from '@plumbline/contract/telemetry/gateway';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import mqtt from 'mqtt';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Empty'], { MQTT_PORT: '0' });
const { device } = world;

let minute = 0;
const record = (sample: object) => ({
  at: Date.parse('2026-03-18T01:00:00Z') + minute++ * 60_000,
  channels: { 1: sample },
});
async function post(sample: object) {
  const response = await fetch(`${server.url}/api/devices/${device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(record(sample)),
  });
  assert.equal(response.status, 200);
  return gateway.send.reply.parse(await response.json());
}
const warning = (sent: string[]) => ({
  index: 0,
  channel: '1',
  error: 'readingEmpty',
  code: 4307,
  detail: { reads: ['temperature'], sent },
});
const refused = async () =>
  (await server.call(devices.get, { deviceId: device.id }, world.admin.token)).body.device.refused;

test('a misnamed quantity over HTTP: stored, counted as empty, and reported with both names', async () => {
  const { stored, empty, warnings } = await post({ Temperature: 19.2 });
  assert.deepEqual({ stored, empty, warnings }, { stored: 1, empty: 1, warnings: [warning(['Temperature'])] });
});

test('the page of the device says it', async () => {
  await post({ x: 1.2 });
  await waitUntilSettled(refused, ({ error, detail }) => {
    assert.equal(error, 'readingEmpty');
    assert.deepEqual(detail, { index: 0, channel: '1', detail: { reads: ['temperature'], sent: ['x'] } });
  });
});

test('the live view says that it was stored without its quantities, and the doctor too: nothing was refused', async () => {
  const { token } = world.admin;
  await server.call(frames.recordDevice, { deviceId: device.id, minutes: 5 }, token);
  await post({ y: 1.2 });
  await waitUntilSettled(
    async () => (await server.call(frames.ofDevice, { deviceId: device.id, after: 0 }, token)).body.frames,
    (list) => {
      const { outcome, error } = list.find(({ kind }) => kind === 'readings') ?? {};
      assert.deepEqual([outcome?.stored, outcome?.lacking, outcome?.refused, error], [1, 1, [], null]);
    },
  );
  await waitUntilSettled(
    async () => (await server.call(linkDoctor.ofDevice, { deviceId: device.id }, token)).body.findings,
    (findings) => assert.deepEqual([findings[0]?.finding, findings[0]?.name], ['otherQuantities', '1']),
  );
});

test('a record without measurements is reported too; a value, and more than the point reads, is no fault', async () => {
  assert.equal((await post({ temperature: null })).empty, 1);
  const { empty, warnings } = await post({ temperature: 18.2, humidity: 40 });
  assert.deepEqual({ empty, warnings }, { empty: 0, warnings: [] });
});

test('over MQTT the errors topic says it, beside what was refused', async (context) => {
  const link = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.gateway!.mqtt!.port}`, {
    username: device.sncode,
    password: device.secret,
  });
  context.after(() => link.endAsync());
  const received: unknown[] = [];
  link.on('message', (_topic, payload) => received.push(JSON.parse(payload.toString())));
  await link.subscribeAsync(`devices/${device.sncode}/errors`, { qos: 1 });
  await link.publishAsync(`devices/${device.sncode}/readings`, JSON.stringify(record({ temp: 3 })), { qos: 1 });
  await waitFor(async () => received.length, 1);
  assert.deepEqual(received[0], { refused: [], count: 0, warnings: [warning(['temp'])] });
});

test('the gateway counts it', async () => {
  const operator = await makeAccount(server, 'System', null, 'operator');
  const { counters } = (await server.call(gateway.counters, {}, operator.token)).body;
  assert.equal(counters.empty, 5);
});
