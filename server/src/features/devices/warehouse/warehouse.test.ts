import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { projects } from '@plumbline/contract/site/projects';
import { structures } from '@plumbline/contract/site/structures';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

async function aDevice(sncode: string, model: string, fields: Partial<InputOf<typeof devices.create.input>> = {}) {
  const input = { corporationId: north.corporationId, name: sncode, model, sncode, ...fields };
  return (await server.call(devices.create, input, north.admin.token)).body.device;
}
const list = async (filter: Omit<InputOf<typeof warehouse.list.input>, 'corporationId'>, world = north) =>
  (
    await server.call(warehouse.list, { corporationId: world.corporationId, ...filter }, world.admin.token)
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
    .values([adm, odd].map(({ id }) => ({ device_id: id, kind: 'other', at: server.clock.now() })))
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
  const { body } = await server.call(warehouse.summary, input, north.admin.token);
  assert.deepEqual(
    [body.total, body.hidden, body.mounted, body.warned, body.unbound, body.connected],
    [4, 1, 1, 1, 3, 0],
  );
  assert.deepEqual(body.types, { measuring: 2, collector: 1, DTU: 1 });
  assert.deepEqual([body.health.neverReported, body.health.normal, body.health.dataLost], [4, 0, 0]);
  assert.deepEqual(
    new Map(body.series.map(({ series, count }) => [series, count])),
    new Map([
      ['ADM', 1],
      ['DCT', 1],
      ['DTU', 1],
      [null, 1],
    ]),
  );
  const theirs = (await server.call(warehouse.summary, { corporationId: south.corporationId }, south.admin.token)).body;
  assert.equal(theirs.total, 1);
});

test('on the map: its own place, or the middle of its points', async () => {
  const own = await aDevice('M-1', 'ADM', { coordinates: { longitude: 114.2, latitude: 30.6 } });
  const hidden = await aDevice('M-2', 'ADM', { coordinates: { longitude: 114.3, latitude: 30.7 } });
  await server.call(devices.setHidden, { deviceId: hidden.id, hidden: true }, north.admin.token);
  await server.db
    .updateTable('point')
    .set({ longitude: 114.5, latitude: 30.1 })
    .where('id', '=', north.pointId)
    .execute();
  const { body } = await server.call(warehouse.positions, { corporationId: north.corporationId }, north.admin.token);
  assert.deepEqual(
    body.positions.map(({ id, longitude, latitude, from }) => [id, longitude, latitude, from]),
    [
      [north.device.id, 114.5, 30.1, 'points'],
      [own.id, 114.2, 30.6, 'own'],
    ],
  );
  assert.ok(body.unplaced > 0);
  const inProject = await server.call(warehouse.positionsOfProject, { projectId: north.projectId }, north.admin.token);
  assert.deepEqual(
    inProject.body.positions.map(({ id }) => id),
    [north.device.id],
  );
});

test('a device lies amid the points that the caller may see, whatever else it feeds', async () => {
  const { corporationId, projectId, admin, device } = north;
  const input = { corporationId, name: 'Elsewhere', address: '-' };
  const elsewhere = (await server.call(projects.create, input, admin.token)).body.project.id;
  const dyke = await server.call(structures.create, { projectId: elsewhere, name: 'Dyke' }, admin.token);
  assert.equal(dyke.status, 200, JSON.stringify(dyke.body));
  const place = { longitude: 90, latitude: 40, device_id: device.id, channel: '2' };
  await makePoint(server, { projectId: elsewhere, structureId: dyke.body.structure.id }, 'Far away', place);
  const guest = await makeAccount(server, 'Normal', corporationId, 'map.guest');
  await makeMember(server, projectId, guest.id, 'Guest');
  const placeFor = async (token: string) => {
    const { positions } = (await server.call(warehouse.positionsOfProject, { projectId }, token)).body;
    return positions.map(({ longitude, latitude }) => [longitude, latitude]);
  };
  assert.deepEqual(await placeFor(guest.token), [[114.5, 30.1]]);
  assert.notDeepEqual(await placeFor(admin.token), [[114.5, 30.1]], 'who may see both gets the middle of both');
});

test('base stations are those of the corporation', async () => {
  await server.db
    .updateTable('device')
    .set({ config: JSON.stringify({ gnssRole: 'base' }) } as never)
    .where('id', '=', south.device.id)
    .execute();
  const of = async ({ corporationId, admin }: typeof north) =>
    (await server.call(warehouse.baseStationOptions, { corporationId }, admin.token)).body.options.map(({ id }) => id);
  assert.deepEqual([await of(north), await of(south)], [[], [south.device.id]]);
});
