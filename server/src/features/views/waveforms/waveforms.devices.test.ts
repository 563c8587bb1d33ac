/** Waveforms as devices deliver them: over HTTP and MQTT, sound, repeated, and in every wrong way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { waveformLimits, waveforms } from '@plumbline/contract/views/waveforms';
import { io } from 'socket.io-client';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { connectDevice } from '../../../../test/device-client.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { unpack } from './logic/recorded.ts';
import { Turns } from './logic/turns.ts';

const [server, world, other] = await openWorlds(['Waves', 'Other waves'], { MQTT_PORT: '0', METRICS_TOKEN: 'watcher' });
await server.db.updateTable('point').set({ family: 'vibration' }).where('id', '=', world.pointId).execute();
await server.db
  .updateTable('device')
  .set({
    channels: JSON.stringify([
      { number: '1', mode: 4, label: '' },
      { number: '2', mode: 4, label: '' },
    ]),
  })
  .where('id', '=', world.device.id)
  .execute();
server.gateway?.directory.changed(null);

const startMs = Date.parse('2026-03-18T04:00:00Z');
const frame = (seconds: number, more: object = {}) => ({
  channel: '1',
  at: new Date(startMs + seconds * 1000).toISOString(),
  rateHz: 200,
  unit: 'mm/s',
  axes: { x: [0.1, -2.5, 0.3], y: [0, 0.01, 0] },
  ...more,
});
async function post(body: string, { secret = world.device.secret, sncode = world.device.sncode } = {}) {
  const response = await fetch(`${server.url}/api/devices/${sncode}/waveforms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const stored = () =>
  server.db.selectFrom('waveform').selectAll().where('point_id', '=', world.pointId).orderBy('started_at').execute();

test('a waveform over HTTP is stored sample by sample before it is answered; the same again is the same', async () => {
  const { status, body } = await post(JSON.stringify(frame(0, { trigger: 'level 2 mm/s' })));
  assert.equal(status, 200, JSON.stringify(body));
  const [row] = await stored();
  assert.deepEqual(body, { waveformId: row?.id, unchanged: false });
  assert.deepEqual(row && unpack(row.data).map((axis) => [...axis]), [
    [0.1, -2.5, 0.3],
    [0, 0.01, 0],
  ]);
  assert.deepEqual(
    [row?.axes, row?.trigger, row?.source, row?.device_id, row?.samples],
    [['x', 'y'], 'level 2 mm/s', 'device', world.device.id, 3],
  );
  assert.deepEqual((await post(JSON.stringify(frame(0)))).body, { waveformId: row?.id, unchanged: true });
  const another = await post(JSON.stringify(frame(0, { axes: { x: [1, 2, 3], y: [0, 0, 0] } })));
  assert.deepEqual([another.status, another.body['error']], [409, 'waveformExists']);
  const readings = await server.db.selectFrom('reading').select('at').where('point_id', '=', world.pointId).execute();
  assert.deepEqual(readings, [], 'a waveform invents no record');
});

const whole = JSON.stringify(frame(60));
/** Frame, answer, error. */
const wrong: readonly (readonly [string, number, string])[] = [
  ['{', 400, 'malformedReading'],
  ['[]', 400, 'malformedReading'],
  ['7', 400, 'malformedReading'],
  [whole.slice(0, whole.length / 2), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { channel: undefined })), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { channel: 'a\0b' })), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { at: '2026-03-18 04:00:00' })), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { rateHz: '200' })), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { axes: [[1, 2]] })), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { axes: { x: 'NaN' } })), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { trigger: { a: 1 } })), 400, 'malformedReading'],
  [JSON.stringify(frame(60, { trigger: '\ud83d' })), 400, 'malformedReading'],
  [whole.replace('0.3', 'NaN'), 400, 'malformedReading'],
  [whole.replace('0.3', '1e999'), 400, 'readingNotFinite'],
  [whole.replace('0.3', 'null'), 400, 'readingNotFinite'],
  [whole.replace('0.3', '"0.3"'), 400, 'readingNotFinite'],
  [JSON.stringify(frame(60, { axes: { x: [1, 2, 3], y: [1, 2] } })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { axes: {} })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { axes: { x: [1] } })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { axes: { x: [1, 2], w: [1, 2] } })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { rateHz: 0 })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { rateHz: 1e6 })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { rateHz: 0.001 })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { unit: 'furlong' })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(60, { axes: { x: Array(waveformLimits.samples + 1).fill(1) } })), 400, 'waveformInvalid'],
  [JSON.stringify(frame(365 * 86_400)), 400, 'readingInFuture'],
  [JSON.stringify(frame(60, { channel: '9' })), 400, 'readingChannelUnknown'],
  [JSON.stringify(frame(60, { channel: '2' })), 409, 'waveformUnbound'],
];

