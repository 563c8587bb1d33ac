/** Commands to devices that are connected now and then, over MQTT. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { warehouse } from '@plumbline/contract/devices/warehouse';
import { commands } from '@plumbline/contract/telemetry/commands';
import { waitFor } from '../../../../../../e2e/wait-for.ts';
import { connectPacket, openDevice, subscribePacket } from '../../../../../test/mqtt-wire.ts';
import { until } from '../../../../../test/until.ts';
import { openWorlds } from '../../../../../test/worlds.ts';

const [server, world, other] = await openWorlds(['Sleeper', 'Awake'], { MQTT_PORT: '0' });
let { token } = world.admin;
async function connected({ sncode: username, secret: password } = world.device) {
  const device = await openDevice(server.gateway!.mqtt!.port!);
  await device.send(connectPacket({ username, password, clientId: 'logger' }));
  assert.equal((await device.connack())?.code, 0);
  return device;
}

test('a command waits for a logger that connects now and then, and is sent when it subscribes', async () => {
  const command = () => server.call(commands.command, { deviceId: world.device.id, command: 'status' }, token);
  const states = async () => (await server.call(commands.commandStates, { deviceId: world.device.id }, token)).body;
  const connection = async () => (await states()).connection;
  const sentAt = async () => (await states()).commands[0]?.sentAt !== null;
  assert.equal((await command()).body.error, 'deviceNotNetworked', 'never heard');

  const first = await connected();
  await waitFor(connection, 'connected');
  assert.equal((await command()).status, 200);
  // Commands are sent in order: this one, to a device that listens, comes after it.
  const awake = await connected(other.device);
  await awake.send(subscribePacket(1, `devices/${other.device.sncode}/commands`));
  const later = await until(
    () => server.call(commands.command, { deviceId: other.device.id, command: 'status' }, other.admin.token),
    ({ status }) => status === 200,
  );
  await until(
    () => server.call(commands.commandStates, { deviceId: other.device.id }, other.admin.token),
    ({ body }) => body.commands.some(({ commandId, sentAt: at }) => commandId === later.body.commandId && at !== null),
  );
  awake.close();
  assert.equal(await sentAt(), false, 'connected and not subscribed: nobody heard it');
  first.close();
  await waitFor(connection, 'connecting');
  const device = await server.call(devices.get, { deviceId: world.device.id }, token);
  assert.equal(device.body.device.connection, 'connecting', 'the device says what its commands say');
  const listed = await server.call(
    warehouse.list,
    { corporationId: world.corporationId, connection: 'connecting' },
    token,
  );
  assert.deepEqual(
    listed.body.devices.map(({ id }) => id),
    [world.device.id],
  );
  assert.equal((await command()).status, 200, 'it waits');
  const byPoint = await server.call(commands.pointCommand, { pointId: world.pointId, command: 'status' }, token);
  assert.deepEqual([byPoint.status, byPoint.body.deviceId], [200, world.device.id], 'to the device of a point');

  const second = await connected();
  await second.send(subscribePacket(1, `devices/${world.device.sncode}/commands`));
  await waitFor(sentAt, true);
  assert.equal((await states()).commands.filter((each) => each.sentAt === null).length, 0);
  second.close();
  await waitFor(connection, 'connecting');
  server.clock.advance(25 * 3_600_000);
  token = await server.tokenFor(world.admin.id);
  assert.equal(await connection(), 'notConnected', 'not heard for a day');
  assert.equal((await command()).body.error, 'deviceNotNetworked');
});
