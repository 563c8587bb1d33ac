/** Serves the routes of a feature: read the token, read the input, authorize, run the handler, check the reply. */
import { aliasRoutes } from '@plumbline/contract/aliases';
import { type ErrorName, Failure } from '@plumbline/contract/errors';
import { type Flags, isOpen } from '@plumbline/contract/flags';
import type { InputOf, OutputOf, Route } from '@plumbline/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { authorize, type Places } from './access.ts';
import type { Clock } from './clock.ts';
import { answering } from './confirm.ts';
import type { Caller, Change, Confirm, Context, Db, Lifecycle, Place } from './context.ts';
import { type Download, sendDownload } from './downloads.ts';
import { emit } from './events.ts';
import { baseStateOf, guarded, type Handle } from './guard.ts';
import { readInput } from './input.ts';
import { announceChanges } from './listen.ts';
import { isNearby } from './nearby.ts';
import { isLogged, operationOf, writeOperation } from './operation.ts';
import { isOwn } from './own-requests.ts';
import type { RunningDownloads } from './running-downloads.ts';
import { idsIn } from './security-log.ts';
import type { Services } from './services.ts';
import { afterCommit } from './transact.ts';
import { takeUpload, type Upload } from './upload.ts';

export type { Upload };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes HTTP Basic too. */
    basic?: boolean;
  }
}

type Routes = Readonly<Record<string, Route>>;

/** An answer that its feature has written itself; an empty text is sent with status 204. */
export interface Document {
  readonly type: string;
  readonly text: string;
}

type Handler<R extends Route> = (
  context: Context,
  input: OutputOf<R['input']>,
  upload: Upload,
) => Promise<InputOf<R['reply']>>;

/** One handler per route, of the route's own types. A missing or mistyped one does not compile. */
export type Handlers<R extends Routes> = { readonly [K in keyof R]: Handler<R[K]> };

/** What access control needs from outside the kernel; `app.ts` puts it together from the features. */
export interface Access {
  readonly db: Db;
  /** Where this installation says that it is reached; null = wherever a request came to. */
  readonly publicUrl: string | null;
  readonly clock: Clock;
  readonly places: Places;
  /** The feature flags of a corporation. */
  readonly flagsOf: (db: Db, corporationId: number) => Promise<Flags>;
  readonly lifecycle: Lifecycle;
  readonly services: Services;
  /** Has the caches of this process forget what was changed; resolves when they have. */
  announceHere(changes: readonly Change[]): Promise<void>;
  /**
   * Who the bearer token belongs to; throws notSignedIn or tokenExpired. `background` requests do not keep the session
   * alive. Throws secondFactorMissing for a session that must set up its second factor, unless it is for that.
   */
  identify(token: string | undefined, background: boolean, beforeSecondFactor?: boolean): Promise<Caller>;
  readonly downloads: RunningDownloads;
}

/** Nobody, for routes that anyone may call. */
const nobody: Caller = {
  accountId: 0,
  name: '',
  displayName: '',
  type: 'Normal',
  corporationId: null,
  tokenId: 0,
  tokenKind: 'session',
  projects: new Map(),
};

export const bearer = (header: string | undefined) => /^Bearer ([\w.~+/=-]{1,200})$/i.exec(header ?? '')?.[1];

/** The password of HTTP Basic; whatever name comes before it, the token identifies the caller. */
function basicPassword(header: string | undefined): string | undefined {
  const [, coded = ''] = /^Basic ([\w+/=-]{1,400})$/i.exec(header ?? '') ?? [];
  const [, password] = /^[^:]*:([\w.~+/=-]{1,200})$/.exec(Buffer.from(coded, 'base64').toString()) ?? [];
  return password;
}

/** Throws notSignedIn, also for a session token in the place of a password: that is for access tokens. */
async function callerOf(access: Access, route: Route, { headers }: FastifyRequest, { raw }: FastifyReply) {
  const password = route.basic ? basicPassword(headers.authorization) : undefined;
  const token = password ?? bearer(headers.authorization);
  const running = route.kind === 'download' ? access.downloads.watch(raw, token) : undefined;
  const caller = await access.identify(token, route.background === true, route.beforeSecondFactor);
  if (password !== undefined && caller.tokenKind !== 'access') throw new Failure('notSignedIn');
  running?.belongsTo(caller.accountId);
  return caller;
}

const jsonLimit = 1024 * 1024;

