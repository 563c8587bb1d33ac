/** A member binds his points to devices that he may see and nothing else, and changes no device that others rely on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connections } from '@plumbline/contract/devices/connections';
import { devices } from '@plumbline/contract/devices/devices';
import type { Route } from '@plumbline/contract/kernel/route';
import { batches } from '@plumbline/contract/points/batches';
import { bindings } from '@plumbline/contract/points/bindings';
import { points } from '@plumbline/contract/points/points';
import { sheets } from '@plumbline/contract/points/sheets';
import { registry } from '@plumbline/contract/registry';
import { commands } from '@plumbline/contract/telemetry/commands';
import { makeAccount, makeMember, makeWorld } from '../../../../test/harness.ts';
import { makeDevice } from '../../../../test/points.fixtures.ts';
import { giveRole } from '../../../../test/roles.ts';
import { inputFor, send } from '../../../../test/route-inputs.ts';
import { makeSheetsFixture } from '../../../../test/sheets.fixtures.ts';

const { server, north, upload } = await makeSheetsFixture();
/** A second project of the same corporation, with a point that its own device feeds. */
const other = await makeWorld(server, 'Other');
for (const table of ['project', 'device'] as const)
  await server.db
    .updateTable(table)
    .set({ corporation_id: north.corporationId })
    .where('id', '=', table === 'project' ? other.projectId : other.device.id)
    .execute();
await server.db
  .updateTable('device')
  .set({ channels: JSON.stringify(['1', '2', '3'].map((number) => ({ number, mode: 4, label: '' }))) })
  .where('id', '=', other.device.id)
  .execute();
const stock = await makeDevice(server, north, ['1', '2']);

const person = async (name: string, role: 'Owner' | 'Manager' | 'Member' | 'Guest', projectId = north.projectId) => {
  const account = await makeAccount(server, 'Normal', north.corporationId, name);
  await makeMember(server, projectId, account.id, role);
  return account;
};
/** Who sets up points and devices of his project, without Create:Device. */
const member = await makeAccount(server, 'Normal', north.corporationId, 'ways.member');
await giveRole(server, north, member.id, [
  ...(['Retrieve:MeasuringPoint', 'Create:MeasuringPoint', 'Update:MeasuringPoint'] as const),
  ...(['Retrieve:Device', 'Update:Device', 'Delete:Device', 'Create:Structure'] as const),
]);
const owner = await person('ways.owner', 'Owner');

let made = 0;
const point = async () =>
  (
    await server.call(
      points.create,
      {
        projectId: north.projectId,
        structureId: north.structureId,
        name: `W-${++made}`,
        family: 'temperature',
        mode: 4,
      },
      north.admin.token,
    )
  ).body.measuringPoint;
const feeds = async (deviceId: number) =>
  (await server.db.selectFrom('point').select('id').where('device_id', '=', deviceId).execute()).length;

/** Every way in which a point comes to a device: each gives status and what was said. */
type Device = { readonly id: number; readonly sncode: string };
const structurePath = 'Main dam';
const ways: Record<string, (device: Device, token: string) => Promise<{ status: number; body: unknown }>> = {
  bind: async (device, token) =>
    server.call(bindings.bind, { pointId: (await point()).id, measuringDeviceId: device.id, channel: '2' }, token),
  replaceDevice: async (device, token) => {
    const { id } = await point();
    const before = await makeDevice(server, north, ['1']);
    await server.call(bindings.bind, { pointId: id, measuringDeviceId: before.id, channel: '1' }, north.admin.token);
    return server.call(bindings.replaceDevice, { pointId: id, measuringDeviceId: device.id, channel: '2' }, token);
  },
  batchCreate: async (device, token) =>
    server.call(
      batches.batchCreate,
      {
        projectId: north.projectId,
        rows: [
          {
            name: `W-${++made}`,
            family: 'temperature',
            mode: 4,
            structureId: north.structureId,
            sncode: device.sncode,
            channel: '2',
          },
        ],
      },
      token,
    ),
  batchEdit: async (device, token) =>
    server.call(
      batches.batchEdit,
      {
        projectId: north.projectId,
        rows: [{ pointId: (await point()).id, set: { sncode: device.sncode, channel: '2' } }],
      },
      token,
    ),
  'edit sheet': async (device, token) => {
    const { id, name } = await point();
    return upload(sheets.importPoints, `id,Name,Serial number,Channel\n${id},${name},${device.sncode},2`, {}, token);
  },
  'set-up sheet': async (device, token) =>
    upload(
      sheets.setUpPoints,
      `Structure *,Name,Measurement,Sensor mode,Serial number,Channel\n${structurePath},W-${++made},temperature,4,${device.sncode},2`,
      {},
      token,
    ),
};
/** What is said, without the names of what was sent. */
const summaryOf = (answer: { status: number; body: unknown }, { id, sncode }: Device) => [
  answer.status,
  JSON.stringify(answer.body)
    .replaceAll(sncode, 'SN')
    .replace(new RegExp(`Id":${id}\\b`), 'Id":0')
    .replace(/W-\d+/g, 'W'),
];
const absent = { id: 2_147_483_647, sncode: 'SN-absent' };

