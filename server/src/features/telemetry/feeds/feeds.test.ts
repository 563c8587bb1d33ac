import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { devices } from '@plumbline/contract/devices/devices';
import { models } from '@plumbline/contract/devices/models';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import mqtt from 'mqtt';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { MQTT_PORT: '0' });
const { corporationId } = north;
const { token } = north.admin;
const run = promisify(execFile);

type Given = Partial<InputOf<typeof feeds.create.input>>;
let count = 0;
async function makeFeed(given: Given = {}) {
  const { status, body } = await server.call(
    feeds.create,
    { corporationId, kind: 'webhook', name: `Feed ${count++}`, wrapping: 'theThingsStack', ...given } as never,
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return { feed: body.feed, secret: body.secret ?? '' };
}
const post = async (key: string, body: unknown, headers: Record<string, string>, query = '') => {
  const response = await fetch(`${server.url}/api/feeds/${key}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const uplink = (devEui: string, seconds: number, level: number) => ({
  end_device_ids: { device_id: 'piezo', dev_eui: devEui },
  uplink_message: {
    f_port: 2,
    frm_payload: 'AQID',
    decoded_payload: { t: level },
    rx_metadata: [{ rssi: -90 }],
    received_at: new Date(server.clock.now().getTime() - seconds * 1000).toISOString(),
  },
});
const format = { content: 'json', rows: [{ from: 't', scale: 0.1, channel: '1', quantity: 'temperature' }] } as const;
const readings = () =>
  server.db
    .selectFrom('reading')
    .select(['at', 'values'])
    .where('point_id', '=', north.pointId)
    .orderBy('at')
    .execute();
const stateOf = async (feedId: number) => {
  await server.gateway?.feeds.settled();
  const { body } = await server.call(feeds.list, { corporationId }, token);
  return body.states.find((each) => each.feedId === feedId);
};

test('a webhook: unknown at first, then a device; the same message again changes nothing', async () => {
  const { feed, secret } = await makeFeed();
  const bearer = { authorization: `Bearer ${secret}` };
  for (const headers of [{}, { authorization: 'Bearer plf_wrong' }, { authorization: `Bearer ${token}` }] as Record<
    string,
    string
  >[])
    assert.deepEqual((await post(feed.key, uplink('70B3D57ED0000A01', 60, 180), headers)).body['error'], 'feedRefused');
  assert.equal((await post('feed-00000000000000000000', {}, bearer)).status, 401);

  const first = await post(feed.key, uplink('70B3D57ED0000A01', 60, 180), bearer);
  assert.deepEqual([first.status, first.body], [200, { stored: 0, unchanged: 0, refused: 0, unknown: 1 }]);
  await server.gateway?.feeds.settled();
  const { unknown } = (await server.call(feeds.unknown, { corporationId, feedId: feed.id }, token)).body;
  assert.deepEqual(
    unknown.map(({ source, times }) => [source, times]),
    [['70b3d57ed0000a01', 1]],
  );
  assert.match(unknown[0]?.frames[0]?.text ?? '', /"dev_eui":"70B3D57ED0000A01"/);

  const source = '70B3D57ED0000A01';
  const foreign = await server.call(
    feeds.assign,
    { corporationId, feedId: feed.id, source, deviceId: south.device.id },
    token,
  );
  assert.equal(foreign.status, 404, 'a device of another corporation is not there');
  const deviceId = north.device.id;
  assert.equal(
    (await server.call(feeds.assign, { corporationId, feedId: feed.id, source, deviceId }, token)).status,
    200,
  );
  assert.deepEqual((await server.call(feeds.unknown, { corporationId, feedId: feed.id }, token)).body.unknown, []);

  assert.equal((await post(feed.key, uplink(source, 60, 180), bearer)).body['refused'], 1, 'no format yet');
  assert.equal((await stateOf(feed.id))?.lastFault, 'formatMissing');
  const set = await server.call(
    feeds.setFormat,
    { corporationId, feedId: feed.id, source, format: format as never },
    token,
  );
  assert.equal(set.status, 200, JSON.stringify(set.body));
  const basic = { authorization: `Basic ${Buffer.from(`x:${secret}`).toString('base64')}` };
  const outcomes = [];
  for (const headers of [bearer, basic, { 'x-feed-secret': secret }] as Record<string, string>[])
    outcomes.push((await post(feed.key, uplink(source, 60, 182), headers)).body);
  assert.deepEqual(
    outcomes.map(({ stored, unchanged }) => [stored, unchanged]),
    [
      [1, 0],
      [0, 1],
      [0, 1],
    ],
  );
  assert.deepEqual(
    (await readings()).map(({ values }) => values),
    [[18.2]],
  );
  const state = await stateOf(feed.id);
  assert.deepEqual([state?.received, state?.stored], [5, 1]);
});

test('a secret that was replaced, and a feed that is off, are refused at once', async () => {
  const { feed, secret } = await makeFeed();
  const one = { corporationId, feedId: feed.id };
  const { body } = await server.call(feeds.newSecret, one, token);
  const old = await post(feed.key, {}, { authorization: `Bearer ${secret}` });
  assert.equal(old.status, 401);
  const fresh = { authorization: `Bearer ${body.secret}` };
  assert.equal((await post(feed.key, {}, fresh)).status, 200);
  await server.call(feeds.update, { ...one, enabled: false }, token);
  assert.equal((await post(feed.key, {}, fresh)).status, 401);
});

test('a feed of another corporation is not there', async () => {
  const { feed } = await makeFeed();
  const one = { corporationId: south.corporationId, feedId: feed.id };
  for (const [route, more] of [
    [feeds.update, { enabled: false }],
    [feeds.newSecret, {}],
    [feeds.remove, {}],
    [feeds.devices, {}],
    [feeds.unknown, {}],
    [feeds.forget, {}],
    [feeds.assign, { source: 'x', deviceId: south.device.id }],
    [feeds.setFormat, { source: 'x', format: null }],
    [feeds.release, { source: 'x' }],
  ] as const)
    assert.equal(
      (await server.call(route as typeof feeds.update, { ...one, ...more }, south.admin.token)).status,
      404,
      route.path,
    );
});

test('the serial number of a device is its source without an assignment; what it lacks is said', async () => {
  const { feed, secret } = await makeFeed({ wrapping: 'plain', place: { in: 'content', path: 'id' } });
  const bearer = { authorization: `Bearer ${secret}` };
  const at = server.clock.now().getTime() - 500_000;
  const own = { id: north.device.sncode.toUpperCase(), at, channels: { 1: { temperature: 7.5 } } };
  assert.deepEqual((await post(feed.key, own, bearer)).body, { stored: 1, unchanged: 0, refused: 0, unknown: 0 });
  assert.equal((await post(feed.key, { id: south.device.sncode }, bearer)).body['unknown'], 1, 'of nobody else');
  assert.equal((await post(feed.key, {}, bearer)).body['refused'], 1);
  assert.equal((await stateOf(feed.id))?.lastFault, 'sourceMissing');
  assert.equal((await post(feed.key, 'no json', bearer)).body['refused'], 1);
  assert.equal((await stateOf(feed.id))?.lastFault, 'notJson');
});

test('a device follows the format of its model, also after that has changed', async () => {
  const system = await makeAccount(server, 'System', null, 'root');
  const rows = [{ from: 't', channel: '1', quantity: 'temperature' }];
  const made = await server.call(
    models.create,
    { code: 'OWN-1', label: 'Own', series: 'OWN', type: 'measuring', link: 'feed', format: { content: 'json', rows } },
    system.token,
  );
  assert.equal(made.status, 200, JSON.stringify(made.body));
  await server.db.updateTable('device').set({ model: 'own-1' }).where('id', '=', north.device.id).execute();
  const { feed, secret } = await makeFeed({ wrapping: 'plain', place: { in: 'content', path: 'id' } });
  const send = (t: number) => post(feed.key, { id: north.device.sncode, t }, { authorization: `Bearer ${secret}` });
  const newest = async () => (await readings()).at(-1)?.values[0];
  assert.equal((await send(11)).body['stored'], 1);
  assert.equal(await newest(), 11);
  const format = { content: 'json' as const, rows: [{ ...rows[0], scale: 0.5 }] };
  await server.call(models.update, { modelId: made.body.model.id, format } as never, system.token);
  server.clock.advance(1000);
  await send(11);
  assert.equal(await newest(), 5.5);
  await server.db.updateTable('device').set({ model: 'VW-8' }).where('id', '=', north.device.id).execute();
});

test('the list of unknown sources is bounded', async () => {
  const { feed, secret } = await makeFeed({ wrapping: 'plain', place: { in: 'content', path: 'id' } });
  const many = Array.from({ length: 450 }, (_, i) => ({ id: `n-${i}` }));
  assert.equal((await post(feed.key, many, { authorization: `Bearer ${secret}` })).body['unknown'], 450);
  await server.gateway?.feeds.settled();
  const { unknown } = (await server.call(feeds.unknown, { corporationId, feedId: feed.id }, token)).body;
  assert.equal(unknown.length, 200);
});

test('mosquitto_pub at our broker: stored before it is acknowledged, refused with another secret', async (t) => {
  const there = await run('mosquitto_pub', ['--version']).then(
    () => true,
    (error) => error.code !== 'ENOENT',
  );
  if (!there) return t.skip('mosquitto_pub (Debian: mosquitto-clients) is not installed');
  const { feed, secret } = await makeFeed({ kind: 'broker', wrapping: 'plain', place: { in: 'topic', level: 2 } });
  const publish = (password: string, topic: string, message: object) =>
    run('mosquitto_pub', [
      ...['-h', '127.0.0.1', '-p', String(server.gateway?.mqtt?.port), '-V', 'mqttv311', '-q', '1'],
      ...['-u', feed.key, '-P', password, '-t', topic, '-m', JSON.stringify(message)],
    ]);
  const at = server.clock.now().getTime() - 400_000;
  await publish(secret, `site/${north.device.sncode}/up`, { at, channels: { 1: { temperature: 9 } } });
  assert.ok(
    (await readings()).some(({ values }) => values[0] === 9),
    'it is there when mosquitto_pub is done',
  );
  await assert.rejects(publish('plf_wrong', 'x', {}));
  const sub = mqtt.connect(`mqtt://127.0.0.1:${server.gateway?.mqtt?.port}`, {
    username: feed.key,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  await new Promise((resolve) => sub.once('connect', resolve));
  const granted = await sub
    .subscribeAsync(['#', `devices/${north.device.sncode}/commands`, 'spBv1.0/+/NCMD/+'])
    .catch((error: { packet?: { granted: number[] } }) => error);
  assert.deepEqual(
    (granted as { packet?: { granted: number[] } }).packet?.granted ??
      (granted as { qos: number }[]).map(({ qos }) => qos),
    [128, 128, 0],
  );
  await waitUntilSettled(
    () => stateOf(feed.id),
    (state) => assert.equal(state?.connected, true),
  );
  await sub.endAsync();
});

test('files that are dropped: stored and moved, what cannot be read is set aside', async () => {
  const { feed } = await makeFeed({ kind: 'folder', wrapping: 'toa5', timeZone: 'Asia/Shanghai' });
  const one = { corporationId, feedId: feed.id };
  await server.call(feeds.assign, { ...one, source: '16101', deviceId: north.device.id }, token);
  await server.call(
    feeds.setFormat,
    { ...one, source: '16101', format: { ...format, rows: [{ ...format.rows[0], from: 'Temp', scale: 1 }] } as never },
    token,
  );
  const folder = `${server.config.dataDir}/feeds/${feed.key}`;
  await mkdir(folder, { recursive: true });
  const head = [
    '"TOA5","W","CR300","16101","OS","CPU","1","T"',
    '"TIMESTAMP","RECORD","Temp"',
    '"TS","RN","C"',
    '"","","Smp"',
  ];
  await writeFile(
    `${folder}/a.dat`,
    [...head, '"2026-03-01 08:00:00",0,3.25', '"2026-03-01 09:00:00",1,"NAN"'].join('\r\n'),
  );
  await writeFile(`${folder}/b.dat`, 'nothing of it');
  await waitUntilSettled(
    async () => [await readdir(`${folder}/done`), await readdir(`${folder}/refused`)],
    (moved) => assert.deepEqual(moved, [['a.dat'], ['b.dat']]),
  );
  const found = (await readings()).find(({ values }) => values[0] === 3.25);
  assert.equal(found?.at.toISOString(), '2026-03-01T00:00:00.000Z');
});

test('a device of a feed that is removed leaves nothing behind', async () => {
  const { feed } = await makeFeed();
  const made = await server.call(
    devices.create,
    { corporationId, name: 'L', model: 'DIY', sncode: 'EUI-77' } as never,
    token,
  );
  const deviceId = made.body.device.id;
  await server.call(feeds.assign, { corporationId, feedId: feed.id, source: 'abc', deviceId }, token);
  const other = await server.call(
    feeds.assign,
    { corporationId, feedId: feed.id, source: 'ABC', deviceId: north.device.id },
    token,
  );
  assert.deepEqual([other.status, other.body.error], [409, 'sourceInUse']);
  await server.call(devices.remove, { deviceId }, token);
  assert.deepEqual((await server.call(feeds.devices, { corporationId, feedId: feed.id }, token)).body.devices, []);
});

test('a stored password goes to nobody else: with another host, port, TLS or user it is asked for again', async () => {
  const { feed } = await makeFeed({
    kind: 'externalBroker',
    wrapping: 'plain',
    place: { in: 'topic', level: 1 },
    topics: ['#'],
    enabled: false,
    host: 'broker.example',
    port: 8883,
    tls: true,
    userName: 'u',
    password: 'hush',
  });
  const one = { corporationId, feedId: feed.id };
  const sealed = async () =>
    (await server.db.selectFrom('feed').select('sealed').where('id', '=', feed.id).executeTakeFirstOrThrow()).sealed;
  const before = await sealed();
  for (const change of [
    { host: 'mine.example' },
    { port: 1884 },
    { tls: false },
    { userName: 'v' },
    { host: 'x.example', password: '' },
  ]) {
    const { status, body } = await server.call(feeds.update, { ...one, ...change }, token);
    assert.deepEqual(
      [status, body.error, body.detail],
      [400, 'badInput', [{ path: 'password', message: 'passwordAgain' }]],
    );
  }
  assert.equal((await server.call(feeds.update, { ...one, name: 'Renamed', password: '' }, token)).status, 200);
  assert.equal(await sealed(), before, 'as it was');
  const moved = await server.call(feeds.update, { ...one, host: 'other.example', password: 'again' }, token);
  assert.deepEqual([moved.status, moved.body.feed.host, moved.body.feed.hasPassword], [200, 'other.example', true]);
  assert.notEqual(await sealed(), before);
  const cleared = await server.call(feeds.update, { ...one, host: 'third.example', password: null }, token);
  assert.deepEqual([cleared.status, cleared.body.feed.hasPassword, await sealed()], [200, false, null]);
});

test('a feed whose password cannot be read says so, and the feeds after it are opened', async () => {
  const broken = await makeFeed({
    kind: 'externalBroker',
    wrapping: 'plain',
    place: { in: 'topic', level: 1 },
    topics: ['#'],
    enabled: false,
    host: 'broker.example',
    password: 'hush',
  });
  await server.db
    .updateTable('feed')
    .set({ sealed: 'v1.AAAA', enabled: true })
    .where('id', '=', broken.feed.id)
    .execute();
  const { feed } = await makeFeed({ kind: 'folder', wrapping: 'plain', place: { in: 'topic', level: 1 } });
  await waitUntilSettled(
    () => readdir(`${server.config.dataDir}/feeds/${feed.key}`).catch(() => []),
    (names) => assert.deepEqual([...names].sort(), ['done', 'refused']),
  );
  const state = await stateOf(broken.feed.id);
  assert.deepEqual([state?.lastFault, state?.connected], ['passwordUnreadable', false]);
  await server.call(feeds.remove, { corporationId, feedId: broken.feed.id }, token);
});

test('a file of the same name as one before does not take its place', async () => {
  const { feed } = await makeFeed({ kind: 'folder', wrapping: 'toa5' });
  const folder = `${server.config.dataDir}/feeds/${feed.key}`;
  await mkdir(folder, { recursive: true });
  for (const [nth, text] of ['first', 'second'].entries()) {
    await writeFile(`${folder}/same.dat`, text);
    await utimes(`${folder}/same.dat`, 0, 0);
    await waitUntilSettled(
      () => readdir(`${folder}/refused`).catch((): string[] => []),
      (names) => assert.equal(names.length, nth + 1),
    );
  }
  assert.deepEqual((await readdir(`${folder}/refused`)).sort(), ['same-2.dat', 'same.dat']);
  assert.equal(await readFile(`${folder}/refused/same.dat`, 'utf8'), 'first');
});

test('a file without any time in it has the time when it was written: taken again after a crash it is unchanged', async () => {
  const { feed } = await makeFeed({ kind: 'folder', wrapping: 'plain', place: { in: 'content', path: 'id' } });
  const folder = `${server.config.dataDir}/feeds/${feed.key}`;
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify({ id: north.device.sncode, channels: { 1: { temperature: 4.25 } } });
  const written = new Date('2026-03-02T03:04:05Z');
  for (const [nth, into] of ['done', 'done'].entries()) {
    await writeFile(`${folder}/own.json`, text);
    await utimes(`${folder}/own.json`, written, written);
    await waitUntilSettled(
      // The folder is made when the feed is opened.
      () => readdir(`${folder}/${into}`).catch(() => []),
      (names) => assert.equal(names.length, nth + 1),
    );
  }
  const found = (await readings()).filter(({ values }) => values[0] === 4.25);
  assert.deepEqual(
    found.map(({ at }) => at.toISOString()),
    [written.toISOString()],
  );
});

test('however many are made at once, a corporation has no more feeds than it may', async () => {
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      server.call(
        feeds.create,
        { corporationId: south.corporationId, kind: 'webhook', name: `At once ${n}`, wrapping: 'senML' },
        south.admin.token,
      ),
    ),
  );
  assert.equal(made.filter(({ status }) => status === 200).length, 20);
  assert.ok(made.every(({ status, body }) => status === 200 || body.error === 'feedsFull'));
});

