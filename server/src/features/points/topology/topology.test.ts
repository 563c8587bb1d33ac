import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { bindings } from '@plumbline/contract/points/bindings';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import { topology } from '@plumbline/contract/points/topology';
import { addPoint, makeDevice, setChannels } from '../../../../test/points.fixtures.ts';
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

test('the way that a binding names comes before that of the device, up to the DTU; what fed a point before is none', async () => {
  const { token } = north.admin;
  const { projectId } = north;
  const [former, device] = [await makeDevice(server, north, ['1']), await makeDevice(server, north, ['1'])];
  const [usual, borrowed] = [
    await makeDevice(server, north, [], 'collector'),
    await makeDevice(server, north, [], 'collector'),
  ];
  const dtu = await makeDevice(server, north, [], 'DTU');
  await server.db.updateTable('device').set({ collector_id: usual.id }).where('id', '=', device.id).execute();
  const pointId = await addPoint(server, north, { name: 'Bound' });
  const bind = async (measuringDeviceId: number, way: object = {}) => {
    const { status, body } = await server.call(bindings.bind, { pointId, measuringDeviceId, ...way }, token);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const nodes = async () => (await server.call(topology.get, { projectId }, token)).body.nodes;
  const upOf = async (id: string) => (await nodes()).find((node) => node.id === id)?.parentId;
  await bind(former.id);
  server.clock.advance(60_000);
  await bind(device.id);
  assert.equal(await upOf(`d${device.id}`), `d${usual.id}`);
  server.clock.advance(60_000);
  const unbound = await server.call(bindings.bind, { pointId, measuringDeviceId: null }, token);
  assert.equal(unbound.status, 200, JSON.stringify(unbound.body));
  assert.equal(await upOf(`p${pointId}`), null, 'nothing feeds it');
  server.clock.advance(60_000);
  await bind(device.id, { collectorId: borrowed.id, dtuId: dtu.id });
  assert.deepEqual(
    [await upOf(`d${device.id}`), await upOf(`d${borrowed.id}`), await upOf(`d${dtu.id}`)],
    [`d${borrowed.id}`, `d${dtu.id}`, null],
  );
  assert.equal((await nodes()).filter(({ id }) => id === `p${pointId}`).length, 1, 'bound three times');

  await setChannels(server, device.id, []);
  assert.equal(await upOf(`p${pointId}`), `d${device.id}`, 'a device that does not name its channel any more');
  await server.call(lifecycle.deprecate, { pointId, deprecated: true }, token);
  assert.ok(!(await nodes()).some(({ id }) => id === `p${pointId}`));
});
