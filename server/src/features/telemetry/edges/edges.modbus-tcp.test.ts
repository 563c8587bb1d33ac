/** Loggers in the network of a site: over Modbus TCP (Debian's python3-pymodbus) and over UDP, read by an edge whose link is cut. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { after, test } from 'node:test';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { commands } from '@plumbline/contract/telemetry/commands';
import { DialInSetup, dialIn } from '@plumbline/contract/telemetry/dial-in';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { withCrc } from '@plumbline/science/modbus/crc';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { startEdgeProcess } from '../../../../test/edge-process.ts';
import { openLinkToCentre } from '../../../../test/link-to-centre.ts';
import { noPymodbus, startPymodbus } from '../../../../test/pymodbus.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

let stopLogger = (): void => undefined;
after(() => stopLogger());

// The centre may reach this machine too: what it reads by itself would be seen as doubled.
const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1' });
const { corporationId } = north;
const { id: deviceId, sncode } = north.device;
const tick = setInterval(() => server.clock.set(new Date()), 50);
after(() => clearInterval(tick));
server.clock.set(new Date());
const token = await server.tokenFor(north.admin.id);
const link = await openLinkToCentre(server.url);
after(() => link.close());

type Setup = InputOf<typeof dialIn.set.input>['setup'];
const setup = (change: Partial<Setup>): Setup => ({
  enabled: true,
  heartbeat: '',
  silentSeconds: 900,
  intervalSeconds: 10,
  answerWithinMs: 1_000,
  retries: 0,
  rows: [{ unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' }],
  ...change,
});
const line = async () => (await server.call(dialIn.get, { deviceId }, token)).body;
const stored = async () =>
  (
    await server.db
      .selectFrom('reading')
      .select(['at', 'values'])
      .where('point_id', '=', north.pointId)
      .orderBy('at')
      .execute()
  ).map(({ at, values }) => [at.getTime(), values[0]] as const);

async function edgeOf(name: string, env: Record<string, string>) {
  const given = { corporationId, kind: 'edge', name, siteProjectId: north.projectId } as const;
  const { feed, secret } = (await server.call(feeds.create, given, token)).body;
  const process = await startEdgeProcess({
    EDGE_CENTRE: link.url,
    EDGE_KEY: feed.key,
    EDGE_SECRET: secret ?? '',
    ...env,
  });
  return { id: feed.id, process };
}
/** Quicker than people may set it. */
const quickly = (given: Setup) =>
  server.db
    .updateTable('dial_in')
    .set({ setup: JSON.stringify({ ...DialInSetup.parse(given), intervalSeconds: 1 }) })
    .where('device_id', '=', deviceId)
    .execute();