test('every kind of bad waveform has its own answer over HTTP and disturbs nothing', async () => {
  const before = (await stored()).length;
  for (const [body, status, error] of wrong) {
    const answer = await post(body);
    assert.deepEqual([answer.status, answer.body['error']], [status, error], body.slice(0, 200));
  }
  assert.equal((await post(whole, { secret: 'wrong' })).body['error'], 'deviceRefused');
  assert.equal((await post(whole, { sncode: 'nobody' })).body['error'], 'deviceRefused');
  const temperature = await post(whole, other.device);
  assert.deepEqual([temperature.status, temperature.body['error']], [409, 'waveformUnsuitable']);
  const long = await fetch(`${server.url}/api/devices/${world.device.sncode}/waveforms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: `"${'x'.repeat(waveformLimits.messageBytes)}"`,
  });
  assert.equal(long.status, 413);
  assert.equal((await stored()).length, before);
});

test('the longest waveform there may be is taken', async () => {
  const axis = (phase: number) =>
    Array.from({ length: waveformLimits.samples }, (_, i) => Number((5 * Math.sin(i / 7 + phase)).toFixed(2)));
  const { status } = await post(JSON.stringify(frame(-7200, { axes: { x: axis(0), y: axis(1), z: axis(2) } })));
  assert.equal(status, 200);
  const [row] = await stored();
  assert.equal(row?.samples, waveformLimits.samples);
  assert.ok((row?.data.length ?? 0) < 3 * waveformLimits.samples * 2, `${row?.data.length} bytes`);
});

test('MQTT: PUBACK means stored; what is refused is acknowledged, and told on the errors topic', async () => {
  const device = await connectDevice(server, world.device);
  const errors: { refused: { error: string }[] }[] = [];
  device.on('message', (_topic, payload) => errors.push(JSON.parse(payload.toString())));
  await device.subscribeAsync(`devices/${world.device.sncode}/errors`, { qos: 1 });
  const publish = (body: string) => device.publishAsync(`devices/${world.device.sncode}/waveforms`, body, { qos: 1 });
  await publish(JSON.stringify(frame(120)));
  assert.equal((await stored()).at(-1)?.started_at.getTime(), startMs + 120_000);
  const before = (await stored()).length;
  const short = wrong.filter(([body]) => body.length < 1000);
  for (const [body] of short) await publish(body);
  await publish(`"${'x'.repeat(1_100_000)}"`);
  for (let tries = 0; tries < 100 && errors.length < short.length + 1; tries++) await wait(50);
  assert.deepEqual(
    errors.map(({ refused }) => refused[0]?.error),
    [...short.map(([, , error]) => error), 'tooLarge'],
  );
  assert.equal((await stored()).length, before);
  assert.equal(device.connected, true);
  await device.endAsync();
});

test('what came of waveforms is counted, for people, for Prometheus and at the device', async () => {
  const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer watcher' } })).text();
  assert.match(text, /^plumbline_gateway_waveforms 4$/m);
  assert.match(text, /^plumbline_gateway_refused\{error="waveformInvalid"\} [1-9]/m);
  const state = () =>
    server.db
      .selectFrom('device_state')
      .select(['refused_count', 'last_seen_at'])
      .where('device_id', '=', world.device.id)
      .executeTakeFirst();
  await waitUntilSettled(state, (row) => {
    assert.ok(row?.last_seen_at);
    assert.ok((row?.refused_count ?? 0) >= wrong.length);
  });
});

test('a page that looks at the project is told of a new waveform, and of none that was there', async () => {
  const { projectId, pointId, admin } = world;
  const page = io(`${server.url}/notification`, {
    auth: { token: admin.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  const changes: unknown[] = [];
  page.on('WAVEFORMS_CHANGED', (change: unknown) => void changes.push(change));
  await page.timeout(10_000).emitWithAck('SUBSCRIBE', { projectId, pointIds: [] });
  await post(JSON.stringify(frame(240)));
  await post(JSON.stringify(frame(240)));
  await post(JSON.stringify(frame(300)));
  await server.work?.settle();
  await waitUntilSettled(
    async () => changes.length,
    (count) => assert.equal(count, 2),
  );
  page.close();
  assert.deepEqual(changes, [
    { projectId, pointIds: [pointId] },
    { projectId, pointIds: [pointId] },
  ]);
  const { body } = await server.call(waveforms.list, { pointId }, admin.token);
  assert.equal(body.waveforms[0]?.startAt, new Date(startMs + 300_000).toISOString());
});

test('turns: one device at a time, the others between, and busy where too much waits', async () => {
  const turns = new Turns({ atOnce: 1, bytes: 100 });
  const order: string[] = [];
  const gates: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      order.push(name);
      gates.push(resolve);
    });
  const all = [turns.take(1, 20, work('a1')), turns.take(1, 20, work('a2')), turns.take(1, 20, work('a3'))];
  all.push(turns.take(2, 20, work('b1')));
  await assert.rejects(turns.take(3, 30, work('c1')), { name: 'busy' });
  for (let i = 0; i < 4; i++) {
    while (gates.length <= i) await wait(1);
    gates[i]?.();
  }
  await Promise.all(all);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3']);
  await turns.take(1, 500, async () => undefined);
});
