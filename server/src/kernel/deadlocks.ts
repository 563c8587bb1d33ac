/**
 * Transactions that the database rolled back so that another one could go on: a deadlock (40P01), or a serialization failure
 * (40001). The same work is done again. Invariant: only work that lies within its transaction is repeated; work that uses up a
 * stream, or has told somebody, begins by `beginOnce`
 * (docs/decisions/0280-transactions-in-a-deadlock-are-run-again.md).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type TransactionBuilder } from 'kysely';
import type { Tables } from './tables.ts';
import type { Db } from './transaction.ts';

/** How often one piece of work is done in all. Each time another transaction got through, so more are hardly ever needed. */
const maxTries = 5;
/** The transactions of a deadlock are not to block each other again: each waits for a random time, longer from try to try. */
const stepMs = 10;

const codes: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** True for a deadlock or a serialization failure: the same work will succeed later. */
export const isDeadlock = (error: unknown): boolean => codes.has((error as { code?: unknown } | null)?.code);

/** Does work that is one transaction, and repeats it after a deadlock. Throws the last error when all tries end in one. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tried === maxTries) throw error;
      await delay(Math.random() * stepMs * tried);
    }
  }
}

/** The database of a process: each transaction begun on it is run again after a deadlock. */
export class RepeatingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    // What is built on with an isolation level or access mode is a builder of its own, and runs once.
    builder.execute = (work) => retryDeadlocks(() => execute(work));
    return builder;
  }
}

/** A transaction that is run once: what is written in it comes from a stream, which is used up by then. */
export const beginOnce = (db: Db): TransactionBuilder<Tables> => db.transaction().setAccessMode('read write');
