/** A feed from another broker with a backlog, of a broker that keeps to no bound and of Mosquitto; and a sender at our own broker that sends more than may wait. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { feedLimits, feeds } from '@plumbline/contract/telemetry/feeds';
import { connectAsync } from 'mqtt';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { connectPacket, openDevice, packet, publishPacket, text } from '../../../../test/mqtt-wire.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const lines: string[] = [];
const [server, north] = await openWorlds(
  ['North'],
  { MQTT_PORT: '0', OUTBOUND_ALLOW: '127.0.0.1' },
  undefined,
  undefined,
  lines,
);
const { corporationId } = north;
const { token } = north.admin;
const topic = `site/${north.device.sncode}/up`;
let begun = server.clock.now().getTime() - 20 * 86_400_000;
/** Payloads of as many records, each of a time of its own. */
function payloads(count: number): string[] {
  const from = begun;
  begun += count * 1000;
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify({ at: from + at * 1000, channels: { 1: { temperature: 7 } } }),
  );
}
const storedCount = async () =>
  Number(
    (
      await server.db
        .selectFrom('reading')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );

async function makeFeed(given: object) {
  const { status, body } = await server.call(
    feeds.create,
    { corporationId, name: crypto.randomUUID().slice(0, 30), ...given } as never,
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return { feed: body.feed, secret: body.secret ?? '' };
}
const stateOf = async (feedId: number) => {
  await server.gateway?.feeds.settled();
  const { body } = await server.call(feeds.list, { corporationId }, token);
  return body.states.find((each) => each.feedId === feedId);
};
const place = { in: 'topic', level: 2 };

/** A broker that holds a backlog and sends all of it to whoever connects, however much is not acknowledged. */
class CarelessBroker {
  readonly unacknowledged = new Map<number, string>();
  readonly server = createServer((socket) => this.#serve(socket));
  connections = 0;

  constructor(backlog: readonly string[]) {
    for (const [at, payload] of backlog.entries()) this.unacknowledged.set(at + 1, payload);
  }

  async open(): Promise<number> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return (this.server.address() as { port: number }).port;
  }

  #serve(socket: Socket): void {
    this.connections++;
    let unread = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      for (let size = sizeOf(unread); size !== null && size <= unread.length; size = sizeOf(unread)) {
        this.#answer(socket, unread.subarray(0, size));
        unread = unread.subarray(size);
      }
    });
  }

  #answer(socket: Socket, bytes: Buffer): void {
    const kind = bytes.readUInt8(0) >> 4;
    if (kind === 1) socket.write(Buffer.from([0x20, 3, 1, 0, 0]));
    if (kind === 8) {
      socket.write(Buffer.from([0x90, 4, bytes.readUInt8(2), bytes.readUInt8(3), 0, 1]));
      const id = (value: number) => Buffer.from([value >> 8, value & 0xff]);
      for (const [each, payload] of this.unacknowledged)
        socket.write(packet(0x32, text(topic), id(each), Buffer.from([0]), Buffer.from(payload)));
    }
    if (kind === 4) this.unacknowledged.delete(bytes.readUInt16BE(2));
    if (kind === 12) socket.write(Buffer.from([0xd0, 0]));
  }
}

/** Bytes of the packet that begins; null = its length has not come whole. */
function sizeOf(bytes: Buffer): number | null {
  let length = 0;
  for (let at = 1; at < bytes.length; at++) {
    const byte = bytes.readUInt8(at);
    length += (byte & 0x7f) * 128 ** (at - 1);
    if (byte < 0x80) return at + 1 + length;
  }
  return null;
}

/** However slow the machine is. */
const allAcknowledged = (broker: CarelessBroker) =>
  waitUntilSettled(
    async () => broker.unacknowledged.size,
    (left) => assert.equal(left, 0),
    240_000,
  );

