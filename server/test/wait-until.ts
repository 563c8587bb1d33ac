import { until } from './until.ts';

/** Resolves once something is so; throws an Error after half a minute. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  await until(holds, (is) => is).catch(() => {
    throw new Error(`not within half a minute: ${what}`);
  });
}
