/**
 * The whole server on one page: the kernel's pieces, the rooms that stand on them, and the door they share.
 * Nothing here decides anything; it hands each piece what it needs.
 */
import multipart from '@fastify/multipart';
import { pointStatus } from '@plumbline/contract/status';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { openDoor } from './app.door.ts';
import { type Addresses, addressesOf } from './kernel/addresses.ts';
import type { Clock } from './kernel/clock.ts';
import { compressed } from './kernel/compress.ts';
import type { Config } from './kernel/config.ts';
import type { Logger } from './kernel/context.ts';
import { type Database, openDatabase, soonLimits, workLimits } from './kernel/db.ts';
import { mergeHandlers, startOutbox } from './kernel/events.ts';
import { failures, sendFailure } from './kernel/failures.ts';
import { openFiles, sweepFiles } from './kernel/files.ts';
import { type StartJobs, startJobs } from './kernel/jobs.ts';
import { type Listener, onChange } from './kernel/listen.ts';
import { metrics } from './kernel/metrics.ts';
import { fileMs, patience } from './kernel/patience.ts';
import { openReadiness, probes, type Readiness } from './kernel/readiness.ts';
import { reference } from './kernel/reference.ts';
import type { Door } from './kernel/serve.ts';
import { site } from './kernel/site.ts';
import { openSocketHub } from './kernel/socket-hub.ts';
import { openSockets, type Sockets } from './kernel/sockets.ts';
import type { TaskHandler } from './kernel/tasks.handler.ts';
import { startTasks } from './kernel/tasks.ts';
import { conversionOf } from './pipeline/convert.ts';
import { openByHand } from './pipeline/import.ts';
import type { Stored } from './pipeline/pipeline.ts';
import { recomputeEvents, undoRecompute } from './pipeline/recompute.acts.ts';
import { recomputing } from './pipeline/recompute.ts';
import { reviseEvents, revising } from './pipeline/revise.ts';
import alertRoutes from './rooms/alerts/alerts.routes.ts';
import { tellPages } from './rooms/alerts/alerts.service.ts';
import corporationRoutes from './rooms/corporations/corporations.routes.ts';
import correctionRoutes from './rooms/corrections/corrections.routes.ts';
import { afterReset, undo as undoCorrection } from './rooms/corrections/corrections.service.ts';
import * as devices from './rooms/devices/devices.reads.ts';
import deviceRoutes from './rooms/devices/devices.routes.ts';
import documentRoutes from './rooms/documents/documents.routes.ts';
import { openUpgrades } from './rooms/firmware/firmware.courier.ts';
import { openDownload } from './rooms/firmware/firmware.http.ts';
import { watchUpgrades } from './rooms/firmware/firmware.jobs.ts';
import firmwareRoutes from './rooms/firmware/firmware.routes.ts';
import { tellUpgrades } from './rooms/firmware/firmware.tell.ts';
import formulaRoutes from './rooms/formulas/formulas.routes.ts';
import { dropDeadGateways, forgetCommands } from './rooms/gateway/gateway.jobs.ts';
import { exposeGateway } from './rooms/gateway/gateway.metrics.ts';
import { accelerate, collectOnTime } from './rooms/gateway/gateway.plans.jobs.ts';
import gatewayRoutes from './rooms/gateway/gateway.routes.ts';
import { openCommandSocket } from './rooms/gateway/gateway.sockets.ts';
import { openGateway } from './rooms/gateway/gateway.ts';
import { watchHealth } from './rooms/health/health.jobs.ts';
import healthRoutes from './rooms/health/health.routes.ts';
import { tidyImports } from './rooms/imports/imports.jobs.ts';
import importRoutes from './rooms/imports/imports.routes.ts';
import { importTasks } from './rooms/imports/imports.tasks.ts';
import modelRoutes from './rooms/models/models.routes.ts';
import { watchStorage } from './rooms/notifications/notifications.jobs.ts';
import notificationRoutes from './rooms/notifications/notifications.routes.ts';
import { handlersFor as tellAccounts } from './rooms/notifications/notifications.service.ts';
import { batchCreate } from './rooms/points/points.batch.create.service.ts';
import { batchEdit } from './rooms/points/points.batch.edit.service.ts';
import { table as pointTable } from './rooms/points/points.lists.service.ts';
import pointRoutes from './rooms/points/points.routes.ts';
import { batchThresholds } from './rooms/points/points.thresholds.service.ts';
import { projectTasks } from './rooms/projects/projects.clear.tasks.ts';
import projectRoutes from './rooms/projects/projects.routes.ts';
import { roughCounts } from './rooms/readings/readings.acts.table.ts';
import { changeLog, logResets, type Undoers } from './rooms/readings/readings.changes.service.ts';
import { readingTasks } from './rooms/readings/readings.changes.tasks.ts';
import { dropOldReadings } from './rooms/readings/readings.retention.jobs.ts';
import readingRoutes from './rooms/readings/readings.routes.ts';
import { sealReadings } from './rooms/readings/readings.seal.jobs.ts';
import { tellHistory } from './rooms/readings/readings.tell.ts';
import { wideView } from './rooms/readings/readings.wide.service.ts';
import roleRoutes from './rooms/roles/roles.routes.ts';
import sensorThingsRoutes from './rooms/sensorthings/sensorthings.routes.ts';
import { tidySessions } from './rooms/sessions/sessions.jobs.ts';
import sessionRoutes from './rooms/sessions/sessions.routes.ts';
import sheetRoutes from './rooms/sheets/sheets.routes.ts';
import statRoutes from './rooms/stats/stats.routes.ts';
import structureRoutes from './rooms/structures/structures.routes.ts';
import { tidyTasks } from './rooms/tasks/tasks.jobs.ts';
import taskRoutes from './rooms/tasks/tasks.routes.ts';
import userRoutes from './rooms/users/users.routes.ts';

