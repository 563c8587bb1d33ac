import type { Logger } from 'pino';

/** Runs what was put off until after COMMIT. A failure is logged: the transaction stands all the same. */
export async function afterCommit(acts: readonly (() => void | Promise<void>)[], log: Logger): Promise<void> {
  for (const act of acts) {
    try {
      await act();
    } catch (error) {
      log.error({ err: error }, 'an act after commit failed');
    }
  }
}
