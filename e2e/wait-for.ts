/** What a page shows a moment after an act: waited for, so that a slow machine only takes longer. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

const timeoutMs = 30_000;

/** Reads until `judge` throws no more; after half a minute, or `withinMs`, fails with what it threw last. */
export async function waitUntilSettled<T>(
  read: () => Promise<T>,
  judge: (value: T) => void,
  withinMs = timeoutMs,
): Promise<void> {
  for (const end = Date.now() + withinMs; ; await wait(50)) {
    const value = await read();
    try {
      return judge(value);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/** Reads until it is what is wanted. */
export const waitFor = <T>(read: () => Promise<T>, wanted: T, words?: string): Promise<void> =>
  waitUntilSettled(read, (value) => assert.deepEqual(value, wanted, words));
