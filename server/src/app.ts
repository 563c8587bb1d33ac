/**
 * The whole server on one page: the kernel's pieces, the features that stand on them, and the access control they share.
 * Nothing here decides anything; it hands each piece what it needs.
 */
import multipart from '@fastify/multipart';
import { pointStatus } from '@plumbline/contract/status';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { openAccess } from './app.access.ts';
import alertRoutes from './features/alerts/alerts.routes.ts';
import { notifyPages } from './features/alerts/alerts.service.ts';
import { batchCreate } from './features/batches/batches.create.service.ts';
import { batchEdit } from './features/batches/batches.edit.service.ts';
import batchRoutes from './features/batches/batches.routes.ts';
import bindingRoutes from './features/bindings/bindings.routes.ts';
import chartRoutes from './features/charts/charts.routes.ts';
import { forgetCommands } from './features/commands/commands.jobs.ts';
import { accelerate, collectOnTime } from './features/commands/commands.plans.jobs.ts';
import commandRoutes from './features/commands/commands.routes.ts';
import { openCommandSocket } from './features/commands/commands.sockets.ts';
import commissioningRoutes from './features/commissioning/commissioning.routes.ts';
import corporationRoutes from './features/corporations/corporations.routes.ts';
import correctionRoutes from './features/corrections/corrections.routes.ts';
import { afterReset } from './features/corrections/corrections.service.ts';
import deviceRoutes from './features/devices/devices.routes.ts';
import documentRoutes from './features/documents/documents.routes.ts';
import { tidyExports } from './features/exports/exports.jobs.ts';
import exportRoutes from './features/exports/exports.routes.ts';
import { exportTasks } from './features/exports/exports.tasks.ts';
import { notifyUpgrades } from './features/firmware/firmware.events.ts';
import { openDownload } from './features/firmware/firmware.http.ts';
import { watchUpgrades } from './features/firmware/firmware.jobs.ts';
import firmwareRoutes from './features/firmware/firmware.routes.ts';
import { openUpgrades } from './features/firmware/logic/upgrade-delivery.ts';
import formulaRoutes from './features/formulas/formulas.routes.ts';
import { dropDeadGateways } from './features/gateway/gateway.jobs.ts';
import { exposeGateway } from './features/gateway/gateway.metrics.ts';
import gatewayRoutes from './features/gateway/gateway.routes.ts';
import { openGateway } from './features/gateway/logic/gateway.ts';
import { watchHealth } from './features/health/health.jobs.ts';
import healthRoutes from './features/health/health.routes.ts';
import { notifyHistory } from './features/history/history.events.ts';
import historyRoutes from './features/history/history.routes.ts';
import { logResets, type Undoers } from './features/history/history.service.ts';
import { readingTasks } from './features/history/history.tasks.ts';
import { tidyImports } from './features/imports/imports.jobs.ts';
import importRoutes from './features/imports/imports.routes.ts';
import { importTasks } from './features/imports/imports.tasks.ts';
import lifecycleRoutes from './features/lifecycle/lifecycle.routes.ts';
import modelRoutes from './features/models/models.routes.ts';
import { watchStorage } from './features/notifications/notifications.jobs.ts';
import notificationRoutes from './features/notifications/notifications.routes.ts';
import { handlersFor as tellAccounts } from './features/notifications/notifications.service.ts';
import { table as pointTable } from './features/points/points.lists.service.ts';
import pointRoutes from './features/points/points.routes.ts';
import { projectTasks } from './features/projects/projects.clear.tasks.ts';
import projectRoutes from './features/projects/projects.routes.ts';
import readingRoutes from './features/readings/readings.routes.ts';
import roleRoutes from './features/roles/roles.routes.ts';
import sensorThingsRoutes from './features/sensorthings/sensorthings.routes.ts';
import { tidySessions } from './features/sessions/sessions.jobs.ts';
import sessionRoutes from './features/sessions/sessions.routes.ts';
import sheetRoutes from './features/sheets/sheets.routes.ts';
import statRoutes from './features/stats/stats.routes.ts';
import { dropOldReadings } from './features/store/store.retention.jobs.ts';
import { sealReadings } from './features/store/store.seal.jobs.ts';
import structureRoutes from './features/structures/structures.routes.ts';
import { tidyTasks } from './features/tasks/tasks.jobs.ts';
import taskRoutes from './features/tasks/tasks.routes.ts';
import thresholdRoutes from './features/thresholds/thresholds.routes.ts';
import { batchThresholds } from './features/thresholds/thresholds.service.ts';
import topologyRoutes from './features/topology/topology.routes.ts';
import userRoutes from './features/users/users.routes.ts';
import { addressesOf } from './kernel/addresses.ts';
import { checkIntervalMs, fileMs, headersMs, limitBodyTime } from './kernel/body-timeout.ts';
import type { Clock } from './kernel/clock.ts';
import { compressed } from './kernel/compress.ts';
import type { Config } from './kernel/config.ts';
import type { Logger } from './kernel/context.ts';
import { type Database, openDatabase, soonLimits, workLimits } from './kernel/db.ts';
import { mergeHandlers } from './kernel/events.ts';
import { failures, sendFailure } from './kernel/failures.ts';
import { sweepFiles } from './kernel/files.ts';
import { type Listener, onChange } from './kernel/listen.ts';
import { metrics } from './kernel/metrics.ts';
import { openReadiness, probes, type Readiness } from './kernel/readiness.ts';
import { reference } from './kernel/reference.ts';
import { type ChooseSchedules, runByClock } from './kernel/schedules.ts';
import type { Access } from './kernel/serve.ts';
import { openServices } from './kernel/services.ts';
import { site } from './kernel/site.ts';
import { openSocketHub } from './kernel/socket-hub.ts';
import { openSockets } from './kernel/sockets.ts';
import type { TaskHandler } from './kernel/tasks.handler.ts';
import { exposeWork } from './kernel/work.metrics.ts';
import { startWork } from './kernel/work.ts';
import { conversionOf } from './pipeline/convert.ts';
import { openManualWriter } from './pipeline/manual-writes.ts';
import { recomputeEvents, undoRecompute } from './pipeline/recompute.acts.ts';
import { recomputing } from './pipeline/recompute.ts';
import { reviseEvents, revising } from './pipeline/revise.ts';
import type { StoredReading } from './pipeline/row.ts';

