/** What the centre shows of a device behind an edge: how its line goes, its frames, what is wrong; and nothing while the edge is away. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { type Frame, frames } from '@plumbline/contract/devices/frames';
import { commands } from '@plumbline/contract/telemetry/commands';
import { DialInSetup, dialIn } from '@plumbline/contract/telemetry/dial-in';
import { edgeLimits, edges } from '@plumbline/contract/telemetry/edges';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { linkDoctor } from '@plumbline/contract/telemetry/link-doctor';
import { waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { Dtu } from '../../../../test/dtu.ts';
import { type EdgeProcess, startEdgeProcess } from '../../../../test/edge-process.ts';
import { openLinkToCentre } from '../../../../test/link-to-centre.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { corporationId } = north;
const { id: deviceId, sncode } = north.device;
/** The centre may be ahead of the clock of this machine, which is that of the edge: so half a minute need not be waited for. */
let aheadMs = 0;
const tick = setInterval(() => server.clock.set(new Date(Date.now() + aheadMs)), 50);
after(() => clearInterval(tick));
server.clock.set(new Date());
const token = await server.tokenFor(north.admin.id);

const setup = DialInSetup.parse({
  enabled: true,
  heartbeat: 'fe',
  silentSeconds: 900,
  intervalSeconds: 600,
  answerWithinMs: 300,
  retries: 0,
  rows: [{ unit: 1, function: 3, address: 0, type: 'float32', channel: '1', quantity: 'temperature' }],
});
const given = { corporationId, kind: 'edge', name: 'site', siteProjectId: north.projectId } as const;
const { feed, secret } = (await server.call(feeds.create, given, token)).body;
const link = await openLinkToCentre(server.url);
after(() => link.close());
const start = () => startEdgeProcess({ EDGE_CENTRE: link.url, EDGE_KEY: feed.key, EDGE_SECRET: secret ?? '' });
const edge: EdgeProcess = await start();

const line = async () => (await server.call(dialIn.get, { deviceId }, token)).body;
const doctor = async () =>
  (await server.call(linkDoctor.ofDevice, { deviceId }, token)).body.findings.map(({ finding }) => finding);
const registers: Record<number, Record<number, number>> = { 1: { 0: 0x4194, 1: 0 } };
const dialInAtSite = (behaviour: ConstructorParameters<typeof Dtu>[2] = {}) => {
  const dtu = new Dtu(edge.dialInPort, sncode, { registers, heartbeat: 'fe', ...behaviour });
  after(() => dtu.end());
  return dtu;
};
let modem: Dtu | null = null;

test('its connection, its newest round and its frames are those of a device of the centre', async () => {
  assert.equal((await server.call(dialIn.set, { deviceId, setup }, token)).status, 200);
  // The centre has no port for modems: until one has come by the edge, that is all that is known.
  assert.deepEqual((await line()).findings, ['portClosed']);
  // The edge learns of the device with its next sign of life.
  await waitUntilSettled(
    async () => {
      if (!modem || modem.socket.destroyed) modem = dialInAtSite();
      return line();
    },
    ({ state, findings }) => {
      assert.deepEqual([state.connection, findings], ['connected', ['fine']]);
      assert.equal(state.round?.reads[0]?.outcome, 'answer');
      assert.ok(state.lastByteAt);
      assert.equal(state.edge?.isThere, true);
      assert.equal(state.edge?.port, edge.dialInPort);
    },
  );
  const { device } = (await server.call(devices.get, { deviceId }, token)).body;
  assert.equal(device.connection, 'connected');
  assert.deepEqual(await doctor(), ['fine']);

  assert.equal((await server.call(frames.recordDevice, { deviceId, minutes: 5 }, token)).status, 200);
  let nextMs = 0;
  await waitUntilSettled(
    async () => {
      // Again and again until the edge is told of the recording: an id alone is complete after half a second.
      if (performance.now() > nextMs) {
        modem?.end();
        modem = dialInAtSite();
        nextMs = performance.now() + 2_000;
      }
      return (await server.call(frames.ofDevice, { deviceId, after: 0 }, token)).body.frames;
    },
    (list) => {
      const of = (direction: string, kind: string) =>
        list.find((each) => each.direction === direction && each.kind === kind && each.link === 'dialIn');
      assert.ok(of('in', 'registration'), 'who it is');
      assert.ok(of('none', 'connected'));
    },
  );
  // Read by command: what is asked, what comes with a wrong check sum, what comes right and is stored at the centre.
  await waitUntilSettled(line, ({ state }) => assert.equal(state.connection, 'connected'));
  await server.call(frames.clearDevice, { deviceId }, token);
  if (modem) modem.behaviour.badSums = 1;
  for (const error of ['crc', null]) {
    const { status } = await server.call(commands.command, { deviceId, command: 'collect' }, token);
    assert.equal(status, 200);
    await waitUntilSettled(
      async () => (await server.call(frames.ofDevice, { deviceId, after: 0 }, token)).body.frames,
      (list) => {
        assert.ok(list.some((each) => each.kind === 'answer' && each.error === error));
        assert.equal(list.find((each) => each.kind === 'request')?.hex, '010300000002c40b');
      },
    );
  }
  await waitUntilSettled(
    async () => (await server.call(frames.ofDevice, { deviceId, after: 0 }, token)).body.frames,
    (list) => {
      const stored = list.find((each) => each.link === 'edge' && each.kind === 'readings');
      assert.equal(stored?.outcome?.stored, 1);
      assert.deepEqual(stored?.decoded?.[0]?.channels, { 1: { temperature: 18.5 } });
    },
  );
});

