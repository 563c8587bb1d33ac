/** Whether a server still serves everybody: a page, a socket and a device. */
import assert from 'node:assert/strict';
import { projects } from '@plumbline/contract/site/projects';
import { io } from 'socket.io-client';
import { connectDevice } from './device-client.ts';
import type { TestServer, World } from './harness.ts';

let minute = 0;

export async function serves(server: TestServer, world: World) {
  const { status } = await server.call(projects.get, { projectId: world.projectId }, world.admin.token);
  assert.equal(status, 200, 'a page is served');

  const page = io(`${server.url}/notification`, {
    auth: { token: world.admin.token },
    transports: ['websocket'],
    forceNew: true,
  });
  const granted = await page.timeout(10_000).emitWithAck('SUBSCRIBE', { pointIds: [world.pointId] });
  assert.deepEqual(granted, { pointIds: [world.pointId] }, 'a socket is served');
  page.close();

  const device = await connectDevice(server, world.device);
  const at = new Date(server.clock.now().getTime() - ++minute * 60_000);
  await device.publishAsync(
    `devices/${world.device.sncode}/readings`,
    JSON.stringify({ at, channels: { 1: { temperature: minute } } }),
    { qos: 1 },
  );
  await device.endAsync();
  const row = await server.db
    .selectFrom('reading')
    .select('values')
    .where('point_id', '=', world.pointId)
    .where('at', '=', at)
    .executeTakeFirst();
  assert.deepEqual(row?.values, [minute], 'a reading is stored');
}
