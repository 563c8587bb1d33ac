/** A logger behind a modem that dials in at the site: read there, kept while the link is cut, and asked by the centre. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { commands } from '@plumbline/contract/telemetry/commands';
import { DialInSetup } from '@plumbline/contract/telemetry/dial-in';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { Dtu } from '../../../../test/dtu.ts';
import { openLinkToCentre } from '../../../../test/link-to-centre.ts';
import { until } from '../../../../test/until.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);
const { corporationId } = north;
const { id: deviceId, sncode } = north.device;
const folder = mkdtempSync(join(tmpdir(), 'edge-dial-in-'));
let child: ChildProcess | null = null;
after(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
// The edge has the clock of this machine.
const tick = setInterval(() => server.clock.set(new Date()), 100);
server.clock.set(new Date());
after(() => clearInterval(tick));
const token = await server.tokenFor(north.admin.id);

const stored = async () =>
  (
    await server.db
      .selectFrom('reading')
      .select(['at', 'values'])
      .where('point_id', '=', north.pointId)
      .orderBy('at')
      .execute()
  ).map(({ at, values }) => [at.getTime(), values[0]] as const);

async function startEdge(env: Record<string, string>): Promise<{ dialInPort: number; httpPort: number }> {
  const started = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../../../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      MQTT_PORT: 'off',
      DIAL_IN_PORT: '0',
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
      ROLES: 'gateway',
      ...env,
    },
  });
  child = started;
  let printed = '';
  for (const output of [started.stdout, started.stderr])
    output?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  await until(
    () => printed,
    (text) => text.includes('ready as an edge'),
    60_000,
  );
  const [, httpPort, dialInPort] = /HTTP on port (\d+), loggers that dial in on port (\d+)/.exec(printed) ?? [];
  return { dialInPort: Number(dialInPort), httpPort: Number(httpPort) };
}

test('it is read by the plan of the centre, each round once, also those while the link was cut', async () => {
  const setup = DialInSetup.parse({
    enabled: true,
    heartbeat: 'fe',
    silentSeconds: 90,
    intervalSeconds: 600,
    answerWithinMs: 300,
    retries: 1,
    readLength: 125,
    networks: [],
    rows: [{ unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' }],
  });
  // Quicker than people may set it.
  await server.db
    .insertInto('dial_in')
    .values({
      device_id: deviceId,
      setup: JSON.stringify({ ...setup, intervalSeconds: 1 }),
      by_name: 'test',
      changed_at: new Date(),
    })
    .execute();
  const given = { corporationId, kind: 'edge', name: 'site', siteProjectId: north.projectId } as const;
  const { feed, secret } = (await server.call(feeds.create, given, token)).body;
  const link = await openLinkToCentre(server.url);
  after(() => link.close());
  const edge = await startEdge({ EDGE_CENTRE: link.url, EDGE_KEY: feed.key, EDGE_SECRET: secret ?? '' });
  const registers: Record<number, Record<number, number>> = { 1: { 0: 0x4194, 1: 0 } };
  // Before the centre has told of it, the modem is nobody: it dials in again.
  let dtu = new Dtu(edge.dialInPort, sncode, { registers, heartbeat: 'fe' });
  const again = setInterval(() => {
    if (dtu.socket.destroyed) dtu = new Dtu(edge.dialInPort, sncode, { registers, heartbeat: 'fe' });
  }, 300);
  after(() => {
    clearInterval(again);
    dtu.end();
  });
  await until(stored, (rows) => rows.length >= 2);
  const unknown = new Dtu(edge.dialInPort, 'NOBODY-1', { registers });
  await unknown.closed;

  link.cut();
  const waiting = async () =>
    ((await (await fetch(`http://127.0.0.1:${edge.httpPort}/healthz`)).json()) as { waiting: number }).waiting;
  /** A round is read each second; what the edge keeps of them waits. */
  const keeps = (rounds: number) =>
    waitUntil(async () => (await waiting()) >= rounds, `${rounds} rounds wait at the edge`);
  // What was on its way has come, or waits.
  await keeps(1);
  const before = (await stored()).length;
  registers[1] = { 0: 0x41aa, 1: 0 };
  await keeps(5);
  assert.equal((await stored()).length, before, 'nothing has gone by the link that is cut');
  link.mend();
  const rows = await until(stored, (list) => list.filter(([, value]) => value === 21.25).length >= 4);
  const times = rows.map(([at]) => at);
  const gaps = times.slice(1).map((at, nth) => at - (times[nth] ?? 0));
  // The first round is read at once, the next at the turn of a second.
  assert.ok(Math.max(...gaps.slice(1)) < 2_500, `no round is missing: ${gaps.join(' ')}`);
  const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  assert.ok(times.length <= spanMs / 1_000 + 3, `each round once: ${gaps.join(' ')}`);

  const collect = await until(
    () => server.call(commands.command, { deviceId, command: 'collect' }, token),
    ({ status }) => status === 200,
  );
  const answer = await until(
    async () =>
      (await server.call(commands.commandStates, { deviceId }, token)).body.commands.find(
        ({ commandId }) => commandId === collect.body.commandId,
      )?.answer,
    (text) => text !== undefined && text !== null,
  );
  assert.equal((JSON.parse(answer ?? '{}') as { ok: boolean }).ok, true, answer ?? '');
});