/** What the server is made from. */
export interface Base {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly listener: Listener;
  /** Folders that hold data, where the database lies apart from DATA_DIR; absent = DATA_DIR. */
  readonly storage?: readonly string[];
}
/** What the rooms may need beside a context. */
export interface Parts extends Base {
  readonly door: Door;
  readonly sockets: Sockets;
  /** Filled in once everything listens. */
  readonly addresses: Addresses;
}

/** How acts of the change log are undone that the store cannot undo by itself. */
const undoers: Undoers = {
  correction: { restores: false, first: undoCorrection },
  recompute: undoRecompute,
};

/** Each room hands its handlers to the contract. */
const rooms: readonly ((app: FastifyInstance, door: Door, parts: Parts) => void)[] = [
  corporationRoutes,
  userRoutes,
  sessionRoutes,
  roleRoutes,
  taskRoutes,
  (app, door) => correctionRoutes(app, door, changeLog),
  (app, door, parts) => readingRoutes(app, door, parts, undoers),
  alertRoutes,
  healthRoutes,
  (app, door, parts) => projectRoutes(app, door, parts, devices.health),
  structureRoutes,
  documentRoutes,
  modelRoutes,
  deviceRoutes,
  pointRoutes,
  (app, door) => formulaRoutes(app, door, conversionOf),
  notificationRoutes,
  sensorThingsRoutes,
  (app, door) => sheetRoutes(app, door, { table: pointTable, batchCreate, batchEdit, batchThresholds }),
  statRoutes,
];

const schedules = [
  tidySessions,
  tidyTasks,
  sealReadings,
  dropDeadGateways,
  forgetCommands,
  watchHealth,
  collectOnTime,
  watchUpgrades,
];

/** What exports need of the readings. */
const readingParts = { roughCounts, wideView };

/** Work that takes longer than a request. */
const taskHandlers: readonly TaskHandler[] = [...readingTasks(undoers), recomputing, revising];

