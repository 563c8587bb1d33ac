/** Feeds of brokers, against peers that nobody here wrote: Mosquitto, mosquitto_pub, the Sparkplug client of npm. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { MQTT_PORT: '0', OUTBOUND_ALLOW: '127.0.0.1' });
const { corporationId } = north;
const { token } = north.admin;
const run = promisify(execFile);
const mosquitto = '/usr/sbin/mosquitto';
const needsMosquitto = {
  skip:
    existsSync(mosquitto) && existsSync('/usr/bin/mosquitto_pub')
      ? false
      : 'Mosquitto (Debian: mosquitto, mosquitto-clients) is not installed',
};

async function makeFeed(given: object) {
  const { status, body } = await server.call(
    feeds.create,
    { corporationId, name: crypto.randomUUID().slice(0, 30), ...given } as never,
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return { feed: body.feed, secret: body.secret ?? '' };
}
const values = async () =>
  (
    await server.db.selectFrom('reading').select('values').where('point_id', '=', north.pointId).orderBy('at').execute()
  ).map((row) => row.values[0]);

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function openMosquitto(): Promise<number> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const passwords = join(folder, 'passwords');
  writeFileSync(passwords, 'plumbline:secret\nlogger:secret\n', { mode: 0o600 });
  await run('mosquitto_passwd', ['-U', passwords]);
  const config = join(folder, 'mosquitto.conf');
  const user = process.getuid?.() === 0 ? ['user root'] : [];
  writeFileSync(
    config,
    [
      ...user,
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${passwords}`,
      'max_queued_messages 5000',
    ].join('\n'),
  );
  const broker = spawn(mosquitto, ['-c', config], { stdio: 'ignore' });
  after(() => broker.kill());
  return port;
}

test(
  'another broker: what it queues while the feed is off comes when it is on again, each once',
  needsMosquitto,
  async () => {
    const port = await openMosquitto();
    const place = { in: 'topic', level: 2 };
    const { feed } = await makeFeed({
      kind: 'externalBroker',
      wrapping: 'plain',
      place,
      host: '127.0.0.1',
      port,
      userName: 'plumbline',
      password: 'secret',
      topics: ['site/+/up'],
    });
    const connected = async () => {
      await server.gateway?.feeds.settled();
      const { body } = await server.call(feeds.list, { corporationId }, token);
      return body.states.find(({ feedId }) => feedId === feed.id)?.connected;
    };
    await waitFor(connected, true);
    const begun = server.clock.now().getTime() - 1_000_000;
    const publish = (from: number, to: number) => {
      const lines = Array.from({ length: to - from }, (_, i) =>
        JSON.stringify({ at: begun + (from + i) * 1000, channels: { 1: { temperature: from + i } } }),
      );
      const pub = spawn('mosquitto_pub', [
        ...['-h', '127.0.0.1', '-p', String(port), '-u', 'logger', '-P', 'secret', '-q', '1'],
        ...['-t', `site/${north.device.sncode}/up`, '-l'],
      ]);
      pub.stdin.end(`${lines.join('\n')}\n`);
      return new Promise<void>((resolve, reject) =>
        pub.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`mosquitto_pub ${code}`)))),
      );
    };
    const numbers = (to: number) => Array.from({ length: to }, (_, i) => i);
    await publish(0, 300);
    await waitFor(values, numbers(300));
    await server.call(feeds.update, { corporationId, feedId: feed.id, enabled: false }, token);
    await waitFor(connected, false);
    await publish(300, 1000);
    assert.equal((await values()).length, 300);
    await server.call(feeds.update, { corporationId, feedId: feed.id, enabled: true }, token);
    await waitFor(values, numbers(1000));
  },
);

test('an address inside that no setting allows is not connected to', async () => {
  const { feed } = await makeFeed({ kind: 'externalBroker', host: '10.255.255.1', port: 1883, topics: ['#'] });
  await waitUntilSettled(
    async () => {
      await server.gateway?.feeds.settled();
      const { body } = await server.call(feeds.list, { corporationId }, token);
      return body.states.find(({ feedId }) => feedId === feed.id);
    },
    (state) => assert.match(state?.lastFaultDetail ?? '', /refused \(address\)/),
  );
  await server.call(feeds.remove, { corporationId, feedId: feed.id }, token);
});

interface SparkplugClient {
  on(event: 'birth' | 'connect' | 'dcmd' | 'ncmd', act: (...given: never[]) => void): void;
  publishNodeBirth(payload: object): void;
  publishNodeData(payload: object): void;
  stop(): void;
}

test("Sparkplug B by npm's client: asked to be born where the birth is missing, then stored by the names of the birth", async (t) => {
  const { newClient } = (await import('sparkplug-client')) as unknown as {
    newClient: (config: object) => SparkplugClient;
  };
  const { feed, secret } = await makeFeed({ kind: 'broker', wrapping: 'sparkplugB' });
  const one = { corporationId, feedId: feed.id, source: 'dam/edge' };
  await server.call(feeds.assign, { ...one, deviceId: north.device.id }, token);
  const format = { content: 'json', rows: [{ from: '["Tank 1/Level"]', channel: '1', quantity: 'temperature' }] };
  await server.call(feeds.setFormat, { ...one, format: format as never }, token);
  const client = newClient({
    serverUrl: `mqtt://127.0.0.1:${server.gateway?.mqtt?.port}`,
    username: feed.key,
    password: secret,
    groupId: 'dam',
    edgeNode: 'edge',
    clientId: 'edge',
    version: 'spBv1.0',
    keepalive: 30,
  });
  t.after(() => client.stop());
  const begun = server.clock.now().getTime() - 2_000_000;
  const payload = (level: number, seconds: number) => ({
    timestamp: begun + seconds * 1000,
    metrics: [{ name: 'Tank 1/Level', value: level, type: 'Double' }],
  });
  await new Promise<void>((resolve) => client.on('birth', resolve));
  const request = new Promise<{ metrics: { name: string; value: unknown }[] }>((resolve) =>
    client.on('ncmd', resolve as never),
  );
  client.publishNodeData({ timestamp: begun, metrics: [{ alias: 7, value: 1, type: 'Double' }] });
  const { metrics } = await request;
  assert.deepEqual(
    metrics.map(({ name, value }) => [name, value]),
    [['Node Control/Rebirth', true]],
  );
  client.publishNodeBirth(payload(4001.5, 0));
  client.publishNodeData(payload(4002.25, 60));
  await waitUntilSettled(values, (found) =>
    assert.deepEqual(
      found.filter((value) => (value ?? 0) > 4000),
      [4001.5, 4002.25],
    ),
  );
});

test(
  "Sparkplug B through Mosquitto: the node of npm's client is asked to be born anew, by the broker between us",
  needsMosquitto,
  async (t) => {
    const { newClient } = (await import('sparkplug-client')) as unknown as {
      newClient: (config: object) => SparkplugClient;
    };
    const port = await openMosquitto();
    const { feed } = await makeFeed({
      kind: 'externalBroker',
      wrapping: 'sparkplugB',
      host: '127.0.0.1',
      port,
      userName: 'plumbline',
      password: 'secret',
      topics: ['spBv1.0/#'],
    });
    const one = { corporationId, feedId: feed.id, source: 'dam/far' };
    await server.call(feeds.assign, { ...one, deviceId: north.device.id }, token);
    const format = { content: 'json', rows: [{ from: '["Tank 1/Level"]', channel: '1', quantity: 'temperature' }] };
    await server.call(feeds.setFormat, { ...one, format: format as never }, token);
    const state = async () => {
      await server.gateway?.feeds.settled();
      const { body } = await server.call(feeds.list, { corporationId }, token);
      return body.states.find(({ feedId }) => feedId === feed.id)?.connected;
    };
    await waitFor(state, true);
    const client = newClient({
      serverUrl: `mqtt://127.0.0.1:${port}`,
      username: 'logger',
      password: 'secret',
      groupId: 'dam',
      edgeNode: 'far',
      clientId: 'far',
      version: 'spBv1.0',
      keepalive: 30,
    });
    t.after(() => client.stop());
    const begun = server.clock.now().getTime() - 1_500_000;
    const level = (value: number, seconds: number) => ({
      timestamp: begun + seconds * 1000,
      metrics: [{ name: 'Tank 1/Level', value, type: 'Double' }],
    });
    await new Promise<void>((resolve) => client.on('birth', resolve));
    const requests: { metrics: { name: string; value: unknown }[] }[] = [];
    client.on('ncmd', ((request: (typeof requests)[number]) => void requests.push(request)) as never);
    // Data by an alias that no birth has named: we came after the birth.
    client.publishNodeData({ timestamp: begun, metrics: [{ alias: 9, value: 1, type: 'Double' }] });
    await waitUntilSettled(
      async () => requests[0]?.metrics.map(({ name, value }) => [name, value]),
      (metrics) => assert.deepEqual(metrics, [['Node Control/Rebirth', true]]),
    );
    client.publishNodeBirth(level(5001.5, 0));
    client.publishNodeData(level(5002.25, 60));
    await waitUntilSettled(values, (found) =>
      assert.deepEqual(
        found.filter((value) => (value ?? 0) > 5000),
        [5001.5, 5002.25],
      ),
    );
  },
);
