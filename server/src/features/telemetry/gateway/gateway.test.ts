import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { devices } from '@plumbline/contract/devices/devices';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { connectDevice } from '../../../../test/device-client.ts';
import { makeWorld } from '../../../../test/harness.ts';
import { waitForNotifications } from '../../../../test/notifications.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { hashOf } from '../../people/sessions/sessions.api.ts';

const [server, world] = await openWorlds(['Gateway'], { MQTT_PORT: '0', METRICS_TOKEN: 'watcher' });

const at = (seconds: number) => new Date(Date.parse('2026-03-18T05:00:00Z') + seconds * 1000).toISOString();

async function post(
  body: string,
  { secret = world.device.secret, sncode = world.device.sncode, type = 'application/json' } = {},
) {
  const response = await fetch(`${server.url}/api/devices/${sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': type },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const stored = () =>
  server.db.selectFrom('reading').selectAll().where('point_id', '=', world.pointId).orderBy('at').execute();

test('a record over HTTP is converted and stored, raw beside computed', async () => {
  const { status, body } = await post(JSON.stringify({ at: at(0), channels: { 1: { temperature: 18.2 } } }));
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body, {
    stored: 1,
    unchanged: 0,
    overwritten: 0,
    unbound: 0,
    empty: 0,
    deferred: 0,
    refused: [],
    warnings: [],
  });
  const [row] = await stored();
  assert.deepEqual(row?.values, [18.2]);
  assert.deepEqual(row?.raw, { temperature: 18.2 });
  assert.equal(row?.at.toISOString(), at(0));
  assert.equal(row?.received_at.toISOString(), server.clock.now().toISOString());
});

test('sent again it changes nothing; another value of the same time overwrites and the old one is kept', async () => {
  const again = await post(JSON.stringify({ at: at(0), channels: { 1: { temperature: 18.2 } } }));
  assert.deepEqual([again.body['stored'], again.body['unchanged']], [0, 1]);
  const other = await post(
    JSON.stringify([
      { at: at(0), channels: { 1: { temperature: 18.4 } } },
      { at: at(60), channels: { 1: { temperature: 18.5 } } },
    ]),
  );
  assert.deepEqual([other.body['stored'], other.body['overwritten']], [1, 1]);
  assert.deepEqual(
    (await stored()).map((row) => row.values[0]),
    [18.4, 18.5],
  );
  const history = await server.db.selectFrom('reading_history').select('values').execute();
  assert.deepEqual(
    history.map((row) => row.values[0]),
    [18.2],
  );
});

test('the same key twice in one message: the later wins, nothing is lost', async () => {
  const { body } = await post(
    JSON.stringify([1, 2, 2].map((temperature) => ({ at: at(120), channels: { 1: { temperature } } }))),
  );
  assert.deepEqual([body['stored'], body['overwritten'], body['unchanged']], [1, 1, 1]);
  assert.equal((await stored()).at(-1)?.values[0], 2);
});

test('every kind of bad input has its own answer and disturbs nothing', async () => {
  const before = (await stored()).length;
  const cases: [string, number, string][] = [
    ['{', 400, 'malformedReading'],
    ['[]', 400, 'malformedReading'],
    ['7', 400, 'malformedReading'],
    ['{"at":"2026-03-18T05:00:00Z"}', 400, 'malformedReading'],
    ['{"at":"2026-03-18 05:00:00","channels":{"1":{"temperature":1}}}', 400, 'malformedReading'],
    ['{"at":1773810000,"channels":{"1":{"temperature":1}}}', 400, 'malformedReading'],
    [`{"at":"${at(0)}","channels":{"1":{"temperature":NaN}}}`, 400, 'malformedReading'],
    [`{"at":"${at(0)}","channels":{"1":{"temperature":1e999}}}`, 400, 'readingNotFinite'],
    [`{"at":"${at(0)}","channels":{"1":{"temperature":"NaN"}}}`, 400, 'readingNotFinite'],
    [`{"at":"${at(0)}","channels":{"9":{"temperature":1}}}`, 202, 'readingChannelUnknown'],
    ['{"at":"2026-03-18T06:05:01Z","channels":{"1":{"temperature":1}}}', 202, 'readingInFuture'],
    [`{"at":"${at(0)}","channels":{"1":{"temperature":1}},"__proto__":{"x":1}}`, 200, ''],
  ];
  for (const [body, status, error] of cases) {
    const answer = await post(body);
    assert.equal(answer.status, status, body);
    const [first] = (answer.body['refused'] ?? []) as { error: string }[];
    assert.equal(answer.body['error'] ?? first?.error ?? '', error, body);
  }
  assert.equal((await post('{}', { secret: 'wrong' })).body['error'], 'deviceRefused');
  assert.equal((await post('{}', { sncode: 'nobody' })).body['error'], 'deviceRefused');
  assert.equal((await post('{}', { type: 'text/plain' })).status, 415);
  assert.equal((await post(`"${'x'.repeat(1_100_000)}"`)).status, 413);
  assert.equal((await stored()).length, before);
});

test('what was taken and what was refused is counted, for people and for Prometheus', async () => {
  const text = await (await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer watcher' } })).text();
  assert.match(text, /^plumbline_gateway_records\{outcome="stored"\} [1-9]/m);
  assert.match(text, /^plumbline_gateway_refused\{error="readingInFuture"\} 1$/m);
  assert.match(text, /^plumbline_gateway_queued 0$/m);
});

test('one bad record leaves its neighbours alone', async () => {
  const { status, body } = await post(
    JSON.stringify([
      { at: at(180), channels: { 1: { temperature: 3 }, 9: { temperature: 4 } } },
      { at: 'never', channels: { 1: { temperature: 5 } } },
      { at: at(240), channels: { 1: { temperature: 6 } } },
    ]),
  );
  assert.equal(status, 200);
  assert.equal(body['stored'], 2);
  assert.deepEqual(
    (body['refused'] as { index: number; error: string }[]).map(({ index, error }) => [index, error]),
    [
      [1, 'malformedReading'],
      [0, 'readingChannelUnknown'],
    ],
  );
});

test('samples of a channel that feeds no point yet are stored for whoever sets it up', async () => {
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
  await server.db
    .selectNoFrom((each) =>
      each
        .fn('pg_notify', [
          each.val('plumbline_changed'),
          each.val(JSON.stringify({ kind: 'device', id: world.device.id, sncode: world.device.sncode })),
        ])
        .as('x'),
    )
    .execute();
  await waitForNotifications();
  const { body } = await post(JSON.stringify({ at: at(300), channels: { 2: { value: 7 } } }));
  assert.deepEqual([body['stored'], body['unbound']], [0, 1]);
  const rows = await server.db.selectFrom('channel_state').selectAll().execute();
  assert.deepEqual(
    rows.map((row) => [row.channel, row.raw]),
    [['2', { value: 7 }]],
  );
  const answer = await server.call(devices.get, { deviceId: world.device.id }, world.admin.token);
  assert.deepEqual(
    answer.body.unbound.map(({ channel, at: measuredAt, sample }) => [channel, measuredAt, sample]),
    [['2', new Date(at(300)).toISOString(), { value: 7 }]],
  );
  const getDevice = () => server.call(devices.get, { deviceId: world.device.id }, world.admin.token);
  await waitUntilSettled(getDevice, ({ body: { device } }) =>
    assert.ok(device.lastSeenAt, 'that it was seen is told too'),
  );
});

const connect = (sncode: string, secret: string) => connectDevice(server, { sncode, secret });

test('MQTT: PUBACK means stored; the errors topic says what was not', async () => {
  const device = await connect(world.device.sncode, world.device.secret);
  const errors: string[] = [];
  device.on('message', (topic, payload) => errors.push(`${topic} ${payload}`));
  await device.subscribeAsync(`devices/${world.device.sncode}/errors`, { qos: 1 });
  await device.publishAsync(
    `devices/${world.device.sncode}/readings`,
    JSON.stringify({ at: at(400), channels: { 1: { temperature: 21 } } }),
    { qos: 1 },
  );
  assert.equal((await stored()).at(-1)?.values[0], 21);
  await device.publishAsync(`devices/${world.device.sncode}/readings`, 'nonsense', { qos: 1 });
  for (let tries = 0; tries < 100 && errors.length === 0; tries++) await wait(50);
  assert.match(errors[0] ?? '', /malformedReading/);
  const state = await server.db
    .selectFrom('device_state')
    .select('connected')
    .where('device_id', '=', world.device.id)
    .executeTakeFirst();
  assert.equal(state?.connected, true);
  await device.endAsync();
});

test('MQTT: a wrong secret, a foreign topic and a foreign subscription are refused', async () => {
  await assert.rejects(connect(world.device.sncode, 'wrong'), /Not authorized|Bad username/);
  const other = await makeWorld(server, 'Other gateway');
  const spy = await connect(other.device.sncode, other.device.secret);
  const granted = await spy
    .subscribeAsync(`devices/${world.device.sncode}/commands`, { qos: 1 })
    .catch((error: Error) => error);
  assert.ok(granted instanceof Error || granted.every((each) => each.qos === 128));
  const all = await spy.subscribeAsync('#', { qos: 0 }).catch((error: Error) => error);
  assert.ok(all instanceof Error || all.every((each) => each.qos === 128));
  await spy.publishAsync(
    `devices/${world.device.sncode}/readings`,
    JSON.stringify({ at: at(500), channels: { 1: { temperature: -99 } } }),
    { qos: 1 },
  );
  assert.equal((await stored()).filter((row) => row.values[0] === -99).length, 0);
  spy.end(true);
});

test('MQTT: a new secret ends the old connection', async () => {
  const device = await connect(world.device.sncode, world.device.secret);
  const gone = new Promise<void>((resolve) => device.once('close', () => resolve()));
  await server.db
    .updateTable('device')
    .set({ secret_hash: hashOf('new secret') })
    .where('id', '=', world.device.id)
    .execute();
  await server.db
    .selectNoFrom((each) =>
      each
        .fn('pg_notify', [
          each.val('plumbline_changed'),
          each.val(JSON.stringify({ kind: 'device', id: world.device.id, sncode: world.device.sncode })),
        ])
        .as('x'),
    )
    .execute();
  await gone;
  await assert.rejects(connect(world.device.sncode, world.device.secret));
  device.end(true);
});
