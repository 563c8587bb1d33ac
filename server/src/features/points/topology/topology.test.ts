import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { topology } from '@plumbline/contract/points/topology';
import { makeDevice } from '../../../../test/points.fixtures.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North']);

test('the topology leads from the DTU to the point', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  const dtu = await makeDevice(server, north, [], 'DTU');
  const collector = await makeDevice(server, north, [], 'collector');
  await server.db.updateTable('device').set({ dtu_id: dtu.id }).where('id', '=', collector.id).execute();
  await server.db.updateTable('device').set({ collector_id: collector.id }).where('id', '=', north.device.id).execute();
  const { body } = await server.call(topology.get, { projectId }, token);
  const up = (id: string) => body.nodes.find((node) => node.id === id)?.parentId;
  assert.deepEqual(
    [`p${north.pointId}`, `c${north.device.id}:1`, `d${north.device.id}`, `d${collector.id}`, `d${dtu.id}`].map(up),
    [`c${north.device.id}:1`, `d${north.device.id}`, `d${collector.id}`, `d${dtu.id}`, null],
  );
  assert.ok(body.nodes.every((node) => node.device === undefined));
  const of = (id: string) => body.nodes.find((node) => node.id === id);
  assert.equal(of(`p${north.pointId}`)?.status?.state, 'neverRead');
  assert.deepEqual([of(`d${dtu.id}`)?.health, of(`d${dtu.id}`)?.connection], ['neverReported', 'notConnected']);
  const full = await server.call(topology.get, { projectId, showAllDeviceField: 'true' }, token);
  assert.equal(full.body.nodes.find((node) => node.id === `d${dtu.id}`)?.device?.hidden, false);
  const known = await server.call(devices.get, { deviceId: dtu.id }, token);
  const shown = full.body.nodes.find((node) => node.id === `d${dtu.id}`)?.device;
  assert.deepEqual(
    [shown?.category, shown?.collectorType],
    [known.body.device.category, known.body.device.collectorType],
    'as the device itself says',
  );
  // Something came from the device: so it came through both that it sends by.
  const seenAt = server.clock.now();
  await server.db.insertInto('device_state').values({ device_id: north.device.id, last_seen_at: seenAt }).execute();
  const { body: later } = await server.call(topology.get, { projectId }, token);
  assert.deepEqual(
    [north.device.id, collector.id, dtu.id].map((id) => later.nodes.find((node) => node.id === `d${id}`)?.health),
    ['normal', 'normal', 'normal'],
  );
});