/** The address of a route as the router knows it: `/api/users/:userId`, and `/api/.../*` where the last name takes the rest. */
export function urlOf(route: Pick<Route, 'path' | 'rest'>): string {
  const path = route.rest ? route.path.replace(/\{\w+\}$/, '*') : route.path;
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** Registers every route of `routes`, except those that need a device: the gateway authenticates devices itself. */
export function serve<R extends Routes>(app: FastifyInstance, access: Access, routes: R, handlers: Handlers<R>) {
  for (const name of Object.keys(routes)) {
    const route = routes[name] as Route;
    if (route.needs === 'device' || route.needs === 'feed') continue;
    const handle = guarded(routes, handlers, route, handlers[name] as unknown as Handle);
    for (const address of [route, ...aliasRoutes(route)]) serveAt(app, access, { route, address, handle });
  }
}

/** A route and one of the addresses it is served at: its own, or an alias. */
interface Served {
  readonly route: Route;
  readonly address: Route;
  readonly handle: ReturnType<typeof guarded>;
}

function serveAt(app: FastifyInstance, access: Access, { route, address, handle }: Served): void {
  app.route({
    method: address.method,
    url: urlOf(address),
    config: { basic: route.basic === true },
    bodyLimit: route.upload ? route.upload.maxBytes + 64 * 1024 : (route.bodyLimit ?? jsonLimit),
    handler: (request, reply) => audited(access, route, request, (attempt) => answer(request, reply, attempt)),
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, attempt: Attempt) {
    const caller = route.needs === 'anyone' ? nobody : await callerOf(access, route, request, reply);
    attempt.caller = caller;
    if (caller.viewer) refuseActs(route);
    if (
      address.method !== 'GET' &&
      route.kind !== 'upload' &&
      request.body === undefined &&
      request.headers['content-length'] &&
      request.headers['content-length'] !== '0'
    )
      throw new Failure('badBody');
    const { input, elsewhere } = readInput(route, address, request, caller);
    attempt.input = input;
    attempt.authorizing = true;
    if (route.needs !== 'anyone')
      attempt.places = await authorize(access.db, access.places, caller, route, input, elsewhere);
    attempt.authorizing = false;
    await refuseClosed(access, route, attempt.places);
    const upload = route.kind === 'upload' ? await takeUpload(route, request) : undefined;
    const made = await run(access, route, request, caller, (context) =>
      logging(context, route, attempt, (onRecord) =>
        handle(context, input, upload, { ...baseStateOf(request), ...(onRecord && { onRecord }) }),
      ),
    );
    if (route.kind === 'download') return sendDownload(request, reply, made as Download);
    reply.header('cache-control', 'no-store');
    if (route.kind === 'document') {
      const { type, text } = made as Document;
      return text === '' ? reply.code(204).send() : reply.type(type).send(text);
    }
    return (route.reply as unknown as z.ZodType).parse(made);
  }
}

/** Throws seeAsReadOnly for what changes something, takes data out, or shows a secret: that is done in one's own name. */
function refuseActs(route: Route): void {
  const reads = route.method === 'GET' || route.readOnly === true;
  if (route.whileSeeing || (reads && route.logged !== true && route.secures === undefined)) return;
  throw new Failure('seeAsReadOnly');
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

/** Throws moduleOff where a corporation that the request concerns has not switched on what the route belongs to. */
async function refuseClosed({ db, flagsOf }: Access, { flag }: Route, places: readonly Place[]): Promise<void> {
  if (flag === undefined) return;
  for (const corporationId of new Set(places.map((place) => place.corporationId)))
    if (!isOpen(await flagsOf(db, corporationId), flag)) throw new Failure('moduleOff', { flag });
}

/** How far a request has come. */
interface Attempt {
  caller: Caller;
  input: Readonly<Record<string, unknown>>;
  places: readonly Place[];
  authorizing: boolean;
}

/** Does what a route does and writes its line of the operation log in the same transaction, where it has one. */
async function logging(
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
  const operation = operationOf({ route, input, caller, places, before });
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

/** Writes into the security log what a request did that `secures`, and what was refused for want of rights. */
async function audited<T>(
  access: Access,
  route: Route,
  request: FastifyRequest,
  act: (attempt: Attempt) => Promise<T>,
) {
  const attempt: Attempt = { caller: nobody, input: {}, places: [], authorizing: false };
  const line = () => ({
    accountId: attempt.caller.accountId || null,
    ip: request.ip,
    route: `${route.method} ${route.path}`,
    on: idsIn(attempt.input),
  });
  try {
    const answer = await act(attempt);
    if (route.secures && attempt.input['dryRun'] !== true)
      access.services.security.write(request.log, {
        event: route.secures,
        outcome: 'done',
        own: isOwn(request),
        ...line(),
      });
    return answer;
  } catch (error) {
    if (error instanceof Failure) {
      // What is foreign is answered like what does not exist; a token that nobody has was tried.
      const foreign = attempt.authorizing && error.name === 'notFound';
      const isUnknownToken = error.name === 'notSignedIn' && request.headers.authorization !== undefined;
      if (foreign || isUnknownToken || refusals.has(error.name)) {
        const isFew = access.services.security.refuse(request.log, {
          event: 'refused',
          outcome: error.name,
          ...line(),
        });
        if (isFew) await logRefused(access, route, request, attempt, error.name);
      }
    }
    throw error;
  }
}

/** The line of what was refused. It says nothing of the place that was named: that may be another corporation's. */
async function logRefused(
  access: Access,
  route: Route,
  request: FastifyRequest,
  { caller, input }: Attempt,
  outcome: ErrorName,
): Promise<void> {
  const operation = operationOf({ route, input: idsIn(input), caller, places: [] });
  const isForeign = outcome === 'notFound';
  await writeOperation(access.db, {
    ...operation,
    ...(isForeign && { scopeId: null, content: {} }),
    projectId: null,
    corporationId: caller.corporationId,
    at: access.clock.now(),
    ip: request.ip,
    agent: agentOf(request),
    outcome,
  }).catch((error) => request.log.warn({ err: error }, 'a refusal could not be written into the operation log'));
}

const agentOf = ({ headers }: FastifyRequest): string => (headers['user-agent'] ?? '').slice(0, 200);

/** Runs a handler, in one transaction where it may write; again where a password had to be checked first. */
const run = (
  access: Access,
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
  access: Access,
  route: Route,
  request: FastifyRequest,
  { caller, confirm }: { readonly caller: Caller; readonly confirm: Confirm },
  handle: (context: Context) => Promise<unknown>,
) {
  const acts: (() => void | Promise<void>)[] = [];
  const afterwards: ((db: Db) => Promise<void>)[] = [];
  const changes: Change[] = [];
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
    nearby: isNearby(request),
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
      : await access.db.transaction().execute((transaction) => handle(contextOn(transaction)));
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
