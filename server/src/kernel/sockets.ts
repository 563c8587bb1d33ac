/**
 * What the server says to open pages (Socket.IO, namespace /notification). Who is listening comes from the token in
 * `auth`, is asked again every minute and whenever the account changes, and decides which rooms a socket is in;
 * nothing that a page sends can widen that.
 */
import type { LiveReading, NotificationServerEvents } from '@plumbline/contract/kernel/events';
import type { socketEvents } from '@plumbline/contract/kernel/sockets';
import { type PointStatus, statusAt } from '@plumbline/contract/kernel/status';
import type { z } from 'zod';
import { permissionAt } from './access.ts';
import type { Place } from './context.ts';
import type { LiveUpdate, Sockets } from './page-sockets.ts';
import type { Access } from './serve.ts';
import type { SocketHub } from './socket-hub.ts';
import type { Page, Space } from './socket-space.ts';

type Emits = { [E in keyof NotificationServerEvents]: NotificationServerEvents[E] };
type Wants = z.output<(typeof socketEvents)['/notification']['SUBSCRIBE']['input']>;
type Pages = Space<'/notification', Emits, { wants: Wants }>;
type Listener = Page<Emits, { wants: Wants }>;

const readingsEveryMs = 100;
const statesEveryMs = 1_000;
/** Readings of one point that one bundle carries at most; the page asks for the curve when it missed some. */
const bundleLimit = 1_000;

/** `relayed` = other processes may have pages that this one cannot see. */
export function openSockets({ access, hub, relayed }: { access: Access; hub: SocketHub; relayed: boolean }): Sockets {
  const pages = hub.open<'/notification', Emits, { wants: Wants }>('/notification', {
    active: false,
    enter: async () => ({ wants: { pointIds: [] } }),
    async settle(page, first) {
      stand(page);
      if (!first) await subscribe(access, page);
    },
    concerns: (change, { wants }) =>
      change.kind === 'project' || (change.kind === 'point' && wants.pointIds.includes(change.id)),
    lastWord: (page) => page.send('TOKEN_EXPIRED', { error: 'tokenExpired', code: 8007 }),
    handlers: {
      async SUBSCRIBE(page, wants) {
        page.data.wants = wants;
        stand(page);
        return subscribe(access, page);
      },
    },
  });

  const bundles = new Bundles(pages, relayed);
  return {
    toAccount(accountId, event, ...payload) {
      pages.to(`account:${accountId}`, event, ...payload);
    },
    toProject({ corporationId, projectId }, event, ...payload) {
      pages.to(roomsOf(corporationId, [projectId]), event, ...payload);
    },
    toPlace({ corporationId, projectIds }, event, ...payload) {
      pages.to(roomsOf(corporationId, projectIds), event, ...payload);
    },
    live(updates) {
      for (const update of updates) bundles.add(update);
    },
    close() {
      bundles.close();
    },
  };
}

/** A point as its newest reading shows it on pages of its project. */
interface PointState {
  readonly pointId: number;
  readonly value: number | null;
  readonly status: PointStatus;
}

/**
 * Stored readings for pages, collected and sent at intervals. A room without sockets is skipped. What was sent is let go with
 * its map: a map that is cleared keeps its entries alive until the whole heap is collected (docs/decisions/0228).
 */
class Bundles {
  readonly #pages: Pages;
  /** Whether other processes may have pages that this one cannot see. */
  readonly #relayed: boolean;
  #readings = new Map<number, LiveReading[]>();
  #states = new Map<number, Map<number, PointState>>();
  /** Projects whose summary has changed since it was last sent, with their corporations. */
  #changedSummaries = new Map<number, number>();
  readonly #isNewStatus = openStatusWatch();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(pages: Pages, relayed: boolean) {
    this.#pages = pages;
    this.#relayed = relayed;
    this.#timers = [
      setInterval(() => this.#sendReadings(), readingsEveryMs),
      setInterval(() => this.#sendStates(), statesEveryMs),
    ];
  }

