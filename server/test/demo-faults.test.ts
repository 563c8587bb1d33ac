/** The faulty devices of the demonstration: seen in health and silence, and in nobody's way at a restart. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { devices } from '@plumbline/contract/devices/devices';
import { hourMs } from '@plumbline/contract/kernel/durations';
import { isWhole } from '@plumbline/contract/kernel/status';
import { points } from '@plumbline/contract/points/points';
import { projects } from '@plumbline/contract/site/projects';
import { health } from '@plumbline/contract/telemetry/health';
import { type Client, signIn } from '../src/demo/demo.client.ts';
import { catchUp, fillRecent } from '../src/demo/demo.history.ts';
import { type Demonstration, makeDemonstration, setDemoPassword } from '../src/demo/demo.ts';
import { scanHealth } from '../src/features/telemetry/health/health.jobs.ts';
import { startServer } from './harness.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let demonstration: Demonstration;
let client: Client;
before(async () => {
  server = await startServer();
  demonstration = await makeDemonstration(server);
  await fillRecent(server, demonstration);
  await setDemoPassword(server);
  await enter();
});
after(() => server?.close());

async function enter() {
  client = await signIn(server.url, server.config.demoPassword, new AbortController().signal);
}

const unhealthy = async () =>
  (await client.call(health.list, { pageSize: 100 })).deviceHealthStat
    .filter(({ status }) => status !== 'normal')
    .map(({ sncode, status }) => [sncode, status])
    .sort();

const expected = [
  ['GDM-0904', 'lowVoltage'],
  ['TRK-0420', 'dataLost'],
  ['WE-01', 'dataRepeat'],
];

async function lastOf(projectName: string) {
  const { projects: all } = await client.call(projects.list, {});
  const { measuringPoints } = await client.call(points.list, {
    projectId: all.find(({ name }) => name === projectName)!.id,
  });
  // A master has no readings of its own.
  return new Map(measuringPoints.flatMap(({ name, status }) => (isWhole(status) ? [] : [[name, status] as const])));
}

test('each fault is found by the look at health, and a silent device is silent on the screens', async () => {
  await scanHealth(server.database.db, server.clock.now());
  assert.deepEqual(await unhealthy(), expected);
  const metro = await lastOf('Metro Line 7, Guanshan-Luyin');
  assert.deepEqual(
    [...metro]
      .map(([name, { state, level }]) => [name, state, level])
      .filter(([, state, level]) => state !== 'reporting' || level !== 0)
      .sort(),
    [
      ['CV-412', 'reporting', 3],
      ['TR-420', 'stale', 0],
      ['TR-425', 'stale', 0],
    ],
    'all others report, and are normal',
  );
});

test('the Warnings list of each has what its fault set off', async () => {
  const { deviceHealthStat } = await client.call(health.list, { pageSize: 100 });
  const warned = async (sncode: string) => {
    const { deviceId } = deviceHealthStat.find((each) => each.sncode === sncode)!;
    const { warnings } = await client.call(devices.warnings, { deviceId });
    return warnings.map(({ kind }) => kind);
  };
  assert.deepEqual(await warned('GDM-0904'), ['lowVoltage']);
  assert.deepEqual(await warned('TRK-0420'), ['overdue', 'dataLost']);
});

test('a restart takes up what each point missed, and a silent one keeps nothing back and stays silent', async () => {
  const silentAt = (await lastOf('Metro Line 7, Guanshan-Luyin')).get('TR-420')!.at;
  const count = async () =>
    (await server.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM reading')).rows[0]!.n;
  const before = await count();
  server.clock.advance(5 * hourMs);
  await catchUp(server, demonstration);
  await enter();
  await scanHealth(server.database.db, server.clock.now());
  const metro = await lastOf('Metro Line 7, Guanshan-Luyin');
  const nowMs = Math.floor(server.clock.now().getTime() / hourMs) * hourMs;
  assert.deepEqual([metro.get('TR-420')!.at, metro.get('CV-410')!.at], [silentAt, nowMs]);
  const delivering = demonstration.devices
    .filter(({ fault }) => fault !== 'silent')
    .flatMap(({ channels }) => channels);
  assert.equal((await count()) - before, 5 * delivering.length);
  assert.deepEqual(await unhealthy(), expected);
});
