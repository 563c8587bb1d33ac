/**
 * The whole server on one page: the kernel's pieces, the features that stand on them, and the access control they share.
 * Nothing here decides anything; it hands each piece what it needs.
 */
import multipart from '@fastify/multipart';
import { pointStatus } from '@plumbline/contract/status';
import { lacksGoodValue } from '@plumbline/science/quality/flags';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { openAccess } from './app.access.ts';
import { type Base, storageOf } from './app.base.ts';
import { openWorker, undoers, type WorkChoice } from './app.worker.ts';
import alertAnalyticsRoutes from './features/alert-analytics/alert-analytics.routes.ts';
import alertCauseRoutes from './features/alert-causes/alert-causes.routes.ts';
import alertRuleRoutes from './features/alert-rules/alert-rules.routes.ts';
import alertRoutes from './features/alerts/alerts.routes.ts';
import analysisRoutes from './features/analysis/analysis.routes.ts';
import annotationRoutes from './features/annotations/annotations.routes.ts';
import { openAttachmentUpload } from './features/attachments/attachments.http.ts';
import attachmentRoutes from './features/attachments/attachments.routes.ts';
import batchRoutes from './features/batches/batches.routes.ts';
import bindingRoutes from './features/bindings/bindings.routes.ts';
import certificateRoutes from './features/certificates/certificates.routes.ts';
import channelRoutes from './features/channels/channels.routes.ts';
import chartRoutes from './features/charts/charts.routes.ts';
import { type CoapPort, openCoap } from './features/coap/coap.port.api.ts';
import commandRoutes from './features/commands/commands.routes.ts';
import { openCommandSocket } from './features/commands/commands.sockets.ts';
import commissioningRoutes from './features/commissioning/commissioning.routes.ts';
import conditionRoutes from './features/conditions/conditions.routes.ts';
import connectionRoutes from './features/connections/connections.routes.ts';
import corporationArchiveRoutes from './features/corporation-archives/corporation-archives.routes.ts';
import corporationRemovalRoutes from './features/corporation-removal/corporation-removal.routes.ts';
import corporationRoutes from './features/corporations/corporations.routes.ts';
import correctionRoutes from './features/corrections/corrections.routes.ts';
import dashboardRoutes from './features/dashboards/dashboards.routes.ts';
import deliveryRoutes from './features/deliveries/deliveries.routes.ts';
import deviceRoutes from './features/devices/devices.routes.ts';
import dialInRoutes from './features/dial-in/dial-in.routes.ts';
import documentRoutes from './features/documents/documents.routes.ts';
import drawingRoutes from './features/drawings/drawings.routes.ts';
import dutyRoutes from './features/duty/duty.routes.ts';
import edgeRoutes from './features/edges/edges.routes.ts';
import exportRoutes from './features/exports/exports.routes.ts';
import feedPullRoutes from './features/feed-pulls/feed-pulls.routes.ts';
import feedWaitingRoutes from './features/feed-waiting/feed-waiting.routes.ts';
import feedRoutes from './features/feeds/feeds.routes.ts';
import { openDownload } from './features/firmware/firmware.http.ts';
import firmwareRoutes from './features/firmware/firmware.routes.ts';
import { openUpgrades } from './features/firmware/logic/upgrade-delivery.ts';
import formulaRoutes from './features/formulas/formulas.routes.ts';
import frameRoutes from './features/frames/frames.routes.ts';
import type { HttpLink } from './features/gateway/gateway.http.ts';
import { exposeGateway } from './features/gateway/gateway.metrics.ts';
import gatewayRoutes from './features/gateway/gateway.routes.ts';
import { openGateway } from './features/gateway/logic/gateway.ts';
import guideRoutes from './features/guide/guide.routes.ts';
import healthRoutes from './features/health/health.routes.ts';
import historyRoutes from './features/history/history.routes.ts';
import importRoutes from './features/imports/imports.routes.ts';
import inspectionRoutes from './features/inspections/inspections.routes.ts';
import installationRoutes from './features/installation/installation.routes.ts';
import { processFacts } from './features/installation/logic/process-facts.ts';
import { openProcessSign } from './features/installation/logic/process-sign.ts';
import intakeRoutes from './features/intake/intake.routes.ts';
import languagePackRoutes from './features/language-packs/language-packs.routes.ts';
import layerRoutes from './features/layers/layers.routes.ts';
import licenceRoutes from './features/licences/licences.routes.ts';
import lifecycleRoutes from './features/lifecycle/lifecycle.routes.ts';
import linkRoutes from './features/links/links.routes.ts';
import masterRoutes from './features/masters/masters.routes.ts';
import modbusServerRoutes from './features/modbus-server/modbus-server.routes.ts';
import { type ModbusServer, openModbusServer } from './features/modbus-server/modbus-server.tcp.ts';
import modelRoutes from './features/models/models.routes.ts';
import notificationRoutes from './features/notifications/notifications.routes.ts';
import operationRoutes from './features/operations/operations.routes.ts';
import passkeyRoutes from './features/passkeys/passkeys.routes.ts';
import periodReportRoutes from './features/period-reports/period-reports.routes.ts';
import photoRoutes from './features/photos/photos.routes.ts';
import { openPlugins } from './features/plugins/plugins.api.ts';
import pluginRoutes from './features/plugins/plugins.routes.ts';
import pointRoutes from './features/points/points.routes.ts';
import predictionRoutes from './features/predictions/predictions.routes.ts';
import privateConfRoutes from './features/private-conf/private-conf.routes.ts';
import profileRoutes from './features/profiles/profiles.routes.ts';
import projectRoutes from './features/projects/projects.routes.ts';
import pushRoutes from './features/pushes/pushes.routes.ts';
import readingRoutes from './features/readings/readings.routes.ts';
import recoveryRoutes from './features/recovery/recovery.routes.ts';
import registrationRoutes from './features/registrations/registrations.routes.ts';
import releaseRoutes from './features/releases/releases.routes.ts';
import reportLinkRoutes from './features/report-links/report-links.routes.ts';
import reportReleaseRoutes from './features/report-releases/report-releases.routes.ts';
import reportTemplateRoutes from './features/report-templates/report-templates.routes.ts';
import reportVerificationRoutes from './features/report-verification/report-verification.routes.ts';
import responsePlanRoutes from './features/response-plans/response-plans.routes.ts';
import roleRoutes from './features/roles/roles.routes.ts';
import secondFactorRoutes from './features/second-factors/second-factors.routes.ts';
import seeAsRoutes from './features/see-as/see-as.routes.ts';
import sensorThingsRoutes from './features/sensorthings/sensorthings.routes.ts';
import sessionRoutes from './features/sessions/sessions.routes.ts';
import { type FolderFeeds, openSftp, type SftpPort } from './features/sftp/sftp.port.api.ts';
import sheetRoutes from './features/sheets/sheets.routes.ts';
import silenceRoutes from './features/silences/silences.routes.ts';
import ssoRoutes from './features/sso/sso.routes.ts';
import statRoutes from './features/stats/stats.routes.ts';
import statusPageRoutes from './features/status-pages/status-pages.routes.ts';
import strataRoutes from './features/strata/strata.routes.ts';
import structureRoutes from './features/structures/structures.routes.ts';
import taskRoutes from './features/tasks/tasks.routes.ts';
import thresholdRoutes from './features/thresholds/thresholds.routes.ts';
import tilesetRoutes from './features/tilesets/tilesets.routes.ts';
import topologyRoutes from './features/topology/topology.routes.ts';
import trackRoutes from './features/tracks/tracks.routes.ts';
import userGroupRoutes from './features/user-groups/user-groups.routes.ts';
import userRoutes from './features/users/users.routes.ts';
import wallRoutes from './features/walls/walls.routes.ts';
import warehouseRoutes from './features/warehouse/warehouse.routes.ts';
import { WaveformIntake } from './features/waveforms/logic/waveform-intake.ts';
import waveformRoutes from './features/waveforms/waveforms.routes.ts';
import weatherRoutes from './features/weather/weather.routes.ts';
import wechatRoutes from './features/wechat/wechat.routes.ts';
import workRoutes from './features/work/work.routes.ts';
import { type Addresses, addressesOf } from './kernel/addresses.ts';
import { baseMap } from './kernel/base-map.ts';
import { checkIntervalMs, fileMs, headersMs, limitBodyTime } from './kernel/body-timeout.ts';
import type { Clock } from './kernel/clock.ts';
import { compressed } from './kernel/compress.ts';
import { failures, sendFailure } from './kernel/failures.ts';
import { type Listener, onChange } from './kernel/listen.ts';
import { metrics } from './kernel/metrics.ts';
import type { Sockets } from './kernel/page-sockets.ts';
import { openReadiness, probes, type Readiness } from './kernel/readiness.ts';
import { reference } from './kernel/reference.ts';
import { openRuntimeConfig } from './kernel/runtime-settings.ts';
import { runByClock } from './kernel/schedules.ts';
import type { Access } from './kernel/serve.ts';
import { openServices } from './kernel/services.ts';
import { site } from './kernel/site.ts';
import { SocketHub } from './kernel/socket-hub.ts';
import { openSockets } from './kernel/sockets.ts';
import { openManualWriter } from './pipeline/manual-writes.ts';
import type { StoredReading } from './pipeline/row.ts';

