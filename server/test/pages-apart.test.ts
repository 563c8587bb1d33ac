/**
 * An installation as its user starts it: one process takes readings, judges and tells, another one serves the pages. Held,
 * killed and begun again, the pages stop neither readings nor alerts.
 */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { elementAt } from '@plumbline/contract/kernel/elements';
import type { LiveReading } from '@plumbline/contract/kernel/events';
import { thresholds } from '@plumbline/contract/points/thresholds';
import mqtt from 'mqtt';
import { io, type Socket } from 'socket.io-client';
import { callerOf } from './calls.ts';
import { freshDatabase } from './database.ts';
import { makeFolder } from './folders.ts';
import { makeAccount, makeWorld, startServer, type World } from './harness.ts';
import { rule } from './judging.fixtures.ts';
import { type Running, startProcess } from './process.ts';
import { waitUntil } from './wait-until.ts';

const metricsToken = 'watcher';
let folder: string;
let running: Running;
let world: World;
let systemToken: string;
let mqttPort: number;
let drop: () => Promise<void>;

before(async () => {
  folder = makeFolder('pages-apart');
  const database = await freshDatabase();
  drop = database.drop;
  const maker = await startServer({ DATABASE_URL: database.url, ROLES: 'web' }, new Date());
  world = await makeWorld(maker, 'Apart');
  systemToken = (await makeAccount(maker, 'System', null, 'apart.system')).token;
  await maker.close();
  running = await startProcess(join(folder, 'data'), ['--no-demo'], {
    DATABASE_URL: database.url,
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'silent',
  });
  mqttPort = Number(/MQTT on port (\d+)/.exec(running.printed())?.[1]);
});
after(async () => {
  running.child.kill('SIGTERM');
  await running.ended;
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** The process of the pages, as the system knows it; null = there is none. */
function pagesPid(): number | null {
  const { pid } = running.child;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/);
  const isPages = (child: string) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/web.ts');
    } catch {
      return false;
    }
  };
  const found = children.find(isPages);
  return found === undefined ? null : Number(found);
}

const call = <R extends Parameters<ReturnType<typeof callerOf>>[0]>(route: R, input: never) =>
  callerOf(running.url)(route, input, world.admin.token);

/** One reading by the device of the world, over HTTP; gives the status. */
async function deliver(temperature: number, atMs = Date.now()): Promise<number> {
  const response = await fetch(`${running.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ at: atMs, channels: { 1: { temperature } } }),
  });
  await response.arrayBuffer();
  return response.status;
}

const get = (path: string, token = world.admin.token) =>
  fetch(`${running.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  });

async function openAlerts(): Promise<number> {
  const response = await get(`/api/projects/${world.projectId}/alerts?pageSize=200`);
  assert.equal(response.status, 200);
  const { alerts, total } = (await response.json()) as { alerts: unknown[]; total?: number };
  return total ?? alerts.length;
}

/** A page that watches the point of the world. */
async function openPage(): Promise<{ page: Socket; received: LiveReading[] }> {
  const page = io(`${running.url}/notification`, { auth: { token: world.admin.token }, transports: ['websocket'] });
  const received: LiveReading[] = [];
  page.on('READINGS', (readings: LiveReading[]) => received.push(...readings));
  const subscription = { projectId: world.projectId, pointIds: [world.pointId] };
  assert.deepEqual(await page.timeout(20_000).emitWithAck('SUBSCRIBE', subscription), subscription);
  return { page, received };
}

test('pages and devices are served at one address, by two processes, and what is stored reaches open pages', async () => {
  assert.ok(pagesPid());
  assert.equal((await get('/api/session')).status, 200);
  assert.equal((await get('/')).headers.get('content-type')?.startsWith('text/html'), true);
  const rules = { pointId: world.pointId, thresholds: [rule()] };
  assert.equal((await call(thresholds.setThresholds, rules as never)).status, 200);
  const { page, received } = await openPage();
  assert.equal(await deliver(1), 200);
  await waitUntil(() => received.length === 1, 'a reading on the page');
  page.close();
  const counters = (await (await get('/api/gateway/counters', systemToken)).json()) as { counters: { stored: number } };
  assert.equal(counters.counters.stored, 1, 'what the gateway counted is known where it counts');
});

test('figures of both processes are added, for who brings the token alone', async () => {
  assert.equal((await fetch(`${running.url}/metrics`)).status, 401);
  const response = await fetch(`${running.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const text = await response.text();
  assert.match(text, /plumbline_http_request_seconds_count\{method="GET",route="\/api\/session",status="200"\} 1/);
  assert.match(text, /plumbline_http_request_seconds_count\{.*route="\/api\/devices\/:sncode\/readings".*\} 1/);
});

test('while the pages stand still readings are taken over every link, and alerts are raised', async () => {
  const before = await openAlerts();
  const { page, received } = await openPage();
  const pid = pagesPid();
  assert.ok(pid);
  process.kill(pid, 'SIGSTOP');
  try {
    const waiting = get('/api/session');
    assert.equal(await deliver(35), 200);
    const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      username: world.device.sncode,
      password: world.device.secret,
      protocolVersion: 4,
      reconnectPeriod: 0,
    });
    const record = { at: Date.now() + 1, channels: { 1: { temperature: 45 } } };
    await device.publishAsync(`devices/${world.device.sncode}/readings`, JSON.stringify(record), { qos: 1 });
    await device.endAsync();
    assert.equal((await fetch(`${running.url}/livez`)).status, 200);
    assert.equal((await fetch(`${running.url}/healthz`)).status, 200);
    process.kill(pid, 'SIGCONT');
    assert.equal((await waiting).status, 200, 'who waited is answered');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await waitUntil(() => received.length === 2, 'what was stored meanwhile, on the page');
  page.close();
  assert.ok((await openAlerts()) > before, 'the alert of what came while nobody could look');
});

test('pages that end begin again by themselves; devices notice nothing', async () => {
  const pid = pagesPid();
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  const statuses: number[] = [];
  await waitUntil(async () => {
    statuses.push(await deliver(2, Date.now() - 3_600_000 + statuses.length));
    return pagesPid() !== null && pagesPid() !== pid;
  }, 'another process of pages');
  assert.ok(statuses.every((status) => status === 200));
  await waitUntil(async () => {
    const { status } = await get('/api/session');
    assert.ok([200, 503].includes(status), String(status));
    return status === 200;
  }, 'the pages answer again');
  const { page, received } = await openPage();
  assert.equal(await deliver(3), 200);
  await waitUntil(() => received.length === 1, 'a reading on a page of the new process');
  page.close();
});

test('with the process that began it the one of the pages ends too', async () => {
  const pid = pagesPid();
  assert.ok(pid);
  const other = await startProcess(join(folder, 'other'), ['--no-demo'], { LOG_LEVEL: 'silent' });
  const { pid: parent } = other.child;
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(/\s+/).map(Number);
  const pages = elementAt(
    children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/web.ts')),
    0,
  );
  other.child.kill('SIGKILL');
  await other.ended;
  const isAlive = () => {
    try {
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pages}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  for (let tries = 0; tries < 400 && isAlive(); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(isAlive(), false);
});
