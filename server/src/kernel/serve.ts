/** Serves the routes of a feature: read the token, read the input, authorize, run the handler, check the reply. */
import { type Address, aliasRoutes } from '@plumbline/contract/kernel/aliases';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Flags, isOpen } from '@plumbline/contract/kernel/flags';
import type { InputOf, OutputOf, Route } from '@plumbline/contract/kernel/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { authorize, type Places } from './access.ts';
import type { Caller, Context, Db, Place } from './context.ts';
import { type Download, sendDownload } from './downloads.ts';
import { failureUnlessGone } from './gone.ts';
import { baseStateOf, guarded, type Handle } from './guard.ts';
import { noteHandle, type ReadRoute, readerOf } from './inner-reads.ts';
import { readInput } from './input.ts';
import { placeByRow, type Rows } from './place-by-row.ts';
import type { RunningDownloads } from './running-downloads.ts';
import { type Attempt, attemptOf, audited, logging, noteDone } from './serve.audit.ts';
import { type RunParts, run } from './serve.run.ts';
import type { TokenUse } from './token-use.ts';
import type { openTurns } from './turns.ts';
import { takeUpload, type Upload } from './upload.ts';

export type { Upload };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes HTTP Basic too. */
    basic?: boolean;
  }
}

type Routes = Readonly<Record<string, Route>>;

/** An answer that its feature has written itself; an empty text is sent with status 204, unless `status` says another. */
export interface Document {
  readonly type: string;
  readonly text: string;
  readonly status?: number;
}

type Handler<R extends Route> = (
  context: Context,
  input: OutputOf<R['input']>,
  upload: Upload,
) => Promise<InputOf<R['reply']>>;

/** One handler per route, of the route's own types. A missing or mistyped one does not compile. */
export type Handlers<R extends Routes> = { readonly [K in keyof R]: Handler<R[K]> };

/** Access control that the kernel needs from outside; `app.ts` puts it together from the features. */
export interface Access extends RunParts {
  readonly places: Places;
  readonly rows: Rows;
  /** The feature flags of a corporation. */
  readonly flagsOf: (db: Db, corporationId: number) => Promise<Flags>;
  readonly downloads: RunningDownloads;
  /** What is dear goes one after the other for each person. */
  readonly turns: ReturnType<typeof openTurns>;
  readonly tokenUse: TokenUse;
}

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
/** Limit of the calls that anyone may make without saying who they are: names, passwords and codes. */
export const anyonesLimit = 16 * 1024;
/** A body that takes longer than this to arrive may outlast the session that it began in. */
const identifiedMs = 1_000;

const bodyLimitOf = (route: Route): number => {
  if (route.upload) return route.upload.maxBytes + 64 * 1024;
  return route.needs === 'anyone' ? anyonesLimit : (route.bodyLimit ?? jsonLimit);
};

