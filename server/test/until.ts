/** What comes a moment later is waited for, so that a slow machine only takes longer. */
import { setTimeout as wait } from 'node:timers/promises';

/** Reads until the value holds, and returns it. Throws an Error with the last value after `limitMs`. */
export async function until<T, S extends T>(
  read: () => T | Promise<T>,
  holds: ((value: T) => value is S) | ((value: T) => boolean),
  limitMs = 30_000,
): Promise<S> {
  for (const endMs = performance.now() + limitMs; ; await wait(20)) {
    const value = await read();
    if (holds(value)) return value as S;
    if (performance.now() > endMs) throw new Error(`not within ${limitMs} ms; last: ${JSON.stringify(value)}`);
  }
}
