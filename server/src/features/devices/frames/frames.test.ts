import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { type Frame, frames } from '@plumbline/contract/devices/frames';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import mqtt from 'mqtt';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { Dtu } from '../../../../test/dtu.ts';
import { makeMember, makeWorld, startServer } from '../../../../test/harness.ts';
import { readRecording, replayMessages, replayModem, replayReadings } from '../../../../test/replay.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { saveFrames } from './frames.table.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { MQTT_PORT: '0', DIAL_IN_PORT: '0' });
const admin = north.admin.token;
const { corporationId } = north;
const deviceId = north.device.id;
const { sncode, secret } = north.device;

const record = async (minutes = 10) =>
  assert.equal((await server.call(frames.recordDevice, { deviceId, minutes }, admin)).status, 200);
async function shown(after = 0): Promise<Frame[]> {
  await server.gateway?.frames.settled();
  return (await server.call(frames.ofDevice, { deviceId, after }, admin)).body.frames;
}
const textOf = ({ hex }: Frame) => Buffer.from(hex, 'hex').toString();
let seconds = 0;
const reading = (channel = '1', temperature = 20) => ({
  at: server.clock.now().getTime() - 600_000 + 1_000 * seconds++,
  channels: { [channel]: { temperature } },
});
const post = (body: unknown, bearer = secret) =>
  fetch(`${server.url}/api/devices/${sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
async function exported(path: string): Promise<string> {
  const response = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${admin}` } });
  assert.equal(response.status, 200);
  return response.text();
}

test('nothing is recorded before somebody does; then each message with its outcome, decode and times', async () => {
  await post(reading());
  assert.deepEqual(await shown(), []);
  await record();
  const sent = reading('1', 21.5);
  await post(sent);
  await post(reading('99'));
  await post('{"at":', secret);
  await post(reading(), 'plk_wrong');
  const list = await shown();
  assert.deepEqual(
    list.map(({ kind, link, error, outcome }) => [
      kind,
      link,
      error,
      outcome?.stored ?? null,
      outcome?.refused[0]?.error,
    ]),
    [
      ['readings', 'http', null, 1, undefined],
      ['readings', 'http', null, 0, 'readingChannelUnknown'],
      ['readings', 'http', null, 0, 'malformedReading'],
      ['refused', 'http', 'deviceRefused', null, undefined],
    ],
  );
  const [first] = list;
  assert.deepEqual(first?.decoded, [
    { source: '', at: new Date(sent.at).toISOString(), channels: { 1: { temperature: 21.5 } } },
  ]);
  assert.equal(first?.measuredAt, new Date(sent.at).toISOString());
  assert.ok((first?.latencyMs ?? -1) >= 0);
  assert.equal(first && textOf(first), JSON.stringify(sent));
  assert.deepEqual((await shown(list[1]?.id)).length, 2, 'only what is behind the frame that is named');
});

