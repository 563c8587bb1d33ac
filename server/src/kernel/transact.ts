import type pg from 'pg';
import type { Logger } from 'pino';

/** Runs an act on a connection of its own, in one transaction: nothing of it stays when it throws. */
export async function transact<T>(pool: pg.Pool, act: (client: pg.PoolClient) => Promise<T>): Promise<T> {
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
