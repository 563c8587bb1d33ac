import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { devices } from '@plumbline/contract/devices';
import type { InputOf } from '@plumbline/contract/route';
import { makeAccount, makeMember, makeWorld, startServer, type TestServer, type World } from '../../../test/harness.ts';

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
const list = async (filter: Omit<InputOf<typeof devices.list.input>, 'corporationId'>, world = north) =>
  (
    await server.call(devices.list, { corporationId: world.corporationId, ...filter }, world.admin.token)
  ).body.devices.map(({ sncode }) => sncode);

test('the warehouse is narrowed and sorted, and counted', async () => {
  await aDevice('L-10', 'DCT20S', { register: 'R-10' });
  await aDevice('L-2', 'DTU-2', { iccid: '89860000' });
  const adm = await aDevice('L-3', 'adm');
  const odd = await aDevice('L-4', 'Odd', { category: 'radar' });
  await server.call(devices.setMounted, { deviceId: adm.id, mounted: true }, north.admin.token);
  await server.call(devices.setHidden, { deviceId: odd.id, hidden: true }, north.admin.token);
  await server.db
    .insertInto('device_warning')
    .values({ device_id: adm.id, kind: 'other', at: server.clock.now() })
    .execute();
  const own = north.device.sncode;
  assert.deepEqual(await list({ keyword: 'L-' }), ['L-2', 'L-3', 'L-10'], 'by name, numbers by value');
  assert.deepEqual(await list({ keyword: 'R-10' }), ['L-10']);
  assert.deepEqual(await list({ keyword: '89860000' }), ['L-2']);
  assert.deepEqual(await list({ keyword: '%' }), []);
  assert.deepEqual(await list({ model: 'ADM' }), ['L-3']);
  assert.deepEqual(await list({ series: 'DCT' }), ['L-10']);
  assert.deepEqual(await list({ type: 'DTU' }), ['L-2']);
  assert.deepEqual(await list({ category: 'array' }), ['L-3'], 'of its model');
  assert.deepEqual(await list({ category: 'radar', hidden: 'all' }), ['L-4']);
  assert.deepEqual(await list({ mounted: 'true' }), ['L-3']);
  assert.deepEqual(await list({ warned: 'true' }), ['L-3']);
  assert.deepEqual(await list({ unbound: 'false' }), [own]);
  assert.deepEqual(await list({ inProject: north.projectId }), [own]);
  assert.deepEqual(await list({ inProject: south.projectId }), []);
  assert.deepEqual(await list({ keyword: 'L-', sort: 'model', order: 'desc' }), ['L-2', 'L-10', 'L-3']);
  assert.deepEqual(await list({ sort: 'warnings', order: 'desc', pageSize: 1 }), ['L-3']);
  assert.deepEqual(await list({ keyword: 'L-', pageSize: 1, page: 2 }), ['L-3']);
  for (const sort of [
    'health',
    'connection',
    'lastSeenAt',
    'signal',
    'voltage',
    'createdAt',
    'type',
    'sncode',
  ] as const)
    assert.equal((await list({ sort })).length, 4);
  const input = { corporationId: north.corporationId };
  const { body } = await server.call(devices.summary, input, north.admin.token);
  assert.deepEqual(
    [body.total, body.hidden, body.mounted, body.warned, body.unbound, body.connected],
    [4, 1, 1, 1, 3, 0],
  );
  assert.deepEqual(body.types, { measuring: 2, collector: 1, DTU: 1 });
  assert.deepEqual([body.health.normal, body.health.dataLost], [4, 0]);
  assert.deepEqual(
    new Map(body.series.map(({ series, count }) => [series, count])),
    new Map([
      ['ADM', 1],
      ['DCT', 1],
      ['DTU', 1],
      [null, 1],
    ]),
  );
  const theirs = (await server.call(devices.summary, { corporationId: south.corporationId }, south.admin.token)).body;
  assert.equal(theirs.total, 1);
});