test('over MQTT: its coming and going, readings, the report of what was refused, a command', async () => {
  const before = (await shown()).at(-1)?.id ?? 0;
  const client = mqtt.connect(`mqtt://127.0.0.1:${server.gateway?.mqtt?.port}`, {
    username: sncode,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  await new Promise((resolve) => client.once('connect', resolve));
  await client.subscribeAsync([`devices/${sncode}/commands`]);
  await client.publishAsync(`devices/${sncode}/readings`, JSON.stringify(reading()), { qos: 1 });
  await client.publishAsync(`devices/${sncode}/readings`, JSON.stringify(reading('77')), { qos: 1 });
  await client.publishAsync(`devices/${sncode}/responses`, '{"commandId":"x","text":"token=abcdef0123"}', { qos: 1 });
  await client.endAsync();
  await waitUntilSettled(
    () => shown(before),
    (list) =>
      assert.deepEqual(
        list.map(({ kind, direction }) => `${kind} ${direction}`),
        ['connected none', 'readings in', 'readings in', 'report out', 'response in', 'disconnected none'],
      ),
  );
  const all = (await shown(before)).map(textOf).join();
  assert.ok(!all.includes('abcdef0123'), 'secrets are masked');
  assert.ok(all.includes('token=***'));
});

test('a device or feed of another corporation is not there; who may only look cannot record', async () => {
  const foreign = south.admin.token;
  for (const route of [frames.ofDevice, frames.stopDevice, frames.clearDevice, linkDoctor.ofDevice] as const)
    assert.equal((await server.call(route as typeof frames.stopDevice, { deviceId }, foreign)).status, 404, route.path);
  assert.equal((await server.call(frames.recordDevice, { deviceId, minutes: 5 }, foreign)).status, 404);
  const { body } = await server.call(feeds.create, { corporationId, kind: 'webhook', name: 'Foreign' }, admin);
  const one = { corporationId: south.corporationId, feedId: body.feed.id };
  for (const route of [frames.ofFeed, frames.stopFeed, frames.clearFeed, linkDoctor.ofFeed] as const)
    assert.equal((await server.call(route as typeof frames.stopFeed, one, foreign)).status, 404, route.path);
  assert.equal((await server.call(frames.recordFeed, { ...one, minutes: 5 }, foreign)).status, 404);
  await makeMember(server, north.projectId, north.normal.id, 'Guest');
  const guest = north.normal.token;
  assert.equal((await server.call(frames.ofDevice, { deviceId }, guest)).status, 200);
  assert.equal((await server.call(frames.recordDevice, { deviceId, minutes: 5 }, guest)).status, 403);
});

test('what is held is bounded, an ended recording takes nothing more, and all of it goes after two days', async () => {
  const content: Omit<Frame, 'id' | 'at'> = {
    direction: 'in',
    link: 'http',
    kind: 'readings',
    topic: '',
    size: 0,
    hex: '',
    error: null,
    detail: '',
    outcome: null,
    decoded: null,
    measuredAt: null,
    sentAt: null,
    latencyMs: null,
  };
  const at = server.clock.now();
  await saveFrames(
    server.db,
    Array.from({ length: 2_150 }, () => ({ deviceId, feedId: null, at, content })),
  );
  const { rows } = await server.database.pool.query('SELECT count(*)::int AS count FROM frame WHERE device_id = $1', [
    deviceId,
  ]);
  assert.equal(rows[0]?.count, 2_000);
  await server.call(frames.clearDevice, { deviceId }, admin);
  await server.call(frames.stopDevice, { deviceId }, admin);
  await post(reading());
  assert.deepEqual(await shown(), []);
  await record(1);
  server.clock.advance(61_000);
  await post(reading());
  assert.deepEqual(await shown(), [], 'its time is over');
  await record();
  await post(reading());
  assert.equal((await shown()).length, 1);
  server.clock.advance(49 * 3_600_000);
  await server.tick('drop-old-frames');
  const again = await server.call(frames.ofDevice, { deviceId, after: 0 }, north.admin.token);
  if (again.status === 200) assert.deepEqual([again.body.frames, again.body.recording], [[], null]);
  server.clock.advance(-49 * 3_600_000);
});

test('the twenty-first recording of a corporation ends another one, and not itself', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 21; n++) {
    const made = await server.call(
      devices.create,
      { corporationId, name: `R${n}`, model: 'DIY', sncode: `REC-${n}` } as never,
      admin,
    );
    ids.push(made.body.device.id);
  }
  for (const id of ids.slice(0, 20)) await server.call(frames.recordDevice, { deviceId: id, minutes: 60 }, admin);
  await server.call(frames.recordDevice, { deviceId: ids[20] ?? 0, minutes: 5 }, admin);
  const running = await Promise.all(
    ids.map(
      async (id) => (await server.call(frames.ofDevice, { deviceId: id, after: 0 }, admin)).body.recording?.isRunning,
    ),
  );
  assert.deepEqual([running.filter(Boolean).length, running[20]], [20, true]);
  await server.db.deleteFrom('frame_recording').execute();
  await server.gateway?.frames.load();
});

test('a device that goes to another corporation takes no frame along, and is recorded no more', async () => {
  const made = await server.call(
    devices.create,
    { corporationId, name: 'Sold', model: 'DIY', sncode: 'SOLD-1' } as never,
    admin,
  );
  const sold = made.body.device.id;
  await server.call(frames.recordDevice, { deviceId: sold, minutes: 60 }, admin);
  const send = () =>
    fetch(`${server.url}/api/devices/SOLD-1/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.body.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(reading()),
    });
  const of = async (token: string) => {
    await server.gateway?.frames.settled();
    return (await server.call(frames.ofDevice, { deviceId: sold, after: 0 }, token)).body;
  };
  await send();
  assert.equal((await of(admin)).frames.length, 1);
  await server.db.updateTable('device').set({ corporation_id: south.corporationId }).where('id', '=', sold).execute();
  await server.gateway?.frames.load();
  await send();
  const { answeredAt, ...nothing } = await of(south.admin.token);
  assert.equal(answeredAt, server.clock.now().toISOString());
  assert.deepEqual(nothing, { recording: null, frames: [], isMore: false });
  await server.call(frames.recordDevice, { deviceId: sold, minutes: 60 }, south.admin.token);
  await send();
  assert.equal((await of(south.admin.token)).frames.length, 1, 'what passes from now on');
});

test('another process that holds the link records too, and this one shows it', async (context) => {
  const second = await startServer({ ROLES: 'gateway', DATABASE_URL: server.config.databaseUrl! });
  context.after(() => second.close());
  await server.call(frames.clearDevice, { deviceId }, admin);
  await record();
  const sendThere = () =>
    fetch(`${second.url}/api/devices/${sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(reading()),
    });
  await waitUntilSettled(
    async () => {
      await sendThere();
      return shown();
    },
    (list) => assert.ok(list.some(({ kind, outcome }) => kind === 'readings' && outcome?.stored === 1)),
  );
});

