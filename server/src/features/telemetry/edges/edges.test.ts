/** Edges against a real centre: who is let in, what counts once, and an edge whose link is cut and that is killed on the way. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { commands } from '@plumbline/contract/telemetry/commands';
import { edges } from '@plumbline/contract/telemetry/edges';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import mqtt, { type MqttClient } from 'mqtt';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import type { World } from '../../../../test/harness.ts';
import { rule, setRules } from '../../../../test/judging.fixtures.ts';
import { type LinkToCentre, openLinkToCentre } from '../../../../test/link-to-centre.ts';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);
const { corporationId } = north;
const { token } = north.admin;
const root = mkdtempSync(join(tmpdir(), 'edges-'));
after(() => rmSync(root, { recursive: true, force: true }));

interface EdgeFeed {
  readonly id: number;
  readonly key: string;
  readonly secret: string;
}
async function makeEdge(sirenLevel: number | null = null): Promise<EdgeFeed> {
  const given = { corporationId, kind: 'edge', name: crypto.randomUUID().slice(0, 30) } as const;
  const { status, body } = await server.call(
    feeds.create,
    { ...given, siteProjectId: north.projectId, sirenLevel },
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return { id: body.feed.id, key: body.feed.key, secret: body.secret ?? '' };
}
const stateOf = async ({ id }: EdgeFeed) => {
  const { body } = await server.call(feeds.list, { corporationId }, token);
  const state = body.states.find(({ feedId }) => feedId === id);
  assert.ok(state);
  return state;
};

/** What an edge says of which all is well. */
const allWell = {
  version: '1',
  waiting: 0,
  waitingSince: null,
  bytes: 0,
  maxBytes: 1,
  dropped: 0,
  refusedFull: 0,
  damaged: 0,
  connected: 0,
  siren: 'none' as const,
  sirenSince: null,
} as const;

const startMs = Date.parse('2026-03-01T00:00:00Z');
/** A reading of its own second. */
const reading = (n: number, temperature = n % 50) =>
  JSON.stringify({ at: startMs + n * 1_000, channels: { 1: { temperature } } });
const storedOf = async ({ pointId }: World) =>
  Number(
    (
      await server.db
        .selectFrom('reading')
        .select((is) => is.fn.countAll<string>().as('count'))
        .where('point_id', '=', pointId)
        .executeTakeFirstOrThrow()
    ).count,
  );

