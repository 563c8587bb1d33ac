/**
 * What the server says to open pages (Socket.IO, namespace /notification). Who is listening comes from the token in
 * `auth`, is asked again every minute and whenever the account changes, and decides which rooms a socket stands in;
 * nothing that a page sends can widen that.
 */
import type { Server as HttpServer } from 'node:http';
import { errors, Failure } from '@plumbline/contract/errors';
import type { LiveReading, NotificationClientEvents, NotificationServerEvents } from '@plumbline/contract/events';
import { createAdapter } from '@socket.io/postgres-adapter';
import type pg from 'pg';
import { type Namespace, Server, type Socket } from 'socket.io';
import { z } from 'zod';
import type { Caller, Change, Logger, Place } from './context.ts';
import { holds } from './door.ts';
import type { Door } from './serve.ts';

type ToPage = Namespace<NotificationClientEvents, NotificationServerEvents, object, Listening>;
type PageSocket = Socket<NotificationClientEvents, NotificationServerEvents, object, Listening>;
interface Listening {
  token: string;
  caller: Caller;
  wants: { projectId?: number | undefined; pointIds: number[] };
}

/** What is told about a stored reading. */
export interface Told {
  readonly projectId: number;
  /** The value that trees and maps show. */
  readonly value: number | null;
  readonly live: LiveReading;
}
export interface Sockets {
  readonly io: Server;
  attach(server: HttpServer): void;
  toAccount<E extends keyof NotificationServerEvents>(
    accountId: number,
    event: E,
    ...payload: Parameters<NotificationServerEvents[E]>
  ): void;
  /** To everyone who may see a project. */
  toProject<E extends keyof NotificationServerEvents>(
    place: { corporationId: number; projectId: number },
    event: E,
    ...payload: Parameters<NotificationServerEvents[E]>
  ): void;
  /** To everyone who may see a thing that stands there: of its corporation, and of each of its projects. */
  toPlace<E extends keyof NotificationServerEvents>(
    place: Pick<Place, 'corporationId' | 'projectIds'>,
    event: E,
    ...payload: Parameters<NotificationServerEvents[E]>
  ): void;
  /** New readings; sent on in bundles, to pages that look at them. */
  live(told: readonly Told[]): void;
  changed(change: Change | null): void;
  close(): Promise<void>;
}

const readingsEveryMs = 100;
const statesEveryMs = 1_000;
const askAgainEveryMs = 60_000;
/** Readings of one point that one bundle carries at most; the page asks for the curve when it missed some. */
const bundleLimit = 1_000;

const Wants = z.object({
  projectId: z.int().positive().optional(),
  pointIds: z.array(z.int().positive()).max(200).default([]),
});

