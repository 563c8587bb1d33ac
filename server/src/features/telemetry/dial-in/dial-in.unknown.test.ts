/** Who is no device here: listed with what they sent last, bounded for each link, and adopted once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { connectDevice } from '../../../../test/device-client.ts';
import { Dtu } from '../../../../test/dtu.ts';
import { makeAccount } from '../../../../test/harness.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { DIAL_IN_PORT: '0', MQTT_PORT: '0' });
const { token: operator } = await makeAccount(server, 'System', null, 'unknown.operator');
type Link = 'tcp' | 'mqtt' | 'http';
const unknown = async (link?: Link) => (await server.call(dialIn.unknown, link ? { link } : {}, operator)).body.unknown;
const is = (register: string) => async () => (await unknown()).some((each) => each.register === register);
const port = server.gateway!.dialIn!.port;
const dial = (register: string) => new Dtu(port, register, { registers: { 1: { 0: 0x4194, 1: 0 } } });
const text = (hex: string | undefined) => Buffer.from(hex ?? '', 'hex').toString();

test('a modem, a device of MQTT and one of HTTP that nobody knows are listed with what they sent last', async () => {
  await dial('DTU-9001\r\n').closed;
  await dial('DTU-9001\r\n').closed;
  await assert.rejects(connectDevice(server, { sncode: 'MQ-9001', secret: 'whatever' }));
  const refused = await fetch(`${server.url}/api/devices/HT-9001/readings`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret-of-nobody', 'content-type': 'application/json' },
    body: '{"at":1,"channels":{}}',
  });
  assert.equal(refused.status, 401);
  for (const each of ['DTU-9001', 'MQ-9001', 'HT-9001']) await waitUntil(is(each), each);
  const [modem] = await unknown('tcp');
  assert.deepEqual([modem?.register, modem?.address, modem?.times], ['DTU-9001', '127.0.0.1', 2]);
  assert.ok((modem?.frames.length ?? 0) >= 1);
  const [http] = await unknown('http');
  assert.equal(text(http?.frames[0]?.hex), '{"at":1,"channels":{}}');
  assert.deepEqual(
    (await unknown('mqtt')).map(({ register, frames }) => [register, frames]),
    [['MQ-9001', []]],
  );
  assert.ok(!JSON.stringify(await server.db.selectFrom('dial_in_unknown').selectAll().execute()).includes('secret'));
  // A device that is known and says a wrong secret is no stranger.
  await assert.rejects(connectDevice(server, { sncode: north.device.sncode, secret: 'wrong' }));
  assert.equal((await server.call(dialIn.unknown, {}, north.admin.token)).status, 403);
});

test('a modem is adopted into a corporation once, and read at its next call', async () => {
  const [modem] = await unknown('tcp');
  const model = 'CL-8';
  const adopt = (by: string) =>
    server.call(
      dialIn.adopt,
      {
        corporationId: north.corporationId,
        link: 'tcp',
        bytes: modem?.bytes ?? '',
        model,
        name: 'Modem at the gate',
        sncode: 'GATE-1',
        isFenced: true,
      },
      by,
    );
  assert.equal((await adopt(north.admin.token)).status, 403);
  const [one, other] = await Promise.all([adopt(operator), adopt(operator)]);
  assert.deepEqual([one.status, other.status].toSorted(), [200, 404], 'of two who press at once, one adopts it');
  const { deviceId } = (one.status === 200 ? one : other).body;
  const { device } = (await server.call(devices.get, { deviceId }, north.admin.token)).body;
  assert.deepEqual(
    [device.corporationId, device.register, device.sncode, device.name],
    [north.corporationId, 'DTU-9001', 'GATE-1', 'Modem at the gate'],
  );
  const { body } = await server.call(dialIn.get, { deviceId }, north.admin.token);
  assert.deepEqual([body.setup?.networks, body.setup?.downlink], [['127.0.0.1'], false]);
  assert.deepEqual(await unknown('tcp'), []);
  const dtu = dial('DTU-9001\r\n');
  await waitUntil(async () => server.gateway!.dialIn!.holds('GATE-1'), 'it is let in');
  dtu.end();
});

test('one that delivers by itself is adopted with a secret of its own', async () => {
  const [unknownDevice] = await unknown('mqtt');
  const { status, body } = await server.call(
    dialIn.adopt,
    {
      corporationId: north.corporationId,
      link: 'mqtt',
      bytes: unknownDevice?.bytes ?? '',
      model: 'DIY',
      name: 'MQ',
      sncode: 'MQ-9001',
    },
    operator,
  );
  assert.equal(status, 200, JSON.stringify(body));
  const client = await connectDevice(server, { sncode: 'MQ-9001', secret: body.secret });
  client.end(true);
});

test('strangers of one link do not push those of another out', async () => {
  const rows = Array.from({ length: 200 }, (_, nth) => ({
    bytes: Buffer.from(`old${nth}`).toString('hex'),
    register: `old${nth}`,
    address: 'x',
    times: 1,
    link: 'mqtt' as const,
    first_at: server.clock.now(),
    last_at: server.clock.now(),
    frames: '[]',
  }));
  await server.db.insertInto('dial_in_unknown').values(rows).execute();
  server.clock.advance(1_000);
  await assert.rejects(connectDevice(server, { sncode: 'MQ-NEW', secret: 'x' }));
  await waitUntil(is('MQ-NEW'), 'the newest is there');
  assert.equal((await unknown('mqtt')).length, 200);
  assert.equal((await unknown('http')).length, 1);
});
