import type pg from 'pg';
import type { Logger } from 'pino';
import { retryDeadlocks } from './deadlocks.ts';
import type { Db, Transaction } from './transaction.ts';

/**
 * Runs an act on a connection of its own, in one transaction: nothing of it stays when it throws. An act that ended in a deadlock
 * is run again (deadlocks.ts), so what it leaves outside of the database it begins anew.
 */
export const transact = <T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  retryDeadlocks(() => transactOnce(pool, act));

async function transactOnce<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await act(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is of no more use.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (failed) => client.release(failed as Error),
    );
    throw error;
  }
}

/** Runs the actions that wait for COMMIT. A failure is logged; the transaction is not affected. */
export async function afterCommit(acts: readonly (() => void | Promise<void>)[], log: Logger): Promise<void> {
  for (const act of acts) {
    try {
      await act();
    } catch (error) {
      log.error({ err: error }, 'an act after commit failed');
    }
  }
}

/** Does work in one transaction, then what it left for after COMMIT. For work that no request waits for. */
export async function transactThen(
  db: Db,
  log: Logger,
  work: (transaction: Pick<Transaction, 'db' | 'after'>) => Promise<void>,
): Promise<void> {
  const acts: (() => void | Promise<void>)[] = [];
  await db.transaction().execute((transaction) => {
    acts.length = 0;
    return work({ db: transaction, after: (act) => void acts.push(act) });
  });
  await afterCommit(acts, log);
}
