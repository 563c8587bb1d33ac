/** What one process stores reaches the pages of another, however long the message; and each stops cleanly. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LiveReading } from '@plumbline/contract/kernel/events';
import { io } from 'socket.io-client';
import { makeWorld, startServer } from './harness.ts';
import { waitUntil } from './wait-until.ts';

test('live readings of more than 8 kB go from the gateway process to the pages of the web process', async () => {
  const web = await startServer({ ROLES: 'web' });
  const gateway = await startServer({ ROLES: 'gateway', DATABASE_URL: web.config.databaseUrl! });
  after(async () => {
    page.close();
    await gateway.close();
    await web.close();
  });
  const world = await makeWorld(web, 'Relay');
  const page = io(`${web.url}/notification`, { auth: { token: world.admin.token }, transports: ['websocket'] });
  const subscription = { projectId: world.projectId, pointIds: [world.pointId] };
  assert.deepEqual(await page.timeout(10_000).emitWithAck('SUBSCRIBE', subscription), subscription);
  const received: LiveReading[] = [];
  const sizes: number[] = [];
  const states: unknown[] = [];
  page.on('READINGS', (readings: LiveReading[]) => {
    received.push(...readings);
    sizes.push(JSON.stringify(readings).length);
  });
  page.on('POINT_STATES', (state) => states.push(state));

  const records = (count: number, from: number) =>
    Array.from({ length: count }, (_, each) => ({
      at: Date.parse('2026-03-18T03:00:00Z') + (from + each) * 1000,
      channels: { 1: { temperature: each / 10 } },
    }));
  const deliver = async (count: number, from: number) => {
    const response = await fetch(`${gateway.url}/api/devices/${world.device.sncode}/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(records(count, from)),
    });
    assert.equal(response.status, 200);
  };
  await deliver(3, 0);
  await deliver(900, 10);
  await waitUntil(() => received.length >= 903, 'every reading reaches the page').catch((error: Error) =>
    assert.fail(`${error.message}: ${received.length} of 903, in messages of ${sizes} bytes`),
  );
  await waitUntil(() => states.length > 0, 'the state of the point reaches the page');
  assert.equal(received.length, 903);
  assert.ok(Math.max(...sizes) > 8_000, `the longest message has ${Math.max(...sizes)} bytes`);
  assert.ok(states.length > 0);
});
