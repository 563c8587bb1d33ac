/** When the servers of a test's process have heard what was committed: a test waits for that, not for some time. */
import { randomBytes } from 'node:crypto';
import type { Base } from '../src/app.base.ts';
import { workChannel } from '../src/kernel/work.lanes.ts';

/** Servers that are up in this process, each with how to wait until it has heard of what was committed so far. */
const listening = new Set<() => Promise<void>>();

/** Resolves when the servers of this process have heard, over their listening connection, of every change committed so far. */
export const waitForNotifications = async (): Promise<void> => {
  await Promise.all([...listening].map((flush) => flush()));
};

/** A server that is up; gives how to say that it is not any more. */
export function trackNotifications(base: Pick<Base, 'listener' | 'database'>): () => void {
  const flush = markerOf(base);
  listening.add(flush);
  return () => listening.delete(flush);
}

/** Notifications come in the order of their commits: once a mark is heard, so is what was announced before it. */
function markerOf({ listener, database }: Pick<Base, 'listener' | 'database'>): () => Promise<void> {
  const waiting = new Map<string, () => void>();
  // No lane of work has such a name: nobody else is woken.
  listener.on(workChannel, (mark) => {
    if (mark === null) for (const resolve of waiting.values()) resolve();
    else waiting.get(mark)?.();
  });
  return async () => {
    const mark = randomBytes(8).toString('hex');
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(mark, resolve);
    await database.pool.query('SELECT pg_notify($1, $2)', [workChannel, mark]);
    await promise;
    waiting.delete(mark);
  };
}
