import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { withCrc } from '@plumbline/science/modbus/crc';
import type { RtuRequest } from '@plumbline/science/modbus/requests';
import { LineClosed, RtuLine } from './rtu-line.ts';

const timing = { timeoutMs: 100, heartbeat: new Uint8Array(0) };
const read = (address: number): RtuRequest => ({ unit: 1, function: 3, address, count: 1 });
const answer = (value: number) => withCrc([1, 3, 2, value >> 8, value & 255]);

/** A line whose other end does what `onRequest` says with each request, counted from 0. */
function openLine(onRequest: (nth: number, line: RtuLine) => void) {
  const sent: number[] = [];
  const socket = {
    write: () => {
      sent.push(performance.now());
      onRequest(sent.length - 1, line);
    },
  };
  const line: RtuLine = new RtuLine(socket as never);
  return { line, sent };
}

test('a late answer belongs to its own request: the next one is not sent before, and gets its own', async () => {
  const { line, sent } = openLine((nth, own) => {
    setTimeout(() => own.take(answer(nth + 1)), nth === 0 ? 150 : 5);
  });
  const first = await line.request(read(0), timing);
  const second = await line.request(read(9), timing);
  assert.deepEqual([first.outcome, [...(first.data ?? [])]], ['late', [0, 1]]);
  assert.deepEqual([second.outcome, [...(second.data ?? [])]], ['answer', [0, 2]]);
  assert.ok((sent[1] ?? 0) - (sent[0] ?? 0) >= 150);
});

test('what comes without a request is let go, and silence is quiet for twice the time', async () => {
  const { line, sent } = openLine(() => undefined);
  line.take(answer(7));
  const begun = performance.now();
  const none = await line.request(read(0), timing);
  assert.deepEqual([none.outcome, none.data, none.latencyMs], ['timeout', null, null]);
  assert.ok(performance.now() - begun >= 190);
  assert.equal(sent.length, 1);
});

test('who waits when the connection ends learns so at once, and nobody waits after it', async () => {
  const { line } = openLine(() => undefined);
  const waiting = line.request(read(0), { ...timing, timeoutMs: 60_000 });
  await wait(10);
  line.close();
  await assert.rejects(waiting, LineClosed);
  await assert.rejects(line.request(read(0), timing), LineClosed);
});

test('raw bytes are answered by whatever comes until it is quiet, bounded', async () => {
  const { line } = openLine((_, own) => {
    setTimeout(() => own.take(Uint8Array.of(1, 2)), 5);
    setTimeout(() => own.take(Uint8Array.of(3)), 20);
  });
  assert.deepEqual([...(await line.raw(Uint8Array.of(9), 100))], [1, 2, 3]);
  const { line: flooded } = openLine((_, own) => setTimeout(() => own.take(new Uint8Array(9_000)), 5));
  assert.equal((await flooded.raw(Uint8Array.of(9), 100)).length, 512);
});
