/**
 * What happens to an error that nothing caught (docs/decisions/0033). A promise that was rejected with nobody waiting
 * for it ends nothing: its work was cut at an await, its transaction is rolled back, nothing of it was acknowledged. An
 * exception out of a callback may have left something half done in memory: the process stops cleanly, with what it took
 * stored, and its supervisor starts it again. The failure of a single connection is neither.
 */
import type { Logger } from './context.ts';

const ofConnection = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

export function guardProcess(log: Pick<Logger, 'error' | 'fatal'>, stop: () => void) {
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'a rejected promise was not handled; the server goes on'),
  );
  process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
    if (ofConnection.has(error.code ?? '')) {
      log.error({ err: error }, 'the failure of a connection was not handled; the server goes on');
      return;
    }
    log.fatal({ err: error }, 'an error was not caught; the server stops');
    stop();
  });
}