test('a recorded device, replayed as another one, gives the same', async () => {
  await server.call(frames.clearDevice, { deviceId }, admin);
  await record();
  const sent = reading();
  for (const body of [sent, sent, reading('1', 30)]) await post(body);
  await server.gateway?.frames.settled();
  const file = readRecording(await exported(`/devices/${deviceId}/frames/file`));
  assert.equal(file.of['sncode'], sncode);
  const other = await makeWorld(server, 'Replayed');
  const outcomes = await replayReadings(file, { url: server.url, ...other.device });
  assert.equal(outcomes.length, 3);
  for (const { recorded, replayed } of outcomes) assert.deepEqual(replayed, recorded);
  const values = await server.db
    .selectFrom('reading')
    .select('values')
    .where('point_id', '=', other.pointId)
    .orderBy('at')
    .execute();
  assert.deepEqual(
    values.map((each) => each.values[0]),
    [20, 30],
  );
});

test('a modem: registration, requests and answers; replayed, another device reads the same numbers', async () => {
  await server.call(frames.clearDevice, { deviceId }, admin);
  await record();
  const setup = {
    enabled: true,
    heartbeat: '',
    silentSeconds: 900,
    intervalSeconds: 600,
    answerWithinMs: 300,
    retries: 0,
    readLength: 125,
    networks: [],
    rows: [
      { unit: 1, function: 3 as const, address: 0, type: 'float32' as const, channel: '1', quantity: 'temperature' },
      { unit: 2, function: 3 as const, address: 0, type: 'int16' as const, channel: '1', quantity: 'other' },
    ],
  };
  await server.call(dialIn.set, { deviceId, setup }, admin);
  const dtu = new Dtu(server.gateway!.dialIn!.port, sncode, { registers: { 1: { 0: 0x4194, 1: 0 } } });
  await waitUntilSettled(
    () => shown(),
    (list) => {
      const kinds = list.map(({ kind, direction }) => `${kind} ${direction}`);
      assert.deepEqual(kinds.slice(0, 6), [
        'registration in',
        'connected none',
        'request out',
        'answer in',
        'request out',
        'answer in',
      ]);
      const answers = list.filter(({ kind }) => kind === 'answer');
      assert.deepEqual([answers[0]?.error, answers[1]?.error, answers[1]?.detail], [null, 'exception', '2']);
      assert.ok((answers[0]?.latencyMs ?? -1) >= 0);
    },
  );
  dtu.end();
  await server.gateway?.frames.settled();
  const file = readRecording(await exported(`/devices/${deviceId}/frames/file`));
  const other = await makeWorld(server, 'Replayed modem');
  await server.call(dialIn.set, { deviceId: other.device.id, setup: file.of['setup'] as never }, other.admin.token);
  const modem = replayModem(file, { port: server.gateway!.dialIn!.port, register: other.device.sncode });
  await waitUntilSettled(
    () => server.db.selectFrom('reading').select('values').where('point_id', '=', other.pointId).execute(),
    (rows) =>
      assert.deepEqual(
        rows.map(({ values }) => values[0]),
        [18.5],
      ),
  );
  assert.deepEqual(modem.unanswered, []);
  modem.end();
});

test('a feed: its messages with what was read; at a device only what holds nothing of others; replayed to a webhook', async () => {
  await server.call(frames.clearDevice, { deviceId }, admin);
  await record();
  const made = await server.call(
    feeds.create,
    { corporationId, kind: 'webhook', name: 'Recorded', wrapping: 'plain', place: { in: 'content', path: 'id' } },
    admin,
  );
  const { feed, secret: own } = { feed: made.body.feed, secret: made.body.secret ?? '' };
  const one = { corporationId, feedId: feed.id };
  await server.call(frames.recordFeed, { ...one, minutes: 10 }, admin);
  const send = (body: unknown, bearer = own) =>
    fetch(`${server.url}/api/feeds/${feed.key}?token=verysecret`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const alone = { id: sncode, ...reading() };
  await send(alone);
  await send([
    { id: sncode, ...reading() },
    { id: 'nobody', password: 'hush' },
  ]);
  await send({}, 'plf_wrong');
  await server.gateway?.frames.settled();
  const list = (await server.call(frames.ofFeed, { ...one, after: 0 }, admin)).body.frames;
  assert.deepEqual(
    list.map(({ kind, error, outcome }) => [kind, error, outcome?.stored ?? null]),
    [
      ['message', null, 1],
      ['message', 'sourceUnknown', 1],
      ['refused', 'feedRefused', null],
    ],
  );
  assert.ok(list.every(({ topic, hex }) => !topic.includes('verysecret') && !Buffer.from(hex, 'hex').includes('hush')));
  const atDevice = (await shown()).filter(({ link }) => link === 'feed');
  assert.deepEqual(
    atDevice.map(({ size, decoded }) => [size > 0, decoded?.length]),
    [
      [true, 1],
      [false, 1],
    ],
  );
  const file = readRecording(await exported(`/corporations/${corporationId}/feeds/${feed.id}/frames/file`));
  assert.ok(!JSON.stringify(file).includes(own));
  assert.deepEqual(
    await replayMessages(file, { url: server.url, key: feed.key, secret: own }),
    [0, 0],
    'all of it was stored',
  );
  await server.gateway?.feeds.settled();
  const { findings } = (await server.call(linkDoctor.ofFeed, one, admin)).body;
  assert.deepEqual(
    findings.map(({ finding }) => finding),
    ['secretRefused', 'feedUnknown'],
  );
});