  add({ corporationId, projectId, value, status, levelBefore, live }: LiveUpdate): void {
    if (this.#isNewStatus(live, status, levelBefore)) this.#changedSummaries.set(projectId, corporationId);
    if (this.#hasListeners(`point:${live.pointId}`)) {
      const list = this.#readings.get(live.pointId);
      if (!list) this.#readings.set(live.pointId, [live]);
      else if (list.length < bundleLimit) list.push(live);
    }
    if (this.#hasListeners(`project:${projectId}`)) {
      const points = this.#states.get(projectId) ?? new Map<number, PointState>();
      const known = points.get(live.pointId);
      if (!known || (known.status.at ?? 0) <= live.at)
        points.set(live.pointId, { pointId: live.pointId, value, status });
      this.#states.set(projectId, points);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #hasListeners(room: string): boolean {
    return this.#relayed || this.#pages.has(room);
  }

  #sendReadings(): void {
    for (const [pointId, list] of this.#readings) this.#pages.to(`point:${pointId}`, 'READINGS', list);
    this.#readings = new Map();
  }

  #sendStates(): void {
    for (const [projectId, points] of this.#states)
      this.#pages.to(`project:${projectId}`, 'POINT_STATES', { projectId, points: [...points.values()] });
    this.#states = new Map();
    for (const [projectId, corporationId] of this.#changedSummaries)
      this.#pages.to(roomsOf(corporationId, [projectId]), 'PROJECT_SUMMARY_CHANGED', { projectId });
    this.#changedSummaries = new Map();
  }
}

/** Everyone who may see a thing of these projects. */
const roomsOf = (corporationId: number | null, projectIds: readonly number[]): string[] => [
  'system',
  `corporation:${corporationId}`,
  ...projectIds.map((id) => `member:${id}`),
];

/** Returns whether a stored reading changes what is shown of its point: another level, or the end of a silence. The first one of a point may. */
function openStatusWatch(): (live: LiveReading, status: PointStatus, levelBefore: number | null) => boolean {
  const known = new Map<number, PointStatus>();
  return ({ pointId, at, receivedAt, level }, status, levelBefore) => {
    const before = known.get(pointId);
    if (before && (before.at ?? 0) > at) return false;
    known.set(pointId, status);
    const isNewLevel = level !== (levelBefore ?? level) || before?.level !== status.level;
    return !before || isNewLevel || statusAt(before, receivedAt).state !== status.state;
  };
}

/** Puts a socket into the rooms of its caller, and out of those that are no longer theirs. */
function stand(page: Listener) {
  const { caller } = page;
  const seesAll = caller.type === 'Admin' || caller.type === 'Manager';
  // What is told to a person is of all that is theirs; a token with a scope hears of its projects alone.
  const mine = caller.isScoped ? [] : [`account:${caller.accountId}`];
  if (caller.type === 'System') mine.push('system');
  else if (seesAll) mine.push(`corporation:${caller.corporationId}`);
  else mine.push(...[...caller.projects.keys()].map((id) => `member:${id}`));
  for (const room of page.rooms)
    if (/^(account|system|corporation|member)/.test(room) && !mine.includes(room)) page.leave(room);
  page.join(mine);
}

/** Puts a socket into the rooms of what it subscribes to and may see; returns which. */
async function subscribe(access: Access, page: Listener) {
  const { caller } = page;
  const { wants } = page.data;
  const mayRead = (place: Place | undefined) =>
    place !== undefined && permissionAt(caller, 'Retrieve:Data', place) === 'yes';
  const projects =
    wants.projectId === undefined
      ? new Map<number, Place>()
      : await access.places.projectId(access.db, [wants.projectId]);
  const points =
    wants.pointIds.length === 0 ? new Map<number, Place>() : await access.places.pointIds(access.db, wants.pointIds);
  const projectId =
    wants.projectId !== undefined && mayRead(projects.get(wants.projectId)) ? wants.projectId : undefined;
  const pointIds = wants.pointIds.filter((id) => mayRead(points.get(id)));
  for (const room of page.rooms) if (/^(point|project):/.test(room)) page.leave(room);
  page.join([...pointIds.map((id) => `point:${id}`), ...(projectId === undefined ? [] : [`project:${projectId}`])]);
  return { ...(projectId !== undefined && { projectId }), pointIds };
}
