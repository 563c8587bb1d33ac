/** A handler run: in the transaction that its route needs, with what it put off done before the answer is sent. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Route } from '@plumbline/contract/kernel/route';
import type { FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import { answering } from './confirm.ts';
import type { Caller, Change, Confirm, Context, Db, Lifecycle } from './context.ts';
import { beginOnce } from './deadlocks.ts';
import { emit } from './events.ts';
import { announceChanges } from './listen.ts';
import { agentOf } from './operation.ts';
import { isOwn } from './own-requests.ts';
import type { Services } from './services.ts';
import { afterCommit } from './transact.ts';

/** Parts of a handler's context. */
export interface RunParts {
  readonly db: Db;
  /** Where this installation says that it is reached; null = wherever a request came to. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly services: Services;
  /** Has the caches of this process forget what was changed; resolves when they have. */
  announceHere(changes: readonly Change[]): Promise<void>;
  /**
   * Who the bearer token belongs to; throws notSignedIn or tokenExpired. `background` requests do not keep the session
   * alive. Throws secondFactorMissing for a session that must set up its second factor, unless it is for that.
   */
  identify(token: string | undefined, background: boolean, beforeSecondFactor?: boolean): Promise<Caller>;
}

/** Runs a handler, in one transaction where it may write; again where a password had to be checked first. */
export const run = (
  access: RunParts,
  route: Route,
  request: FastifyRequest,
  caller: Caller,
  handle: (context: Context) => Promise<unknown>,
) =>
  answering({ db: access.db, now: () => access.clock.now(), caller }, (confirm) =>
    runOnce(access, route, request, { caller, confirm }, handle),
  );

/** What the handler put off runs after COMMIT, before the answer is sent. */
async function runOnce(
  access: RunParts,
  route: Route,
  request: FastifyRequest,
  { caller, confirm }: { readonly caller: Caller; readonly confirm: Confirm },
  handle: (context: Context) => Promise<unknown>,
) {
  const acts: (() => void | Promise<void>)[] = [];
  const afterwards: ((db: Db) => Promise<void>)[] = [];
  const changes: Change[] = [];
  /** A transaction that is run again begins anew with what it puts off. */
  const begin = (db: Db): Promise<unknown> => {
    for (const each of [acts, afterwards, changes]) each.length = 0;
    return handle(contextOn(db));
  };
  const contextOn = (db: Db): Context => ({
    caller,
    db,
    now: () => access.clock.now(),
    emit: (event, payload) => emit(db, access.clock.now(), event, payload),
    changed: (...each) => {
      changes.push(...each);
      return announceChanges(db, each);
    },
    lifecycle: access.lifecycle,
    services: access.services,
    after: (act) => acts.push(act),
    regardless: (act) => afterwards.push(act),
    confirm,
    identify: (token) => access.identify(token, false, true),
    log: request.log as Context['log'],
    ip: request.ip,
    own: isOwn(request),
    host: request.hostname.toLowerCase(),
    origin: access.publicUrl ?? `${request.protocol}://${request.host}`,
    agent: agentOf(request),
  });
  const plain = route.method === 'GET' || route.readOnly === true || route.ownTransaction === true;
  // A stream goes on after its handler, and documents of a standard open a transaction of their own: both only read.
  const isRead = plain && (route.kind ?? 'json') === 'json';
  let answer: unknown;
  try {
    answer = plain
      ? caller.viewer && isRead
        ? await readOnly(access.db, (db) => handle(contextOn(db)))
        : await handle(contextOn(access.db))
      : await (route.kind === 'upload' ? beginOnce(access.db) : access.db.transaction()).execute(begin);
  } finally {
    for (const act of afterwards) await act(access.db);
  }
  // The answer may be relied on in this process: a reading that follows a binding finds it, an old secret is refused.
  await access
    .announceHere(changes)
    .catch((error) => request.log.warn({ err: error }, 'a change could not be announced in this process at once'));
  await afterCommit(acts, request.log as Context['log']);
  return answer;
}

/** A handler of a route that reads, in a transaction in which nothing can be written, whatever it tries. */
async function readOnly<T>(db: Db, handle: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().setAccessMode('read only').execute(handle);
  } catch (error) {
    if ((error as { code?: string }).code === '25006') throw new Failure('seeAsReadOnly');
    throw error;
  }
}