test('a modem that says nearly its register id is found there, and is listed for the edge alone', async () => {
  modem?.end();
  await waitUntilSettled(line, ({ state, findings }) => {
    assert.notEqual(state.connection, 'connected');
    assert.deepEqual(findings, ['away']);
  });
  const wrong = new Dtu(edge.dialInPort, `${sncode}X`, { registers });
  await wrong.closed;
  await waitUntilSettled(doctor, (found) => assert.deepEqual(found, ['lineSilent', 'similarRegistration']));
  const { body } = await server.call(feeds.list, { corporationId }, token);
  assert.deepEqual(
    body.states.find(({ feedId }) => feedId === feed.id)?.edge?.unknown.map(({ register }) => register),
    [`${sncode}X`],
  );
  assert.equal((await server.db.selectFrom('dial_in_unknown').selectAll().execute()).length, 0);
});

test('while the edge is away nothing is said of the line but that, and once it is back how it is now', async () => {
  await waitUntilSettled(
    async () => {
      if (modem?.socket.destroyed) modem = dialInAtSite();
      return line();
    },
    ({ state }) => assert.equal(state.connection, 'connected'),
  );
  link.cut();
  aheadMs = edgeLimits.silentMs + 5_000;
  await waitUntilSettled(line, ({ state, findings }) => {
    assert.deepEqual([state.connection, findings], ['unknown', ['edgeAway']]);
    assert.ok(state.edge?.signAt);
  });
  assert.deepEqual(await doctor(), ['edgeAway']);
  assert.equal((await server.call(devices.get, { deviceId }, token)).body.device.connection, 'unknown');
  // A command would look sent.
  const sent = await server.call(commands.command, { deviceId, command: 'collect' }, token);
  assert.equal(sent.status, 409);
  // What happens meanwhile is known once it is back.
  modem?.end();
  link.mend();
  await waitUntilSettled(line, ({ state, findings }) => {
    assert.deepEqual(findings, ['away']);
    assert.ok(state.endedAt);
    assert.notEqual(state.connection, 'connected');
  });
  aheadMs = 0;
});

const report = (input: Pick<(typeof edges.report.input)['_input'], 'lines' | 'frames'>) =>
  server.call(edges.report, { feedKey: feed.key, ...input }, secret ?? '');
const content: Omit<Frame, 'id' | 'at'> = {
  direction: 'in',
  link: 'dialIn',
  kind: 'bytes',
  topic: 'from the edge',
  size: 1,
  hex: 'fe',
  error: null,
  detail: '',
  outcome: null,
  decoded: null,
  measuredAt: null,
  sentAt: null,
  latencyMs: null,
};

test('an edge says something of devices of its project alone, and frames of those that are recorded', async () => {
  const at = new Date().toISOString();
  const newer = new Date(Date.now() + 60_000).toISOString();
  const news = { address: '10.0.0.1', connectedAt: newer, endedAt: null, endReason: null, lastByteAt: newer };
  const counts = { round: null, waiting: 0, lost: 2, refused: 0 };
  const both = [deviceId, south.device.id];
  await server.call(frames.stopDevice, { deviceId }, token);
  const { status } = await report({
    lines: both.map((id) => ({ deviceId: id, ...news, ...counts })),
    frames: both.map((id) => ({ deviceId: id, at, content })),
  });
  assert.equal(status, 200);
  const rows = await server.db.selectFrom('dial_in_state').select(['device_id', 'lost']).execute();
  assert.deepEqual(rows, [{ device_id: deviceId, lost: 2 }]);
  const listed = () => server.call(frames.ofDevice, { deviceId, after: 0 }, token);
  const isThere = async () => (await listed()).body.frames.some(({ topic }) => topic === 'from the edge');
  assert.equal(await isThere(), false, 'nobody has asked for it');
  await server.call(frames.recordDevice, { deviceId, minutes: 5 }, token);
  await report({ lines: [], frames: [{ deviceId, at, content }] });
  await waitUntilSettled(isThere, (is) => assert.ok(is));
  const long = { ...content, hex: '00'.repeat(9_000) };
  assert.equal((await report({ lines: [], frames: [{ deviceId, at, content: long }] })).status, 400);
  assert.equal((await server.call(edges.report, { feedKey: feed.key, lines: [], frames: [] }, 'wrong')).status, 401);
});
