/** Commands down through network servers: posted to a server that checks them, and published at Mosquitto. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { commands } from '@plumbline/contract/telemetry/commands';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import mqtt from 'mqtt';
import { openCheckingServer } from '../../../../test/checking-server.ts';
import type { World } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { routeOf, saveRoute } from './downlinks.table.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { OUTBOUND_ALLOW: '127.0.0.1,localhost' });

async function makeFeed(world: World, given: object) {
  const input = { corporationId: world.corporationId, name: crypto.randomUUID().slice(0, 30), ...given };
  const { status, body } = await server.call(feeds.create, input as never, world.admin.token);
  assert.equal(status, 200, JSON.stringify(body));
  return { ...body.feed, secret: body.secret ?? '' };
}
const post = async ({ key, secret }: { key: string; secret: string }, query: string, message: object) => {
  const answer = await fetch(`${server.url}/api/feeds/${key}${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  });
  assert.equal(answer.status, 200, await answer.clone().text());
};
let minute = 0;
/** A reading in our own words, which needs no format. */
const payload = () => ({ at: server.clock.now().getTime() - ++minute * 60_000, channels: { 1: { temperature: 20 } } });
const things = ({ device }: World) => ({
  end_device_ids: { device_id: 'level-1', dev_eui: device.sncode },
  uplink_message: { f_port: 2, decoded_payload: payload() },
});
const idOf = async ({ device }: World) =>
  (await server.db.selectFrom('device').select('id').where('sncode', '=', device.sncode).executeTakeFirstOrThrow()).id;
const send = async (world: World, hex: string) => {
  const deviceId = await idOf(world);
  // What the device said last is written every few seconds.
  const { body } = await until(
    () => server.call(commands.debugCommand, { deviceId, hex }, world.admin.token),
    ({ status }) => status === 200,
  );
  return body.commandId;
};
const answerTo = async (world: World, commandId: string) => {
  const { body } = await server.call(commands.commandStates, { deviceId: await idOf(world) }, world.admin.token);
  const answer = body.commands.find((each) => each.commandId === commandId)?.answer;
  return answer ? (JSON.parse(answer) as { ok: boolean; text: string }) : null;
};

test('a network takes over no device of another corporation', async () => {
  const feed = await makeFeed(north, { kind: 'webhook', wrapping: 'theThingsStack' });
  const of = { feedId: feed.id, corporationId: north.corporationId };
  const address = { device: 'level-1' } as Parameters<typeof saveRoute>[3];
  assert.equal(await saveRoute(server.db, of, south.device.sncode, address), null);
  assert.equal(await saveRoute(server.db, of, north.device.sncode, address), north.device.id);
  assert.equal((await routeOf(server.db, north.device.sncode))?.feedId, feed.id);
  await server.db.updateTable('feed').set({ enabled: false }).where('id', '=', feed.id).execute();
  assert.equal(await routeOf(server.db, north.device.sncode), null, 'of a feed that is off');
  await server.db.deleteFrom('downlink_route').where('device_id', '=', north.device.id).execute();
});