for (const [way, bind] of Object.entries(ways)) {
  test(`${way}: a device of another project is answered like one that is not there`, async () => {
    const before = await feeds(other.device.id);
    for (const who of [member, owner])
      for (const device of [other.device, ...(who === member ? [stock] : [])]) {
        const [there, nowhere] = [await bind(device, who.token), await bind(absent, who.token)];
        assert.ok(there.status >= 400, JSON.stringify(there));
        assert.deepEqual(summaryOf(there, device), summaryOf(nowhere, absent));
      }
    assert.equal(await feeds(other.device.id), before);
  });

  test(`${way}: stock is taken by who holds Create:Device in the project`, async () => {
    const device = await makeDevice(server, north, ['1', '2']);
    assert.ok((await bind(device, member.token)).status >= 400);
    const bound = await bind(device, owner.token);
    assert.equal(bound.status, 200, JSON.stringify(bound.body));
    assert.equal(await feeds(device.id), 1);
  });

  test(`${way}: who only reads in the other project does not take a channel of its device`, async () => {
    const guest = await person(`guest.${way.replace(' ', '-')}`, 'Owner');
    await makeMember(server, other.projectId, guest.id, 'Guest');
    const before = await feeds(other.device.id);
    const refused = await bind(other.device, guest.token);
    assert.match(JSON.stringify(refused), /notAllowed/);
    assert.equal(await feeds(other.device.id), before);
  });
}

test('going back to a former device does not reach one that has gone to another project since', async () => {
  const { id } = await point();
  const [former, next] = [await makeDevice(server, north, ['1', '2']), await makeDevice(server, north, ['1'])];
  await server.call(bindings.bind, { pointId: id, measuringDeviceId: former.id }, north.admin.token);
  server.clock.advance(60_000);
  const { body } = await server.call(
    bindings.replaceDevice,
    { pointId: id, measuringDeviceId: next.id, channel: '1' },
    north.admin.token,
  );
  await server.call(
    bindings.bind,
    { pointId: other.pointId, measuringDeviceId: former.id, channel: '2' },
    north.admin.token,
  );
  const groupId = body.deviceGroups[0]!.id;
  const back = await server.call(bindings.cancelMigration, { pointId: id, groupId }, owner.token);
  assert.deepEqual([back.status, back.body.measuringPoint?.deviceGroup], [200, null]);
  await server.call(
    bindings.bind,
    { pointId: other.pointId, measuringDeviceId: other.device.id, channel: '1' },
    north.admin.token,
  );
});

test('a collector of another project is not named as the way of a point', async () => {
  const collector = await makeDevice(server, north, [], 'collector');
  await server.db.updateTable('device').set({ collector_id: collector.id }).where('id', '=', other.device.id).execute();
  const device = await makeDevice(server, north, ['1']);
  const bind = (collectorId: number) => async () =>
    server.call(bindings.bind, { pointId: (await point()).id, measuringDeviceId: device.id, collectorId }, owner.token);
  const [there, nowhere] = [await bind(collector.id)(), await bind(absent.id)()];
  assert.deepEqual(summaryOf(there, { ...collector, sncode: 'x' }), summaryOf(nowhere, { ...absent, sncode: 'x' }));
});

test('a device that feeds two projects is changed by who may in both, and seen by who may in one', async () => {
  const shared = await makeDevice(server, north, ['1', '2']);
  for (const [pointId, channel] of [
    [(await point()).id, '1'],
    [other.pointId, '2'],
  ] as const)
    assert.equal(
      (await server.call(bindings.bind, { pointId, measuringDeviceId: shared.id, channel }, north.admin.token)).status,
      200,
    );
  const both = await person('both.member', 'Member');
  await makeMember(server, other.projectId, both.id, 'Member');
  const half = await person('half.member', 'Owner');
  await makeMember(server, other.projectId, half.id, 'Guest');
  const deviceId = shared.id;
  const changes = Object.values(registry as Record<string, Record<string, Route>>)
    .flatMap((routes) => Object.values(routes))
    .filter((route) => route.within === 'deviceId' && route.method !== 'GET' && !route.readOnly);
  assert.ok(
    changes.includes(connections.newSecret) && changes.includes(commands.command),
    'secret and commands are among them',
  );
  const ids = { deviceId, corporationId: north.corporationId, projectId: north.projectId } as never;
  for (const route of changes)
    for (const { token } of [member, owner, half]) {
      const { status, body } = await send(server.url, route, inputFor(route, ids), token);
      assert.deepEqual([route.path, status, body.error], [route.path, 403, 'notAllowed']);
    }
  for (const { token } of [member, half])
    assert.equal((await server.call(devices.get, { deviceId }, token)).status, 200);
  for (const { token } of [both, north.admin])
    assert.equal((await server.call(connections.newSecret, { deviceId }, token)).status, 200);
});

test('a device of the warehouse that no project uses is answered like one that is not there', async () => {
  const holder = await makeAccount(server, 'Normal', north.corporationId, 'stock.custom');
  await giveRole(server, north, holder.id, ['Retrieve:Device', 'Update:Device', 'Delete:Device']);
  for (const route of [devices.get, connections.newSecret, devices.remove]) {
    const [there, nowhere] = [
      await server.call(route, { deviceId: stock.id }, holder.token),
      await server.call(route, { deviceId: absent.id }, holder.token),
    ];
    assert.deepEqual(summaryOf(there, stock), summaryOf(nowhere, absent));
    assert.equal(there.status, 404);
  }
});
