/** A round over a register map: who is busy is asked again, who is silent is not waited for at each of its registers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DialInSetup } from '@plumbline/contract/telemetry/dial-in';
import { RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';
import { runRound } from './dial-in-round.ts';
import type { Line, LineAnswer } from './rtu-line.ts';

const row = (address: number, unit = 1) =>
  RegisterRow.parse({ unit, function: 3, address, type: 'uint16', channel: `${unit}`, quantity: `value${address}` });
const setup = (rows: RegisterRow[], retries: number) =>
  DialInSetup.parse({ enabled: true, silentSeconds: 900, intervalSeconds: 600, retries, readLength: 1, rows });
const empty = { data: null, exception: null, latencyMs: null };
const busy: LineAnswer = { ...empty, outcome: 'exception', exception: 6 };
const wrong: LineAnswer = { ...empty, outcome: 'exception', exception: 2 };
const silent: LineAnswer = { ...empty, outcome: 'timeout' };
const answer: LineAnswer = { ...empty, outcome: 'answer', data: Uint8Array.of(0, 42), latencyMs: 5 };

function lineOf(answerTo: (unit: number, nth: number) => LineAnswer) {
  const requested: number[] = [];
  const line = {
    request: async ({ unit }: { unit: number }) => {
      requested.push(unit);
      return answerTo(unit, requested.length);
    },
  } as unknown as Line;
  return { line, requested };
}

test('an instrument that is busy is asked again; one that has no such register is not', async () => {
  const rows = [row(0)];
  const later = lineOf((_, nth) => (nth === 1 ? busy : answer));
  const { reads, samples } = await runRound(later.line, setup(rows, 2), rows);
  assert.deepEqual([reads[0]?.outcome, reads[0]?.tries, samples], ['answer', 2, { 1: { value0: 42 } }]);
  const never = lineOf(() => wrong);
  await runRound(never.line, setup(rows, 2), rows);
  assert.equal(never.requested.length, 1);
});

test('after two reads without an answer the rest of a unit is skipped, and the next unit is read', async () => {
  const rows = [...[0, 10, 20, 30].map((address) => row(address)), row(0, 2)];
  const { line, requested } = lineOf((unit) => (unit === 1 ? silent : answer));
  const { reads, samples } = await runRound(line, setup(rows, 0), rows);
  assert.deepEqual(requested, [1, 1, 2]);
  assert.deepEqual(
    reads.map(({ outcome }) => outcome),
    ['timeout', 'timeout', 'skipped', 'skipped', 'answer'],
  );
  assert.deepEqual(samples, { 2: { value0: 42 } });
});
