import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { batches } from '@plumbline/contract/points/batches';
import { points } from '@plumbline/contract/points/points';
import { commands } from '@plumbline/contract/telemetry/commands';
import type { MqttClient } from 'mqtt';
import { connectDevice } from '../../../../../test/device-client.ts';
import { makeWorld, startServer, type TestServer, type World } from '../../../../../test/harness.ts';
import { until as untilHolds } from '../../../../../test/until.ts';
import { waitUntil } from '../../../../../test/wait-until.ts';
import { emit } from '../../../../kernel/events.ts';
import { requestReadings, slowDown } from '../commands.plans.jobs.ts';

let server: TestServer;
let world: World;
let device: MqttClient | null = null;
interface Command {
  commandId: string;
  text: string;
  channels?: string[];
  hex?: string;
  plan?: { channel: string; mode: string; intervalSeconds: number | null; timer: string[]; timeZone: string };
}
/** What came down, and what is answered. */
const received: Command[] = [];
let answer: (command: Command) => object | null = ({ commandId }) => ({ commandId, ok: true });

before(async () => {
  server = await startServer({ MQTT_PORT: '0' });
  world = await makeWorld(server, 'Plans');
});
after(async () => {
  device?.end(true);
  await server.close();
});

async function connect({ sncode, secret } = world.device) {
  const client = await connectDevice(server, { sncode, secret });
  client.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString()) as Command;
    received.push(command);
    const reply = answer(command);
    if (reply) client.publish(`devices/${sncode}/responses`, JSON.stringify(reply));
  });
  await client.subscribeAsync(`devices/${sncode}/commands`, { qos: 1 });
  return client;
}
/** The session outlives the hours that the clock moves on. */
const token = () => server.tokenFor(world.admin.id);
const plan = async () =>
  (await server.call(commands.plan, { pointId: world.pointId }, await token())).body.collectConfig;
const set = async (patch: object) => server.call(commands.setPlan, { pointId: world.pointId, ...patch }, await token());
const until = (state: string) => untilHolds(plan, (now) => now.state === state);
const point = () => server.db.selectFrom('point').selectAll().where('id', '=', world.pointId).executeTakeFirstOrThrow();

test('a change without content sends nothing; where no plan is in force, one needs an interval', async () => {
  const before = await plan();
  assert.equal(before.state, 'none');
  assert.equal((await set({})).status, 200);
  assert.deepEqual(await plan(), before);
  assert.equal(await server.db.selectFrom('collect_plan').selectAll().executeTakeFirst(), undefined);
  const open = await set({ acceleration: 'halve' });
  assert.deepEqual([open.body.error, open.body.detail], ['collectPlanInvalid', { fault: 'intervalMissing' }]);
});

test('what does not go together is refused by name, and nothing is changed', async () => {
  const cases: [object, string, string | undefined][] = [
    [{ interval: 60, acceleration: 'halve' }, 'autoIncreaseRefused', undefined],
    [{ interval: 30 }, 'collectPlanInvalid', 'intervalTooShort'],
    [{ interval: null }, 'collectPlanInvalid', 'intervalMissing'],
    [{ timer: ['06:00'], acceleration: 'fast' }, 'collectPlanInvalid', 'accelerationNeedsInterval'],
    [{ mode: 'NoCollect', interval: 600 }, 'collectPlanInvalid', 'noCollectWithPlan'],
    [{ start: '2026-03-19T00:00:00Z', end: '2026-03-18T00:00:00Z' }, 'collectPlanInvalid', 'startNotBeforeEnd'],
    [{ timer: ['06:00', '06:00'] }, 'badInput', undefined],
    [{ timer: Array.from({ length: 11 }, (_, i) => `${String(i).padStart(2, '0')}:00`) }, 'badInput', undefined],
    [{ timer: ['25:00'] }, 'badInput', undefined],
  ];
  for (const [reply, error, fault] of cases) {
    const { body } = await set(reply);
    assert.equal(body.error, error, JSON.stringify(reply));
    if (fault) assert.equal((body.detail as { fault: string }).fault, fault);
  }
  assert.equal((await plan()).state, 'none');
});

