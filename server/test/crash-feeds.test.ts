/**
 * The crash test of feeds: mosquitto_pub sends numbered messages of QoS 1 without a time of their own, the server and its
 * database are killed on the way, and each message that was acknowledged is stored once. FEED_CRASHES=5 makes it 10,000
 * messages and five kills (the long form).
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type FleetDevice, makeFleet } from './crash/fleet.ts';
import { makeHome, type ServerProcess, startProcess } from './crash/server-process.ts';
import { makeFolder } from './folders.ts';

const kills = Number(process.env['FEED_CRASHES'] ?? 1);
const messages = kills * 2_000;
const limitMs = 120_000;
const isThere = existsSync('/usr/bin/mosquitto_pub');

async function onDatabase<T>(server: ServerProcess, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

async function makeFeed(url: string, corporationId: number, token: string): Promise<{ key: string; secret: string }> {
  const response = await fetch(`${url}/api/corporations/${corporationId}/feeds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      kind: 'broker',
      name: 'Loggers',
      enabled: true,
      wrapping: 'plain',
      timeZone: 'UTC',
      place: { in: 'content', path: 'id' },
    }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  const { feed, secret } = (await response.json()) as { feed: { key: string }; secret: string };
  return { key: feed.key, secret };
}

/** mosquitto_pub with all messages on its input; it connects again by itself, and ends when the last is acknowledged. */
function publish(port: number, { key, secret }: { key: string; secret: string }, devices: readonly FleetDevice[]) {
  const child = spawn('mosquitto_pub', [
    ...['-h', '127.0.0.1', '-p', String(port), '-V', 'mqttv311', '-i', 'logger', '-c', '-q', '1'],
    ...['-u', key, '-P', secret, '-t', 'site/up', '-l', '-d'],
  ]);
  const lines = Array.from({ length: messages }, (_, n) =>
    JSON.stringify({ id: devices[n % devices.length]?.sncode, channels: { 1: { temperature: n } } }),
  );
  child.stdin.end(`${lines.join('\n')}\n`);
  const acknowledged = new Set<string>();
  let [output, repeats] = ['', 0];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const whole = output.lastIndexOf('\n') + 1;
    for (const [, id] of output.slice(0, whole).matchAll(/received PUBACK \(Mid: (\d+)/g)) acknowledged.add(id ?? '');
    repeats += [...output.slice(0, whole).matchAll(/sending PUBLISH \(d1/g)].length;
    output = output.slice(whole);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    get acknowledged() {
      return acknowledged.size;
    },
    identifiers: acknowledged as ReadonlySet<string>,
    get repeats() {
      return repeats;
    },
    ended,
    stop: () => child.kill('SIGKILL'),
  };
}

const pointsIn = async (client: pg.Client): Promise<number[]> =>
  (await client.query<{ id: number }>('SELECT id FROM point ORDER BY id')).rows.map(({ id }) => id);

/** Every stored value and how often it is there, as people read it: rows that lie in segments by now are among them. */
async function storedValues(url: string, token: string, pointIds: readonly number[]) {
  const times = new Map<number, number>();
  const [from, to] = [Date.now() - 86_400_000, Date.now() + 86_400_000].map((ms) => new Date(ms).toISOString());
  for (const pointId of pointIds)
    for (let page = 1; ; page++) {
      const response = await fetch(`${url}/api/monitor/pagination`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pointId, from, to, order: 'oldest', page, pageSize: 500 }),
      });
      assert.equal(response.status, 200, await response.clone().text());
      const { rows } = (await response.json()) as { rows: { values: (number | null)[] }[] };
      for (const { values } of rows) times.set(values[0] ?? Number.NaN, (times.get(values[0] ?? Number.NaN) ?? 0) + 1);
      if (rows.length < 500) break;
    }
  return [...times].map(([value, count]) => ({ value, times: count }));
}

async function until(condition: () => boolean, otherwise: string) {
  for (const end = performance.now() + limitMs; !condition(); await wait(2))
    if (performance.now() > end) throw new Error(otherwise);
}

test(`${messages} messages without a time, ${kills} kills: each acknowledged one is stored once`, {
  skip: isThere ? false : 'mosquitto_pub (Debian: mosquitto-clients) is not installed',
}, async (t) => {
  const home = await makeHome(makeFolder('crash-feeds'));
  t.after(() => home.remove());
  let server = await startProcess(home);
  t.after(() => server.kill());
  const fleet = await onDatabase(server, (client) =>
    makeFleet(client, {
      name: 'feeds',
      devices: 1,
      channels: 1,
      family: 'temperature',
      mode: 4,
      initialValues: { temperature: 0 },
      rulesOf: () => [],
    }),
  );
  const feed = await makeFeed(home.url, fleet.corporationId, fleet.token);
  const sender = publish(home.mqttPort, feed, fleet.devices);
  t.after(() => sender.stop());
  for (let nth = 1; nth <= kills; nth++) {
    const enough = Math.round((messages * nth) / (kills + 1));
    await until(() => sender.acknowledged >= enough, `after ${nth - 1} kills only ${sender.acknowledged} arrived`);
    await server.kill();
    server = await startProcess(home);
  }
  const code = await Promise.race([sender.ended, wait(limitMs, 'late' as const, { ref: false })]);
  assert.equal(code, 0, `mosquitto_pub: ${sender.acknowledged} of ${messages} acknowledged`);
  // Now and then this client lets a few go that it took while it was not connected.
  assert.ok(sender.acknowledged > messages * 0.99, `${sender.acknowledged} were acknowledged`);
  const stored = await storedValues(home.url, fleet.token, await onDatabase(server, pointsIn));
  t.diagnostic(`kills ${kills}, messages ${messages}, sent again ${sender.repeats}`);
  assert.deepEqual(
    stored.filter(({ times }) => times !== 1),
    [],
  );
  // Packet identifiers are given in the order of the lines, from 1 on.
  const values = new Set(stored.map(({ value }) => value + 1));
  const missing = [...sender.identifiers].map(Number).filter((id) => !values.has(id));
  assert.deepEqual(missing, [], 'acknowledged and not stored');
  assert.ok(sender.repeats > 0, 'nothing was on its way at a kill: nothing was proved');
});
