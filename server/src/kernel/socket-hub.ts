/**
 * The only way into Socket.IO: opens namespaces whose events are those of the contract (contract/src/kernel/sockets.ts) as
 * spaces (socket-space.ts). Nothing else imports socket.io (tools/rules/import-rules.ts), so no listener can be
 * registered beside them.
 */
import { createServer, type Server as HttpServer } from 'node:http';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { SocketNamespace } from '@plumbline/contract/kernel/sockets';
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import { Server } from 'socket.io';
import type { Change, Logger } from './context.ts';
import type { PageSender, RelayedPages } from './page-relay.ts';
import type { Access } from './serve.ts';
import { type Emits, refusal, Space, type SpaceOptions, type SpaceParts } from './socket-space.ts';
import { openTurns } from './turns.ts';

const recheckEveryMs = 60_000;
/** Events of one session that wait for its running one. */
const maxWaiting = 20;

interface HubParts {
  readonly access: Access;
  readonly log: Logger;
  /** Where other processes have pages too. */
  readonly clusterPool: pg.Pool | null;
  /** Where another process on this machine serves the pages of this one. */
  readonly sender?: PageSender;
}

export class SocketHub {
  readonly #io: Server;
  readonly #parts: SpaceParts;
  readonly #spaces: { readonly namespace: string; recheck(change: Change | null): void }[] = [];
  readonly #recheckTimer: NodeJS.Timeout;
  #attached = false;

  constructor({ access, log, clusterPool, sender }: HubParts) {
    this.#io = new Server({
      serveClient: false,
      maxHttpBufferSize: 64 * 1024,
      pingInterval: 20_000,
      pingTimeout: 20_000,
      connectTimeout: 10_000,
    });
    if (clusterPool)
      this.#io.adapter(
        createAdapter(clusterPool, {
          // A notification holds less than 8,000 bytes; longer messages go by the table of migration 0017.
          payloadThreshold: 7_500,
          errorHandler: (error) => log.warn({ err: error }, 'socket relay failed'),
        }),
      );
    // Nothing is sent there, so nobody is admitted.
    this.#io.of('/').use((_socket, next) => next(refusal(new Failure('notFound'))));
    this.#parts = { access, log, turns: openTurns(maxWaiting), sender: sender ?? null };
    this.#recheckTimer = setInterval(() => this.changed(null), recheckEveryMs);
  }

  open<N extends SocketNamespace, Sends extends Emits, Data>(
    namespace: N,
    options: SpaceOptions<N, Sends, Data>,
  ): Space<N, Sends, Data> {
    const space = new Space(this.#io, namespace, options, this.#parts);
    this.#spaces.push(space);
    return space;
  }

  attach(server: HttpServer): void {
    this.#attached = true;
    this.#io.attach(server, { path: '/socket.io' });
  }

  /** The pages of this process, for a sender in another one, which is told of every room with a page in it. */
  relayedTo(onRoom: (namespace: string, room: string, isOpen: boolean) => void): RelayedPages {
    const namespaces = this.#spaces.map(({ namespace }) => namespace);
    for (const namespace of namespaces) {
      const { adapter } = this.#io.of(namespace);
      // A room without a kind in its name is the one that each socket has to itself.
      const note = (isOpen: boolean) => (room: string) => (room.includes(':') ? onRoom(namespace, room, isOpen) : null);
      adapter.on('create-room', note(true));
      adapter.on('delete-room', note(false));
    }
    return {
      emit: (namespace, rooms, event, payload) =>
        this.#io
          .of(namespace)
          .to([...rooms])
          .emit(event, ...payload),
      // They come again by themselves, and ask for all that they show.
      refresh: () => {
        for (const namespace of namespaces)
          for (const { conn } of this.#io.of(namespace).sockets.values()) conn.close();
      },
    };
  }

  /** Something changed that pages may have to be looked at for; null = anything may have. */
  changed(change: Change | null): void {
    for (const space of this.#spaces) space.recheck(change);
  }

  async close(): Promise<void> {
    clearInterval(this.#recheckTimer);
    // Socket.IO closes what it is attached to; a process that serves no pages attached it to nothing.
    if (!this.#attached) this.#io.attach(createServer());
    await this.#io.close();
  }
}
