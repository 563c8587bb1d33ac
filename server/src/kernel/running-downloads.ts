/**
 * Downloads under way, each with what it was asked for with. Invariant: one whose session or access token has ended, whose
 * account was disabled or got another password, or whose caller may not have it any more, because its project is being deleted or they
 * left it, is cut off as soon as this process learns of the change; its reader sees a broken transfer, not a whole file.
 */
import type { ServerResponse } from 'node:http';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Caller, Change, Logger, Place } from './context.ts';

interface Running {
  /** null until the caller is known: any change of an account may concern it. */
  accountId: number | null;
  readonly token: string | undefined;
  /** Checks that a caller may have it; null until access control was asked. */
  mayNow: MayNow | null;
  /** The projects that it is of; null until they are known: any change of a project may concern it. */
  projectIds: readonly number[] | null;
}

/** Throws the Failure why not. */
type MayNow = (caller: Caller) => Promise<readonly Place[]>;

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
    const running: Running = { accountId: null, token, mayNow: null, projectIds: null };
    this.#running.set(response, running);
    response.once('close', () => this.#running.delete(response));
    return {
      belongsTo(accountId) {
        running.accountId = accountId;
      },
    };
  }

  /** Asks access control for an answer that is watched, now and at every change that concerns it. */
  async authorize(response: ServerResponse, caller: Caller, mayNow: MayNow): Promise<readonly Place[]> {
    const running = this.#running.get(response);
    if (running) running.mayNow = mayNow;
    const places = await mayNow(caller);
    if (running) running.projectIds = places.flatMap(({ projectIds }) => projectIds);
    return places;
  }

  /** Looks again at the downloads that a change concerns; at all of them for null. */
  async recheck(change: Change | null): Promise<void> {
    const concerned = [...this.#running].filter(([, running]) => isConcerned(running, change));
    for (const [response, { token, mayNow }] of concerned)
      try {
        const caller = await this.#identify(token);
        await mayNow?.(caller);
      } catch (error) {
        if (error instanceof Failure) response.destroy();
        else this.#log.warn({ err: error }, 'a running download could not be checked');
      }
  }
}

function isConcerned({ accountId, projectIds }: Running, change: Change | null): boolean {
  if (change === null) return true;
  if (change.kind === 'account') return accountId === null || accountId === change.id;
  return change.kind === 'project' && (projectIds === null || projectIds.includes(change.id));
}
