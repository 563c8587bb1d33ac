/** What tests of judging stand on: rules, readings a minute apart by the device of a world, and the end of what follows. */
import assert from 'node:assert/strict';
import type { Threshold } from '@plumbline/contract/points/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import type { TestServer, World } from './harness.ts';
import { waitForNotifications } from './notifications.ts';

export const startMs = Date.parse('2026-03-17T00:00:00Z');
/** Instant of a minute. */
export const at = (minute: number): string => new Date(startMs + minute * 60_000).toISOString();

/** Temperatures of 10, 20, 30 and 40 raise the levels, at once. */
export const rule = (more: Partial<Threshold> = {}): Threshold => ({
  field: 'temperature',
  kind: 'value',
  method: 'upper',
  levels: [10, 20, 30, 40],
  base: 'value',
  combine: 'and',
  rateLevels: null,
  releaseRatio: 0.95,
  releaseCount: 2,
  consecutive: 1,
  enabled: true,
  ...more,
});

/** Resolves when the gateway has been notified of the settings. */
export const awaitNotifications = waitForNotifications;

export async function setRules(server: TestServer, world: World, ...thresholds: Threshold[]) {
  const { status } = await server.call(
    thresholdRoutes.setThresholds,
    { pointId: world.pointId, thresholds },
    world.admin.token,
  );
  assert.equal(status, 200);
  await awaitNotifications();
}

export interface Sent {
  readonly at: number;
  readonly channels: Readonly<Record<string, { readonly temperature: number | null }>>;
}
/** Sends records as the device of the world does. */
export async function sendRecords(server: TestServer, world: World, records: readonly Sent[]) {
  const response = await fetch(`${server.url}/api/devices/${world.device.sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.device.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  });
  assert.equal(response.status, 200);
  return (await response.json()) as { stored: number; unchanged: number };
}
/** Sends temperatures of channel 1, a minute apart. */
export const send = (server: TestServer, world: World, values: readonly (number | null)[], fromMinute = 0) =>
  sendRecords(
    server,
    world,
    values.map((temperature, i) => ({ at: startMs + (fromMinute + i) * 60_000, channels: { 1: { temperature } } })),
  );

/** Resolves once no event waits and no task waits or runs, and the gateway has been notified. */
export async function settled(server: TestServer) {
  let work: unknown[] = [];
  for (let i = 0; i < 1_000; i++) {
    await server.work!.settle();
    work = await server.db.selectFrom('work').select(['name', 'due_at', 'attempts', 'error']).limit(3).execute();
    const tasks = await server.db
      .selectFrom('task')
      .select('id')
      .where('state', 'in', ['queued', 'running'])
      .where('kind', '<>', 'none')
      .limit(1)
      .execute();
    if (work.length === 0 && tasks.length === 0) return awaitNotifications();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`events or tasks never end: ${JSON.stringify(work)}`);
}
