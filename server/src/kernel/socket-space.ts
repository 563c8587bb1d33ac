/**
 * A namespace of sockets: pages come in, send events and are looked at again. Invariants: nothing that a page sends can
 * throw out of here: input is parsed, an acknowledgement that is no function is not called, a failed handler is logged
 * and answered. Who is asking is read from the token at the connection, at every event, every minute and when the
 * account changes; a page that may no longer be there is put out.
 */
import { randomUUID } from 'node:crypto';
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { errors, Failure } from '@plumbline/contract/kernel/errors';
import {
  type SocketFailure,
  type SocketHandlers,
  type SocketNamespace,
  socketEvents,
} from '@plumbline/contract/kernel/sockets';
import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import { z } from 'zod';
import type { Caller, Change, Logger } from './context.ts';
import type { PageSender } from './page-relay.ts';
import type { Access } from './serve.ts';
import type { openTurns } from './turns.ts';

export type Emits = { [event: string]: (...payload: never[]) => void };

/** An open page: what a room may do with its socket. Listeners are not among it. */
export interface Page<Sends extends Emits, Data> {
  readonly id: string;
  readonly rooms: ReadonlySet<string>;
  /** The caller, as the token last identified it. */
  readonly caller: Caller;
  /** What `enter` gave. */
  readonly data: Data;
  join(rooms: string[]): void;
  leave(room: string): void;
  send<E extends keyof Sends & string>(event: E, ...payload: Parameters<Sends[E]>): void;
}

export interface SpaceOptions<N extends SocketNamespace, Sends extends Emits, Data> {
  /** True when what comes here keeps the session alive as a click does. */
  readonly active: boolean;
  readonly handlers: SocketHandlers<N, Page<Sends, Data>>;
  /** Lets a caller in, or throws the Failure why not. */
  enter(caller: Caller, query: Readonly<Record<string, unknown>>): Promise<Data>;
  /** After the page came in, and again after every look at its caller: throws a Failure to put it out. */
  settle(page: Page<Sends, Data>, first: boolean): Promise<void> | void;
  /** Changes besides those of its account that ask for another look. */
  concerns(change: Change, data: Data): boolean;
  /** What a page is sent before it is disconnected because its session has ended. */
  lastWord?: (page: Page<Sends, Data>) => void;
}

/** Parts that a namespace needs of the server. */
export interface SpaceParts {
  readonly access: Access;
  readonly log: Logger;
  /** Events of one session go one after the other. */
  readonly turns: ReturnType<typeof openTurns>;
  /** Where pages are in another process; null = they are in this one, or found through the database. */
  readonly sender: PageSender | null;
}

interface SocketState {
  token: string;
  caller: Caller;
  data: unknown;
}
type AnySocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketState>;
type AnySpace = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketState>;
type Handler<Sends extends Emits, Data> = (page: Page<Sends, Data>, input: unknown) => unknown;
interface DeclaredEvent {
  /** Changes nothing: an administrator who sees as somebody else may send it. */
  readonly reads?: boolean;
  readonly input: z.ZodType;
  readonly reply: z.ZodType;
}

/** Of one session, in one namespace: more tabs than anybody has open. */
const maxPagesPerToken = 20;

export class Space<N extends SocketNamespace, Sends extends Emits, Data> {
  readonly namespace: N;
  readonly #parts: SpaceParts;
  readonly #options: SpaceOptions<N, Sends, Data>;
  readonly #space: AnySpace;
  readonly #events: ReadonlyMap<string, DeclaredEvent>;
  readonly #handlers: ReadonlyMap<string, Handler<Sends, Data>>;
  /** Pages that are to be looked at again. */
  readonly #due = new Set<AnySocket>();
  #looking = false;

