/** Commands to a Sparkplug node that nobody here wrote: npm's sparkplug-client, at our own broker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '@plumbline/contract/telemetry/commands';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { until } from '../../../../test/until.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, north] = await openWorlds(['North'], { MQTT_PORT: '0' });
const { corporationId } = north;
const { token } = north.admin;

interface Metric {
  readonly name: string;
  readonly value: unknown;
  readonly type?: string;
}
interface Client {
  on(event: string, act: (...given: never[]) => void): void;
  publishNodeBirth(payload: object): void;
  publishDeviceBirth(device: string, payload: object): void;
  publishDeviceData(device: string, payload: object): void;
  stop(): void;
}

test('a metric is written by DCMD with the type of the birth, and what the node reports of it is the answer', async (t) => {
  const { body } = await server.call(
    feeds.create,
    { corporationId, kind: 'broker', name: 'plant', wrapping: 'sparkplugB' } as never,
    token,
  );
  const { feed, secret } = body;
  const { id: deviceId } = await server.db
    .selectFrom('device')
    .select('id')
    .where('sncode', '=', north.device.sncode)
    .executeTakeFirstOrThrow();
  const one = { corporationId, feedId: feed.id, source: 'dam/edge/gate' };
  await server.call(feeds.assign, { ...one, deviceId }, token);
  const format = { content: 'json', rows: [{ from: 'Level', channel: '1', quantity: 'temperature' }] };
  await server.call(feeds.setFormat, { ...one, format: format as never }, token);

  const { newClient } = (await import('sparkplug-client')) as unknown as { newClient: (config: object) => Client };
  const client = newClient({
    serverUrl: `mqtt://127.0.0.1:${server.gateway?.mqtt?.port}`,
    username: feed.key,
    password: secret,
    groupId: 'dam',
    edgeNode: 'edge',
    clientId: 'edge',
    version: 'spBv1.0',
    keepalive: 30,
  });
  t.after(() => client.stop());
  const at = () => server.clock.now().getTime() - 60_000 + ++sent * 1_000;
  let sent = 0;
  const level = (value: number) => ({ name: 'Level', value, type: 'Double' });
  const setPoint = (value: number) => ({ name: 'Outputs/SetPoint', value, type: 'Int32' });
  const open = (value: boolean) => ({ name: 'Outputs/Open', value, type: 'Boolean' });
  const arrived: { device: string; metrics: Metric[] }[] = [];
  client.on('dcmd', ((device: string, payload: { metrics: Metric[] }) =>
    arrived.push({ device, metrics: payload.metrics })) as never);
  await new Promise<void>((resolve) => client.on('birth', resolve));
  client.publishNodeBirth({ timestamp: at(), metrics: [] });
  client.publishDeviceBirth('gate', { timestamp: at(), metrics: [level(1), setPoint(0), open(false)] });

  const send = async (command: string) => {
    const answer = await until(
      () => server.call(commands.command, { deviceId, command }, token),
      ({ status }) => status === 200,
    );
    return answer.body.commandId;
  };
  const answerTo = async (commandId: string) => {
    const { body: states } = await server.call(commands.commandStates, { deviceId }, token);
    const answer = states.commands.find((each) => each.commandId === commandId)?.answer;
    return answer ? (JSON.parse(answer) as { ok: boolean; text: string }) : null;
  };
  const newest = async () =>
    (
      await server.db
        .selectFrom('point_state')
        .select('values')
        .where('point_id', '=', north.pointId)
        .executeTakeFirst()
    )?.values[0];
  const opening = await send('Outputs/Open = true');
  await until(
    () => arrived,
    (list) => list.length === 1,
  );
  assert.equal(arrived[0]?.device, 'gate');
  assert.deepEqual(
    arrived[0]?.metrics.map(({ name, value, type }) => [name, value, type]),
    [['Outputs/Open', true, 'Boolean']],
  );
  client.publishDeviceData('gate', { timestamp: at(), metrics: [level(2), open(false)] });
  // What a node reports is read in order.
  client.publishDeviceData('gate', { timestamp: at(), metrics: [level(3)] });
  await until(newest, (value) => value === 3);
  assert.equal(await answerTo(opening), null, 'another value is no answer');
  client.publishDeviceData('gate', { timestamp: at(), metrics: [level(2), open(true)] });
  assert.deepEqual(
    await until(
      () => answerTo(opening),
      (found) => found !== null,
    ),
    { commandId: opening, ok: true, text: 'Outputs/Open = true' },
  );

  const setting = await send('Outputs/SetPoint = -12');
  await until(
    () => arrived,
    (list) => list.length === 2,
  );
  assert.deepEqual(
    arrived[1]?.metrics.map(({ name, value, type }) => [name, Number(value) | 0, type]),
    [['Outputs/SetPoint', -12, 'Int32']],
  );
  client.publishDeviceData('gate', { timestamp: at(), metrics: [level(3), setPoint(-12)] });
  assert.equal(
    (
      await until(
        () => answerTo(setting),
        (found) => found !== null,
      )
    )?.ok,
    true,
  );

  for (const [command, why] of [
    ['Outputs/SetPoint = 1.5', /of another type/],
    ['open the gate', /commands such as/],
  ] as const) {
    const refused = await send(command);
    const answer = await until(
      () => answerTo(refused),
      (found) => found !== null,
    );
    assert.equal(answer?.ok, false);
    assert.match(answer?.text ?? '', why);
  }
  assert.equal(arrived.length, 2, 'nothing of that went down');
});