test('a plan waits for its device, is confirmed by it, and the point follows what is confirmed', async () => {
  const { body } = await set({ interval: 600, acceleration: 'halve' });
  assert.deepEqual([body.collectConfig.state, body.collectConfig.interval], ['pending', 600]);
  assert.equal((await point()).interval_seconds, 3600, 'nobody does it yet');
  answer = () => null;
  device = await connect();
  assert.equal((await until('delivered')).state, 'delivered');
  assert.equal((await point()).interval_seconds, 3600);
  assert.deepEqual(
    [received[0]?.text, received[0]?.plan?.channel, received[0]?.plan?.intervalSeconds, received[0]?.plan?.timeZone],
    ['collect-plan', '1', 600, 'Asia/Shanghai'],
  );
  // It comes again with the device until it is answered.
  await device.endAsync();
  answer = ({ commandId }) => ({ commandId, ok: true });
  server.clock.advance(61_000);
  device = await connect();
  const confirmed = await until('confirmed');
  assert.deepEqual(
    [confirmed.state, confirmed.inForceInterval, (await point()).interval_seconds],
    ['confirmed', 600, 600],
  );
  assert.deepEqual([received.length, received[1]?.commandId], [2, received[0]?.commandId]);
  const of = await server.call(commands.devicePlans, { deviceId: world.device.id }, await token());
  assert.deepEqual(
    of.body.collectConfigs.map(({ pointId, state }) => [pointId, state]),
    [[world.pointId, 'confirmed']],
  );
});

test('a device may refuse with its reason; another device answers for nobody but itself', async () => {
  answer = ({ commandId }) => ({ commandId, ok: false, text: 'memory full' });
  await set({ interval: 900 });
  const refused = await until('refused');
  assert.deepEqual([refused.state, refused.refusal, refused.inForceInterval], ['refused', 'memory full', 600]);
  assert.equal((await point()).interval_seconds, 600);
  answer = () => null;
  await set({ interval: 1200 });
  await until('delivered');
  const outsider = await makeWorld(server, 'Stranger');
  const spy = await connect(outsider.device);
  await spy.publishAsync(
    `devices/${outsider.device.sncode}/responses`,
    JSON.stringify({ commandId: received.at(-1)!.commandId, ok: true }),
    // Acknowledged once it has been read.
    { qos: 1 },
  );
  assert.equal((await plan()).state, 'delivered');
  await spy.endAsync();
  answer = ({ commandId }) => ({ commandId, ok: true });
  await set({ interval: 3600 });
  await until('confirmed');
});

test('an alert halves the interval; the verdict, or a day of calm, brings it back', async () => {
  const raise = async () => {
    await emit(server.db, server.clock.now(), 'alertRaised', { alertId: world.alertId, projectId: world.projectId });
    await server.work!.settle();
    return await until('confirmed');
  };
  assert.equal((await raise()).acceleratedInterval, 1800);
  assert.equal((await point()).interval_seconds, 1800, 'the device does it');
  assert.equal((await raise()).acceleratedInterval, 900);
  assert.equal((await plan()).interval, 3600, 'what people set stays');
  await server.call(alerts.setStatus, { alertId: world.alertId, status: 'FalseAlarm', reason: 'test' }, await token());
  await server.work!.settle();
  await until('confirmed');
  assert.deepEqual([(await plan()).acceleratedInterval, (await point()).interval_seconds], [null, 3600]);
  await raise();
  await slowDown(server.db, server.clock.now());
  server.clock.advance(23 * 3_600_000);
  await slowDown(server.db, server.clock.now());
  assert.equal((await plan()).acceleratedInterval, 1800);
  server.clock.advance(3_600_000);
  await slowDown(server.db, server.clock.now());
  await until('confirmed');
  assert.deepEqual([(await plan()).acceleratedInterval, (await point()).interval_seconds], [null, 3600]);
});

test('a point that is collected by command is asked for at its times, once', async () => {
  await set({ mode: 'CommandCollect', acceleration: 'none', timer: ['06:00', '18:00'] });
  const confirmed = await until('confirmed');
  assert.equal((await point()).interval_seconds, 12 * 3600);
  const next = Date.parse(confirmed.nextCommandAt!);
  assert.equal(new Date(next).toISOString().slice(11, 16), '10:00', '18:00 in Shanghai');
  const before = received.length;
  server.clock.set(new Date(next - 1000));
  assert.equal(await requestReadings(server.db, server.clock.now()), 0);
  server.clock.set(new Date(next));
  const requested = await Promise.all([1, 2, 3].map(() => requestReadings(server.db, server.clock.now())));
  assert.equal(
    requested.reduce((sum, each) => sum + each),
    1,
    'however many processes ask',
  );
  await waitUntil(() => received.length > before, 'a command comes');
  assert.deepEqual([received.at(-1)?.text, received.at(-1)?.channels, received.length], ['collect', ['1'], before + 1]);
  assert.equal(Date.parse((await plan()).nextCommandAt!) - next, 12 * 3_600_000);
});

