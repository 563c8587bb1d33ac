/**
 * Downloads under way, each with what it was asked for with. Invariant: one whose session or access token has ended, whose
 * account was disabled or got another password, is cut off as soon as this process learns of the change; its reader sees
 * a broken transfer, not a whole file.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Caller, Change, Logger } from './context.ts';

interface Running {
  /** null until the caller is known: any change of an account may concern it. */
  accountId: number | null;
  readonly token: string | undefined;
}

export class RunningDownloads {
  readonly #running = new Map<ServerResponse, Running>();
  readonly #identify: (token: string | undefined) => Promise<Caller>;
  readonly #log: Logger;

  constructor(parts: { readonly identify: (token: string | undefined) => Promise<Caller>; readonly log: Logger }) {
    this.#identify = parts.identify;
    this.#log = parts.log;
  }

  /** Watches an answer from before its caller is identified, so that no change falls between; until it is closed. */
  watch(response: ServerResponse, token: string | undefined): { belongsTo(accountId: number): void } {
    const running: Running = { accountId: null, token };
    this.#running.set(response, running);
    response.once('close', () => this.#running.delete(response));
    return {
      belongsTo(accountId) {
        running.accountId = accountId;
      },
    };
  }

  /** Looks again at the downloads that a change concerns; at all of them for null. */
  async recheck(change: Change | null): Promise<void> {
    if (change !== null && change.kind !== 'account') return;
    const concerned = [...this.#running].filter(
      ([, { accountId }]) => change === null || accountId === null || accountId === change.id,
    );
    for (const [response, { token }] of concerned)
      try {
        await this.#identify(token);
      } catch (error) {
        if (error instanceof Failure) response.destroy();
        else this.#log.warn({ err: error }, 'a running download could not be checked');
      }
  }
}
