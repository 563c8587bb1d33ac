/** Messages without a time of their own that come twice: a repetition is one reading, an equal reading is another. */
import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import { sql } from 'kysely';
import { waitFor, waitUntilSettled } from '../../../../../e2e/wait-for.ts';
import { openWorlds } from '../../../../test/worlds.ts';
import { feedOfKey } from './feeds.api.ts';
import { dropReceipts } from './feeds.receipts.api.ts';
import { openFolder } from './logic/watched-folder.ts';

const [server, north] = await openWorlds(['North'], { MQTT_PORT: '0' });
const { corporationId } = north;
const { token } = north.admin;
const { sncode } = north.device;

async function makeFeed(kind: 'webhook' | 'broker' | 'folder', wrapping = 'plain') {
  const place = { in: 'content', path: 'id' };
  const { status, body } = await server.call(
    feeds.create,
    { corporationId, kind, name: crypto.randomUUID().slice(0, 30), wrapping, place } as never,
    token,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return { feed: body.feed, secret: body.secret ?? '' };
}
const message = (temperature: number) => JSON.stringify({ id: sncode, channels: { 1: { temperature } } });
/** How many readings have a value. */
const countOf = async (value: number) =>
  (await server.db.selectFrom('reading').select('values').where('point_id', '=', north.pointId).execute()).filter(
    ({ values }) => values[0] === value,
  ).length;

/** A client of MQTT 3.1.1 by hand, since no library lets a test set DUP. */
async function openClient(userName: string, password: string, clientId: string) {
  const socket = connect(server.gateway?.mqtt?.port ?? 0, '127.0.0.1');
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const packet = (type: number, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = body.length < 128 ? [body.length] : [(body.length & 127) | 128, body.length >> 7];
    return Buffer.concat([Buffer.from([type, ...length]), body]);
  };
  socket.write(
    packet(0x10, text('MQTT'), Buffer.from([4, 0xc0, 0, 60]), text(clientId), text(userName), text(password)),
  );
  assert.equal((await nextBytes(socket))[3], 0, 'connected');
  return {
    publish: async (content: string, id: number, isRepeat: boolean) => {
      socket.write(
        packet(isRepeat ? 0x3a : 0x32, text('site/up'), Buffer.from([id >> 8, id & 255]), Buffer.from(content)),
      );
      assert.deepEqual([...(await nextBytes(socket))], [0x40, 2, id >> 8, id & 255], 'PUBACK');
    },
    end: () => socket.destroy(),
  };
}
const nextBytes = (socket: Socket) =>
  new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => reject(new Error('the connection ended')));
  });

test('MQTT: what comes again with DUP is the same reading; the same value under another number is another', async () => {
  const { feed, secret } = await makeFeed('broker');
  const first = await openClient(feed.key, secret, 'logger-1');
  await first.publish(message(11), 7, false);
  first.end();
  server.clock.advance(60_000);
  const again = await openClient(feed.key, secret, 'logger-1');
  await again.publish(message(11), 7, true);
  assert.equal(await countOf(11), 1, 'a repetition');
  await again.publish(message(11), 8, false);
  assert.equal(await countOf(11), 2, 'measured again');
  server.clock.advance(1000);
  await again.publish(message(11), 7, false);
  assert.equal(await countOf(11), 3, 'its number is used anew');
  server.clock.advance(1000);
  await again.publish(message(11), 9, true);
  assert.equal(await countOf(11), 4, 'a repetition of what never arrived');
  server.clock.advance(1000);
  await again.publish(message(12), 9, true);
  assert.equal(await countOf(12), 1, 'another content is no repetition');
  again.end();
  const other = await openClient(feed.key, secret, 'logger-2');
  await other.publish(message(11), 7, true);
  assert.equal(await countOf(11), 5, 'the same number of another client');
  // Sessions end before a day is over: the day is in the row.
  await sql`UPDATE feed_receipt SET at = at - interval '25 h'`.execute(server.db);
  server.clock.advance(1000);
  await other.publish(message(11), 7, true);
  assert.equal(await countOf(11), 6, 'after a day it is none any more');
  other.end();
});

test('two equal messages in one millisecond are two readings', async () => {
  const { feed, secret } = await makeFeed('broker');
  const [one, two] = await Promise.all(['a', 'b'].map((id) => openClient(feed.key, secret, id)));
  await Promise.all([one?.publish(message(13), 1, false), two?.publish(message(13), 1, false)]);
  assert.equal(await countOf(13), 2);
  one?.end();
  two?.end();
});

