/**
 * A site whose link is cut for an hour at 500 readings a second, in compressed time: what the edge takes meanwhile, how fast it
 * catches up, and how long live readings wait beside that.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveReading, NotificationServerEvents } from '@plumbline/contract/kernel/events';
import type { ClientEvents } from '@plumbline/contract/kernel/sockets';
import { io, type Socket } from 'socket.io-client';
import { makeFleet } from '../server/test/crash/fleet.ts';
import { type Settings, withServer } from './ingest.ts';
import { samples, startLoad } from './load.ts';
import { residentMB } from './machine.ts';
import { ascending, type Figure, figure, percentile } from './numbers.ts';

const devices = 500;
const hourSeconds = 3_600;
/** Points that the page looks at: no more are looked at at once. */
const watched = 200;

/** A way to the centre that can be cut. */
async function openLink(port: number) {
  let isCut = false;
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close: () => server.close(),
  };
}

function startEdge(folder: string, centre: string, { key, secret }: { key: string; secret: string }) {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../server/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      MQTT_PORT: '0',
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
      ROLES: 'gateway',
      EDGE_CENTRE: centre,
      EDGE_KEY: key,
      EDGE_SECRET: secret,
      EDGE_STORE_MB: '4096',
    },
  });
  let printed = '';
  return new Promise<{ child: ChildProcess; mqttPort: number; httpPort: number }>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const ports = /MQTT on port (\d+).*HTTP on port (\d+)/.exec(printed);
      if (ports) resolve({ child, mqttPort: Number(ports[1]), httpPort: Number(ports[2]) });
    });
    child.once('exit', () => reject(new Error(`the edge ended: ${printed}`)));
  });
}
const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));

interface EdgeHealth {
  readonly waiting: number;
  readonly dropped: number;
}
const healthOf = async (port: number): Promise<EdgeHealth> =>
  (await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()) as EdgeHealth;

/** Long because it is one walk: cut, fill, kill, mend, catch up. */
export function edge({ scale = 1 }: Settings): Promise<Figure[]> {
  return withServer(async (_server, home, client) => {
    const fleet = await makeFleet(client, {
      name: 'edge',
      devices,
      channels: 1,
      family: 'temperature',
      mode: 4,
      initialValues: { temperature: 0 },
      rulesOf: () => [],
    });
    const made = await fetch(`${home.url}/api/corporations/${fleet.corporationId}/feeds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${fleet.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'edge', name: 'Site', siteProjectId: fleet.projectId }),
    });
    if (!made.ok) throw new Error(await made.text());
    const { feed, secret } = (await made.json()) as { feed: { key: string }; secret: string };
    const link = await openLink(home.port);
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-bench-edge-'));
    let running = await startEdge(folder, link.url, { key: feed.key, secret });
    // It is told its devices every two seconds.
    await pause(5_000);
    const readings = devices * hourSeconds * scale;
    const texts = samples().map((_, i) => `{"1":{"temperature":${(i % 500) / 10}}}`);
    const load = (perSecond: number | null) =>
      startLoad({
        port: running.mqttPort,
        devices: fleet.devices,
        samples: texts,
        records: 1,
        window: 10,
        perSecond,
      });
    // The centre knows the devices of a site whose link is cut.
    const before = await load(500);
    const { acked: first } = await before.measure({ warmUpMs: 0, measureMs: 5_000 });
    before.stop();
    // What waits when the link is cut is counted with what comes after.
    for (let waiting = 1; waiting > 0; await pause(500)) ({ waiting } = await healthOf(running.httpPort));
    link.cut();
    const filling = await load(null);
    const begun = performance.now();
    let acked = 0;
    while (acked < readings) ({ acked } = await filling.measure({ warmUpMs: 0, measureMs: 1_000 }));
    const rate = acked / ((performance.now() - begun) / 1000);
    filling.stop();
    await pause(2_000);
    const memory = residentMB(running.child.pid ?? 0);
    running.child.kill('SIGKILL');
    await ended(running.child);
    const restartedAt = performance.now();
    running = await startEdge(folder, link.url, { key: feed.key, secret });
    const restartMs = performance.now() - restartedAt;
    const waitingCount = (await healthOf(running.httpPort)).waiting;
    const page: Socket<NotificationServerEvents, ClientEvents<'/notification'>> = io(`${home.url}/notification`, {
      auth: { token: fleet.token },
      transports: ['websocket'],
    });
    try {
      const delays: number[] = [];
      const liveFrom = Date.now();
      page.on('READINGS', (arrived: LiveReading[]) => {
        for (const { at } of arrived) if (Number(at) >= liveFrom) delays.push(Date.now() - Number(at));
      });
      const granted = await page.emitWithAck('SUBSCRIBE', {
        pointIds: fleet.devices.slice(0, watched).flatMap(({ points }) => points.map(({ id }) => id)),
      });
      if ('error' in granted) throw new Error(`the page may not look: ${granted.error}`);
      const live = await load(500);
      link.mend();
      const mendedAt = performance.now();
      let sentLive = 0;
      while ((await healthOf(running.httpPort)).waiting > 500 || sentLive === 0)
        sentLive = (await live.measure({ warmUpMs: 0, measureMs: 1_000 })).acked;
      const seconds = (performance.now() - mendedAt) / 1000;
      live.stop();
      for (let waiting = 1; waiting > 0; await pause(200)) ({ waiting } = await healthOf(running.httpPort));
      const { rows } = await client.query<{ stored: number; doubled: number }>(
        `SELECT (SELECT count(*)::int FROM reading) + (SELECT coalesce(sum(n), 0)::int FROM segment) AS stored,
           (SELECT count(*)::int FROM reading_history) AS doubled`,
      );
      const { stored = 0, doubled = 0 } = rows[0] ?? {};
      // The load generator counts what was acknowledged until it ended; what came after that is stored too.
      if (stored < first + acked + sentLive || doubled > 0)
        throw new Error(
          `${first + acked + sentLive} readings were acknowledged, ${stored} are stored, ${doubled} overwritten`,
        );
      const { dropped } = await healthOf(running.httpPort);
      if (dropped > 0) throw new Error(`${dropped} were let go`);
      process.stdout.write(`  ${stored.toLocaleString('en-US')} readings, all stored once\n`);
      const sorted = ascending(delays);
      return [
        figure('readings without a link', '', [waitingCount]),
        figure('  taken by the edge', '/s', [rate], { atLeast: 500 }),
        figure('  memory of the edge', 'MB', [memory]),
        figure('killed and ready again', 'ms', [restartMs]),
        figure('caught up', '/s', [waitingCount / seconds]),
        figure('live publish to screen beside it p50', 'ms', [percentile(sorted, 0.5)]),
        figure('live publish to screen beside it p99', 'ms', [percentile(sorted, 0.99)], { under: 2_000 }),
      ];
    } finally {
      page.disconnect();
      link.close();
      running.child.kill('SIGTERM');
      await ended(running.child);
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