/** What the server is made from. */
export interface Base {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly listener: Listener;
  /** Folders that hold data, where the database lies apart from DATA_DIR; absent = DATA_DIR. */
  readonly storage?: readonly string[];
  /** True while no reading is taken because the disk has no room; absent = the database says so itself. */
  readonly isDiskFull?: () => boolean;
}
/** What a test decides otherwise. */
export interface WorkChoice {
  readonly chooseSchedules: ChooseSchedules;
}
/** How acts of the change log are undone that the pipeline made. */
const undoers: Undoers = { recompute: undoRecompute };

/** Each feature hands its handlers to the contract. */
const features: readonly ((app: FastifyInstance, access: Access) => void)[] = [
  corporationRoutes,
  userRoutes,
  sessionRoutes,
  roleRoutes,
  taskRoutes,
  correctionRoutes,
  readingRoutes,
  (app, access) => historyRoutes(app, access, undoers),
  alertRoutes,
  healthRoutes,
  projectRoutes,
  structureRoutes,
  documentRoutes,
  modelRoutes,
  deviceRoutes,
  pointRoutes,
  topologyRoutes,
  thresholdRoutes,
  bindingRoutes,
  chartRoutes,
  lifecycleRoutes,
  batchRoutes,
  commandRoutes,
  commissioningRoutes,
  (app, access) => formulaRoutes(app, access, conversionOf),
  notificationRoutes,
  sensorThingsRoutes,
  (app, access) => sheetRoutes(app, access, { table: pointTable, batchCreate, batchEdit, batchThresholds }),
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

/** Work that takes longer than a request. */
const taskHandlers: readonly TaskHandler[] = [...readingTasks(undoers), recomputing, revising];

/** The whole server, standing but not yet listening on HTTP. The broker already does: it takes readings as soon as it is up. */
export async function openServer(base: Base, { chooseSchedules }: WorkChoice = { chooseSchedules: runByClock }) {
  const { config, clock, log, database, listener } = base;
  const { app, registry, readiness } = await buildApp(base);
  const addresses = addressesOf(config);
  const services = openServices(config, database.pool, addresses);
  app.addHook('onClose', () => services.outbound.close());
  const access = openAccess({ ...base, services });
  const hub = openSocketHub({ access, log, clusterPool: config.cluster ? database.pool : null });
  const sockets = openSockets({ access, hub, relayed: config.cluster });
  const commands = openCommandSocket(hub, access);
  onChange(listener, (change) => hub.changed(change));

  const onStored = (stored: readonly StoredReading[]) =>
    sockets.live(
      stored.map(({ point, live }) => ({
        corporationId: point.corporationId,
        projectId: point.projectId,
        value: live.values[point.mainIndex] ?? null,
        status: pointStatus(
          {
            atMs: live.at,
            level: live.level,
            hasLimits: point.rules.length > 0,
            intervalSeconds: point.intervalSeconds,
          },
          clock.now().getTime(),
        ),
        live,
      })),
    );
  const manualWriter = openManualWriter({ pool: database.pool, db: database.db, clock, log, onStored });
  const { files } = services;
  const gateway = config.roles.has('gateway')
    ? await openGateway(app, base, {
        onStored,
        onResponse: commands.response,
        onConnection: commands.connection,
        upgrades: openUpgrades({ db: database.db, clock, log }, () => addresses.http),
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
    for (const feature of features) feature(app, access);
    importRoutes(app, access, manualWriter);
    exportRoutes(app, access);
    gatewayRoutes(app, access, gateway);
    firmwareRoutes(app, access);
    reference(app, config.publicUrl);
    hub.attach(app.server);
  }
  const pools = config.roles.has('worker') ? openWorkerPools(base) : null;
  if (pools) exposeWork(registry, pools.soon.db, clock);
  const work = pools
    ? await startWork({
        clock,
        log,
        listener,
        soon: pools.soon,
        long: pools.long,
        events: mergeHandlers(
          tellAccounts(sockets),
          notifyPages(sockets),
          notifyHistory(sockets),
          notifyUpgrades(sockets),
          afterReset,
          logResets,
          recomputeEvents,
          reviseEvents,
          accelerate,
        ),
        tasks: [
          ...taskHandlers,
          ...projectTasks(files, access.lifecycle),
          ...importTasks(files, manualWriter),
          ...exportTasks(files),
        ],
        schedules: chooseSchedules(
          [
            ...schedules,
            ...dropOldReadings(config.retentionDays),
            watchStorage(storageOf(base), config.diskAlarmBytes),
            tidyImports(files),
            tidyExports(files),
            sweepFiles(files),
          ],
          { db: pools.long.db, pool: pools.long.pool, now: () => clock.now(), log },
        ),
      })
    : null;

  return {
    app,
    access,
    hub,
    sockets,
    addresses,
    gateway,
    work,
    /** Stops taking work, finishes what was taken, lets go of the database. In that order. */
    async close() {
      await gateway?.close();
      await work?.stop();
      sockets.close();
      await hub.close();
      await app.close();
      await listener.close();
      await Promise.all([pools?.soon.close(), pools?.long.close(), database.close()]);
    },
  };
}

/** Connections of the worker's own: whoever is to be told of an alert does not wait behind screens, nor these behind tasks. */
function openWorkerPools({ config, log }: Base) {
  const url = config.databaseUrl!;
  return {
    soon: openDatabase(url, 2, log, soonLimits(config.databaseTimeoutMs)),
    long: openDatabase(url, 8, log, workLimits(config.databaseTimeoutMs)),
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
    http: { headersTimeout: headersMs, connectionsCheckingInterval: checkIntervalMs },
    frameworkErrors: sendFailure,
    forceCloseConnections: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  failures(app);
  limitBodyTime(app);
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
