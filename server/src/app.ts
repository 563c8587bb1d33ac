/**
 * The whole server on one page: the kernel's pieces, the rooms that stand on them, and the door they share.
 * Nothing here decides anything; it hands each piece what it needs.
 */
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import type { Logger } from './kernel/context.ts';
import type { Database } from './kernel/db.ts';
import type { Places } from './kernel/door.ts';
import { failures } from './kernel/failures.ts';
import type { Listener } from './kernel/listen.ts';
import type { Door } from './kernel/serve.ts';
import * as alerts from './rooms/alerts/alerts.reads.ts';
import * as corporations from './rooms/corporations/corporations.reads.ts';
import * as devices from './rooms/devices/devices.reads.ts';
import * as points from './rooms/points/points.reads.ts';
import * as projects from './rooms/projects/projects.reads.ts';
import * as roles from './rooms/roles/roles.reads.ts';
import * as sessions from './rooms/sessions/sessions.reads.ts';
import * as structures from './rooms/structures/structures.reads.ts';
import * as users from './rooms/users/users.reads.ts';

export interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly listener: Listener;
}

/** Each room hands its handlers to the contract. */
const rooms: readonly ((app: FastifyInstance, door: Door, parts: Parts) => void)[] = [];

const places: Places = {
  corporationId: corporations.places,
  userId: users.places,
  roleId: roles.places,
  projectId: projects.places,
  structureId: structures.places,
  deviceId: devices.places,
  pointId: points.places,
  pointIds: points.places,
  alertId: alerts.places,
};

/** The door of this server: rooms give it their reads, the kernel gives it its rules. */
export function openDoor({ database: { db }, clock }: Pick<Parts, 'database' | 'clock'>): Door {
  return {
    db,
    clock,
    places,
    async identify(token, background) {
      const who = await sessions.identify(db, clock, token, background);
      const seesAll = who.type === 'System' || who.type === 'Admin';
      return { ...who, projects: seesAll ? new Map() : await projects.grants(db, who.accountId) };
    },
    moduleOn: (module, corporationId) => corporations.moduleOn(db, module, corporationId),
  };
}

export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log } = parts;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    disableRequestLogging: true,
    trustProxy: config.trustProxy.length ? [...config.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    requestTimeout: 60_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  failures(app);
  // JSON and multipart, nothing else: another type never reaches a handler (docs/decisions/0003).
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(?:;\s*charset=utf-8)?$/i,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  await app.register(multipart);

  const door = openDoor(parts);
  for (const room of rooms) room(app, door, parts);
  return app;
}
