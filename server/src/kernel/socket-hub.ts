/**
 * The only way into Socket.IO: opens namespaces whose events are those of the contract (contract/src/sockets.ts).
 *
 * Invariants: nothing that a page sends can throw out of here: input is parsed, an acknowledgement that is no function
 * is not called, a failed handler is logged and answered. Who is asking is read from the token at the connection, at
 * every event, every minute and when the account changes; a page that may no longer be there is put out. Nothing else
 * imports socket.io (tools/rules/import-rules.ts), so no listener can be registered beside this.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import { errors, Failure } from '@plumbline/contract/errors';
import {
  type SocketFailure,
  type SocketHandlers,
  type SocketNamespace,
  socketEvents,
} from '@plumbline/contract/sockets';
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import { type DefaultEventsMap, type Namespace, Server, type Socket } from 'socket.io';
import { z } from 'zod';
import type { Caller, Change, Logger } from './context.ts';
import type { Access } from './serve.ts';
import { openTurns } from './turns.ts';

type Emits = { [event: string]: (...payload: never[]) => void };

/** An open page: what a room may do with its socket. Listeners are not among it. */
export interface Page<Sends extends Emits, Data> {
  readonly id: string;
  readonly rooms: ReadonlySet<string>;
  /** Who is asking, as the token said last. */
  readonly caller: Caller;
  /** What `enter` gave. */
  readonly data: Data;
  join(rooms: string[]): void;
  leave(room: string): void;
  send<E extends keyof Sends & string>(event: E, ...payload: Parameters<Sends[E]>): void;
}

interface SpaceOptions<N extends SocketNamespace, Sends extends Emits, Data> {
  /** Whether what comes here keeps the session alive as a click does. */
  readonly active: boolean;
  readonly handlers: SocketHandlers<N, Page<Sends, Data>>;
  /** Lets a caller in, or throws the Failure why not. */
  enter(caller: Caller, query: Readonly<Record<string, unknown>>): Promise<Data>;
  /** After the page came in, and again after every look at its caller: throws a Failure to put it out. */
  settle(page: Page<Sends, Data>, first: boolean): Promise<void> | void;
  /** Changes besides those of its account that ask for another look. */
  concerns(change: Change, data: Data): boolean;
  /** What a page hears before it is put out because its session has ended. */
  lastWord?: (page: Page<Sends, Data>) => void;
}

export interface Space<Sends extends Emits> {
  /** Whether a page of this process stands in a room. */
  has(room: string): boolean;
  to<E extends keyof Sends & string>(rooms: string | string[], event: E, ...payload: Parameters<Sends[E]>): void;
}

interface SocketState {
  token: string;
  caller: Caller;
  data: unknown;
}
type AnySocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketState>;
type AnySpace = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketState>;

const recheckEveryMs = 60_000;
/** Of one session, in one namespace: more tabs than anybody has open. */
const maxPagesPerToken = 20;
/** Events of one session that wait for its running one. */
const maxWaiting = 20;

