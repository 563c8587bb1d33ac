/** Data push by MQTT 3.1.1 and 5: to aedes in this process, Mosquitto, and a broker that answers as a test says. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Aedes } from 'aedes';
import { connectAsync } from 'mqtt';
import { packet } from '../../../../test/mqtt-wire.ts';
import { openPush } from '../../../../test/push.fixtures.ts';
import { until } from '../../../../test/until.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openOutbound } from '../../../kernel/outbound.ts';
import { senderLinks } from '../../telemetry/receivers/receivers.api.ts';

const push = await openPush('Mqtt');
const { makeRule, measure, send, ruleOf, later, drop, change, trial } = push;
after(() => senderLinks.closeAll());

interface Published {
  readonly topic: string;
  readonly text: string;
  readonly retain: boolean;
  readonly qos: number;
}
const portOf = (server: Server) => (server.address() as { port: number }).port;

/** A broker in this process; `port` = listen there again. */
async function openBroker({ port = 0, password = '' } = {}) {
  const broker = await Aedes.createBroker();
  const got: Published[] = [];
  const clients: string[] = [];
  const sockets = new Set<Socket>();
  broker.authenticate = (client, userName, word, done) => {
    clients.push(`${client.id} ${userName ?? ''}`);
    done(null, password === '' || word?.toString() === password);
  };
  broker.on('publish', ({ topic, payload, retain, qos }, client) => {
    if (client) got.push({ topic, text: payload.toString(), retain, qos });
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    broker.handle(socket);
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((done) => server.close(() => done()));
    await new Promise<void>((done) => broker.close(() => done()));
  };
  return { got, clients, sockets, port: portOf(server), url: `mqtt://127.0.0.1:${portOf(server)}`, close };
}
const valuesOf = (got: readonly Published[]) =>
  got.filter(({ topic }) => topic === 'site/readings').map(({ text }) => (JSON.parse(text) as { v: number }).v);
const mqtt = { topic: 'site/readings' };

test('each reading is published with QoS 1 over one connection; birth and will say when it comes and goes', async () => {
  const broker = await openBroker({ password: 'broker-secret' });
  const rule = await makeRule({
    name: 'aedes',
    url: broker.url,
    mqtt: { ...mqtt, clientId: 'plumb', statusTopic: 'site/status', retain: true },
    secrets: { '/userName': 'plumb-user', '/password': 'broker-secret' },
  });
  assert.deepEqual(rule.secretsGiven, ['/password', '/userName']);
  await measure(1, 2);
  await send();
  await measure(3);
  await send();
  assert.deepEqual(valuesOf(broker.got), [1, 2, 3]);
  assert.deepEqual(
    broker.got.map(({ topic, retain, qos }) => [topic, retain, qos]),
    [['site/status', true, 1], ...Array.from({ length: 3 }, () => ['site/readings', true, 1])],
  );
  assert.deepEqual([broker.clients, broker.sockets.size], [['plumb plumb-user'], 1], 'one connection for all');
  assert.equal((await ruleOf(rule.id)).state, 'upToDate');

  const tried = await trial(rule.id);
  assert.deepEqual([tried.fault, tried.answer, tried.request?.method], [null, 'PUBACK', 'PUBLISH']);
  assert.deepEqual(tried.request?.headers[0], ['topic', 'site/readings']);
  assert.ok(!/plumb-user|broker-secret/.test(JSON.stringify([tried, await push.logs(rule.id)])));
  await waitUntil(() => broker.sockets.size === 1, 'the connection of the test has ended, that of the rule has not');

  await change(rule.id, { paused: true });
  await send();
  await waitUntil(() => broker.sockets.size === 0, 'a rule that is paused keeps no connection');
  assert.deepEqual(broker.got.at(-1), { topic: 'site/status', text: 'offline', retain: true, qos: 1 });
  await change(rule.id, { paused: false });
  await measure(4);
  await send();
  await drop(rule.id);
  await send();
  await waitUntil(() => broker.sockets.size === 0, 'nor does one that is deleted');
  await broker.close();
});

test('a broker that is away, or breaks off, loses nothing, and another rule goes on', async () => {
  const [first, well] = [await openBroker(), await openBroker()];
  const away = await makeRule({ name: 'away', url: first.url, mqtt });
  const other = await makeRule({ name: 'well', url: well.url, mqtt });
  await measure(10);
  await send();
  await first.close();
  await measure(11, 12);
  await send();
  const failing = await ruleOf(away.id);
  assert.deepEqual([failing.state, failing.fault, failing.waiting], ['failing', 'unreachable', 2]);
  assert.deepEqual(valuesOf(well.got), [10, 11, 12]);
  const again = await openBroker({ port: first.port });
  later();
  await send();
  assert.deepEqual(valuesOf(again.got), [11, 12]);
  assert.equal((await ruleOf(away.id)).state, 'upToDate');
  await drop(away.id);
  await drop(other.id);
  await send();
  await again.close();
  await well.close();
});

/** A broker that takes the connection and answers a message by what a test says; null = never. */
async function openSpeaker(version: 4 | 5, answer: (nth: number) => Buffer | 'close' | null) {
  let messages = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let unread = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      while (unread.length > 1 && unread.length >= 2 + (unread[1] ?? 0)) {
        const bytes = unread.subarray(0, 2 + (unread[1] ?? 0));
        unread = unread.subarray(bytes.length);
        const type = (bytes[0] ?? 0) >> 4;
        if (type === 1) socket.write(packet(0x20, Buffer.from(version === 5 ? [0, 0, 0] : [0, 0])));
        if (type !== 3) continue;
        const reply = answer(++messages);
        if (reply === 'close') socket.destroy();
        else if (reply) {
          const id = bytes.subarray(4 + bytes.readUInt16BE(2), 6 + bytes.readUInt16BE(2));
          socket.write(packet(0x40, id, reply));
        }
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `mqtt://127.0.0.1:${portOf(server)}`,
    count: () => messages,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
const short = { topic: 't' };

test('without its PUBACK a message has not been sent; it comes again, and what is refused for good is kept', async () => {
  const fine = Buffer.alloc(0);
  const silent = await openSpeaker(4, (nth) => (nth === 1 ? null : fine));
  const closing = await openSpeaker(4, (nth) => (nth === 1 ? 'close' : fine));
  const strict = await openSpeaker(5, (nth) => (nth === 1 ? Buffer.from([0x99, 0]) : fine));
  const closed = await openSpeaker(5, (nth) => (nth === 1 ? Buffer.from([0x87, 0]) : fine));
  const make = (name: string, url: string, version: '3.1.1' | '5') =>
    makeRule({ name, url, mqtt: { ...short, version } });
  const rules = [
    await make('silent', silent.url, '3.1.1'),
    await make('closing', closing.url, '3.1.1'),
    await make('strict', strict.url, '5'),
    await make('closed', closed.url, '5'),
  ];
  await measure(20);
  await send();
  const now = await Promise.all(rules.map(({ id }) => ruleOf(id)));
  assert.deepEqual(
    now.map(({ fault, waiting, refused }) => [fault, waiting, refused]),
    [
      ['noAcknowledgement', 1, 0],
      ['unreachable', 1, 0],
      ['status', 0, 1],
      ['notPermitted', 1, 0],
    ],
  );
  later();
  await send();
  const after = await Promise.all(rules.map(({ id }) => ruleOf(id)));
  assert.deepEqual(
    after.map(({ waiting, refused }) => [waiting, refused]),
    [
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 0],
    ],
  );
  assert.deepEqual([silent.count(), closing.count(), strict.count(), closed.count()], [2, 2, 1, 2]);
  for (const { id } of rules) await drop(id);
  await send();
  for (const each of [silent, closing, strict, closed]) each.close();
});

test('a login that is refused is said; secrets go to no other broker, nor without encryption', async () => {
  const broker = await openBroker({ password: 'right' });
  const secrets = { '/userName': 'somebody', '/password': 'wrong-one' };
  const rule = await makeRule({ name: 'login', url: broker.url, mqtt, secrets });
  await measure(30);
  await send();
  const failing = await ruleOf(rule.id);
  assert.deepEqual([failing.fault, failing.waiting], ['loginRefused', 1]);
  assert.ok(!/somebody|wrong-one/.test(JSON.stringify([failing, await push.logs(rule.id)])));
  const rows = await push.server.db.selectFrom('push_rule').select(['secrets', 'settings']).execute();
  assert.ok(!/somebody|wrong-one/.test(JSON.stringify(rows)), 'sealed');

  const other = await openBroker();
  const moved = await change(rule.id, { url: other.url });
  assert.deepEqual([moved.error, moved.detail?.[0]?.message], ['badInput', 'pushSecretAgain']);
  assert.equal((await change(rule.id, { url: broker.url.replace('mqtt:', 'mqtts:') })).error, 'badInput');
  const moving = await change(rule.id, { url: other.url, secrets: { '/userName': 'x', '/password': 'y' } });
  assert.ok(moving.pushRule, JSON.stringify(moving));
  await send();
  assert.deepEqual(
    other.clients.map((each) => each.split(' ')[1]),
    ['x'],
  );
  assert.deepEqual(valuesOf(other.got), [30]);
  assert.deepEqual(
    (await change(rule.id, { secrets: { '/password': '', '/userName': '' } })).pushRule?.secretsGiven,
    [],
    'an empty one takes it away',
  );
  await drop(rule.id);
  await send();
  await broker.close();
  await other.close();
});

test('an address inside is not reached, whatever its name; what lacks a topic is not saved', async () => {
  const inside = await makeRule({ name: 'inside', url: 'mqtt://10.1.2.3', mqtt });
  await measure(40);
  await send();
  assert.equal((await ruleOf(inside.id)).fault, 'addressRefused');
  await drop(inside.id);
  const named = openOutbound([], (_host, _options, done) => done(null, [{ address: '192.168.1.9', family: 4 }]));
  await assert.rejects(named.connect('broker.example', 1883, []), /refused \(address\)/);
  await named.close();
  const fieldOf = async (input: object) => {
    const { error, detail } = await push.refusalOf({ name: 'x', url: 'mqtt://broker.example', ...input });
    return [error, ...(detail ?? []).map(({ path, message }) => `${path} ${message}`)];
  };
  assert.deepEqual(await fieldOf({ mqtt: { topic: '' } }), ['badInput', 'mqtt.topic required']);
  assert.deepEqual(await fieldOf({ mqtt: { topic: 'a/#' } }), ['badInput', 'mqtt.topic pushTopic']);
  assert.deepEqual(await fieldOf({ url: 'mqtt://user:word@broker.example', mqtt }), [
    'badInput',
    'url pushCredentials',
  ]);
  assert.deepEqual(await fieldOf({ url: 'gopher://broker.example', mqtt }), ['badInput', 'url pushAddress']);
  const formatId = await push.makeFormat('Header', {
    authKeys: [{ path: 'x-key', place: 'header', method: 'random' }],
  });
  assert.deepEqual(await fieldOf({ formatId, mqtt }), ['badInput', 'formatId pushAuthPlace']);
});

const mosquitto = '/usr/sbin/mosquitto';
const needs = { skip: existsSync(mosquitto) ? false : 'Mosquitto (Debian: mosquitto) is not installed' };
const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = portOf(probe);
  probe.close();
  return port;
};

test('Mosquitto: both versions, with a password, and its will where the connection breaks', needs, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'push-mosquitto-'));
  const port = await freePort();
  writeFileSync(join(folder, 'passwords'), 'plumb:secret\n', { mode: 0o600 });
  spawnSync('mosquitto_passwd', ['-U', join(folder, 'passwords')]);
  const user = process.getuid?.() === 0 ? ['user root'] : [];
  const lines = [...user, `listener ${port} 127.0.0.1`, 'allow_anonymous false', `password_file ${folder}/passwords`];
  writeFileSync(join(folder, 'conf'), lines.join('\n'));
  const broker: ChildProcess = spawn(mosquitto, ['-c', join(folder, 'conf')], { stdio: 'ignore' });
  const reader = await until(
    () =>
      connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'plumb', password: 'secret', reconnectPeriod: 0 }).catch(
        () => null,
      ),
    (client) => client !== null,
  );
  assert.ok(reader);
  t.after(async () => {
    reader.end(true);
    broker.kill();
    await once(broker, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });
  const got: string[] = [];
  reader.on('message', (topic, payload) => got.push(`${topic} ${payload.toString()}`));
  await reader.subscribeAsync('#', { qos: 1 });
  const secrets = { '/userName': 'plumb', '/password': 'secret' };
  const rules = [];
  for (const version of ['3.1.1', '5'] as const)
    rules.push(
      await makeRule({
        name: `mosquitto ${version}`,
        url: `mqtt://127.0.0.1:${port}`,
        mqtt: { topic: version, version, statusTopic: `status/${version}` },
        secrets,
      }),
    );
  await measure(50, 51);
  await send();
  const messages = (topic: string) =>
    got.filter((each) => each.startsWith(`${topic} `)).map((each) => each.slice(topic.length + 1));
  await waitUntil(() => got.length >= 6, 'all of it has come');
  for (const version of ['3.1.1', '5']) {
    assert.deepEqual(
      messages(version).map((each) => (JSON.parse(each) as { v: number }).v),
      [50, 51],
    );
    assert.deepEqual(messages(`status/${version}`), ['online']);
  }
  for (const { id } of rules) await drop(id);
  await send();
  await waitUntil(
    () => messages('status/3.1.1').at(-1) === 'offline' && messages('status/5').at(-1) === 'offline',
    'its farewell',
  );
});