/** The whole server, standing but not yet listening on HTTP. The broker already does: it takes readings as soon as it is up. */
export async function openServer(base: Base, start: { readonly jobs: StartJobs } = { jobs: startJobs }) {
  const { config, clock, log, database, listener } = base;
  const { app, registry, readiness } = await buildApp(base);
  const door = openDoor(base);
  const hub = openSocketHub({ door, log, clusterPool: config.cluster ? database.pool : null });
  const sockets = openSockets({ door, hub, relayed: config.cluster });
  const commands = openCommandSocket(hub, door);
  const addresses = addressesOf(config);
  const parts: Parts = { ...base, door, sockets, addresses };
  onChange(listener, (change) => hub.changed(change));

  const onStored = (stored: readonly Stored[]) =>
    sockets.live(
      stored.map(({ point, live }) => ({
        projectId: point.projectId,
        value: live.values[point.mainIndex] ?? null,
        status: pointStatus(
          { atMs: live.at, level: live.level, intervalSeconds: point.intervalSeconds },
          clock.now().getTime(),
        ),
        live,
      })),
    );
  const byHand = openByHand({ pool: database.pool, db: database.db, clock, log, onStored });
  const files = openFiles(config);
  const gateway = config.roles.has('gateway')
    ? await openGateway(app, base, {
        onStored,
        onResponse: commands.response,
        onConnection: commands.connection,
        courier: openUpgrades({ db: database.db, clock, log }, () => addresses.http),
      })
    : null;
  if (gateway) {
    exposeGateway(registry, gateway);
    readiness.watch(() => gateway.pipeline.state());
    openDownload(app, { db: database.db, clock, log, files });
  }
  if (gateway?.mqtt && addresses.mqtt)
    addresses.mqtt.port = gateway.mqtt.tlsPort ?? gateway.mqtt.port ?? addresses.mqtt.port;
  if (config.roles.has('web')) {
    for (const room of rooms) room(app, door, parts);
    importRoutes(app, door, parts, byHand, readingParts);
    gatewayRoutes(app, door, gateway);
    firmwareRoutes(app, door, files);
    reference(app, config.publicUrl);
    hub.attach(app.server);
  }
  const pools = config.roles.has('worker') ? openWorkerPools(base) : null;
  const outbox = pools
    ? startOutbox({
        db: pools.events.db,
        clock,
        log,
        listener,
        handlers: mergeHandlers(
          tellAccounts(sockets),
          tellPages(sockets),
          tellHistory(sockets),
          tellUpgrades(sockets),
          afterReset,
          logResets,
          recomputeEvents,
          reviseEvents,
          accelerate,
        ),
      })
    : null;
  const jobs = pools
    ? await start.jobs({
        url: config.databaseUrl!,
        silenceMs: workLimits(config.databaseTimeoutMs).silenceMs,
        clock,
        log,
        db: pools.work.db,
        pool: pools.work.pool,
        schedules: [
          ...schedules,
          ...dropOldReadings(config.retentionDays),
          watchStorage(storageOf(base), config.diskAlarmBytes),
          tidyImports(files),
          sweepFiles(files),
        ],
      })
    : null;

  const work = pools
    ? startTasks({
        db: pools.work.db,
        pool: pools.work.pool,
        clock,
        log,
        listener,
        handlers: [...taskHandlers, ...projectTasks(files), ...importTasks(files, byHand, readingParts)],
      })
    : null;

  return {
    app,
    door,
    hub,
    sockets,
    addresses,
    gateway,
    outbox,
    tasks: work,
    /** Stops taking work, finishes what was taken, lets go of the database. In that order. */
    async close() {
      await gateway?.close();
      await work?.stop();
      await jobs?.stop();
      await outbox?.stop();
      sockets.close();
      await hub.close();
      await app.close();
      await listener.close();
      await Promise.all([pools?.events.close(), pools?.work.close(), database.close()]);
    },
  };
}

/** Connections of the worker's own: whoever is to be told of an alert does not wait behind screens, nor these behind tasks. */
function openWorkerPools({ config, log }: Base) {
  const url = config.databaseUrl!;
  return {
    events: openDatabase(url, 2, log, soonLimits(config.databaseTimeoutMs)),
    work: openDatabase(url, 8, log, workLimits(config.databaseTimeoutMs)),
  };
}

/** The folders whose disks the data lie on, as far as this machine holds them. */
const storageOf = ({ config, storage }: Base): readonly string[] => storage ?? [config.dataDir];

async function buildApp(base: Base): Promise<{ app: FastifyInstance; registry: Registry; readiness: Readiness }> {
  const { config, log, database } = base;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length ? [...config.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    requestTimeout: fileMs,
    frameworkErrors: sendFailure,
    forceCloseConnections: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  failures(app);
  patience(app);
  // JSON and multipart, nothing else: another type never reaches a handler (docs/decisions/0003).
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json(?:;\s*charset=utf-8)?$/i,
    { parseAs: 'string' },
    app.getDefaultJsonParser('error', 'error'),
  );
  await compressed(app);
  await app.register(multipart);
  await site(app, config);
  const storage = storageOf(base);
  const registry = metrics(app, { config, storage });
  const readiness = openReadiness(database);
  probes(app, readiness);
  return { app, registry, readiness };
}