  constructor(io: Server, namespace: N, options: SpaceOptions<N, Sends, Data>, parts: SpaceParts) {
    this.namespace = namespace;
    this.#parts = parts;
    this.#options = options;
    this.#events = new Map(Object.entries(socketEvents[namespace]));
    this.#handlers = new Map(Object.entries(options.handlers as Record<string, Handler<Sends, Data>>));
    this.#space = io.of(namespace) as unknown as AnySpace;
    this.#space.use((socket, next) => {
      this.#letIn(socket).then(
        () => next(),
        (error) => next(refusal(known(error, parts.log, 'a socket was not let in'))),
      );
    });
    this.#space.on('connection', (socket) => this.#place(socket));
  }

  /** Returns whether a page of this process, or of the one that serves its pages, is in a room. */
  has(room: string): boolean {
    const { sender } = this.#parts;
    return sender ? sender.has(this.namespace, room) : this.#space.adapter.rooms.has(room);
  }

  to<E extends keyof Sends & string>(rooms: string | string[], event: E, ...payload: Parameters<Sends[E]>): void {
    const { sender } = this.#parts;
    if (sender) sender.send(this.namespace, rooms, event, payload);
    else this.#space.to(rooms).emit(event, ...payload);
  }

  /** Looks again at the pages that a change concerns; at all of them for null. */
  recheck(change: Change | null): void {
    for (const socket of this.#space.sockets.values()) if (this.#isConcerned(socket, change)) this.#due.add(socket);
    this.#recheckDue().catch((error) => known(error, this.#parts.log, 'pages could not be checked'));
  }

  #isConcerned({ data: { caller, data } }: AnySocket, change: Change | null): boolean {
    const people = [caller.accountId, caller.viewer?.accountId];
    if (change === null || (change.kind === 'account' && people.includes(change.id))) return true;
    return this.#options.concerns(change, data as Data);
  }

  #pagesOf(token: string): number {
    return [...this.#space.sockets.values()].filter(({ data }) => data.token === token).length;
  }

  async #letIn(socket: AnySocket): Promise<void> {
    const token = z.string().max(200).safeParse(socket.handshake.auth['token']).data;
    if (token === undefined) throw new Failure('notSignedIn');
    const caller = await this.#parts.access.identify(token, !this.#options.active);
    if (this.#pagesOf(token) >= maxPagesPerToken)
      throw new Failure('tooMany', { most: maxPagesPerToken, retryAfterSeconds: 60 });
    socket.data = { token, caller, data: await this.#options.enter(caller, socket.handshake.query) };
  }

  /** Registers the events of a page that came in. */
  #place(socket: AnySocket): void {
    // Many at once pass the look before they come in.
    if (this.#pagesOf(socket.data.token) > maxPagesPerToken) return void socket.disconnect();
    const { log } = this.#parts;
    for (const [event, declared] of this.#events)
      socket.on(event, (...sent: unknown[]) => {
        const last = sent.at(-1);
        const answer = typeof last === 'function' ? (last as (reply: unknown) => void) : () => undefined;
        const input = typeof sent[0] === 'function' ? undefined : sent[0];
        this.#carryOut(socket, event, declared, input).then(answer, (error) =>
          answer(bodyOf(known(error, log, event))),
        );
      });
    this.#settle(socket, true).catch((error) => known(error, log, 'a page could not be placed'));
  }

  async #carryOut(socket: AnySocket, event: string, declared: DeclaredEvent, input: unknown): Promise<unknown> {
    const parsed = declared.input.safeParse(input);
    if (!parsed.success)
      throw new Failure(
        'badInput',
        parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
      );
    const { turns, access } = this.#parts;
    const { token } = socket.data;
    return turns.take(token, async () => {
      if (!(await this.#identify(socket, access.identify(token, !this.#options.active))))
        throw new Failure('tokenExpired');
      if (socket.data.caller.viewer && declared.reads !== true) throw new Failure('seeAsReadOnly');
      return declared.reply.parse(await getOrThrow(this.#handlers, event)(pageOf(socket), parsed.data));
    });
  }

  async #settle(socket: AnySocket, first: boolean): Promise<void> {
    try {
      await this.#options.settle(pageOf(socket), first);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      socket.disconnect();
    }
  }

  /** Whether it still is somebody. */
  async #identify(socket: AnySocket, identified: Promise<Caller>): Promise<boolean> {
    try {
      socket.data.caller = await identified;
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Without its second factor a session is still one.
      if (error.name !== 'secondFactorMissing') this.#options.lastWord?.(pageOf(socket));
      socket.disconnect(true);
      return false;
    }
  }

  /** Looks at the pages that are due. Changes that come meanwhile make one more round. */
  async #recheckDue(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#due.size > 0) {
        const round = [...this.#due];
        this.#due.clear();
        await this.#recheckAll(round);
      }
    } finally {
      this.#looking = false;
    }
  }

  /** Looks at pages, all of one token by one question. */
  async #recheckAll(sockets: readonly AnySocket[]): Promise<void> {
    const { access, log } = this.#parts;
    const callers = new Map<string, Promise<Caller>>();
    for (const socket of sockets) {
      const { token } = socket.data;
      const identified = callers.get(token) ?? access.identify(token, true);
      callers.set(token, identified);
      await this.#identify(socket, identified)
        .then((stays) => (stays ? this.#settle(socket, false) : undefined))
        .catch((error) => known(error, log, 'a page could not be checked'));
    }
  }
}

const pageOf = <Sends extends Emits, Data>(socket: AnySocket): Page<Sends, Data> => ({
  id: socket.id,
  rooms: socket.rooms,
  caller: socket.data.caller,
  data: socket.data.data as Data,
  join: (rooms) => void socket.join(rooms),
  leave: (room) => void socket.leave(room),
  send: (event, ...payload) => void socket.emit(event, ...payload),
});

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
export const refusal = (failure: Failure) => Object.assign(new Error(failure.name), { data: bodyOf(failure) });