test('an edge reads a logger of pymodbus, each round once, also those while the link was cut', {
  skip: noPymodbus,
}, async () => {
  const { port, stop } = await startPymodbus('tcp');
  stopLogger = stop;
  // The site opens its network for that: another edge of the project, which does not, connects to nothing.
  const edge = await edgeOf('site', { EDGE_LOGGERS: '127.0.0.0/8' });
  const closed = await edgeOf('closed', {});
  const foreign = (
    await server.call(
      feeds.create,
      {
        corporationId: south.corporationId,
        kind: 'edge',
        name: 'elsewhere',
        siteProjectId: south.projectId,
      } as const,
      await server.tokenFor(south.admin.id),
    )
  ).body.feed;
  const at = (edgeId: number): Setup => setup({ tcp: { host: '127.0.0.1', port, edge: edgeId } });
  const refused = await server.call(dialIn.set, { deviceId, setup: at(foreign.id) }, token);
  assert.equal(refused.status, 400);
  assert.match(JSON.stringify(refused.body), /setup.tcp.edge/);
  assert.deepEqual(
    (await line()).edges.map(({ name }) => name),
    ['closed', 'site'],
  );

  assert.equal((await server.call(dialIn.set, { deviceId, setup: at(closed.id) }, token)).status, 200);
  await waitUntilSettled(line, ({ findings, state }) => {
    assert.deepEqual(findings, ['edgeCallsNobody']);
    assert.equal(state.endReason, 'addressRefused');
  });
  await closed.process.kill();

  assert.equal((await server.call(dialIn.set, { deviceId, setup: at(edge.id) }, token)).status, 200);
  await waitUntilSettled(line, ({ findings, state }) =>
    assert.deepEqual([findings, state.connection, state.address], [['fine'], 'connected', `127.0.0.1:${port}`]),
  );
  await quickly(at(edge.id));
  // Any change has the edge told its devices anew.
  await server.call(feeds.create, { corporationId, kind: 'webhook', name: 'a change' }, token);
  await waitUntilSettled(stored, (rows) => assert.ok(rows.length >= 4));

  link.cut();
  const waiting = async () =>
    ((await (await fetch(`http://127.0.0.1:${edge.process.httpPort}/healthz`)).json()) as { waiting: number }).waiting;
  /** A round is read each second; what the edge keeps of them waits. */
  const keeps = (rounds: number) =>
    waitUntil(async () => (await waiting()) >= rounds, `${rounds} rounds wait at the edge`);
  // What was on its way has come, or waits.
  await keeps(1);
  const before = (await stored()).length;
  await keeps(5);
  assert.equal((await stored()).length, before, 'nothing has gone by the link that is cut');
  const cutUntil = Date.now();
  link.mend();
  const rows = await waitUntilSettled(stored, (list) =>
    assert.ok(list.filter(([time]) => time > cutUntil).length >= 2),
  ).then(stored);
  const quick = rows.slice(-7).map(([time]) => time);
  const gaps = quick.slice(1).map((time, nth) => time - (quick[nth] ?? 0));
  assert.ok(Math.max(...gaps) < 1_900, `no round is missing: ${gaps.join(' ')}`);
  assert.ok(Math.min(...gaps) > 100, `none is there twice: ${gaps.join(' ')}`);
  assert.ok(
    rows.every(([, value]) => value === 18.5),
    JSON.stringify(rows),
  );
  // Nobody but the edge has read it: the centre connects to loggers of its own alone.
  const tookMs = gaps.reduce((sum, gap) => sum + gap, 0);
  assert.ok(tookMs > 5_000, `one round a second, not those of two: ${gaps.join(' ')}`);

  assert.equal((await server.call(dialIn.set, { deviceId, setup: at(edge.id) }, token)).status, 200);
  stop();
  await waitUntilSettled(line, ({ findings }) => assert.deepEqual(findings, ['unreachable']));
  // Given back to the centre, it is read there.
  const other = await startPymodbus('tcp');
  stopLogger = other.stop;
  const ofCentre = setup({ tcp: { host: '127.0.0.1', port: other.port, edge: null } });
  await server.call(dialIn.set, { deviceId, setup: ofCentre }, token);
  await waitUntilSettled(line, ({ findings, state }) => assert.deepEqual([findings, state.edge], [['fine'], null]));
  await edge.process.kill();
});

test('a modem dials in over UDP at an edge, is read there and answers a command of the centre', async () => {
  const edge = await edgeOf('udp', {});
  assert.equal((await server.call(dialIn.set, { deviceId, setup: setup({ udp: true }) }, token)).status, 200);
  const modem = createSocket('udp4');
  after(() => modem.close());
  const send = (bytes: Uint8Array | string) => modem.send(bytes, edge.process.dialInUdpPort, '127.0.0.1');
  modem.on('message', (request) => send(withCrc([request[0] ?? 0, request[1] ?? 0, 4, 0x41, 0xaa, 0, 0])));
  const again = setInterval(() => send(`REG,${sncode}\r\n`), 500);
  after(() => clearInterval(again));
  await waitUntilSettled(stored, (rows) => assert.equal(rows.at(-1)?.[1], 21.25));
  await waitUntilSettled(line, ({ state, findings }) =>
    assert.deepEqual(
      [state.connection, findings, state.edge?.udpPort],
      ['connected', ['fine'], edge.process.dialInUdpPort],
    ),
  );
  const { body } = await server.call(commands.command, { deviceId, command: 'collect' }, token);
  await waitUntilSettled(
    () => server.call(commands.commandStates, { deviceId }, token),
    ({ body: { commands: list } }) =>
      assert.match(list.find(({ commandId }) => commandId === body.commandId)?.answer ?? '', /1 of 1 reads answered/),
  );
});
