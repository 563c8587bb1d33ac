import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commands } from '@plumbline/contract/telemetry/commands';
import mqtt from 'mqtt';
import { io, type Socket } from 'socket.io-client';
import {
  makeAccount,
  makeMember,
  makeWorld,
  startServer,
  type TestServer,
  type World,
} from '../../../../../test/harness.ts';
import { until } from '../../../../../test/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-tls-'));
const key = join(folder, 'key.pem');
const cert = join(folder, 'cert.pem');
let server: TestServer;
let world: World;
before(async () => {
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  server = await startServer({ MQTT_PORT: '0', MQTT_TLS_PORT: '0', MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key });
  world = await makeWorld(server, 'Commands');
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const connectDevice = () =>
  mqtt.connectAsync(
    `mqtts://127.0.0.1:${server.gateway!.mqtt!.tlsPort}`,
    {
      username: world.device.sncode,
      password: world.device.secret,
      protocolVersion: 4,
      reconnectPeriod: 0,
      ca: readFileSync(cert),
    },
    false,
  );
const talk = (token: string, query: Record<string, string>, again = false) =>
  io(`${server.url}/command`, {
    auth: { token },
    query,
    transports: ['websocket'],
    // On a busy machine a first try may time out; a refusal comes at the first.
    reconnection: again,
    forceNew: true,
  });
const once = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve));

test('a command goes down over TLS and its answer comes back to whoever listens', async () => {
  const refused = await server.call(
    commands.command,
    { deviceId: world.device.id, command: 'status' },
    world.admin.token,
  );
  assert.equal(refused.body.error, 'deviceNotNetworked');

  const device = await connectDevice();
  device.on('message', (_topic, payload) => {
    const { commandId, text } = JSON.parse(payload.toString()) as { commandId: string; text: string };
    device.publish(`devices/${world.device.sncode}/responses`, JSON.stringify({ commandId, text: `${text}: fine` }), {
      qos: 1,
    });
  });
  await device.subscribeAsync(`devices/${world.device.sncode}/commands`, { qos: 1 });
  await until(
    () =>
      server.db
        .selectFrom('device_state')
        .select('connected')
        .where('device_id', '=', world.device.id)
        .executeTakeFirst(),
    (state) => state?.connected === true,
  );

  const person = talk(world.admin.token, { device: String(world.device.id) }, true);
  assert.deepEqual(await once(person, 'CONNECTION'), { sncode: world.device.sncode, connection: 'connected' });
  const response = once<{ commandId: string; text: string }>(person, 'RESPONSE');
  const answer = (await person.emitWithAck('COMMAND', { text: 'status' })) as { commandId: string };
  const answered = await response;
  assert.equal(answered.commandId, answer.commandId);
  assert.match(answered.text, /status: fine/);

  const again = once<{ commandId: string }>(person, 'RESPONSE');
  const { body } = await server.call(
    commands.command,
    { deviceId: world.device.id, command: 'status' },
    world.admin.token,
  );
  assert.equal((await again).commandId, body.commandId);

  const gone = once<{ connection: string }>(person, 'CONNECTION');
  await device.endAsync();
  assert.equal((await gone).connection, 'connecting', 'it was there a moment ago, and is expected again');
  person.close();
});

test('the command socket asks for a device, hides foreign ones, and lets a guest only listen', async () => {
  const codeOf = async (socket: Socket) =>
    (await once<Error & { data?: { error: string } }>(socket, 'connect_error')).data?.error;
  assert.equal(await codeOf(talk(world.admin.token, {})), 'badInput');
  assert.equal(await codeOf(talk('nobody', { device: '1' })), 'tokenExpired');
  const outsider = await makeWorld(server, 'Strangers');
  assert.equal(await codeOf(talk(outsider.admin.token, { device: String(world.device.id) })), 'notFound');
  assert.equal(await codeOf(talk(outsider.admin.token, { register: world.device.sncode })), 'notFound');

  const guest = await makeAccount(server, 'Normal', world.corporationId, 'command-guest');
  await makeMember(server, world.projectId, guest.id, 'Guest');
  const listener = talk(guest.token, { register: world.device.sncode });
  await once(listener, 'connect');
  assert.deepEqual(await listener.emitWithAck('COMMAND', { text: 'reboot' }), {
    error: 'notAllowed',
    code: 4003,
    detail: { needs: 'Update:Device' },
  });
  listener.close();
});