test('a file whose time is a year ahead, or years old, is taken when it has stopped growing, and the first is told', async () => {
  const { feed } = await makeFeed({ kind: 'folder', wrapping: 'plain', place: { in: 'content', path: 'id' } });
  const folder = `${server.config.dataDir}/feeds/${feed.key}`;
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify({
    id: north.device.sncode,
    at: server.clock.now().getTime(),
    channels: { 1: { temperature: 1 } },
  });
  for (const [name, at] of [
    ['ahead.json', new Date(Date.now() + 365 * 86_400_000)],
    ['old.json', new Date(0)],
  ] as const) {
    await writeFile(`${folder}/${name}`, text);
    await utimes(`${folder}/${name}`, at, at);
  }
  await waitUntilSettled(
    () => readdir(`${folder}/done`).catch(() => []),
    (names) => assert.deepEqual(names.sort(), ['ahead.json', 'old.json']),
  );
  await server.gateway?.feeds.settled();
  const { body } = await server.call(feeds.list, { corporationId }, token);
  const state = body.states.find(({ feedId }) => feedId === feed.id);
  assert.deepEqual([state?.lastFault, state?.lastFaultDetail], ['fileFromFuture', 'ahead.json']);
});

test('the format of a source that is known by its serial number alone is kept, and of a stranger it is not found', async () => {
  const { feed } = await makeFeed();
  const setFormatOf = (source: string) =>
    server.call(feeds.setFormat, { corporationId, feedId: feed.id, source, format: format as never }, token);
  assert.equal((await setFormatOf(north.device.sncode)).status, 200);
  const { devices } = (await server.call(feeds.devices, { corporationId, feedId: feed.id }, token)).body;
  assert.deepEqual(
    devices.map(({ deviceId, format }) => [deviceId, format !== null]),
    [[north.device.id, true]],
  );
  assert.equal((await setFormatOf('nobody-1')).status, 404);
  assert.equal((await setFormatOf(south.device.sncode)).status, 404, 'a device of another corporation is not there');
});
