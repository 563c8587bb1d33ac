/** A reading right after its binding finds it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connections } from '@plumbline/contract/devices/connections';
import { bindings } from '@plumbline/contract/points/bindings';
import { startServer } from '../../../../test/harness.ts';
import { waitUntil } from '../../../../test/wait-until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world, apart, renewed] = await openWorlds(['Directory', 'Apart', 'Renewed']);

let minute = 0;
async function send(url: string, { device }: typeof world) {
  const response = await fetch(`${url}/api/devices/${device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      at: Date.parse('2026-03-18T01:00:00Z') + minute++ * 60_000,
      channels: { 1: { temperature: 5 } },
    }),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as { stored: number; unbound: number };
}
const unbind = ({ pointId, admin }: typeof world) =>
  server.call(bindings.bind, { pointId, measuringDeviceId: null }, admin.token);
const bind = ({ pointId, device, admin }: typeof world) =>
  server.call(bindings.bind, { pointId, measuringDeviceId: device.id, channel: '1' }, admin.token);

test('another process learns of it', async (context) => {
  const second = await startServer({ ROLES: 'gateway', DATABASE_URL: server.config.databaseUrl! });
  context.after(() => second.close());
  assert.equal((await send(second.url, apart)).stored, 1);
  assert.equal((await unbind(apart)).status, 200);
  await waitUntil(async () => (await send(second.url, apart)).stored === 0, 'the other process refuses it');
});

test('the process that answered knows it at once, without hearing of it from the database', async () => {
  assert.equal((await send(server.url, world)).stored, 1);
  await server.listener.close();
  for (let round = 0; round < 5; round++) {
    assert.equal((await unbind(world)).status, 200);
    assert.deepEqual(await send(server.url, world).then(({ stored, unbound }) => [stored, unbound]), [0, 1]);
    assert.equal((await bind(world)).status, 200);
    assert.deepEqual(await send(server.url, world).then(({ stored, unbound }) => [stored, unbound]), [1, 0]);
  }
});

test('a new secret: the old one is refused at once', async () => {
  const { device, admin } = renewed;
  const requestPlans = (secret: string) =>
    fetch(`${server.url}/api/devices/${device.sncode}/commands`, { headers: { authorization: `Bearer ${secret}` } });
  assert.equal((await requestPlans(device.secret)).status, 200);
  const fresh = await server.call(connections.newSecret, { deviceId: device.id }, admin.token);
  assert.equal(fresh.status, 200);
  assert.equal((await requestPlans(device.secret)).status, 401);
});