export function openSocketHub({
  access,
  log,
  clusterPool,
}: {
  access: Access;
  log: Logger;
  clusterPool: pg.Pool | null;
}) {
  const io = new Server({
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 20_000,
    pingTimeout: 20_000,
    connectTimeout: 10_000,
  });
  if (clusterPool)
    io.adapter(
      createAdapter(clusterPool, {
        // A notification holds less than 8,000 bytes; longer messages go by the table of migration 0017.
        payloadThreshold: 7_500,
        errorHandler: (error) => log.warn({ err: error }, 'socket relay failed'),
      }),
    );
  // Nothing is said there, so nobody is let in.
  io.of('/').use((_socket, next) => next(refusal(new Failure('notFound'))));

  const turns = openTurns(maxWaiting);
  const listeners: ((change: Change | null) => void)[] = [];
  const recheckTimer = setInterval(() => {
    for (const listener of listeners) listener(null);
  }, recheckEveryMs);

  function open<N extends SocketNamespace, Sends extends Emits, Data>(
    namespace: N,
    options: SpaceOptions<N, Sends, Data>,
  ): Space<Sends> {
    const space = io.of(namespace) as unknown as AnySpace;
    const pageOf = (socket: AnySocket): Page<Sends, Data> => ({
      id: socket.id,
      rooms: socket.rooms,
      caller: socket.data.caller,
      data: socket.data.data as Data,
      join: (rooms) => void socket.join(rooms),
      leave: (room) => void socket.leave(room),
      send: (event, ...payload) => void socket.emit(event, ...payload),
    });
    const ofToken = (token: string) => [...space.sockets.values()].filter((each) => each.data.token === token).length;

    space.use(async (socket, next) => {
      try {
        const token = z.string().max(200).safeParse(socket.handshake.auth['token']).data;
        const caller = await access.identify(token, !options.active);
        if (ofToken(token!) >= maxPagesPerToken) throw new Failure('tooMany', { most: maxPagesPerToken });
        socket.data = { token: token!, caller, data: await options.enter(caller, socket.handshake.query) };
        next();
      } catch (error) {
        next(refusal(known(error, log, 'a socket was not let in')));
      }
    });
    space.on('connection', (socket) => {
      // Many at once pass the look above.
      if (ofToken(socket.data.token) > maxPagesPerToken) return void socket.disconnect();
      for (const [event, declared] of Object.entries(socketEvents[namespace]))
        socket.on(event, (...sent: unknown[]) => {
          const last = sent.at(-1);
          const answer = typeof last === 'function' ? (last as (reply: unknown) => void) : () => undefined;
          const input = typeof sent[0] === 'function' ? undefined : sent[0];
          carryOut(socket, event, declared, input).then(answer, (error) => answer(bodyOf(known(error, log, event))));
        });
      settle(socket, true).catch((error) => known(error, log, 'a page could not be placed'));
    });

    async function carryOut(
      socket: AnySocket,
      event: string,
      declared: { input: z.ZodType; reply: z.ZodType },
      input: unknown,
    ) {
      const parsed = declared.input.safeParse(input);
      if (!parsed.success)
        throw new Failure(
          'badInput',
          parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        );
      return turns.take(socket.data.token, async () => {
        if (!(await identify(socket, access.identify(socket.data.token, !options.active))))
          throw new Failure('tokenExpired');
        const handle = (options.handlers as Record<string, (page: Page<Sends, Data>, input: unknown) => unknown>)[
          event
        ]!;
        return declared.reply.parse(await handle(pageOf(socket), parsed.data));
      });
    }

    async function settle(socket: AnySocket, first: boolean) {
      try {
        await options.settle(pageOf(socket), first);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        socket.disconnect();
      }
    }
    /** Whether it still is somebody. */
    async function identify(socket: AnySocket, identified: Promise<Caller>): Promise<boolean> {
      try {
        socket.data.caller = await identified;
        return true;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        options.lastWord?.(pageOf(socket));
        socket.disconnect(true);
        return false;
      }
    }

    const due = new Set<AnySocket>();
    let looking = false;
    /** Looks at the pages that are due, all of one token by one question. Changes that come meanwhile make one more round. */
    async function recheckDue() {
      if (looking) return;
      looking = true;
      try {
        while (due.size > 0) {
          const round = [...due];
          due.clear();
          const callers = new Map<string, Promise<Caller>>();
          for (const socket of round) {
            const { token } = socket.data;
            const identified = callers.get(token) ?? access.identify(token, true);
            callers.set(token, identified);
            await identify(socket, identified)
              .then((stays) => (stays ? settle(socket, false) : undefined))
              .catch((error) => known(error, log, 'a page could not be checked'));
          }
        }
      } finally {
        looking = false;
      }
    }
    listeners.push((change) => {
      for (const socket of space.sockets.values()) {
        const { caller, data } = socket.data;
        const concerned =
          change === null ||
          (change.kind === 'account' && change.id === caller.accountId) ||
          options.concerns(change, data as Data);
        if (concerned) due.add(socket);
      }
      recheckDue().catch((error) => known(error, log, 'pages could not be checked'));
    });

    return {
      has: (room) => space.adapter.rooms.has(room),
      to: (rooms, event, ...payload) => void space.to(rooms).emit(event, ...payload),
    };
  }

  let attached = false;
  return {
    open,
    attach(server: HttpServer) {
      attached = true;
      io.attach(server, { path: '/socket.io' });
    },
    changed(change: Change | null) {
      for (const listener of listeners) listener(change);
    },
    async close() {
      clearInterval(recheckTimer);
      // Socket.IO closes what it is attached to; a process that serves no pages attached it to nothing.
      if (!attached) io.attach(createServer());
      await io.close();
    },
  };
}
export type SocketHub = ReturnType<typeof openSocketHub>;

/** The failure of the catalogue that an error is; anything else is logged. */
function known(error: unknown, log: Logger, what: string): Failure {
  if (error instanceof Failure) return error;
  const requestId = randomUUID();
  log.warn({ err: error, requestId, what }, 'socket');
  return new Failure('unavailable', { requestId });
}
const bodyOf = (failure: Failure): SocketFailure => ({
  error: failure.name,
  code: errors[failure.name].code,
  ...(failure.detail !== undefined && { detail: failure.detail }),
});
const refusal = (failure: Failure) => Object.assign(new Error(failure.name), { data: bodyOf(failure) });