test('many plans at once: all of them or none, with what is wrong in which row', async () => {
  const rows = [
    { pointId: world.pointId, mode: 'UploadCollect' as const, timer: [], interval: 60, acceleration: 'fast' as const },
    { pointId: 2_000_000_000, interval: 600 },
  ];
  const all = async (more: object) =>
    server.call(commands.setPlans, { projectId: world.projectId, rows, ...more }, await token());
  const dry = await all({ dryRun: true });
  assert.deepEqual(
    dry.body.problems.map(({ row, error }) => [row, error]),
    [
      [0, 'autoIncreaseRefused'],
      [1, 'notFound'],
    ],
  );
  assert.equal((await all({})).body.error, 'rowsRefused');
  assert.equal((await plan()).mode, 'CommandCollect');
  const good = await all({ rows: [{ ...rows[0], interval: 300 }] });
  assert.equal(good.body.changed, 1);
  const confirmed = await until('confirmed');
  assert.deepEqual([confirmed.mode, confirmed.interval, confirmed.nextCommandAt], ['UploadCollect', 300, null]);
});

test('a debug command is a text or legal bytes, and needs a device that is networked', async () => {
  const debug = async (patch: object) =>
    server.call(commands.debugCommand, { deviceId: world.device.id, ...patch }, await token());
  const messageOf = (detail: unknown) => (detail as { message: string }[])[0]?.message;
  for (const [reply, message] of [
    [{ hex: '01 0' }, 'hexadecimalOdd'],
    [{ hex: '0G' }, 'hexadecimal'],
    [{ command: '  ' }, 'commandEmpty'],
    [{ command: 'status', hex: '01' }, 'commandEmpty'],
  ] as const) {
    const { status, body } = await debug(reply);
    assert.deepEqual([status, messageOf(body.detail)], [400, message], JSON.stringify(reply));
  }
  const { body } = await debug({ hex: '01 03 00 00 00 02 c4 0b' });
  await waitUntil(() => received.at(-1)?.commandId === body.commandId, 'the command comes');
  assert.deepEqual([received.at(-1)?.commandId, received.at(-1)?.hex], [body.commandId, '010300000002C40B']);
  const silent = await makeWorld(server, 'Never heard');
  const refused = await server.call(
    commands.debugCommand,
    { deviceId: silent.device.id, command: 'status' },
    silent.admin.token,
  );
  assert.equal(refused.body.error, 'deviceNotNetworked');
});

test('there is one interval: where a plan is in force it is the plan’s, and the point’s own settings refuse another', async () => {
  const { pointId, projectId } = world;
  assert.equal((await set({ mode: 'UploadCollect', interval: 1200, timer: [], acceleration: 'none' })).status, 200);
  // The point's own interval follows when the device has confirmed the plan.
  await waitUntil(async () => (await point()).interval_seconds === 1200, 'the interval is that of the plan');
  const stored = await point();
  assert.equal(stored.interval_seconds, 1200);
  const given = [{ intervalSeconds: 90 }, { collectMode: 'NoCollect' }] as const;
  for (const reply of given) {
    const refused = await server.call(points.update, { pointId, ...reply }, await token());
    assert.deepEqual([refused.status, refused.body.error], [409, 'collectPlanDecides'], JSON.stringify(reply));
    const edited = await server.call(batches.batchEdit, { projectId, rows: [{ pointId, set: reply }] }, await token());
    const problems = (edited.body.detail as { problems: { error: string }[] }).problems;
    assert.deepEqual(
      problems.map(({ error }) => error),
      ['collectPlanDecides'],
    );
  }
  const all = { projectId, points: [pointId], intervalSeconds: 90 };
  assert.equal((await server.call(batches.batchInterval, all, await token())).body.error, 'rowsRefused');
  const now = await point();
  assert.deepEqual([now.interval_seconds, now.collect_mode], [stored.interval_seconds, stored.collect_mode]);
  // What is sent as it stands changes nothing and is taken.
  const same = { pointId, intervalSeconds: stored.interval_seconds, name: 'Renamed' };
  assert.equal((await server.call(points.update, same, await token())).status, 200);
});