describe('the centre', () => {
  test('takes messages of the devices of the project alone, and counts each once', async () => {
    const edge = await makeEdge();
    const messages = [
      { sncode: north.device.sncode, kind: 'readings', content: reading(-2) },
      { sncode: north.device.sncode, kind: 'readings', content: reading(-1) },
      { sncode: south.device.sncode, kind: 'readings', content: reading(-1) },
      { sncode: north.device.sncode, kind: 'readings', content: 'no JSON' },
    ] as const;
    const deliver = () => server.call(edges.deliver, { feedKey: edge.key, messages: [...messages] }, edge.secret);
    const first = await deliver();
    assert.deepEqual([first.status, first.body], [200, { stored: 2, unchanged: 0, refused: 2 }]);
    assert.deepEqual((await deliver()).body, { stored: 0, unchanged: 2, refused: 2 });
    assert.equal(await storedOf(south), 0);
  });

  test('lets nobody in by the secret of another feed, of a feed that is off, or to the project of others', async () => {
    const edge = await makeEdge();
    const other = await makeEdge();
    const sign = (secret: string) =>
      server.call(edges.sign, { feedKey: edge.key, sign: allWell, plan: '', listening: [] }, secret);
    assert.equal((await sign(other.secret)).status, 401);
    assert.equal((await sign(edge.secret)).status, 200);
    await server.call(feeds.update, { corporationId, feedId: edge.id, enabled: false }, token);
    assert.equal((await sign(edge.secret)).status, 401);
    const foreign = { corporationId, kind: 'edge', name: 'foreign', siteProjectId: south.projectId } as const;
    assert.equal((await server.call(feeds.create, foreign, token)).status, 404);
    const none = await server.call(feeds.create, { corporationId, kind: 'edge', name: 'none' }, token);
    assert.equal(none.status, 400);
  });

  test('tells an edge its devices once, without a secret in them, and again when one changes', async () => {
    const edge = await makeEdge();
    const sign = async (plan: string) => {
      const input = { feedKey: edge.key, sign: allWell, plan, listening: [] };
      return (await server.call(edges.sign, input, edge.secret)).body;
    };
    const { plan } = await sign('');
    assert.ok(plan);
    assert.deepEqual(
      plan.devices.map(({ sncode }) => sncode),
      [north.device.sncode],
    );
    assert.ok(!JSON.stringify(plan).includes(north.device.secret));
    assert.equal((await sign(plan.hash)).plan, null);
    await setRules(server, north, rule());
    const changed = (await sign(plan.hash)).plan;
    assert.ok(JSON.stringify(changed?.devices).includes('[10,20,30,40]'));
    await setRules(server, north);
  });

  test('shows an edge that is silent as not connected, and what it said last', async () => {
    const edge = await makeEdge();
    assert.deepEqual([(await stateOf(edge)).connected, (await stateOf(edge)).edge], [false, null]);
    const sign = { ...allWell, waiting: 12, dropped: 3 };
    await server.call(edges.sign, { feedKey: edge.key, sign, plan: '', listening: [] }, edge.secret);
    const state = await stateOf(edge);
    assert.deepEqual([state.connected, state.edge?.waiting, state.edge?.dropped], [true, 12, 3]);
    server.clock.advance(31_000);
    assert.equal((await stateOf(edge)).connected, false);
  });
});

interface Running {
  readonly child: ChildProcess;
  readonly mqttPort: number;
  readonly httpPort: number;
}
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** An edge as a process of its own, the way its user starts it. */
function startEdge(folder: string, { key, secret }: EdgeFeed, centre: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../../../../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
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
      ...env,
    },
  });
  children.add(child);
  let printed = '';
  return new Promise<Running>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      printed += chunk.toString();
      const ports = /MQTT on port (\d+).*HTTP on port (\d+)/.exec(printed);
      if (ports && printed.includes('ready as an edge'))
        resolve({ child, mqttPort: Number(ports[1]), httpPort: Number(ports[2]) });
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', () => reject(new Error(`the edge ended: ${printed}`)));
  });
}
const kill = ({ child }: Running) =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
const stateOfEdge = async ({ httpPort }: Running) =>
  (await (await fetch(`http://127.0.0.1:${httpPort}/healthz`)).json()) as Record<string, unknown>;

const clients = new Set<MqttClient>();
after(() => {
  for (const client of clients) client.end(true);
});
async function connect({ mqttPort }: Running, { device }: World = north): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    `mqtt://127.0.0.1:${mqttPort}`,
    {
      username: device.sncode,
      password: device.secret,
      protocolVersion: 4,
      reconnectPeriod: 0,
      clientId: 'logger',
      connectTimeout: 5_000,
    },
    false,
  );
  clients.add(client);
  return client;
}
/** Comes in once the edge knows its devices. */
const connected = (edge: Running, world: World = north) =>
  until(
    () => connect(edge, world).catch(() => null),
    (client): client is MqttClient => client !== null,
  );
const publish = (client: MqttClient, content: string) =>
  client.publishAsync(`devices/${north.device.sncode}/readings`, content, { qos: 1 });

