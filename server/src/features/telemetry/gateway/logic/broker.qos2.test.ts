/** QoS 2 with many messages in flight, by mqtt.js and by bytes; and the bound of connections of a device, requested for at once. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { connectAsync } from 'mqtt';
import { waitFor } from '../../../../../../e2e/wait-for.ts';
import { connectPacket, openDevice, packet, publishPacket, text } from '../../../../../test/mqtt-wire.ts';
import { openWorlds } from '../../../../../test/worlds.ts';
import { type BrokerCalls, openBroker } from '../../mqtt-broker/mqtt-broker.api.ts';

const [server, world] = await openWorlds(['Exactly once'], { MQTT_PORT: '0' });
const { sncode, secret } = world.device;
const port = server.gateway?.mqtt?.port ?? 0;
const topic = `devices/${sncode}/readings`;
const begun = Date.parse('2026-03-17T00:00:00Z');
let second = 0;
const record = () => JSON.stringify({ at: begun + second++ * 1000, channels: { 1: { temperature: 7 } } });
const storedCount = async () =>
  Number(
    (
      await server.db
        .selectFrom('reading')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );

for (const count of [300, 2_000])
  test(`mqtt.js gives ${count} messages of QoS 2 at once: all are stored, in one connection`, async (t) => {
    const before = await storedCount();
    const client = await connectAsync(`mqtt://127.0.0.1:${port}`, { username: sncode, password: secret });
    t.after(() => client.endAsync(true));
    let closed = 0;
    client.on('close', () => closed++);
    await Promise.all(Array.from({ length: count }, () => client.publishAsync(topic, record(), { qos: 2 })));
    assert.equal(await storedCount(), before + count);
    assert.equal(closed, 0);
  });

const idBytes = (id: number) => Buffer.from([id >> 8, id & 0xff]);
const exactlyOnce = (payload: string, id: number, isRepeat = false) =>
  packet(isRepeat ? 0x3c : 0x34, text(topic), idBytes(id), Buffer.from(payload));

test('1,000 messages stay without PUBREL: each is received; what comes again is not stored again; a released identifier is free', async () => {
  const device = await openDevice(port);
  await device.send(connectPacket({ username: sncode, password: secret, clientId: 'unreleased' }));
  const receivedOf = (first: number) => device.received.filter((each) => each.first === first).length;
  const before = await storedCount();
  const records = Array.from({ length: 1_000 }, record);
  await device.send(...records.map((each, at) => exactlyOnce(each, at + 1)));
  assert.ok(await device.until(() => receivedOf(0x50) === 1_000), `${receivedOf(0x50)} PUBREC`);
  await device.send(...records.slice(0, 10).map((each, at) => exactlyOnce(each, at + 1, true)));
  assert.ok(await device.until(() => receivedOf(0x50) === 1_010), 'what is sent again is received again');
  assert.equal(await storedCount(), before + 1_000);
  await device.send(packet(0x62, idBytes(1_000)), packet(0x62, idBytes(1_000)));
  assert.ok(await device.until(() => receivedOf(0x70) === 2), 'PUBREL is answered, the second one too');
  await device.send(exactlyOnce(record(), 1_000));
  assert.ok(await device.until(() => receivedOf(0x50) === 1_011), 'a released identifier is free for another message');
  assert.equal(await storedCount(), before + 1_001);
  device.close();
});

test('thirty connections of a device that are let in at once: never more than ten count, and the last ten stay', async (t) => {
  const gate = Promise.withResolvers<void>();
  let requested = 0;
  let maxLinks = 0;
  const nothing = () => undefined;
  const calls: BrokerCalls = {
    identify: async () => {
      if (++requested === 30) gate.resolve();
      await gate.promise;
      return Buffer.alloc(32);
    },
    refused: nothing,
    take: async () => undefined,
    maySubscribe: () => true,
    arrived: ({ sncode: of }) => {
      maxLinks = Math.max(maxLinks, broker.links.get(of)?.size ?? 0);
    },
    left: nothing,
    subscribed: nothing,
  };
  const broker = await openBroker(() => calls, server.log);
  const listening = createServer((socket) => broker.accept(socket)).listen(0, '127.0.0.1');
  t.after(() => listening.close());
  t.after(() => broker.close());
  await once(listening, 'listening');
  const devices = await Promise.all(
    Array.from({ length: 30 }, () => openDevice((listening.address() as { port: number }).port)),
  );
  for (const [each, device] of devices.entries())
    await device.send(connectPacket({ username: sncode, password: secret, clientId: `many${each}` }));
  await waitFor(async () => devices.filter(({ closed }) => !closed).length, 10);
  assert.equal(maxLinks, 10);
  assert.equal(broker.connections, 10);
  for (const device of devices.filter(({ closed }) => !closed)) {
    await device.send(publishPacket(topic, record(), 1));
    assert.ok(await device.until(() => device.pubacks() === 1), 'it is served');
    device.close();
  }
});
