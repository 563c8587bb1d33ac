/** Whatever bytes arrive as Sparkplug B, the reader answers within bounds, and what it remembers does not grow with them. */
import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { SparkplugNodes } from '@plumbline/science/formats/sparkplug-b';
import { readSparkplug } from './sparkplug-payload.ts';

/** `.ci/run` sets it higher. */
const rounds = Number(process.env['FUZZ_FRAMES'] ?? 20_000);

const bytesOf = (field: number, content: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from([field * 8 + 2, bytes.length]), bytes]);
};
const metric = (name: string, alias: number, datatype: number, value: readonly number[]): Buffer =>
  bytesOf(
    2,
    Buffer.concat([
      bytesOf(1, name),
      Buffer.from([0x10, alias, 0x18, 0x80, 0xf7, 0xf1, 0xbc, 0x31, 0x20, datatype, ...value]),
    ]),
  );
/** Timestamp, metrics of several types, sequence number. */
const seed = Buffer.concat([
  Buffer.from([0x08, 0x80, 0xf7, 0xf1, 0xbc, 0x31]),
  metric('level', 1, 10, [0x69, 0, 0, 0, 0, 0, 0, 0x29, 0x40]),
  metric('count', 2, 3, [0x50, 0xff, 0xff, 0xff, 0xff, 0x0f]),
  metric('open', 3, 11, [0x70, 1]),
  metric('flow', 4, 9, [0x65, 0, 0, 0x20, 0x41]),
  Buffer.from([0x18, 0]),
]);
const kinds = ['NBIRTH', 'DBIRTH', 'NDATA', 'DDATA', 'NDEATH', 'DDEATH'];

/** The same frames at each run (mulberry32). */
function numbers(seedNumber: number): () => number {
  let state = seedNumber;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function mutated(next: () => number): Uint8Array {
  let bytes: Uint8Array = seed;
  for (let times = Math.floor(next() * 5); times > 0; times--) {
    const at = Math.floor(next() * (bytes.length + 1));
    const kind = next();
    if (kind < 0.6 && at < bytes.length) bytes = Uint8Array.from(bytes).fill(Math.floor(next() * 256), at, at + 1);
    else if (kind < 0.75) bytes = bytes.slice(0, at);
    else
      bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.floor(next() * bytes.length))]).subarray(
        0,
        4_096,
      );
  }
  return bytes;
}

async function heapMb(session: Session): Promise<number> {
  await session.post('HeapProfiler.collectGarbage');
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

test('no payload throws, hangs, or gives what is no number; what is remembered is bounded', async (context) => {
  const session = new Session();
  session.connect();
  context.after(() => session.disconnect());
  const next = numbers(15);
  const nodes = new SparkplugNodes();
  let slowestMs = 0;
  let decoded = 0;
  const play = (count: number): void => {
    for (let round = 0; round < count; round++) {
      const began = process.cpuUsage();
      const payload = readSparkplug(mutated(next));
      const kind = kinds[Math.floor(next() * kinds.length)] ?? 'NDATA';
      const node = Math.floor(next() * 5_000);
      const device = kind.startsWith('D') ? '/d' : '';
      if (payload === null) continue;
      const { uplinks } = nodes.read(`spBv1.0/g/${kind}/n${node}${device}`, payload);
      for (const { object, at } of uplinks) {
        assert.ok(at === null || Number.isFinite(at));
        for (const value of Object.values(object as object))
          assert.ok(value === null || typeof value === 'boolean' || Number.isFinite(value), String(value));
      }
      decoded += uplinks.length;
      slowestMs = Math.max(slowestMs, process.cpuUsage(began).user / 1_000);
    }
  };
  play(Math.ceil(rounds / 2));
  const half = await heapMb(session);
  play(Math.floor(rounds / 2));
  const whole = await heapMb(session);
  context.diagnostic(
    `${decoded} uplinks, slowest ${slowestMs.toFixed(1)} ms, heap ${half.toFixed(1)} and ${whole.toFixed(1)} MB`,
  );
  assert.ok(decoded > rounds / 10, `${decoded} uplinks: the frames are too damaged to say anything`);
  assert.ok(slowestMs < 2_000, `${slowestMs} ms`);
  assert.ok(whole - half < 8, `the heap grew by ${(whole - half).toFixed(1)} MB`);
  assert.equal(({} as Record<string, unknown>)['x'], undefined, 'the prototype of objects is as it was');
});
