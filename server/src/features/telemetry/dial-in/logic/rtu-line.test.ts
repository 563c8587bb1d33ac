import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { withCrc } from '@plumbline/science/modbus/crc';
import type { RtuRequest } from '@plumbline/science/modbus/requests';
import { LineClosed, RtuLine } from './rtu-line.ts';

const timing = { timeoutMs: 100, heartbeat: new Uint8Array(0) };
const read = (address: number): RtuRequest => ({ unit: 1, function: 3, address, count: 1 });
const answer = (value: number) => withCrc([1, 3, 2, value >> 8, value & 255]);

/** A line whose other end does what `onRequest` says with each request, counted from 0. */
function openLine(onRequest: (nth: number, line: RtuLine) => void) {
  let count = 0;
  const line: RtuLine = new RtuLine({ write: () => onRequest(count++, line) } as never);
  return { line, sent: () => count };
}

test('a late answer belongs to its own request: the next one is not sent before, and gets its own', async () => {
  const happened: string[] = [];
  const { line } = openLine((nth, own) => {
    happened.push(`request ${nth}`);
    const reply = () => {
      happened.push(`answer ${nth}`);
      own.take(answer(nth + 1));
    };
    setTimeout(reply, nth === 0 ? 150 : 5);
  });
  const first = await line.request(read(0), timing);
  const second = await line.request(read(9), timing);
  assert.deepEqual([first.outcome, [...(first.data ?? [])]], ['late', [0, 1]]);
  assert.deepEqual([second.outcome, [...(second.data ?? [])]], ['answer', [0, 2]]);
  assert.deepEqual(happened, ['request 0', 'answer 0', 'request 1', 'answer 1']);
});

test('what comes without a request is let go, and silence is quiet for twice the time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { line, sent } = openLine(() => undefined);
  line.take(answer(7));
  let outcome: string | null = null;
  const none = line.request(read(0), timing).finally(() => {
    outcome = 'known';
  });
  for (const [ms, expected] of [
    [timing.timeoutMs, null],
    [timing.timeoutMs - 1, null],
    [1, null],
    // The bus turns around.
    [20, 'known'],
  ] as const) {
    t.mock.timers.tick(ms);
    await setImmediate();
    assert.equal(outcome, expected);
  }
  const { outcome: what, data, latencyMs } = await none;
  assert.deepEqual([what, data, latencyMs], ['timeout', null, null]);
  assert.equal(sent(), 1);
});

test('who waits when the connection ends learns so at once, and nobody waits after it', async () => {
  const wasRead = Promise.withResolvers<void>();
  const { line } = openLine(() => wasRead.resolve());
  const waiting = line.request(read(0), { ...timing, timeoutMs: 60_000 });
  await wasRead.promise;
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
