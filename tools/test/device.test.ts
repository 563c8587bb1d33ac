import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Aedes } from 'aedes';
import { answerOf, type DeviceSpec, type Link, openLink, recordsOf } from '../virtual-devices/device.ts';
import type { Delivery } from '../virtual-devices/link.ts';
import { paceOf } from '../virtual-devices/pace.ts';

const spec: DeviceSpec = {
  sncode: 'VD-0001',
  secret: 'secret',
  channels: { '1': { family: 'waterLevel' }, '2': { family: 'deepDisplacement', nodeCount: 5 } },
};

interface Packet {
  readonly topic: string;
  readonly payload: string;
  readonly dup: boolean;
}

/** A broker for one device; `gate` decides whether a reading is acknowledged. */
async function broker(gate: (received: Packet) => boolean = () => true) {
  const aedes = await Aedes.createBroker();
  const sockets = new Set<Socket>();
  const received: Packet[] = [];
  aedes.authenticate = (_client, username, password, done) =>
    done(null, username === spec.sncode && password?.toString() === spec.secret);
  aedes.authorizePublish = (client, packet, done) => {
    if (client === null) return done(null);
    const each = {
      topic: packet.topic,
      payload: packet.payload.toString(),
      dup: Boolean((packet as { dup?: boolean }).dup),
    };
    received.push(each);
    if (gate(each)) done(null);
    else for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    aedes.handle(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { aedes, url, received, close };
}

test('readings arrive in order, each acknowledged once', async () => {
  const { url, received, close } = await broker();
  const deliveries: Delivery[] = [];
  const link = openLink({ ...spec, url, window: 8, onDelivered: (delivery) => deliveries.push(delivery) });
  try {
    const records = recordsOf(spec);
    for (let i = 0; i < 200; i++) assert.equal(link.send(JSON.stringify(records(1_780_000_000_000 + i))), i + 1);
    await link.idle();
    assert.deepEqual(
      deliveries.map(({ seq }) => seq),
      Array.from({ length: 200 }, (_, i) => i + 1),
    );
    assert.ok(deliveries.every(({ sentAt, ackedAt }) => ackedAt >= sentAt));
    assert.deepEqual(
      received.map(({ payload }) => payload),
      deliveries.map(({ payload }) => payload),
    );
    assert.ok(received.every(({ topic }) => topic === 'devices/VD-0001/readings'));
    assert.deepEqual(link.counts, {
      accepted: 200,
      sent: 200,
      acked: 200,
      resent: 0,
      refused: 0,
      connects: 1,
      rejects: 0,
    });
    const sample = JSON.parse(deliveries[0]!.payload) as {
      at: number;
      channels: Record<string, Record<string, unknown>>;
    };
    assert.equal(sample.at, 1_780_000_000_000);
    assert.ok(typeof sample.channels['1']?.frequency === 'number');
    assert.equal((sample.channels['2']!.x as number[]).length, 5);
  } finally {
    await link.stop();
    await close();
  }
});

test('after a broken connection what was not acknowledged is sent again, marked as a repeat', async () => {
  let broken = 0;
  const { url, received, close } = await broker(
    ({ payload, dup }) => !(payload === '{"n":20}' && !dup && broken++ === 0),
  );
  const acked: number[] = [];
  const link = openLink({ ...spec, url, reconnectMs: 20, onDelivered: ({ seq }) => acked.push(seq) });
  try {
    for (let n = 1; n <= 50; n++) link.send(`{"n":${n}}`);
    await link.idle(10_000);
    assert.equal(new Set(acked).size, 50);
    assert.equal(acked.length, 50);
    assert.ok(link.counts.resent >= 1 && link.counts.connects === 2);
    assert.ok(received.some(({ payload, dup }) => payload === '{"n":20}' && dup));
    const arrived = new Set(received.map(({ payload }) => payload));
    for (let n = 1; n <= 50; n++) assert.ok(arrived.has(`{"n":${n}}`));
  } finally {
    await link.stop();
    await close();
  }
});

test('silence instead of an acknowledgement breaks the connection and the message goes again', async () => {
  let attempts = 0;
  const silent = await Aedes.createBroker();
  silent.authorizePublish = (_client, _packet, done) => {
    if (attempts++ > 0) done(null);
  };
  const server = createServer((socket) => void silent.handle(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const link = openLink({ ...spec, url, reconnectMs: 20, ackTimeoutMs: 100 });
  try {
    link.send('{}');
    await link.idle(10_000);
    assert.equal(link.counts.acked, 1);
    assert.ok(link.counts.resent >= 1);
  } finally {
    await link.stop();
    await new Promise<void>((resolve) => silent.close(() => resolve()));
    server.close();
  }
});

test('commands come down and are answered; a wrong secret is rejected', async () => {
  const { aedes, url, received, close } = await broker();
  const subscribed = once(aedes, 'subscribe');
  const link: Link = openLink({ ...spec, url, onCommand: answerOf(spec, () => link) });
  const unauthorizedLink = openLink({ ...spec, secret: 'wrong', url, reconnectMs: 20 });
  try {
    await link.ready();
    await subscribed;
    const command = { cmd: 'publish', topic: 'devices/VD-0001/commands', qos: 1, dup: false, retain: false } as const;
    for (const payload of ['status', 'reboot', JSON.stringify({ commandId: 'c-1', text: 'reboot' })]) {
      await new Promise<void>((resolve) =>
        aedes.publish({ ...command, payload: Buffer.from(payload) }, () => resolve()),
      );
    }
    for (let i = 0; i < 100 && received.length < 3; i++) await pause(20);
    assert.deepEqual(
      received.map(({ topic }) => topic),
      Array(3).fill('devices/VD-0001/responses'),
    );
    assert.equal((JSON.parse(received[0]!.payload) as { sncode: string }).sncode, 'VD-0001');
    assert.equal(received[1]!.payload, 'ok: reboot');
    assert.deepEqual(JSON.parse(received[2]!.payload), { commandId: 'c-1', text: 'ok: reboot' });
    for (let i = 0; i < 100 && unauthorizedLink.counts.rejects === 0; i++) await pause(20);
    assert.ok(unauthorizedLink.counts.rejects > 0);
    assert.equal(unauthorizedLink.connected, false);
  } finally {
    await Promise.all([link.stop(), unauthorizedLink.stop()]);
    await close();
  }
});

test('a device changes its pace with its plan, channel by channel, and reads at once when it is asked', () => {
  let now = Date.UTC(2026, 0, 1, 0, 0, 30);
  let changes = 0;
  const pace = paceOf(['1', '2'], { everyMs: 20_000, nowMs: () => now }, () => changes++);
  const until = (seconds: number) => {
    const read: string[] = [];
    for (const end = now + seconds * 1000; now < end; now += 1000) read.push(...pace.due());
    return ['1', '2'].map((channel) => read.filter((each) => each === channel).length);
  };
  assert.deepEqual(until(60), [3, 3], 'its own pace');
  const plan = { channel: '1', timeZone: 'Asia/Shanghai', startAt: null, endAt: null, timer: [], intervalSeconds: 60 };
  const answer = answerOf(spec, () => assert.fail(), pace);
  const answerTo = (more: object) =>
    JSON.parse(answer(JSON.stringify({ commandId: 'c-1', ...more }))) as { ok: boolean; text: string };
  const take = (more: object) => answerTo({ text: 'collect-plan', plan: { ...plan, ...more } });
  assert.equal(take({ mode: 'UploadCollect', intervalSeconds: 300 }).ok, true);
  assert.deepEqual(until(600), [2, 30]);
  assert.equal(take({ mode: 'UploadCollect' }).ok, true, 'an alert speeds it up');
  assert.deepEqual(until(600), [10, 30]);
  assert.equal(take({ mode: 'UploadCollect', intervalSeconds: 300 }).ok, true, 'and lets go');
  assert.deepEqual(until(600), [2, 30]);
  assert.deepEqual(take({ mode: 'UploadCollect', intervalSeconds: 5 }), {
    commandId: 'c-1',
    ok: false,
    text: 'intervalTooShort',
  });
  assert.equal(take({ mode: 'UploadCollect', channel: '9' }).ok, false);
  take({ mode: 'CommandCollect' });
  assert.deepEqual(until(300), [0, 15]);
  answerTo({ text: 'collect', channels: ['1'] });
  assert.deepEqual(until(300), [1, 15]);
  take({ mode: 'NoCollect', intervalSeconds: null });
  assert.deepEqual(until(300), [0, 15]);
  assert.ok(changes >= 6);
});

test('the command line: usage, and a short run with final counts', async () => {
  const main = new URL('../virtual-devices/main.ts', import.meta.url).pathname;
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    return { code, out };
  };
  const { url, received, close } = await broker();
  const folder = mkdtempSync(join(tmpdir(), 'virtual-devices-'));
  try {
    const bare = await run();
    assert.equal(bare.code, 2);
    assert.match(bare.out, /--devices FILE/);
    const list = join(folder, 'list.json');
    writeFileSync(list, JSON.stringify([spec]));
    const { code, out } = await run(
      '--url',
      url,
      '--devices',
      list,
      '--rate',
      '100',
      '--batch',
      '3',
      '--seconds',
      '1',
      '--json',
    );
    assert.equal(code, 0);
    const result = JSON.parse(out) as { accepted: number; acked: number };
    assert.ok(result.acked > 20 && result.acked === result.accepted, out);
    const batches = received
      .filter(({ topic }) => topic.endsWith('/readings'))
      .map(({ payload }) => JSON.parse(payload) as { at: number }[]);
    const times = batches.flat().map(({ at }) => at);
    assert.ok(batches.every((batch) => batch.length === 3));
    assert.deepEqual(
      times,
      [...new Set(times)].sort((a, b) => a - b),
    );
  } finally {
    rmSync(folder, { recursive: true });
    await close();
  }
});
