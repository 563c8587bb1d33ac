/**
 * Transactions that the database ended so that another one could go on: two waited for each other (40P01), or what one had read
 * was changed by the other (40001). Nothing of them is left, so the same work is done again. Invariant: only work that is
 * whole in the transaction is repeated; what uses up a stream, or has told somebody, begins by `beginOnce`
 * (docs/decisions/0280-transactions-that-met-are-run-again.md).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type TransactionBuilder } from 'kysely';
import type { Tables } from './tables.ts';
import type { Db } from './transaction.ts';

/** How often one piece of work is done in all. Each time another transaction got through, so more are hardly ever needed. */
const maxTries = 5;
/** Those that met are not to meet again: each waits for another time, longer from try to try. */
const stepMs = 10;

const codes: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** Two transactions met, and the database ended this one: the same work will do another time. */
export const hasMet = (error: unknown): boolean => codes.has((error as { code?: unknown } | null)?.code);

/** Does work that is a whole transaction, again where it met another one. Throws the last error when that happens time after time. */
export async function untilThrough<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!hasMet(error) || tried === maxTries) throw error;
      await delay(Math.random() * stepMs * tried);
    }
  }
}

/** The database of a process: each transaction begun on it is run again where it met another one. */
export class RepeatingKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    // What is built on with an isolation level or access mode is a builder of its own, and runs once.
    builder.execute = (work) => untilThrough(() => execute(work));
    return builder;
  }
}

/** A transaction that is run once: what is written in it comes from a stream, which is used up by then. */
export const beginOnce = (db: Db): TransactionBuilder<Tables> => db.transaction().setAccessMode('read write');
