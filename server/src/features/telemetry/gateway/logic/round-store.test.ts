import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '@plumbline/contract/kernel/errors';
import { pino } from 'pino';
import { waitUntilSettled } from '../../../../../../e2e/wait-for.ts';
import { RoundStore } from './round-store.ts';

/** A database that refuses so many times, and what it stored of each device. */
function openStore({ refusals = 0, isGone = false }: { refusals?: number; isGone?: boolean } = {}) {
  const stored: string[] = [];
  const failed: string[] = [];
  let left = refusals;
  const outcome = { refused: [], warnings: [], deferred: 0 };
  const parts = {
    directory: { device: async (sncode: string) => (isGone ? null : { id: 1, sncode }) },
    pipeline: {
      accept: async ({ sncode }: { sncode: string }, text: string) => {
        if (text === 'broken') throw new Failure('malformedReading', 'broken');
        if (left-- > 0) throw new Failure('unavailable');
        stored.push(`${sncode} ${text}`);
        return outcome;
      },
    },
    deviceStats: {
      accepted: () => undefined,
      refuse: () => undefined,
      failed: (sncode: string) => failed.push(sncode),
    },
    log: pino({ level: 'silent' }),
  };
  return { store: new RoundStore(parts as never), stored, failed };
}
const round = (text: string, ended: string[] = []) => ({
  text,
  onStored: (refused: number) => void ended.push(`stored ${text} ${refused}`),
  onLost: () => void ended.push(`lost ${text}`),
});

test('what cannot be stored now waits, and is stored in its order', async () => {
  const { store, stored, failed } = openStore({ refusals: 2 });
  const ended: string[] = [];
  for (const text of ['1', '2', 'broken', '3']) store.put('A', round(text, ended));
  assert.equal(store.waiting('A'), 4);
  await waitUntilSettled(
    async () => stored,
    (list) => assert.deepEqual(list, ['A 1', 'A 2', 'A 3']),
  );
  assert.deepEqual(ended, ['stored 1 0', 'stored 2 0', 'stored broken 1', 'stored 3 0']);
  assert.deepEqual([failed.length, store.waiting('A'), store.size], [2, 0, 0]);
});

test('what waits is bounded: the oldest but the one on its way is let go and counted', async () => {
  const { store, stored } = openStore({ refusals: 1 });
  const ended: string[] = [];
  for (let at = 0; at < 1_003; at++) store.put('A', round(String(at), ended));
  assert.equal(store.waiting('A'), 1_000);
  assert.deepEqual(ended, ['lost 1', 'lost 2', 'lost 3']);
  await waitUntilSettled(
    async () => stored.length,
    (count) => assert.equal(count, 1_000),
  );
  assert.deepEqual(stored.slice(0, 2), ['A 0', 'A 4']);
});

test('closing tries what waits once more, and does not wait for a database that is gone', async () => {
  const { store, stored, failed } = openStore({ refusals: 1 });
  store.put('A', round('1'));
  store.put('B', round('2'));
  await waitUntilSettled(
    async () => failed,
    (list) => assert.deepEqual(list, ['A']),
  );
  await store.close();
  assert.deepEqual(stored.sort(), ['A 1', 'B 2']);
  const { store: other } = openStore({ refusals: 1_000 });
  other.put('A', round('1'));
  await other.close();
  assert.equal(other.size, 1);
});

test('rounds of a device that was removed are lost, and said to be', async () => {
  const { store } = openStore({ isGone: true });
  const ended: string[] = [];
  store.put('A', round('1', ended));
  await waitUntilSettled(
    async () => ended,
    (list) => assert.deepEqual(list, ['lost 1']),
  );
});