/** The address of a route as the router knows it: `/api/users/:userId`, and `/api/.../*` where the last name takes the rest. */
export function urlOf(route: Pick<Route, 'path' | 'rest'>): string {
  const path = route.rest ? route.path.replace(/\{\w+\}$/, '*') : route.path;
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** Registers every route of `routes`, except those of devices, feeds and vendors, which identify their senders themselves. */
export function serve<R extends Routes>(app: FastifyInstance, access: Access, routes: R, handlers: Handlers<R>) {
  for (const name of Object.keys(routes)) {
    const route = routes[name] as Route;
    if (route.needs === 'device' || route.needs === 'feed' || route.needs === 'vendor') continue;
    noteHandle(route, handlers[name] as unknown as Handle);
    const handle = guarded(routes, handlers, route, handlers[name] as unknown as Handle);
    for (const address of [route, ...aliasRoutes(route)]) serveAt(app, access, { route, address, handle });
  }
}

/** Reads other routes for a feature that answers in another protocol (kernel/inner-reads.ts). */
export const reads = (access: Access): ReadRoute =>
  readerOf(access.places, (route, places) => refuseClosed(access, route, places));

/** A route and one of the addresses it is served at: its own, or an alias. */
interface Served {
  readonly route: Route;
  readonly address: Address;
  readonly handle: ReturnType<typeof guarded>;
}

// Long because its steps are closures over one route and one address, in the order in which a request passes them.
function serveAt(app: FastifyInstance, access: Access, { route, address, handle }: Served): void {
  app.route({
    method: address.method,
    url: urlOf(address),
    config: { basic: route.basic === true },
    bodyLimit: bodyLimitOf(route),
    // Nobody unknown fills memory with a body: who asks is known before a byte of it is kept.
    onRequest: async (request, reply) => {
      const attempt = attemptOf(request);
      await audited(access, route, request, attempt, () => identify(request, reply, attempt));
    },
    handler: async (request, reply) => {
      const attempt = attemptOf(request);
      const answered = await audited(access, route, request, attempt, () => answer(request, reply, attempt));
      noteDone(access, route, request, attempt);
      return answered;
    },
  });

  async function identify(request: FastifyRequest, reply: FastifyReply, attempt: Attempt): Promise<void> {
    if (route.needs !== 'anyone') attempt.caller = await callerOf(access, route, request, reply);
    if (attempt.caller.tokenKind === 'access') access.tokenUse.called(attempt.caller.tokenId);
    if (attempt.caller.viewer) refuseActs(route);
    await refuseLongBody(access, { route, address }, request, attempt);
    attempt.identifiedAtMs = performance.now();
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, attempt: Attempt) {
    if (performance.now() - attempt.identifiedAtMs > identifiedMs) await identify(request, reply, attempt);
    const { caller } = attempt;
    if (lacksReadableBody(route, address, request)) throw new Failure('badBody');
    const byRow = await placeByRow(access.db, access.rows, address, request);
    const { input, elsewhere } = readInput(route, address, request, caller, byRow?.fields);
    attempt.input = input;
    const mayNow = (who: Caller) =>
      authorize(access.db, access.places, who, route, input, { elsewhere, named: byRow?.named });
    attempt.authorizing = true;
    if (route.needs !== 'anyone') attempt.places = await access.downloads.authorize(reply.raw, caller, mayNow);
    attempt.authorizing = false;
    await refuseClosed(access, route, attempt.places);
    const upload = route.kind === 'upload' ? await takeUpload(route, request) : undefined;
    const act = () =>
      run(access, route, request, caller, (context) =>
        logging(context, route, attempt, (onRecord) =>
          handle(context, input, upload, { ...baseStateOf(request), ...(onRecord && { onRecord }) }),
        ),
      );
    const made = await (route.dear ? access.turns.take(`account ${caller.accountId}`, act) : act()).catch(
      async (error: unknown) => {
        if (caller.tokenKind === 'access' && error instanceof Failure && error.name === 'tooMany')
          access.tokenUse.refused(caller.tokenId);
        throw await failureUnlessGone(error, request.log, async () => {
          if (route.needs !== 'anyone') await mayNow(await callerOf(access, route, request, reply));
        });
      },
    );
    if (route.kind === 'download') return sendDownload(request, reply, made as Download);
    reply.header('cache-control', 'no-store');
    if (route.kind === 'document') {
      const { type, text, status } = made as Document;
      return text === ''
        ? reply.code(status ?? 204).send()
        : reply
            .code(status ?? 200)
            .type(type)
            .send(text);
    }
    return (route.reply as unknown as z.ZodType).parse(made);
  }
}

/** Returns whether a body came that no parser has read. */
const lacksReadableBody = (route: Route, address: Route, { body, headers }: FastifyRequest): boolean =>
  address.method !== 'GET' &&
  route.kind !== 'upload' &&
  body === undefined &&
  headers['content-length'] !== undefined &&
  headers['content-length'] !== '0';

/** A body longer than usual is kept for those alone who may do what it is for. Throws notFound, notAllowed and archived. */
async function refuseLongBody(
  access: Access,
  { route, address }: Pick<Served, 'route' | 'address'>,
  request: FastifyRequest,
  attempt: Attempt,
): Promise<void> {
  const { within } = route;
  if ((route.bodyLimit ?? 0) <= jsonLimit || within === undefined || route.needs === 'anyone') return;
  const place = (request.params as Record<string, string>)[within];
  // What is no id there is told when the whole input is read.
  if (place === undefined || !address.path.includes(`{${within}}`) || !/^\d{1,9}$/.test(place)) return;
  attempt.authorizing = true;
  await authorize(access.db, access.places, attempt.caller, route, { [within]: Number(place) });
  attempt.authorizing = false;
}

/** Throws seeAsReadOnly for what changes something, takes data out, or shows a secret: that is done in one's own name. */
function refuseActs(route: Route): void {
  const reads = route.method === 'GET' || route.readOnly === true;
  if (route.whileSeeing || (reads && route.logged !== true && route.secures === undefined)) return;
  throw new Failure('seeAsReadOnly');
}

/** Throws moduleOff where a corporation that the request concerns has not switched on what the route belongs to. */
async function refuseClosed({ db, flagsOf }: Access, { flag }: Route, places: readonly Place[]): Promise<void> {
  if (flag === undefined) return;
  for (const corporationId of new Set(places.map((place) => place.corporationId)))
    if (!isOpen(await flagsOf(db, corporationId), flag)) throw new Failure('moduleOff', { flag });
}