export function openSockets({
  door,
  log,
  clusterPool,
}: {
  door: Door;
  log: Logger;
  clusterPool: pg.Pool | null;
}): Sockets {
  const io = new Server({
    serveClient: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 20_000,
    pingTimeout: 20_000,
  });
  if (clusterPool)
    io.adapter(
      createAdapter(clusterPool, { errorHandler: (error) => log.warn({ err: error }, 'socket relay failed') }),
    );
  const pages = io.of('/notification') as unknown as ToPage;

  pages.use(async (socket, next) => {
    try {
      const token = z.string().max(200).parse(socket.handshake.auth['token']);
      socket.data = { token, caller: await door.identify(token, true), wants: { pointIds: [] } };
      next();
    } catch (error) {
      const failure = error instanceof Failure ? error : new Failure('notSignedIn');
      next(Object.assign(new Error(failure.name), { data: { error: failure.name, code: errors[failure.name].code } }));
    }
  });
  pages.on('connection', (socket) => {
    stand(socket);
    socket.on('SUBSCRIBE', async (wants, answer) => {
      const parsed = Wants.safeParse(wants);
      if (!parsed.success || typeof answer !== 'function') return;
      socket.data.wants = parsed.data;
      try {
        answer(await subscribe(door, socket));
      } catch (error) {
        log.warn({ err: error }, 'subscription failed');
        answer({ pointIds: [] });
      }
    });
  });

  const readings = new Map<number, LiveReading[]>();
  const states = new Map<number, Map<number, { pointId: number; at: number; value: number | null; level: number }>>();
  /** A room that nobody here stands in is skipped; with a relay other processes may have listeners that we cannot see. */
  const listenedTo = (room: string) => clusterPool !== null || pages.adapter.rooms.has(room);

  const readingsTimer = setInterval(() => {
    for (const [pointId, list] of readings) pages.to(`point:${pointId}`).emit('READINGS', list);
    readings.clear();
  }, readingsEveryMs);
  const statesTimer = setInterval(() => {
    for (const [projectId, points] of states)
      pages.to(`project:${projectId}`).emit('POINT_STATES', { projectId, points: [...points.values()] });
    states.clear();
  }, statesEveryMs);

  async function askAgain(socket: PageSocket) {
    try {
      socket.data.caller = await door.identify(socket.data.token, true);
    } catch (error) {
      if (!(error instanceof Failure)) return;
      socket.emit('TOKEN_EXPIRED', { error: 'tokenExpired', code: 8007 });
      socket.disconnect(true);
      return;
    }
    stand(socket);
    await subscribe(door, socket);
  }
  const askTimer = setInterval(() => {
    for (const socket of pages.sockets.values())
      askAgain(socket).catch((error) => log.warn({ err: error }, 'a socket could not be checked'));
  }, askAgainEveryMs);

  return {
    io,
    attach: (server) => {
      io.attach(server, { path: '/socket.io' });
    },
    toAccount(accountId, event, ...payload) {
      pages.to(`account:${accountId}`).emit(event, ...payload);
    },
    toProject({ corporationId, projectId }, event, ...payload) {
      pages.to(['system', `corporation:${corporationId}`, `member:${projectId}`]).emit(event, ...payload);
    },
    toPlace({ corporationId, projectIds }, event, ...payload) {
      pages
        .to(['system', `corporation:${corporationId}`, ...projectIds.map((id) => `member:${id}`)])
        .emit(event, ...payload);
    },
    live(told) {
      for (const { projectId, value, live } of told) {
        if (listenedTo(`point:${live.pointId}`)) {
          const list = readings.get(live.pointId);
          if (!list) readings.set(live.pointId, [live]);
          else if (list.length < bundleLimit) list.push(live);
        }
        if (listenedTo(`project:${projectId}`)) {
          const points = states.get(projectId) ?? new Map();
          const known = points.get(live.pointId);
          if (!known || known.at <= live.at)
            points.set(live.pointId, { pointId: live.pointId, at: live.at, value, level: live.level });
          states.set(projectId, points);
        }
      }
    },
    changed(change) {
      for (const socket of pages.sockets.values()) {
        const concerned =
          change === null ||
          (change.kind === 'account' && change.id === socket.data.caller.accountId) ||
          change.kind === 'project';
        if (concerned) askAgain(socket).catch((error) => log.warn({ err: error }, 'a socket could not be checked'));
      }
    },
    async close() {
      clearInterval(readingsTimer);
      clearInterval(statesTimer);
      clearInterval(askTimer);
      await io.close();
    },
  };
}

/** Puts a socket into the rooms of its caller, and out of those that are no longer theirs. */
function stand(socket: PageSocket) {
  const { caller } = socket.data;
  const seesAll = caller.type === 'Admin' || caller.type === 'Manager';
  const mine = [`account:${caller.accountId}`];
  if (caller.type === 'System') mine.push('system');
  else if (seesAll) mine.push(`corporation:${caller.corporationId}`);
  else mine.push(...[...caller.projects.keys()].map((id) => `member:${id}`));
  for (const room of socket.rooms)
    if (/^(account|system|corporation|member)/.test(room) && !mine.includes(room)) socket.leave(room);
  socket.join(mine);
}

/** Puts a socket into the rooms of what it wants and may see; says which. */
async function subscribe(door: Door, socket: PageSocket) {
  const { caller, wants } = socket.data;
  const mayRead = (place: Place | undefined) => place !== undefined && holds(caller, 'Retrieve:Data', place) === 'yes';
  const projects =
    wants.projectId === undefined ? new Map<number, Place>() : await door.places.projectId(door.db, [wants.projectId]);
  const points =
    wants.pointIds.length === 0 ? new Map<number, Place>() : await door.places.pointIds(door.db, wants.pointIds);
  const projectId =
    wants.projectId !== undefined && mayRead(projects.get(wants.projectId)) ? wants.projectId : undefined;
  const pointIds = wants.pointIds.filter((id) => mayRead(points.get(id)));
  for (const room of socket.rooms) if (/^(point|project):/.test(room)) socket.leave(room);
  socket.join([...pointIds.map((id) => `point:${id}`), ...(projectId === undefined ? [] : [`project:${projectId}`])]);
  return { ...(projectId !== undefined && { projectId }), pointIds };
}