test('on the map: its own place, or the middle of its points', async () => {
  const own = await aDevice('M-1', 'ADM', { coordinates: { longitude: 114.2, latitude: 30.6 } });
  await server.db
    .updateTable('point')
    .set({ longitude: 114.5, latitude: 30.1 })
    .where('id', '=', north.pointId)
    .execute();
  const { body } = await server.call(devices.positions, { corporationId: north.corporationId }, north.admin.token);
  assert.deepEqual(
    body.positions.map(({ id, longitude, latitude, from }) => [id, longitude, latitude, from]),
    [
      [north.device.id, 114.5, 30.1, 'points'],
      [own.id, 114.2, 30.6, 'own'],
    ],
  );
  assert.ok(body.unplaced > 0);
  const inProject = await server.call(devices.positionsOfProject, { projectId: north.projectId }, north.admin.token);
  assert.deepEqual(
    inProject.body.positions.map(({ id }) => id),
    [north.device.id],
  );
});

test('the chain: measuring device, collector, DTU', async () => {
  const dtu = await aDevice('C-DTU', 'DTU');
  const collector = await aDevice('C-DCT', 'DCT20S');
  const sensor = await aDevice('C-VWP', 'VWP');
  const associate = (deviceId: number, to: { collectorId?: number | null; dtuId?: number | null }) =>
    server.call(devices.associate, { deviceId, ...to }, north.admin.token);
  assert.equal((await associate(sensor.id, { collectorId: collector.id })).body.device.collectorId, collector.id);
  assert.equal((await associate(collector.id, { dtuId: dtu.id })).body.device.dtuId, dtu.id);
  const of = async (deviceId: number, token = north.admin.token) => {
    const { body } = await server.call(devices.associated, { deviceId }, token);
    const names = (list: { sncode: string }[]) => list.map(({ sncode }) => sncode);
    return [body.dtu?.sncode, body.collector?.sncode, names(body.collectors), names(body.measuring)];
  };
  assert.deepEqual(await of(sensor.id), ['C-DTU', 'C-DCT', [], []], 'the DTU of its collector');
  assert.deepEqual(await of(collector.id), ['C-DTU', undefined, [], ['C-VWP']]);
  assert.deepEqual(await of(dtu.id), [undefined, undefined, ['C-DCT'], ['C-VWP']]);
  for (const [deviceId, to] of [
    [sensor.id, { collectorId: dtu.id }],
    [sensor.id, { dtuId: collector.id }],
    [collector.id, { collectorId: collector.id }],
    [dtu.id, { dtuId: dtu.id }],
    [dtu.id, { collectorId: collector.id }],
  ] as const) {
    const { status, body } = await associate(deviceId, to);
    assert.deepEqual([status, body.error], [400, 'associationInvalid'], JSON.stringify(to));
  }
  assert.equal((await associate(sensor.id, { dtuId: south.device.id })).status, 404, 'of another corporation');
  assert.equal((await associate(sensor.id, { dtuId: 999_999 })).status, 404);
  const refused = await server.call(devices.remove, { deviceId: dtu.id }, north.admin.token);
  assert.deepEqual([refused.status, refused.body.error, refused.body.detail], [409, 'notEmpty', { devices: 1 }]);
  const retyped = await server.call(devices.update, { deviceId: collector.id, type: 'measuring' }, north.admin.token);
  assert.equal(retyped.body.error, 'associationInvalid');
  const guest = await makeAccount(server, 'Normal', north.corporationId, 'chain.guest');
  await makeMember(server, north.projectId, guest.id, 'Guest');
  await server.db.updateTable('device').set({ dtu_id: dtu.id }).where('id', '=', north.device.id).execute();
  assert.deepEqual(await of(north.device.id, guest.token), [undefined, undefined, [], []], 'what one may not see');
  assert.equal((await associate(sensor.id, { collectorId: null })).body.device.collectorId, null);
});

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
  const query = (register: string, token: string) => server.call(devices.connectionStatus, { register }, token);
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
    server.call(devices.simInfoQuery, { sncode, iccid }, token);
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
      const { status, body } = await other.call(devices.simInfoQuery, input, world.admin.token);
      assert.deepEqual([status, body.error, body.detail], expected);
    }
  } finally {
    await without.close();
    await inside.close();
  }
  await assert.rejects(startServer({ SIM_QUERY_URL: 'ftp://x/{iccid}' }), /SIM_QUERY_URL/);
});