const send = async (key: string, secret: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/api/feeds/${key}`, {
    method: 'POST',
    headers: { 'x-feed-secret': secret, ...headers },
    body,
  });
  assert.equal(response.status, 200);
  return (await response.json()) as { stored: number; unchanged: number };
};
/** Sends a webhook and goes away before it is answered. */
async function sendAndLeave(key: string, secret: string, body: string): Promise<void> {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const head = [
    `POST /api/feeds/${key} HTTP/1.1`,
    'host: x',
    'content-type: application/json',
    `x-feed-secret: ${secret}`,
    `content-length: ${body.length}`,
  ];
  await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()));
  socket.resetAndDestroy();
}
const receipts = (feedId: number) =>
  server.db.selectFrom('feed_receipt').selectAll().where('feed_id', '=', feedId).execute();

test('a webhook that was answered and comes again equal is another reading', async () => {
  const { feed, secret } = await makeFeed('webhook');
  for (const nth of [1, 2, 3]) {
    server.clock.advance(1000);
    assert.deepEqual((await send(feed.key, secret, message(21))).stored, 1, `the ${nth}.`);
    // That it was answered is noted a moment after the answer.
    await waitFor(async () => (await receipts(feed.id)).length, 0);
  }
  assert.equal(await countOf(21), 3);
});

test('a webhook whose sender was not answered and sends again is one reading, within a quarter of an hour', async () => {
  const { feed, secret } = await makeFeed('webhook');
  // Its sender has gone before: written as the gateway writes it, since a socket cannot be cut at that moment for sure.
  const unanswered = async (value: number) => {
    const content = Buffer.from(message(value));
    const plan = await feedOfKey(server.db, feed.key);
    assert.ok(plan && server.gateway);
    const sending = { by: 'content', name: '', isRepeat: true } as const;
    return server.gateway.feeds.take(plan, { topic: '', content, sending });
  };
  assert.equal((await unanswered(22)).stored, 1);
  server.clock.advance(10 * 60_000);
  assert.deepEqual(await send(feed.key, secret, message(22)), { stored: 0, unchanged: 1, refused: 0, unknown: 0 });
  await waitFor(async () => (await receipts(feed.id)).length, 0);
  server.clock.advance(60_000);
  assert.equal((await send(feed.key, secret, message(22))).stored, 1, 'the repetition was answered');
  assert.equal((await unanswered(23)).stored, 1);
  server.clock.advance(16 * 60_000);
  assert.equal((await send(feed.key, secret, message(23))).stored, 1, 'too late for a repetition');
});

test('a sender that leaves before the answer leaves its receipt', async () => {
  const { feed, secret } = await makeFeed('webhook');
  let unanswered = 0;
  // Whether the answer was faster than the end of the connection is not for a test to say; among some it was not.
  for (let value = 300; value < 340 && unanswered === 0; value++) {
    await sendAndLeave(feed.key, secret, message(value));
    await waitFor(() => countOf(value), 1);
    await server.gateway?.feeds.settled();
    unanswered = (await receipts(feed.id)).length;
  }
  assert.ok(unanswered > 0);
});

test('an Idempotency-Key says what is a repetition', async () => {
  const { feed, secret } = await makeFeed('webhook');
  const key = { 'idempotency-key': 'a4e1' };
  assert.equal((await send(feed.key, secret, message(24), key)).stored, 1);
  server.clock.advance(3_600_000);
  assert.deepEqual(await send(feed.key, secret, message(24), key), { stored: 0, unchanged: 1, refused: 0, unknown: 0 });
  assert.equal((await send(feed.key, secret, message(24), { 'idempotency-key': 'a4e2' })).stored, 1);
  assert.equal((await send(feed.key, secret, message(25), key)).stored, 1, 'another content under it is another');
});

test('times that count from the arrival are the same in a repetition', async () => {
  const { feed, secret } = await makeFeed('webhook', 'senML');
  const one = { corporationId, feedId: feed.id };
  await server.call(feeds.assign, { ...one, source: 'senml-1', deviceId: north.device.id }, token);
  const format = { content: 'json', rows: [{ from: 't', channel: '1', quantity: 'temperature' }] };
  await server.call(feeds.setFormat, { ...one, source: 'senml-1', format: format as never }, token);
  const body = JSON.stringify([{ bn: 'senml-1:', n: 't', v: 26, t: -30 }]);
  const key = { 'idempotency-key': 'senml' };
  assert.equal((await send(feed.key, secret, body, key)).stored, 1);
  server.clock.advance(5_000);
  assert.equal((await send(feed.key, secret, body, key)).unchanged, 1);
  assert.equal(await countOf(26), 1);
});

test('what is remembered of a feed is bounded in time and number', async () => {
  const { feed, secret } = await makeFeed('webhook');
  for (const key of ['1', '2', '3', '4']) {
    server.clock.advance(1000);
    await send(feed.key, secret, message(27), { 'idempotency-key': key });
  }
  const before = await receipts(feed.id);
  assert.equal(before.length, 4);
  await dropReceipts(server.db, feed.id, new Date(0), 3);
  assert.equal((await receipts(feed.id)).length, 3);
  const newest = before.map(({ at }) => at.getTime()).sort((a, b) => b - a)[0] ?? 0;
  await dropReceipts(server.db, feed.id, new Date(newest), 3);
  assert.deepEqual(
    (await receipts(feed.id)).map(({ at }) => at.getTime()),
    [newest],
  );
});

test('two processes that look into one folder: each file is stored once and moved once', async (t) => {
  const { feed } = await makeFeed('folder');
  const plan = await feedOfKey(server.db, feed.key);
  const { gateway } = server;
  assert.ok(plan && gateway);
  const failures: string[] = [];
  const second = openFolder({
    feed: plan,
    dataDir: server.config.dataDir,
    log: server.log,
    take: (given) => gateway.feeds.take(plan, given),
    fromFuture: () => undefined,
    failed: (detail) => failures.push(detail),
  });
  t.after(() => second.close());
  const folder = `${server.config.dataDir}/feeds/${feed.key}`;
  await mkdir(folder, { recursive: true });
  const written = server.clock.now().getTime() - 1_000_000;
  for (let nth = 0; nth < 60; nth++) {
    await writeFile(`${folder}/${nth}.json`, message(1000 + nth));
    const at = new Date(written + nth * 1000);
    await utimes(`${folder}/${nth}.json`, at, at);
  }
  await waitUntilSettled(
    async () => (await readdir(`${folder}/done`).catch(() => [])).length,
    (count) => assert.equal(count, 60),
  );
  assert.deepEqual(await readdir(`${folder}/refused`), []);
  assert.deepEqual(failures, []);
  assert.deepEqual((await readdir(folder)).sort(), ['done', 'refused']);
  for (let nth = 0; nth < 60; nth++) assert.equal(await countOf(1000 + nth), 1, `${nth}`);
});
