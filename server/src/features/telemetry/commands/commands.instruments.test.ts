/** Instruments read and set by command, at a device that answers over MQTT. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@plumbline/contract/kernel/constants';
import { commands } from '@plumbline/contract/telemetry/commands';
import { connectDevice } from '../../../../test/device-client.ts';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { until as untilHolds } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South'], { MQTT_PORT: '0' });
const { token } = north.admin;
const { sncode, id: deviceId } = north.device;
const device = await connectDevice(server, north.device);
after(() => device.end(true));
const received: Record<string, unknown>[] = [];
/** What the device says to the next commands. */
let answer: (command: Record<string, unknown>) => object | null = () => null;
device.on('message', (_topic, content) => {
  const command = JSON.parse(content.toString()) as Record<string, unknown>;
  received.push(command);
  const state = answer(command);
  if (state)
    device.publish(`devices/${sncode}/responses`, JSON.stringify({ commandId: command['commandId'], ...state }), {
      qos: 1,
    });
});
await device.subscribeAsync(`devices/${sncode}/commands`, { qos: 1 });

const port = { port: 1, baudRate: 9600, dataBits: 8, parity: 'none', stopBits: 1 } as const;
const instrument = async () => (await server.call(commands.instrument, { deviceId }, token)).body.instrument;
const until = (holds: (now: Awaited<ReturnType<typeof instrument>>) => boolean) => untilHolds(instrument, holds);

test('what a device says is shown from then on; what was asked stands beside it', async () => {
  const first = await instrument();
  assert.deepEqual([first.ports.value, first.ports.request, first.clock.value], [null, null, null]);
  // Whether it is connected is written a moment after it is.
  await untilHolds(
    () => server.call(commands.readInstrument, { deviceId, part: 'ports' }, token),
    ({ status }) => status === 200,
  );
  const request = await until(({ ports }) => ports.request?.state === 'sent');
  assert.equal(request.ports.value, null, 'nothing is made up');
  assert.equal(received.at(-1)?.['text'], 'instrument-read');

  answer = () => ({ ok: true, text: 'read', value: [port, { ...port, port: 2 }] });
  await server.call(commands.readInstrument, { deviceId, part: 'ports' }, token);
  const state = await until(({ ports }) => ports.request?.state === 'done');
  assert.deepEqual(
    state.ports.value?.map((each) => each.port),
    [1, 2],
  );

  answer = () => ({ ok: false, text: 'the port is in use' });
  await server.call(commands.setPort, { deviceId, ...port, baudRate: 19_200 }, token);
  const refused = await until(({ ports }) => ports.request?.state === 'refused');
  assert.equal(refused.ports.request?.text, 'the port is in use');
  assert.deepEqual(refused.ports.request?.wanted, { ...port, baudRate: 19_200 });
  assert.equal(refused.ports.value?.[0]?.baudRate, 9600, 'what it said before stays');
  assert.deepEqual(received.at(-1)?.['value'], { ...port, baudRate: 19_200 });
});

test('by the point that it feeds: the addresses of the specification, and nobody else', async () => {
  const { projectId, pointId } = north;
  const admi = (name: string, method: string, body?: object, by = token) =>
    fetch(`${server.url}/api/admi/${projectId}/${pointId}/${name}`, {
      method,
      headers: { authorization: `Bearer ${by}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  answer = ({ part, text }) =>
    part === 'calibrations'
      ? {
          ok: true,
          text: String(text),
          value: text === 'instrument-delete' ? [] : [{ name: 'site', at: null, values: { k: 1.5 } }],
        }
      : { ok: true, text: 'written', value: { host: 'gateway.example', port: 1883, tls: false } };
  assert.equal((await admi('port-list', 'POST', { part: 'calibrations' })).status, 200);
  await until(({ calibrations }) => calibrations.value?.length === 1);
  const got = (await (await admi('calibration', 'GET')).json()) as {
    instrument: { calibrations: { value: object[] } };
  };
  assert.deepEqual(got.instrument.calibrations.value, [{ name: 'site', at: null, values: { k: 1.5 } }]);
  assert.equal((await admi('calibration', 'DELETE', { name: '../site' })).status, 400);
  assert.equal((await admi('calibration', 'DELETE', { name: 'site' })).status, 200);
  await until(({ calibrations }) => calibrations.value?.length === 0);
  assert.equal((await admi('grpc-config', 'PATCH', { host: 'gateway.example', port: 1883, tls: false })).status, 200);
  await until(({ server: { value } }) => value?.host === 'gateway.example');
  assert.equal((await admi('port-config', 'PATCH', { ...port, baudRate: 1 })).status, 400);

  // Clients name JSON whether or not there is any.
  const named = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const bare = await fetch(`${server.url}/api/admi/${projectId}/${pointId}/port-list`, {
    method: 'POST',
    headers: named,
  });
  assert.equal(bare.status, 200, await bare.text());

  assert.equal((await admi('port-list', 'GET', undefined, south.admin.token)).status, 404);
  const viewer = await makeAccount(server, 'Normal', north.corporationId, 'instrument-viewer');
  await makeMember(server, projectId, viewer.id, 'Guest');
  assert.equal((await admi('port-config', 'PATCH', port, viewer.token)).status, 403);
});

test('an answer of another form, no answer, and one to something before', async () => {
  answer = () => ({ ok: true, value: { at: 12 } });
  await server.call(commands.setClock, { deviceId }, token);
  const wrong = await until(({ clock }) => clock.request?.state === 'refused');
  assert.deepEqual([wrong.clock.value, wrong.clock.request?.text], [null, 'unreadable']);

  answer = () => null;
  const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
  assert.equal(
    (await server.call(commands.fetchHistory, { deviceId, ...range, to: '2027-06-01T00:00:00Z' }, token)).status,
    400,
  );
  assert.equal((await server.call(commands.fetchHistory, { deviceId, ...range }, token)).status, 200);
  await until(({ history }) => history.request?.state === 'sent');
  const old = received.at(-1)?.['commandId'];
  await server.call(commands.fetchHistory, { deviceId, ...range, to: '2026-01-03T00:00:00Z' }, token);
  await until(({ history }) => history.request?.state === 'sent');
  await device.publishAsync(`devices/${sncode}/responses`, JSON.stringify({ commandId: old, ok: true, text: 'late' }), {
    qos: 1,
  });
  // It is acknowledged once it has been read.
  assert.equal((await instrument()).history.request?.state, 'sent', 'that was the answer to the one before');
  server.clock.advance(limits.commandStateCacheMs + 1_000);
  assert.equal((await instrument()).history.request?.state, 'unanswered');
});
