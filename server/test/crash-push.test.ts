/**
 * The crash test of data push: devices at full speed, a receiver that closes some connections before it answers, and SIGKILL of the
 * server with its database on the way. What was acknowledged to devices is at the receiver, with the value that a device sent
 * and in its order. PUSH_CRASHES=20 is the long form; CRASH_SEED repeats the moments.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readyFormats } from '@plumbline/contract/reports/push-formats.ready';
import { newPushRule } from '@plumbline/contract/reports/push-rules';
import pg from 'pg';
import { driveDevices, openDeliveryLog } from './crash/driver.ts';
import { type Fleet, makeFleet } from './crash/fleet.ts';
import { makeHome, type ServerProcess, startProcess } from './crash/server-process.ts';
import { makeFolder } from './folders.ts';
import { dice } from './store.ts';
import { until } from './until.ts';

const kills = Number(process.env['PUSH_CRASHES'] ?? 2);
const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 1_000_000);
const deviceCount = 6;
/** Readings that are acknowledged between two kills. */
const minAcked = 300;

interface Row {
  readonly point: string;
  readonly time: string;
  readonly value: number;
}

/** Keeps the rows of each message, also of those that it closes without an answer. */
async function openReceiver(moment: () => number) {
  const messages: (readonly Row[])[] = [];
  let unanswered = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    messages.push((JSON.parse(body) as { data: Row[] }).data);
    // Each costs the five seconds until the next try.
    if (moment() < 0.004) {
      unanswered++;
      response.destroy();
    } else response.end('thanks');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    rows: () => messages.flat(),
    unanswered: () => unanswered,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function onDatabase<T>(server: ServerProcess, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

async function addRule(client: pg.Client, { projectId }: Fleet, url: string): Promise<void> {
  const layout = readyFormats.find(({ code }) => code === 'json')?.format;
  const { enabled, paused, ...settings } = newPushRule;
  await client.query(
    `WITH format AS (INSERT INTO push_format (project_id, name, layout) VALUES ($1, 'Crash', $2) RETURNING id)
     INSERT INTO push_rule (project_id, format_id, name, enabled, paused, settings, by_name, created_at, next_at)
     SELECT $1, id, 'Crash', $3, $4, $5, 'test', now(), now() FROM format`,
    [projectId, JSON.stringify(layout), enabled, paused, JSON.stringify({ ...settings, url })],
  );
}

const pointNames = async (client: pg.Client, { devices }: Fleet): Promise<string[]> => {
  const ids = devices.map(({ points: [point] }) => point?.id ?? 0);
  const { rows } = await client.query<{ id: number; name: string }>('SELECT id, name FROM point WHERE id = ANY($1)', [
    ids,
  ]);
  return ids.map((id) => rows.find((row) => row.id === id)?.name ?? '');
};

test(`${kills} kills with a receiver that is pushed to (seed ${seed}): nothing is missing, nothing else, order kept`, async (t) => {
  const moment = dice(seed);
  const receiver = await openReceiver(moment);
  t.after(() => receiver.close());
  const folder = makeFolder('crash-push');
  const home = await makeHome(folder);
  t.after(() => home.remove());
  const env = { OUTBOUND_ALLOW: '127.0.0.1' };
  let server = await startProcess(home, { env });
  t.after(() => server.kill());
  const fleet = await onDatabase(server, (client) =>
    makeFleet(client, {
      name: 'push',
      devices: deviceCount,
      channels: 1,
      family: 'temperature',
      mode: 4,
      rulesOf: () => [],
    }),
  );
  await onDatabase(server, (client) => addRule(client, fleet, receiver.url));
  const names = await onDatabase(server, (client) => pointNames(client, fleet));
  const log = openDeliveryLog(join(folder, 'acknowledged.txt'));
  t.after(() => log.close());
  const devices = driveDevices({
    mqttUrl: home.mqttUrl,
    httpUrl: home.url,
    devices: fleet.devices,
    overHttp: 1,
    deviceStats: log,
  });
  t.after(() => devices.stop());
  for (let round = 0; round < kills; round++) {
    const acked = log.acked;
    const received = receiver.rows().length;
    devices.resume();
    await until(
      async () => log.acked >= acked + minAcked && receiver.rows().length > received,
      (isUnderWay) => isUnderWay,
      120_000,
    );
    await wait(1500 * moment() ** 2);
    devices.pause();
    await server.kill();
    server = await startProcess(home, { env });
  }
  await devices.idle(60_000);
  await until(
    () =>
      onDatabase(
        server,
        async (client) =>
          (await client.query(`SELECT FROM push_item UNION ALL SELECT FROM work WHERE name = 'readingsStored'`))
            .rowCount,
      ),
    (left) => left === 0,
    300_000,
  );

  assert.deepEqual(devices.refused, []);
  const due = new Map(
    log.read().map(({ device, at, value }) => [`${names[device]} ${new Date(at).toISOString()}`, value]),
  );
  const got = receiver.rows();
  const firsts = new Map<string, number>();
  for (const { point, time, value } of got) if (!firsts.has(`${point} ${time}`)) firsts.set(`${point} ${time}`, value);
  assert.deepEqual(
    [...due.keys()].filter((key) => !firsts.has(key)),
    [],
    'missing at the receiver',
  );
  assert.deepEqual(
    [...firsts].filter(([key, value]) => due.get(key) !== value),
    [],
    'of no reading that was acknowledged',
  );
  assert.ok(due.size >= kills * minAcked);
  for (const name of names) {
    const times = [...firsts.keys()].filter((key) => key.startsWith(`${name} `));
    assert.deepEqual(times, times.toSorted(), `the order of ${name}`);
  }
  t.diagnostic(
    `${due.size} readings, ${got.length - firsts.size} sent more than once, ${receiver.unanswered()} messages without an answer`,
  );
});
