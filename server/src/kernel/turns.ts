/** One piece of work at a time for each key, the others in the order in which they came. Throws tooMany when too many wait. */
import { Failure } from '@plumbline/contract/kernel/errors';

export function openTurns(maxWaiting: number) {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return {
    async take<T>(key: string, work: () => Promise<T>): Promise<T> {
      const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
      if (line.length > maxWaiting) throw new Failure('tooMany', { retryAfterSeconds: 1 });
      line.length++;
      lines.set(key, line);
      const turn = line.last.then(work);
      line.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        if (--line.length === 0) lines.delete(key);
      }
    },
  };
}