test('50,000 messages of a broker that keeps to no bound are stored over one connection, and it is told', async () => {
  const before = await storedCount();
  const broker = new CarelessBroker(payloads(50_000));
  const port = await broker.open();
  const { feed } = await makeFeed({
    kind: 'externalBroker',
    wrapping: 'plain',
    place,
    host: '127.0.0.1',
    port,
    topics: ['site/+/up'],
  });
  after(() => broker.server.close());
  await allAcknowledged(broker);
  assert.equal(await storedCount(), before + 50_000);
  assert.equal(broker.connections, 1);
  const state = await stateOf(feed.id);
  assert.deepEqual([state?.connected, state?.lastFault, state?.received], [true, 'paused', 50_000]);
  assert.equal(lines.filter((line) => line.includes('kept waiting')).length, 1);
  await server.call(feeds.remove, { corporationId, feedId: feed.id }, token);
});

test('a message that cannot be stored now ends the connection after those before it are acknowledged', async () => {
  const broker = new CarelessBroker(payloads(3_000));
  const port = await broker.open();
  after(() => broker.server.close());
  const { gateway } = server;
  assert.ok(gateway);
  // The database goes away for what comes after the first thousand.
  const { pipeline } = gateway;
  const accept = pipeline.accept.bind(pipeline);
  let calls = 0;
  pipeline.accept = (...given) =>
    ++calls === 1_000 ? Promise.reject(new Error('the database is away')) : accept(...given);
  const { feed } = await makeFeed({
    kind: 'externalBroker',
    wrapping: 'plain',
    place,
    host: '127.0.0.1',
    port,
    topics: ['site/+/up'],
  });
  const before = await storedCount();
  await waitFor(async () => broker.connections, 2);
  assert.ok(broker.unacknowledged.size <= 2_001, `${3_000 - broker.unacknowledged.size} were acknowledged`);
  await allAcknowledged(broker);
  pipeline.accept = accept;
  assert.ok((await storedCount()) >= before);
  await server.call(feeds.remove, { corporationId, feedId: feed.id }, token);
});

test('our own broker: eight connections of a feed give more at once than may wait, and none of them ends', async () => {
  const { feed, secret } = await makeFeed({ kind: 'broker', wrapping: 'plain', place });
  const before = await storedCount();
  const each = 1_500;
  assert.ok(feedLimits.waiting < 8 * each);
  const senders = await Promise.all(Array.from({ length: 8 }, () => openDevice(server.gateway?.mqtt?.port ?? 0)));
  for (const [nth, sender] of senders.entries()) {
    await sender.send(connectPacket({ username: feed.key, password: secret, clientId: `gateway${nth}` }));
    assert.equal((await sender.connack())?.code, 0);
  }
  await Promise.all(
    senders.map((sender) => sender.send(...payloads(each).map((one, at) => publishPacket(topic, one, at + 1)))),
  );
  for (const sender of senders) {
    await sender.until(() => sender.pubacks() === each);
    assert.deepEqual([sender.pubacks(), sender.closed], [each, false]);
    sender.close();
  }
  assert.equal(await storedCount(), before + 8 * each);
});

const mosquitto = '/usr/sbin/mosquitto';
test('Mosquitto with 6,000 messages in its queue: all are stored', async (t) => {
  if (!existsSync(mosquitto)) return t.skip('Mosquitto (Debian: mosquitto) is not installed');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'));
  const user = process.getuid?.() === 0 ? ['user root'] : [];
  const rules = [...user, `listener ${port} 127.0.0.1`, 'allow_anonymous true', 'max_queued_messages 0'];
  writeFileSync(join(folder, 'mosquitto.conf'), rules.join('\n'));
  const broker = spawn(mosquitto, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
  t.after(() => broker.kill());
  const { feed } = await makeFeed({
    kind: 'externalBroker',
    wrapping: 'plain',
    place,
    host: '127.0.0.1',
    port,
    topics: ['site/+/up'],
  });
  const connected = async () => (await stateOf(feed.id))?.connected;
  await waitFor(connected, true);
  await server.call(feeds.update, { corporationId, feedId: feed.id, enabled: false }, token);
  await waitFor(connected, false);
  const before = await storedCount();
  const sender = await connectAsync(`mqtt://127.0.0.1:${port}`);
  await Promise.all(payloads(6_000).map((each) => sender.publishAsync(topic, each, { qos: 1 })));
  await sender.endAsync();
  await server.call(feeds.update, { corporationId, feedId: feed.id, enabled: true }, token);
  await waitFor(storedCount, before + 6_000);
});