test('over a webhook: posted once with the key, and answered by what the network says of it', async () => {
  const network = await openCheckingServer();
  after(() => network.close());
  const feed = await makeFeed(north, {
    kind: 'webhook',
    wrapping: 'theThingsStack',
    downlinkPort: 15,
    downlinkConfirmed: true,
    password: 'NNSXS.key',
    downlinkUrl: `${network.url.replace('127.0.0.1', 'localhost')}/api/v3/devices/{device}/down/push`,
  });
  await post(feed, '', things(north));
  const commandId = await send(north, 'FF 01');
  await until(
    () => network.arrived.length,
    (count) => count > 0,
  );
  const [sent] = network.arrived;
  assert.equal(sent?.path, '/api/v3/devices/level-1/down/push');
  assert.equal(sent?.headers.authorization, 'Bearer NNSXS.key');
  const [downlink] = (JSON.parse(sent?.body ?? '{}') as { downlinks: Record<string, unknown>[] }).downlinks;
  assert.deepEqual(downlink, {
    f_port: 15,
    frm_payload: '/wE=',
    priority: 'NORMAL',
    confirmed: true,
    correlation_ids: [`plumbline:${commandId}`],
  });
  assert.equal(await answerTo(north, commandId), null, 'nothing is known yet');
  const about = (name: string, part: object) => ({ end_device_ids: {}, [name]: part });
  /** Resolves once what came before it has been read: the acknowledgement of a command sent later has. */
  const passed = async () => {
    const before = network.arrived.length;
    const later = await send(north, 'FF 02');
    await until(
      () => network.arrived.length,
      (count) => count > before,
    );
    await post(feed, '', about('downlink_ack', { correlation_ids: [`plumbline:${later}`] }));
    await until(
      () => answerTo(north, later),
      (answer) => answer !== null,
    );
  };
  await post(feed, '', about('downlink_sent', { correlation_ids: [`plumbline:${commandId}`] }));
  await passed();
  assert.equal(await answerTo(north, commandId), null, 'sent is not acknowledged');

  // Another corporation's network speaks of it: nothing.
  const other = await makeFeed(south, { kind: 'webhook', wrapping: 'theThingsStack' });
  await post(other, '', about('downlink_ack', { correlation_ids: [`plumbline:${commandId}`] }));
  await passed();
  assert.equal(await answerTo(north, commandId), null);

  await post(feed, '', about('downlink_ack', { correlation_ids: [`plumbline:${commandId}`] }));
  const answer = await until(
    () => answerTo(north, commandId),
    (found) => found !== null,
  );
  assert.deepEqual([answer?.ok, answer?.text], [true, 'acknowledged']);
  assert.equal(network.arrived.filter(({ body }) => body.includes(commandId)).length, 1, 'sent once');

  network.answer = () => ({ status: 403, body: '{}' });
  const late = await send(north, '02');
  const why = await until(
    () => answerTo(north, late),
    (found) => found !== null,
  );
  assert.deepEqual([why?.ok, why?.text], [false, 'the network answers 403']);

  network.answer = () => ({ status: 200, body: '{}' });
  const failing = await send(north, '03');
  await until(
    () => network.arrived,
    (list) => list.some(({ body }) => body.includes(failing)),
  );
  const failed = { downlink: { correlation_ids: [`plumbline:${failing}`] }, error: { message_format: 'no gateway' } };
  await post(feed, '', about('downlink_failed', failed));
  const gone = await until(
    () => answerTo(north, failing),
    (answer) => answer !== null,
  );
  assert.deepEqual([gone?.ok, gone?.text], [false, 'no gateway']);

  const update = {
    corporationId: north.corporationId,
    feedId: feed.id,
    downlinkUrl: 'https://elsewhere.example/{device}',
  };
  const changed = await server.call(feeds.update, update, north.admin.token);
  assert.equal(changed.status, 400, 'the key goes to nobody else');
});

test('over another broker: published beside the uplinks of ChirpStack, and answered by its event', {
  skip: existsSync('/usr/sbin/mosquitto') ? false : 'Mosquitto (Debian: mosquitto) is not installed',
}, async () => {
  const port = await openMosquitto();
  const feed = await makeFeed(south, {
    kind: 'externalBroker',
    wrapping: 'chirpStack',
    host: '127.0.0.1',
    port,
    downlinkPort: 7,
    topics: ['application/+/device/+/event/+'],
  });
  const network = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`);
  after(() => network.end(true));
  const base = `application/a1/device/${south.device.sncode}`;
  const arrived: { topic: string; message: Record<string, unknown> }[] = [];
  network.on('message', (topic, content) => arrived.push({ topic, message: JSON.parse(content.toString()) }));
  await network.subscribeAsync('application/+/device/+/command/down');
  await until(
    async () =>
      (await server.call(feeds.list, { corporationId: south.corporationId }, south.admin.token)).body.states.find(
        ({ feedId }) => feedId === feed.id,
      )?.connected,
    (connected) => connected === true,
  );
  const uplink = { deviceInfo: { devEui: south.device.sncode }, time: new Date(0).toISOString(), object: payload() };
  await network.publishAsync(`${base}/event/up`, JSON.stringify(uplink), { qos: 1 });
  const commandId = await send(south, '0A');
  const [sent] = await until(
    () => arrived,
    (list) => list.length > 0,
  );
  assert.equal(sent?.topic, `${base}/command/down`);
  const { sncode: devEui } = south.device;
  assert.deepEqual(sent?.message, { id: commandId, devEui, confirmed: false, fPort: 7, data: 'Cg==' });
  const event = { deviceInfo: { devEui: south.device.sncode }, queueItemId: commandId };
  await network.publishAsync(`${base}/event/txack`, JSON.stringify(event), { qos: 1 });
  const answer = await until(
    () => answerTo(south, commandId),
    (found) => found !== null,
  );
  assert.deepEqual([answer?.ok, answer?.text], [true, 'sent']);
  assert.equal(arrived.length, 1);
});

async function openMosquitto(): Promise<number> {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });
  const config = join(mkdtempSync(join(tmpdir(), 'mosquitto-')), 'mosquitto.conf');
  const user = process.getuid?.() === 0 ? ['user root'] : [];
  writeFileSync(config, [...user, `listener ${port} 127.0.0.1`, 'allow_anonymous true'].join('\n'));
  const broker = spawn('/usr/sbin/mosquitto', ['-c', config], { stdio: 'ignore' });
  after(() => broker.kill());
  await until(
    () =>
      mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {}, false).then(
        (c) => c.endAsync().then(() => true),
        () => false,
      ),
    (is) => is,
  );
  return port;
}
