/** What devices and strangers may do to the MQTT port, by bytes. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { gateway } from '@plumbline/contract/telemetry/gateway';
import { makeAccount, makeWorld } from '../../../../../test/harness.ts';
import {
  type Connecting,
  connectPacket,
  lengthOf,
  openDevice,
  packet,
  publishPacket,
  subscribePacket,
  text,
} from '../../../../../test/mqtt-wire.ts';
import { waitUntil } from '../../../../../test/wait-until.ts';
import { openWorlds } from '../../../../../test/worlds.ts';
import { openAdmission } from '../../../../kernel/admission.ts';
import { type BrokerCalls, openBroker } from '../../mqtt-broker/mqtt-broker.api.ts';

const [server, world] = await openWorlds(['Broker'], { MQTT_PORT: '0' });
const { sncode, secret } = world.device;
const port = server.gateway!.mqtt!.port!;
const own = { username: sncode, password: secret };
const readings = `devices/${sncode}/readings`;
let minute = 0;
const record = () =>
  JSON.stringify({
    at: Date.parse('2026-03-18T00:00:00Z') + minute++ * 1000,
    channels: { 1: { temperature: minute % 40 } },
  });
async function connected(given: Connecting = {}) {
  const device = await openDevice(port);
  await device.send(connectPacket({ ...own, clientId: `c${minute++}`, ...given }));
  assert.equal((await device.connack())?.code, 0);
  return device;
}
const operator = await makeAccount(server, 'System', null, 'operator');
const counters = async () => (await server.call(gateway.counters, {}, operator.token)).body.counters;

test('a CONNECT that announces more than 4 KiB, or anything else first, is ended at its header, before its body', async () => {
  for (const header of [
    Buffer.concat([Buffer.from([0x10]), lengthOf(268_435_455)]),
    Buffer.concat([Buffer.from([0x10]), lengthOf(4_097)]),
    Buffer.concat([Buffer.from([0x32]), lengthOf(20)]),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01]),
  ]) {
    const device = await openDevice(port);
    await device.send(header);
    assert.ok(await device.ended(), header.toString('hex'));
    assert.equal(device.received.length, 0);
  }
});

test('a protocol level that is not spoken here is answered with 1, an empty client id without clean with 2', async () => {
  for (const [given, code] of [
    [{ level: 6 }, 1],
    [{ level: 5 }, 1],
    [{ clientId: '', clean: false }, 2],
    [{ password: 'wrong' }, 4],
    [{ username: 'x'.repeat(2_000) }, 4],
    [{ username: `${sncode}/#` }, 4],
  ] as const) {
    const device = await openDevice(port);
    await device.send(connectPacket({ ...own, clientId: 'a', ...given }));
    assert.equal((await device.connack())?.code, code, JSON.stringify(given).slice(0, 60));
    assert.ok(await device.ended());
  }
});

test('what is published before the CONNACK is taken, however much: 500 messages in one write with the CONNECT', async () => {
  const device = await openDevice(port);
  await device.send(
    connectPacket({ ...own, clientId: 'eager' }),
    ...Array.from({ length: 500 }, (_, each) => publishPacket(readings, record(), each + 1)),
  );
  await device.until(() => device.pubacks() === 500);
  assert.equal(device.pubacks(), 500);
  device.close();
});

test('a device keeps its connection when another one, of any corporation, comes with its client id', async () => {
  const other = await makeWorld(server, 'Broker other');
  const mine = await connected({ clientId: sncode });
  const theirs = await openDevice(port);
  await theirs.send(connectPacket({ username: other.device.sncode, password: other.device.secret, clientId: sncode }));
  assert.equal((await theirs.connack())?.code, 0);
  const unknown = await openDevice(port);
  await unknown.send(connectPacket({ username: sncode, password: 'wrong', clientId: sncode }));
  assert.equal((await unknown.connack())?.code, 4);
  await mine.send(publishPacket(readings, record(), 7));
  assert.ok(await mine.until(() => mine.pubacks() === 1), 'it is still served');
  const again = await connected({ clientId: sncode });
  assert.ok(await mine.ended(), 'the same device with the same id takes over');
  again.close();
  theirs.close();
});

test('a publish to another topic is acknowledged, dropped and reported; the connection stays', async () => {
  const other = await makeWorld(server, 'Broker victim');
  const victim = await openDevice(port);
  await victim.send(
    connectPacket({ username: other.device.sncode, password: other.device.secret, clientId: 'v' }),
    subscribePacket(1, `devices/${other.device.sncode}/commands`, `devices/${other.device.sncode}/errors`),
  );
  assert.equal((await victim.connack())?.code, 0);
  const device = await connected();
  await device.send(subscribePacket(1, `devices/${sncode}/errors`, `devices/${sncode}/commands`));
  await device.until(() => device.received.some(({ first }) => first === 0x90));
  const topics = [
    `devices/${sncode}/status`,
    `devices/${sncode}/commands`,
    `devices/${other.device.sncode}/commands`,
    `devices/${other.device.sncode}/readings`,
    '$SYS/broker/connection/x/state',
    'x',
  ];
  for (const [each, topic] of topics.entries()) await device.send(publishPacket(topic, record(), each + 1));
  await device.send(publishPacket('birth', 'hello', null));
  await device.until(() => device.pubacks() === topics.length && device.messages().length === topics.length + 1);
  assert.equal(device.pubacks(), topics.length);
  const messages = device.messages();
  assert.equal(messages.length, topics.length + 1);
  for (const message of messages) assert.match(message, /topicRefused/);
  assert.equal((await counters()).refused['topicRefused'], topics.length + 1);
  await device.send(publishPacket(readings, record(), 99));
  assert.ok(await device.until(() => device.pubacks() === topics.length + 1), 'it goes on');
  assert.deepEqual(victim.messages(), [], 'nobody else heard of it');
  const shown = () =>
    server.db
      .selectFrom('device_state')
      .select('refused_error')
      .where('device_id', '=', world.device.id)
      .executeTakeFirst();
  for (let tries = 0; tries < 50 && (await shown())?.refused_error !== 'topicRefused'; tries++) await wait(100);
  assert.equal((await shown())?.refused_error, 'topicRefused', 'the page of the device says it');
  device.close();
  victim.close();
});

test('a message of 3 MB is acknowledged, dropped as it comes and reported; what follows it is stored', async () => {
  const device = await connected();
  await device.send(subscribePacket(1, `devices/${sncode}/errors`));
  await device.until(() => device.received.some(({ first }) => first === 0x90));
  await device.send(
    publishPacket(readings, record(), 1),
    publishPacket(readings, Buffer.alloc(3_000_000, 'x'), 2),
    publishPacket(readings, Buffer.alloc(3_000_000, 'x'), null),
    publishPacket(readings, record(), 3),
  );
  await device.until(() => device.pubacks() === 3);
  assert.equal(device.pubacks(), 3);
  await device.until(() => device.messages().length === 2);
  for (const message of device.messages()) assert.match(message, /tooLarge/);
  device.close();
});

test('any other packet of more than 16 KiB ends its connection', async () => {
  const device = await connected();
  await device.send(Buffer.concat([Buffer.from([0x82]), lengthOf(20_000)]));
  assert.ok(await device.ended());
});

test('a session ends with its connection: nothing is queued for who is away', async () => {
  const first = await connected({ clientId: 'keeps', clean: false });
  await first.send(subscribePacket(1, `devices/${sncode}/errors`));
  await first.until(() => first.received.some(({ first: kind }) => kind === 0x90));
  first.close();
  const other = await connected();
  await other.send(publishPacket(readings, 'nonsense', 1));
  await other.until(() => other.pubacks() === 1);
  const again = await openDevice(port);
  await again.send(connectPacket({ ...own, clientId: 'keeps', clean: false }));
  assert.deepEqual(await again.connack(), { code: 0, present: 0 });
  // What comes down comes in order: an error that was kept would be there before this one.
  await again.send(subscribePacket(1, `devices/${sncode}/errors`));
  await again.until(() => again.received.some(({ first: kind }) => kind === 0x90));
  await other.send(publishPacket(readings, 'nonsense again', 2));
  await again.until(() => again.messages().length > 0);
  await other.until(() => other.pubacks() === 2);
  assert.equal(again.messages().length, 1);
  again.close();
  other.close();
});

test('the eleventh connection of a device ends its first', async () => {
  const first = await connected();
  const others = [];
  for (let each = 0; each < 10; each++) others.push(await connected());
  assert.ok(await first.ended());
  assert.ok(others.every((device) => !device.closed));
  for (const device of others) device.close();
});

test('connections that are given up before their CONNACK leave nothing behind', async () => {
  for (let tries = 0; tries < 100 && (await counters()).connections > 0; tries++) await wait(50);
  assert.equal((await counters()).connections, 0);
  for (let each = 0; each < 100; each++) {
    const device = await openDevice(port);
    await device.send(connectPacket({ ...own, clientId: `gone${each}` }));
    device.close();
  }
  const one = await connected();
  for (let tries = 0; tries < 100 && (await counters()).connections !== 1; tries++) await wait(50);
  assert.equal((await counters()).connections, 1);
  one.close();
});

test('a step of the clock with devices that left wills does not end the broker, and no will is published', async () => {
  const gone = Promise.withResolvers<void>();
  const accepted: string[] = [];
  const broken: unknown[] = [];
  const nothing = () => undefined;
  const log = { warn: (problem: unknown) => broken.push(problem), debug: nothing };
  const calls: BrokerCalls = {
    identify: async () => Buffer.alloc(32),
    refused: nothing,
    take: async (_, topic) => void accepted.push(topic),
    maySubscribe: () => true,
    arrived: nothing,
    left: () => gone.resolve(),
    subscribed: nothing,
  };
  const broker = await openBroker(() => calls, log as never, 20);
  const { createServer } = await import('node:net');
  const listening = createServer((socket) => broker.accept(socket));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const device = await openDevice((listening.address() as { port: number }).port);
  await device.send(
    connectPacket({ ...own, clientId: 'w', will: { topic: `devices/${sncode}/status`, payload: 'off' } }),
  );
  assert.equal((await device.connack())?.code, 0);
  const real = Date.now;
  let steps = 0;
  const clock = mock.method(Date, 'now', () => real() + steps++ * 600_000);
  await waitUntil(() => steps >= 20, 'the broker has looked at the clock many times');
  clock.mock.restore();
  device.close();
  await gone.promise;
  await broker.close();
  listening.close();
  assert.deepEqual([accepted, broken], [[], []]);
});

test('a device that is about to be let in keeps no server from stopping', async () => {
  const calls = { identify: () => new Promise<never>(() => undefined) } as unknown as BrokerCalls;
  const log = { debug: () => undefined, warn: () => undefined };
  const broker = await openBroker(() => calls, log as never, 20);
  const { createServer } = await import('node:net');
  const listening = createServer((socket) => broker.accept(socket));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const device = await openDevice((listening.address() as { port: number }).port);
  await device.send(connectPacket({ ...own, clientId: 'waits' }));
  const stopped = new Promise((resolve) => listening.close(resolve));
  await broker.close();
  await stopped;
  assert.ok(await device.ended());
});

test('of connections without a name the oldest makes feature, in all and of one address', () => {
  const ended: string[] = [];
  const admission = openAdmission({ inAll: 3, ofAddress: 2 });
  admission.enter('a', () => ended.push('a1'));
  const leave = admission.enter('a', () => ended.push('a2'));
  admission.enter('a', () => ended.push('a3'));
  assert.deepEqual(ended, ['a1']);
  leave();
  admission.enter('b', () => ended.push('b1'));
  admission.enter('c', () => ended.push('c1'));
  assert.equal(admission.size, 3);
  admission.enter('d', () => ended.push('d1'));
  assert.deepEqual(ended, ['a1', 'a3']);
});

test('an impossible date is refused by name, and the good records of its message are stored', async () => {
  const good = record();
  const device = await connected();
  for (const [each, at] of [8640000000000001, 1e300, -1e300].entries()) {
    await device.send(publishPacket(readings, `{"at":${at},"channels":{"1":{"temperature":1}}}`, each + 1));
    await device.until(() => device.pubacks() === each + 1);
    assert.equal(device.pubacks(), each + 1);
  }
  const response = await fetch(`${server.url}/api/devices/${sncode}/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: `[{"at":1e300,"channels":{"1":{"temperature":1}}},${good}]`,
  });
  const answer = (await response.json()) as { stored: number; refused: { error: string }[] };
  assert.deepEqual([response.status, answer.stored, answer.refused[0]?.error], [200, 1, 'malformedReading']);
  device.close();
});

test('packets pass whole however they are cut', async () => {
  const device = await openDevice(port);
  const all = Buffer.concat([
    connectPacket({ ...own, clientId: 'cut' }),
    subscribePacket(1, `devices/${sncode}/errors`),
    ...Array.from({ length: 20 }, (_, each) => publishPacket(readings, record(), each + 2)),
    publishPacket(readings, Buffer.alloc(1_060_000, 'y'), 30),
    packet(0xc0),
    publishPacket(text('x').toString(), 'z', 31),
    publishPacket(readings, record(), 32),
  ]);
  for (let at = 0; at < all.length; ) {
    const size = at < 2_000 || at > all.length - 200 ? 1 + (at % 3) : 7_919;
    await device.send(all.subarray(at, at + size));
    // In a turn of its own: this process is at both ends.
    if (at % 5 === 0) await setImmediate();
    at += size;
  }
  await device.until(() => device.pubacks() === 23);
  assert.equal(device.pubacks(), 23);
  device.close();
});
