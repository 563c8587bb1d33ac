import { setTimeout as wait } from 'node:timers/promises';

/** Resolves once something is so; throws after five seconds. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await holds()) return;
    await wait(25);
  }
  throw new Error(`not within five seconds: ${what}`);
}