type Routes = (app: FastifyInstance, access: Access) => void;

/** Each feature hands its handlers to the contract. */
const features: readonly Routes[] = [
  corporationRoutes,
  userRoutes,
  secondFactorRoutes,
  sessionRoutes,
  seeAsRoutes,
  roleRoutes,
  userGroupRoutes,
  ssoRoutes,
  wechatRoutes,
  passkeyRoutes,
  guideRoutes,
  releaseRoutes,
  taskRoutes,
  workRoutes,
  operationRoutes,
  installationRoutes,
  privateConfRoutes,
  languagePackRoutes,
  licenceRoutes,
  pluginRoutes,
  correctionRoutes,
  readingRoutes,
  strataRoutes,
  photoRoutes,
  inspectionRoutes,
  profileRoutes,
  masterRoutes,
  trackRoutes,
  weatherRoutes,
  waveformRoutes,
  predictionRoutes,
  analysisRoutes,
  importRoutes,
  historyRoutes,
  alertCauseRoutes,
  responsePlanRoutes,
  alertRoutes,
  conditionRoutes,
  healthRoutes,
  projectRoutes,
  tilesetRoutes,
  structureRoutes,
  documentRoutes,
  layerRoutes,
  drawingRoutes,
  annotationRoutes,
  linkRoutes,
  modelRoutes,
  deviceRoutes,
  connectionRoutes,
  certificateRoutes,
  intakeRoutes,
  warehouseRoutes,
  pointRoutes,
  topologyRoutes,
  thresholdRoutes,
  bindingRoutes,
  chartRoutes,
  lifecycleRoutes,
  batchRoutes,
  commandRoutes,
  frameRoutes,
  dialInRoutes,
  attachmentRoutes,
  feedWaitingRoutes,
  feedRoutes,
  feedPullRoutes,
  edgeRoutes,
  commissioningRoutes,
  formulaRoutes,
  exportRoutes,
  firmwareRoutes,
  notificationRoutes,
  channelRoutes,
  recoveryRoutes,
  registrationRoutes,
  pushRoutes,
  silenceRoutes,
  dutyRoutes,
  alertRuleRoutes,
  alertAnalyticsRoutes,
  deliveryRoutes,
  reportTemplateRoutes,
  periodReportRoutes,
  reportReleaseRoutes,
  reportVerificationRoutes,
  reportLinkRoutes,
  sensorThingsRoutes,
  sheetRoutes,
  statRoutes,
  statusPageRoutes,
  dashboardRoutes,
  wallRoutes,
  modbusServerRoutes,
  corporationArchiveRoutes,
  corporationRemovalRoutes,
];

