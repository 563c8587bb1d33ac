import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { connections } from '@plumbline/contract/devices/connections';
import { devices } from '@plumbline/contract/devices/devices';
import type { InputOf } from '@plumbline/contract/kernel/route';
import {
  makeAccount,
  makeMember,
  makeWorld,
  startServer,
  type TestServer,
  type World,
} from '../../../../test/harness.ts';

let server: TestServer;
let north: World;
let south: World;

/** A vendor of SIM cards on this machine: keeps what it was asked, answers what it is told. */
const requests: IncomingMessage[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{}' };
const vendor = createServer((request, response) => {
  requests.push(request);
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});

before(async () => {
  await new Promise<void>((ready) => vendor.listen(0, '127.0.0.1', ready));
  const { port } = vendor.address() as AddressInfo;
  server = await startServer({
    SIM_QUERY_URL: `http://127.0.0.1:${port}/v1/cards/{iccid}?device={sncode}`,
    SIM_QUERY_KEY: 'key-7',
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  north = await makeWorld(server, 'North');
  south = await makeWorld(server, 'South');
});
after(async () => {
  await server.close();
  vendor.close();
});

async function aDevice(sncode: string, model: string, fields: Partial<InputOf<typeof devices.create.input>> = {}) {
  const input = { corporationId: north.corporationId, name: sncode, model, sncode, ...fields };
  return (await server.call(devices.create, input, north.admin.token)).body.device;
}
test('the connection of a register id, to whom it concerns', async () => {
  const device = await aDevice('N-1', 'DTU', { register: 'REG-1' });
  await server.db
    .insertInto('device_state')
    .values({
      device_id: device.id,
      connected: true,
      last_seen_at: server.clock.now(),
      activated_at: null,
      signal_dbm: null,
      voltage_v: null,
      refused_at: null,
      refused_error: null,
      refused_detail: null,
    })
    .execute();
  const query = (register: string, token: string) => server.call(connections.connectionStatus, { register }, token);
  assert.deepEqual((await query('REG-1', north.admin.token)).body, {
    register: 'REG-1',
    sncode: 'N-1',
    connection: 'connected',
    lastSeenAt: server.clock.now().toISOString(),
  });
  assert.equal(
    (await query(north.device.sncode, north.admin.token)).body.connection,
    'notConnected',
    'by its serial number',
  );
  assert.equal((await query('REG-1', south.admin.token)).status, 404);
  assert.equal((await query('REG-0', north.admin.token)).status, 404);
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'status.guest');
  await makeMember(server, north.projectId, guest.id, 'Guest');
  assert.equal((await query('REG-1', guest.token)).status, 404, 'feeds none of their projects');
  assert.equal((await query(north.device.sncode, guest.token)).status, 200);
});

test('the SIM card of a device is asked of the vendor', async () => {
  const iccid = '89860012345678901234';
  const query = (sncode: string, token = north.admin.token) =>
    server.call(connections.simInfoQuery, { sncode, iccid }, token);
  const card = {
    iccid,
    cardStatus: 'active',
    carrier: 'CMCC',
    usedFlow: '12.5',
    total: 30,
    expireDate: '2027-01-01',
    imei: '86',
    nested: {},
  };
  answer = { status: 200, body: JSON.stringify({ code: 0, data: card }) };
  const { body } = await query(north.device.sncode);
  assert.deepEqual(body.sim, {
    iccid,
    status: 'active',
    operator: 'CMCC',
    msisdn: null,
    usedMb: 12.5,
    totalMb: 30,
    expiresAt: '2027-01-01',
    other: { imei: '86' },
  });
  const [request] = requests;
  assert.deepEqual(
    [request?.method, request?.url, request?.headers.authorization],
    ['GET', `/v1/cards/${iccid}?device=${north.device.sncode}`, 'Bearer key-7'],
  );
  assert.equal((await query(south.device.sncode)).status, 404, 'nobody asks for the card of another corporation');
  assert.equal(requests.length, 1);
  for (const [wrong, detail] of [
    [{ status: 401, body: '{"key":"key-7"}' }, { status: 401 }],
    [{ status: 302, body: '' }, { status: 302 }],
    [{ status: 200, body: 'no json' }, { reason: 'answer' }],
    [{ status: 200, body: '[]' }, { reason: 'answer' }],
    [{ status: 200, body: '{"iccid":"1"}' }, { reason: 'iccid' }],
    [{ status: 200, body: `{"a":"${'x'.repeat(300_000)}"}` }, { reason: 'tooLarge' }],
  ] as const) {
    answer = wrong;
    const failed = await query(north.device.sncode);
    assert.deepEqual([failed.status, failed.body.error, failed.body.detail], [502, 'vendorFailed', detail]);
  }
});

test('without a vendor, or with one that may not be reached, it says so', async () => {
  const without = await startServer();
  const inside = await startServer({ SIM_QUERY_URL: 'http://127.0.0.1:8099/{iccid}' });
  try {
    for (const [other, expected] of [
      [without, [409, 'vendorNotConfigured', { setting: 'SIM_QUERY_URL' }]],
      [inside, [502, 'vendorFailed', { reason: 'address' }]],
    ] as const) {
      const world = await makeWorld(other, 'West');
      const input = { sncode: world.device.sncode, iccid: '89860012345678901234' };
      const { status, body } = await other.call(connections.simInfoQuery, input, world.admin.token);
      assert.deepEqual([status, body.error, body.detail], expected);
    }
  } finally {
    await without.close();
    await inside.close();
  }
  await assert.rejects(startServer({ SIM_QUERY_URL: 'ftp://x/{iccid}' }), /SIM_QUERY_URL/);
});
