/** Faster collection after alerts, end to end: real readings raise, two processes share the work, a third comes after a restart. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { commands } from '@plumbline/contract/telemetry/commands';
import { makeWorld, startServer, type TestServer, type World } from '../../../../test/harness.ts';
import { rule, send, setRules, settled } from '../../../../test/judging.fixtures.ts';

let first: TestServer;
let second: TestServer;
let world: World;
before(async () => {
  first = await startServer();
  second = await startServer({ DATABASE_URL: first.config.databaseUrl });
  world = await makeWorld(first, 'Acceleration');
});
after(async () => {
  await second.close();
  await first.close();
});

const plan = async (server = first) => {
  const token = await server.tokenFor(world.admin.id);
  return (await server.call(commands.plan, { pointId: world.pointId }, token)).body.collectConfig;
};
/** What the device would have been sent, as often as it was set. */
const acceleratedTo = async () => (await plan()).acceleratedInterval;
const rest = async () => {
  await Promise.all([settled(first), settled(second)]);
};

test('each rise halves the interval once, however many processes do the work; settling the last brings it back', async () => {
  const token = await first.tokenFor(world.admin.id);
  const set = {
    pointId: world.pointId,
    mode: 'UploadCollect' as const,
    interval: 3600,
    acceleration: 'halve' as const,
  };
  assert.equal((await first.call(commands.setPlan, set, token)).status, 200);
  await setRules(first, world, rule());
  await rest();
  for (const [minute, value, expected] of [
    [0, 12, 1800],
    [1, 22, 900],
    [2, 32, 420],
    [3, 42, 180],
  ] as const) {
    await send(first, world, [value], minute);
    await rest();
    assert.equal(await acceleratedTo(), expected, `after ${value}`);
  }
  const { interval, acceleratedSince, returnsAt } = await plan();
  assert.deepEqual([interval, returnsAt], [3600, null], 'what people set stays; it is above level 0');
  assert.equal(acceleratedSince, first.clock.now().toISOString());

  await second.close();
  second = await startServer({ DATABASE_URL: first.config.databaseUrl });
  assert.equal((await plan(second)).acceleratedInterval, 180, 'a process that starts later knows it');

  const { body } = await first.call(alerts.ofProject, { projectId: world.projectId, status: 'Open' }, token);
  const open = body.alerts.map(({ id }) => id);
  for (const alertId of open.slice(1)) await first.call(alerts.setStatus, { alertId, status: 'FalseAlarm' }, token);
  await rest();
  assert.equal(await acceleratedTo(), 180, 'one is still open');
  await second.call(alerts.setStatus, { alertId: open[0]!, status: 'Restore' }, await second.tokenFor(world.admin.id));
  await rest();
  assert.equal(await acceleratedTo(), null);
});

test('readings below the limits say when the interval comes back, and two processes bring it back once', async () => {
  await send(first, world, [12], 10);
  await rest();
  await send(first, world, [1, 1], 11);
  await rest();
  const { acceleratedInterval, returnsAt } = await plan();
  assert.equal(acceleratedInterval, 1800);
  assert.equal(returnsAt, new Date(first.clock.now().getTime() + 86_400_000).toISOString());
  const setAt = (await plan()).setAt;
  for (const server of [first, second]) server.clock.advance(86_400_000 + 60_000);
  await Promise.all([first.tick('collect-on-time'), second.tick('collect-on-time')]);
  const after = await plan();
  assert.equal(after.acceleratedInterval, null);
  assert.notEqual(after.setAt, setAt, 'the device is told of its interval again');
});