/**
 * Long because the order of its parts is what it says.
 * The whole server, built but not yet listening on HTTP. The broker already does: it takes readings as soon as it is up.
 */
export async function openServer(given: Base, { chooseSchedules }: WorkChoice = { chooseSchedules: runByClock }) {
  const base = { ...given, config: await openRuntimeConfig(given) };
  const { config, clock, log, database, listener } = base;
  const { app, registry, readiness } = await buildApp(base);
  const addresses = addressesOf(config);
  const { db, pool } = database;
  const manualWriter = openManualWriter({ pool, db, clock, log, onStored: (stored) => onStored(stored) });
  const plugins = openPlugins({ db, config, clock, log, listener });
  const services = openServices({ ...base, storage: storageOf(base) }, addresses, { manualWriter, undoers, plugins });
  app.addHook('onClose', () => services.outbound.close());
  baseMap(app, { config, outbound: services.outbound });
  const access = openAccess({ ...base, services });
  const hub = new SocketHub({ access, log, clusterPool: config.cluster ? database.pool : null });
  const sockets = openSockets({ access, hub, relayed: config.cluster });
  const commands = openCommandSocket(hub, access);
  watchChanges(listener, hub, access);

  const onStored = liveTeller(sockets, clock);
  const gateway = config.roles.has('gateway')
    ? await openGateway(app, base, {
        onStored,
        onResponse: commands.response,
        onConnection: commands.connection,
        ...{ outbound: services.outbound, secrets: services.secrets, plugins },
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
  const { modbus, sftp, coap } = await openPorts(base, addresses, gateway);
  if (config.roles.has('web')) serveWeb(app, access, gateway, hub);
  const worker = config.roles.has('worker')
    ? await openWorker(base, { context: { services, lifecycle: access.lifecycle, sockets }, registry, chooseSchedules })
    : null;
  const work = worker?.work ?? null;
  const sign = await openSign(base, readiness);
  return {
    app,
    access,
    hub,
    sockets,
    addresses,
    gateway,
    modbus,
    sftp,
    coap,
    work,
    sign,
    /** Stops taking work, finishes what was taken, lets go of the database. In that order. */
    async close() {
      await sign.close();
      await Promise.all([modbus?.close(), sftp?.close(), coap?.close()]);
      await gateway?.close();
      await work?.stop();
      sockets.close();
      await hub.close();
      await app.close();
      await plugins.close();
      await listener.close();
      await Promise.all([worker?.closePools(), database.close()]);
    },
  };
}

/** The routes of every feature, the reference page, and the sockets of pages. */
function serveWeb(
  app: FastifyInstance,
  access: Access,
  gateway: Awaited<ReturnType<typeof openGateway>> | null,
  hub: SocketHub,
): void {
  for (const feature of features) feature(app, access);
  gatewayRoutes(app, access, gateway);
  reference(app, access.publicUrl);
  hub.attach(app.server);
}

/** Says from now on that this process lives, and how its machine is. */
async function openSign(base: Base, readiness: Readiness) {
  const { config, clock, log, database } = base;
  const storage = storageOf(base);
  const isEmbedded = base.isEmbedded === true;
  const facts = () => processFacts({ config, storage, isEmbedded, obstacles: () => readiness.obstacles() });
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

type OpenedGateway = Awaited<ReturnType<typeof openGateway>>;

/** The ports beside those of the gateway itself, in the process that has one; the addresses are those that were taken. */
async function openPorts(base: Base, addresses: Addresses, gateway: OpenedGateway | null) {
  if (!gateway) return { modbus: null, sftp: null, coap: null };
  nameRealPorts(addresses, gateway);
  const modbus = await openModbus(base, addresses);
  const sftp = await openUploads(base, addresses, gateway.feeds);
  return { modbus, sftp, coap: await openCoapPort(base, gateway) };
}

/** The port where control systems read; null = it is closed. */
async function openModbus({ config, clock, log, database }: Base, addresses: Addresses): Promise<ModbusServer | null> {
  if (config.modbusPort === null) return null;
  const server = await openModbusServer({ db: database.db, clock, log, host: config.host, port: config.modbusPort });
  if (addresses.modbus) addresses.modbus.port = server.port;
  return server;
}

/** The UDP port where devices deliver; null = it is closed. */
async function openCoapPort({ config, log }: Base, { http }: OpenedGateway): Promise<CoapPort | null> {
  const { host, coapPort: port } = config;
  if (port === null) return null;
  return openCoap({ deliver: (sncode, secret, text) => http.deliver(sncode, secret, text), log, host, port });
}

/** The port where files of feeds are uploaded; null = it is closed. */
async function openUploads(
  { config: { host, sftpPort: port, dataDir }, log }: Base,
  addresses: Addresses,
  feeds: FolderFeeds,
): Promise<SftpPort | null> {
  if (port === null) return null;
  const sftp = await openSftp({ feeds, log, dataDir, host, port });
  if (addresses.sftp) addresses.sftp.port = sftp.port;
  return sftp;
}

/** Port 0 took whichever was free. */
function nameRealPorts({ mqtt, dialIn, dialInUdp }: Addresses, gateway: Awaited<ReturnType<typeof openGateway>>): void {
  if (gateway.dialIn && dialIn) dialIn.port = gateway.dialIn.port;
  if (gateway.dialIn && dialInUdp) dialInUdp.port = gateway.dialIn.udpPort;
  if (gateway.mqtt && mqtt) mqtt.port = gateway.mqtt.tlsPort ?? gateway.mqtt.port ?? mqtt.port;
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
