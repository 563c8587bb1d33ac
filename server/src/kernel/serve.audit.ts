/** What is written down of a request: its line of the operation log, and what the security log has of it. */
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import type { Route } from '@plumbline/contract/kernel/route';
import type { FastifyRequest } from 'fastify';
import type { Clock } from './clock.ts';
import type { Caller, Context, Db, Place } from './context.ts';
import { recordOf } from './operation.record.ts';
import { agentOf, isLogged, operationOf, writeOperation } from './operation.ts';
import { isOwn } from './own-requests.ts';
import { idsIn } from './security-log.ts';
import type { Services } from './services.ts';

/** What writes the lines. */
interface AuditParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly services: Pick<Services, 'security'>;
}

/** Nobody, for routes that anyone may call. */
export const nobody: Caller = {
  accountId: 0,
  name: '',
  displayName: '',
  type: 'Normal',
  corporationId: null,
  tokenId: 0,
  tokenKind: 'session',
  projects: new Map(),
};

/** How far a request has come. */
export interface Attempt {
  caller: Caller;
  input: Readonly<Record<string, unknown>>;
  places: readonly Place[];
  authorizing: boolean;
  /** By the clock of the process. */
  identifiedAtMs: number;
}

const attempts = new WeakMap<FastifyRequest, Attempt>();

/** How far a request has come, from its first header on. */
export function attemptOf(request: FastifyRequest): Attempt {
  const known = attempts.get(request);
  if (known) return known;
  const attempt: Attempt = { caller: nobody, input: {}, places: [], authorizing: false, identifiedAtMs: 0 };
  attempts.set(request, attempt);
  return attempt;
}

/** Does what a route does and writes its line of the operation log in the same transaction, where it has one. */
export async function logging(
  context: Context,
  route: Route,
  { caller, input, places }: Attempt,
  act: (onRecord?: (record: unknown) => void) => Promise<unknown>,
): Promise<unknown> {
  if (!isLogged(route, input)) return await act();
  let before: unknown;
  const made = await act((record) => {
    before = record;
  });
  const { db, now, ip, agent } = context;
  const operation = operationOf({ route, input, caller, places, before, record: recordOf(route, input, made) });
  await writeOperation(db, { ...operation, at: now(), ip, agent, outcome: 'done' });
  return made;
}

const refusals: ReadonlySet<ErrorName> = new Set([
  'notAllowed',
  'protectedRecord',
  'wrongPassword',
  'tooMany',
  'seeAsReadOnly',
]);

/** What both kinds of lines of the security log say of a request. */
const lineOf = (route: Route, request: FastifyRequest, attempt: Attempt) => ({
  accountId: attempt.caller.accountId || null,
  ip: request.ip,
  route: `${route.method} ${route.path}`,
  on: idsIn(attempt.input),
});

/** Writes into the security log what a request did that `secures`. */
export function noteDone(access: AuditParts, route: Route, request: FastifyRequest, attempt: Attempt): void {
  if (!route.secures || attempt.input['dryRun'] === true) return;
  const line = lineOf(route, request, attempt);
  access.services.security.write(request.log, { event: route.secures, outcome: 'done', own: isOwn(request), ...line });
}

/** Does a step of a request, and writes into the security log what of it was refused for want of rights. */
export async function audited<T>(
  access: AuditParts,
  route: Route,
  request: FastifyRequest,
  attempt: Attempt,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Failure) {
      // What is foreign is answered like what does not exist; a token that nobody has was tried.
      const foreign = attempt.authorizing && error.name === 'notFound';
      const isUnknownToken = error.name === 'notSignedIn' && request.headers.authorization !== undefined;
      if (foreign || isUnknownToken || refusals.has(error.name)) {
        const isFew = access.services.security.refuse(request.log, {
          event: 'refused',
          outcome: error.name,
          ...lineOf(route, request, attempt),
        });
        if (isFew) await logRefused(access, route, request, attempt, error.name);
      }
    }
    throw error;
  }
}

/**
 * The line of what was refused. It says nothing of the place that was named: that may be another corporation's. A wrong
 * password is asked for behind access control, and stands in the log of the project that it would have ended.
 */
async function logRefused(
  access: AuditParts,
  route: Route,
  request: FastifyRequest,
  { caller, input, places, authorizing }: Attempt,
  outcome: ErrorName,
): Promise<void> {
  const isPlaced = outcome === 'wrongPassword' && !authorizing && places.length > 0;
  const operation = operationOf({ route, input: idsIn(input), caller, places: isPlaced ? places : [] });
  const isForeign = outcome === 'notFound';
  await writeOperation(access.db, {
    ...operation,
    ...(isForeign && { scopeId: null, content: {} }),
    ...(!isPlaced && { projectId: null, corporationId: caller.corporationId }),
    at: access.clock.now(),
    ip: request.ip,
    agent: agentOf(request),
    outcome,
  }).catch((error) => request.log.warn({ err: error }, 'a refusal could not be written into the operation log'));
}
