import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { makeAccount, makeMember } from '../../../../test/harness.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north, south] = await openWorlds(['North', 'South']);

async function aDevice(sncode: string, model: string) {
  const input = { corporationId: north.corporationId, name: sncode, model, sncode };
  return (await server.call(devices.create, input, north.admin.token)).body.device;
}

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
  await server.db.updateTable('device').set({ type: 'DTU', dtu_id: null }).where('id', '=', north.device.id).execute();
  await server.db.updateTable('device').set({ dtu_id: north.device.id }).where('id', '=', sensor.id).execute();
  assert.deepEqual(await of(north.device.id), [undefined, undefined, [], ['C-VWP']]);
  assert.deepEqual(await of(north.device.id, guest.token), [undefined, undefined, [], []], 'nor what sends through it');
  assert.equal((await associate(sensor.id, { collectorId: null })).body.device.collectorId, null);
});
