/**
 * The whole server on one page: the kernel's pieces, the features that stand on them, and the access control they share.
 * Nothing here decides anything; it hands each piece what it needs.
 */
import type { RequestListener, Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import { pointStatus } from '@plumbline/contract/kernel/status';
import { lacksGoodValue } from '@plumbline/science/quality/flags';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { corporationCounts, openAccess, pluginUses } from './app.access.ts';
import { type Base, storageOf } from './app.base.ts';
import { openPorts } from './app.ports.ts';
import type { WorkChoice } from './app.worker.ts';
import { setLanguage } from './demo/demo.language.ts';
import { processFacts } from './features/platform/installation/logic/process-facts.ts';
import { openProcessSign } from './features/platform/installation/logic/process-sign.ts';
import { openPlugins } from './features/platform/plugins/plugins.api.ts';
import type { Undoers } from './features/readings/history/history.undo.api.ts';
import { openAttachmentUpload } from './features/telemetry/attachments/attachments.http.ts';
import { openCommandSocket } from './features/telemetry/commands/commands.sockets.ts';
import { openDownload } from './features/telemetry/firmware/firmware.http.ts';
import { openUpgrades } from './features/telemetry/firmware/logic/upgrade-delivery.ts';
import type { HttpLink } from './features/telemetry/gateway/gateway.http.ts';
import { exposeGateway } from './features/telemetry/gateway/gateway.metrics.ts';
import gatewayRoutes from './features/telemetry/gateway/gateway.routes.ts';
import { openGateway } from './features/telemetry/gateway/logic/gateway.ts';
import { WaveformIntake } from './features/views/waveforms/logic/waveform-intake.ts';
import { addressesOf } from './kernel/addresses.ts';
import { baseMap } from './kernel/base-map.ts';
import { checkIntervalMs, fileMs, headersMs, limitBodyTime } from './kernel/body-timeout.ts';
import type { Clock } from './kernel/clock.ts';
import { type ClockWatch, exposeClock, watchClock } from './kernel/clock-watch.ts';
import { compressed } from './kernel/compress.ts';
import { failures, sendFailure } from './kernel/failures.ts';
import { refuseUnbounded, valuesIn } from './kernel/json-bounds.ts';
import { type Listener, onChange } from './kernel/listen.ts';
import { metrics } from './kernel/metrics.ts';
import type { Sockets } from './kernel/page-sockets.ts';
import { openReadiness, probes, type Readiness } from './kernel/readiness.ts';
import { reference } from './kernel/reference.ts';
import { openRuntimeConfig } from './kernel/runtime-settings.ts';
import { runByClock } from './kernel/schedules.ts';
import { type Access, anyonesLimit } from './kernel/serve.ts';
import { openServices } from './kernel/services.ts';
import { site } from './kernel/site.ts';
import { SocketHub } from './kernel/socket-hub.ts';
import { openSockets } from './kernel/sockets.ts';
import { openManualWriter } from './pipeline/manual-writes.ts';
import { undoRecompute } from './pipeline/recompute.acts.ts';
import type { StoredReading } from './pipeline/row.ts';

/** How acts of the change log are undone that the pipeline made. */
const undoers: Undoers = { recompute: undoRecompute };

/** How long requests that run may go on when the server stops. */
const drainMs = 3_000;

/**
 * Long because the order of its parts is what it says.
 * The whole server, built but not yet listening on HTTP. The broker already does: it takes readings as soon as it is up.
 */
export async function openServer(given: Base, { chooseSchedules }: WorkChoice = { chooseSchedules: runByClock }) {
  const { database, listener, log } = given;
  const clockWatch = await watchClock(given.clock, database.db, log);
  const base = { ...given, config: await openRuntimeConfig(given), clock: clockWatch.clock };
  const { config, clock } = base;
  const { app, registry, readiness } = await buildApp(base);
  const addresses = addressesOf(config);
  const { db, pool } = database;
  const manualWriter = openManualWriter({ pool, db, clock, log, onStored: (stored) => onStored(stored) });
  const plugins = openPlugins({ db, config, clock, log, listener });
  const services = openServices({ ...base, storage: storageOf(base) }, addresses, {
    manualWriter,
    undoers,
    plugins,
    pluginUses,
    corporationCounts,
    setDemonstrationLanguage: setLanguage,
  });
  app.addHook('onClose', () => services.outbound.close());
  baseMap(app, { config, outbound: services.outbound });
  const access = openAccess({ ...base, services });
  app.addHook('onClose', () => access.tokenUse.close());
  const hub = new SocketHub({
    access,
    log,
    clusterPool: config.cluster ? database.pool : null,
    // Several machines find their pages through the database.
    ...(base.web && !config.cluster && { sender: base.web.sender }),
  });
  // Socket.IO closes the HTTP server with itself, and waits until nothing is asked any more. Fastify refuses what is asked
  // from here on; else one client that asks again and again on one connection would keep the server from ending.
  app.addHook('preClose', () => Promise.race([hub.close(), pause(drainMs, undefined, { ref: false })]));
  const sockets = openSockets({ access, hub, relayed: config.cluster });
  const commands = openCommandSocket(hub, access);
  watchChanges(listener, hub, access);

  const onStored = liveTeller(sockets, clock);
  const gateway = config.roles.has('gateway')
    ? await openGateway(app, base, {
        onStored,
        onResponse: commands.response,
        onConnection: commands.connection,
        outbound: services.outbound,
        secrets: services.secrets,
        plugins,
        ...takersOf({ db, clock, log }, () => addresses.http),
      })
    : null;
  if (gateway) {
    exposeGateway(registry, gateway);
    readiness.watch(() => gateway.pipeline.state());
    const deviceOf: HttpLink['deviceOf'] = (request) => gateway.http.deviceOf(request);
    openDownload(app, { db, clock, log, files: services.files, deviceOf });
    openAttachmentUpload(app, { db, clock, deviceOf });
  }
  const { modbus, sftp, ftp, coap } = await openPorts(base, addresses, gateway);
  if (gateway || config.roles.has('web')) gatewayRoutes(app, access, gateway);
  if (config.roles.has('web')) await serveWeb(app, access, hub);
  const worker = config.roles.has('worker')
    ? await (await import('./app.worker.ts')).openWorker(base, {
        context: { services, lifecycle: access.lifecycle, sockets },
        registry,
        chooseSchedules,
        clockWatch,
      })
    : null;
  const work = worker?.work ?? null;
  const sign = await openSign(base, readiness, clockWatch);
  exposeClock(registry, clockWatch);
  return {
    app,
    access,
    hub,
    sockets,
    addresses,
    clockWatch,
    gateway,
    registry,
    modbus,
    sftp,
    ftp,
    coap,
    work,
    sign,
    /** Stops taking work, finishes what was taken, lets go of the database. In that order. */
    async close() {
      clockWatch.close();
      await sign.close();
      await Promise.all([modbus?.close(), sftp?.close(), ftp?.close(), coap?.close()]);
      await gateway?.close();
      await work?.stop();
      sockets.close();
      await app.close();
      await plugins.close();
      await listener.close();
      await Promise.all([worker?.closePools(), database.close()]);
    },
  };
}

/** The routes of every feature, the reference page, and the sockets of pages; loaded where pages are served alone. */
async function serveWeb(app: FastifyInstance, access: Access, hub: SocketHub): Promise<void> {
  const { features } = await import('./app.features.ts');
  for (const feature of features) feature(app, access);
  reference(app, access.publicUrl);
  hub.attach(app.server);
}

/** Says from now on that this process lives, and how its machine is. */
async function openSign(base: Base, readiness: Readiness, clockWatch: ClockWatch) {
  const { config, clock, log, database } = base;
  const storage = storageOf(base);
  const isEmbedded = base.isEmbedded === true;
  const obstacles = () => readiness.obstacles();
  const facts = () => processFacts({ config, storage, isEmbedded, obstacles, clock: clockWatch.state() });
  const sign = openProcessSign({ db: database.db, clock, log, roles: config.roles, facts });
  await sign.beat();
  return sign;
}

/** Looks again at who is connected, whenever something changed that may have to do with them. */
function watchChanges(listener: Listener, hub: SocketHub, { downloads }: Access): void {
  onChange(listener, (change) => {
    hub.changed(change);
    return downloads.recheck(change);
  });
}

/** What features above the gateway take from devices. */
const takersOf = (parts: Parameters<typeof openUpgrades>[0], base: () => string) => ({
  waveforms: new WaveformIntake(parts),
  upgrades: openUpgrades(parts, base),
});

/** Hands what was stored to the pages that look at it. */
const liveTeller = (sockets: Sockets, clock: Clock) => (stored: readonly StoredReading[]) =>
  sockets.live(
    stored.map(({ point, levelBefore, live }) => ({
      corporationId: point.corporationId,
      projectId: point.projectId,
      value: live.values[point.mainIndex] ?? null,
      status: pointStatus(
        {
          atMs: live.at,
          level: live.level,
          hasLimits: point.rules.length > 0,
          failed: lacksGoodValue(live.flags ?? null, live.values, point.mainIndex),
          intervalSeconds: point.intervalSeconds,
        },
        clock.now().getTime(),
      ),
      levelBefore,
      live,
    })),
  );

/** Fastify leaves the options of a server to whoever makes it. */
const serverFactoryOf =
  (make: NonNullable<Base['makeHttpServer']>) =>
  (handler: RequestListener): Server =>
    make(handler, { requestTimeout: fileMs, headersTimeout: headersMs, connectionsCheckingInterval: checkIntervalMs });

async function buildApp(base: Base): Promise<{ app: FastifyInstance; registry: Registry; readiness: Readiness }> {
  const { config, log, database } = base;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length ? [...config.trustProxy] : false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    requestTimeout: fileMs,
    ...(base.makeHttpServer && { serverFactory: serverFactoryOf(base.makeHttpServer) }),
    // Of an address that no route has; each route says its own.
    bodyLimit: anyonesLimit,
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
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    /^application\/json(?:;\s*charset=utf-8)?$/i,
    { parseAs: 'string' },
    (request, body, done) => {
      // Clients name JSON in every request: one without a body has no fields, and what a route needs is asked for by name.
      if (body === '') return done(null, {});
      refuseUnbounded(String(body), valuesIn(request.routeOptions.bodyLimit));
      return parseJson(request, String(body), done);
    },
  );
  await compressed(app);
  await app.register(multipart);
  await site(app, config);
  const storage = storageOf(base);
  const { web } = base;
  const registry = metrics(app, { config, storage, figuresOfOthers: () => web?.figures() ?? Promise.resolve([]) });
  const readiness = openReadiness(database, () => web?.isAway === true);
  probes(app, readiness);
  return { app, registry, readiness };
}