describe('an edge', () => {
  test('keeps what comes while the link is down, survives being killed, and hands everything on in order and once', async () => {
    const edge = await makeEdge();
    const link: LinkToCentre = await openLinkToCentre(server.url);
    after(() => link.close());
    const folder = join(root, 'outage');
    const before = await storedOf(north);
    let running = await startEdge(folder, edge, link.url);
    let client = await connected(running);
    await publish(client, reading(0));
    await until(
      async () => (await storedOf(north)) - before,
      (count) => count === 1,
    );

    // Six seconds of 500 readings a second, as fast as they are taken, with the link cut and the edge killed twice.
    link.cut();
    let sent = 1;
    for (let stretch = 0; stretch < 3; stretch++) {
      const acknowledged: Promise<unknown>[] = [];
      for (let n = 0; n < 1_000; n++) acknowledged.push(publish(client, reading(sent++)));
      await Promise.all(acknowledged);
      if (stretch === 2) break;
      client.end(true);
      await kill(running);
      running = await startEdge(folder, edge, link.url);
      // It knows its devices by what it was told before.
      client = await connected(running);
    }
    // What was handed on within half a second before the first kill may wait again; it counts once.
    const waiting = Number((await stateOfEdge(running))['waiting']);
    assert.ok(waiting === sent - 1 || waiting === sent, `${waiting} of ${sent} wait`);
    assert.equal((await storedOf(north)) - before, 1, 'nothing has gone by the link that is cut');

    // What has waited for more than a second is behind; what is younger goes as what comes now. The edge, a process of its own,
    // tries once a second what is behind and what is live: after six tries it has looked at what is live two seconds late.
    const { refusedCount } = link;
    await until(
      () => link.refusedCount - refusedCount,
      (count) => count >= 6,
    );
    link.mend();
    // What comes now does not wait for what is behind.
    const behind = reading(sent - 1);
    const live = reading(sent);
    for (let n = 0; n < 20; n++) {
      const content = reading(sent++);
      await publish(client, content);
      await until(
        () => link.delivered.includes(content),
        (is) => is,
      );
    }
    await until(
      () => stateOfEdge(running),
      ({ waiting }) => waiting === 0,
      60_000,
    );
    assert.ok(
      link.delivered.indexOf(live) < link.delivered.indexOf(behind),
      'what is live has overtaken what was behind',
    );
    assert.equal((await storedOf(north)) - before, sent, 'nothing lost, nothing doubled');
    const { overwritten } = server.gateway!.counters();
    assert.equal(overwritten, 0);
    // By the order in which the centre took them: one stretch of what was behind, one of what came after.
    const numbers = link.delivered.map((content) => (JSON.parse(content) as { at: number }).at);
    const liveFrom = startMs + (sent - 20) * 1_000;
    for (const lane of [numbers.filter((at) => at < liveFrom), numbers.filter((at) => at >= liveFrom)])
      assert.deepEqual(
        [...new Set(lane)],
        [...new Set(lane)].toSorted((a, b) => a - b),
        'in the order in which they came',
      );
    const state = await until(
      () => stateOf(edge),
      ({ edge: sign }) => sign?.waiting === 0,
    );
    assert.deepEqual([state.connected, state.edge?.dropped, state.edge?.damaged], [true, 0, 0]);
    client.end(true);
    await kill(running);
  });

  test('a siren sounds and falls silent by the limits of the centre, without a link, and after a restart', async () => {
    const edge = await makeEdge(2);
    await setRules(server, north, rule());
    const link = await openLinkToCentre(server.url);
    const relay = await openCheckingServer();
    after(() => [link, relay].map((each) => each.close()));
    const folder = join(root, 'siren');
    const env = { EDGE_SIREN_ON: `${relay.url}/on`, EDGE_SIREN_OFF: `${relay.url}/off` };
    const last = () => relay.arrived.at(-1)?.path;
    let running = await startEdge(folder, edge, link.url, env);
    let client = await connected(running);
    await until(last, (path) => path === '/off');
    link.cut();
    await publish(client, reading(10_000, 15));
    await publish(client, reading(10_001, 25));
    await until(last, (path) => path === '/on');
    assert.equal(
      (JSON.parse(relay.arrived.at(-1)?.body ?? '{}') as { level: number }).level,
      2,
      'level 1 alone is quiet',
    );
    // An older reading moves nothing.
    await publish(client, reading(9_000, 1));
    client.end(true);
    await kill(running);
    relay.arrived.length = 0;
    running = await startEdge(folder, edge, link.url, env);
    await until(last, (path) => path === '/on');
    client = await connected(running);
    await publish(client, reading(10_002, 1));
    await publish(client, reading(10_003, 1));
    await until(last, (path) => path === '/off');
    assert.equal((await stateOfEdge(running))['siren'], 'off');
    // A relay that does not answer is said.
    relay.answer = () => 'cut';
    await publish(client, reading(10_004, 45));
    await until(
      () => stateOfEdge(running),
      ({ siren: state }) => state === 'unreached',
    );
    link.mend();
    await until(
      () => stateOf(edge),
      (state) => state.edge?.siren === 'unreached',
    );
    client.end(true);
    await kill(running);
    await setRules(server, north);
  });

  test('lets in who the centre knows, and brings commands down and answers up', async () => {
    const edge = await makeEdge();
    const running = await startEdge(join(root, 'commands'), edge, server.url);
    const client = await connected(running);
    await assert.rejects(connect(running, south), /Connection refused|Not authorized|Bad username/i);
    const wrong = { ...north, device: { ...north.device, secret: 'pld_wrong' } };
    await assert.rejects(connect(running, wrong), /Bad username|Not authorized/i);
    const over = await fetch(`http://127.0.0.1:${running.httpPort}/api/devices/${north.device.sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${north.device.secret}`, 'content-type': 'application/json' },
      body: reading(20_000),
    });
    assert.deepEqual([over.status, await over.json()], [200, { accepted: true }]);

    const arrived = new Promise<string>((resolve) => client.on('message', (_, content) => resolve(content.toString())));
    await client.subscribeAsync(`devices/${north.device.sncode}/commands`, { qos: 1 });
    const row = await server.db
      .selectFrom('device')
      .select('id')
      .where('sncode', '=', north.device.sncode)
      .executeTakeFirstOrThrow();
    await server.db.updateTable('device').set({ register: 'edge-1' }).where('id', '=', row.id).execute();
    // The edge says every two seconds who takes commands.
    await until(
      () => server.call(commands.command, { deviceId: row.id, command: 'status' }, token),
      ({ status }) => status === 200,
    );
    const command = JSON.parse(await arrived) as { commandId: string; text: string };
    assert.equal(command.text, 'status');
    // Unanswered for a minute it is given to the edge again, which does not give it to the device again.
    const later: unknown[] = [];
    client.on('message', (_, content) => later.push((JSON.parse(content.toString()) as typeof command).commandId));
    server.clock.advance(61_000);
    const givenAgain = async () => {
      const { sent_at: sentAt } = await server.db
        .selectFrom('device_command')
        .select('sent_at')
        .where('id', '=', command.commandId)
        .executeTakeFirstOrThrow();
      return (sentAt?.getTime() ?? 0) >= server.clock.now().getTime();
    };
    await until(givenAgain, (isGiven) => isGiven);
    // What the edge is given comes to the device in order: this command is behind the other.
    const { body: next } = await server.call(commands.command, { deviceId: row.id, command: 'status' }, token);
    await until(
      () => later.length,
      (count) => count > 0,
    );
    assert.deepEqual(later, [next.commandId]);
    const answer = JSON.stringify({ commandId: command.commandId, ok: true, text: 'fine' });
    await client.publishAsync(`devices/${north.device.sncode}/responses`, answer, { qos: 1 });
    await until(
      async () => (await server.call(commands.commandStates, { deviceId: row.id }, token)).body.commands,
      (states) => states.find(({ commandId }) => commandId === command.commandId)?.answer?.includes('fine') === true,
    );
    client.end(true);
    await kill(running);
  });
});
