/**
 * The gateway: where devices deliver. Links know transports; the pipeline is handed to them; nothing here knows what a
 * reading means. Opened in processes whose ROLES hold `gateway`.
 */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Config } from '../../../../kernel/config.ts';
import type { Change, Logger } from '../../../../kernel/context.ts';
import { type Database, openDatabase, soonLimits } from '../../../../kernel/db.ts';
import { type Listener, onChange } from '../../../../kernel/listen.ts';
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { SecretBox } from '../../../../kernel/secret-box.ts';
import { type BoundDevice, type Directory, openDirectory } from '../../../../pipeline/directory.ts';
import { openPipeline, type Pipeline } from '../../../../pipeline/pipeline.ts';
import type { StoredReading } from '../../../../pipeline/row.ts';
import { sitePlan } from '../../../../pipeline/site-plan.ts';
import { CertificateDesk, openProxied } from '../../../devices/certificates/certificates.port.api.ts';
import { polled } from '../../../devices/devices/devices.states.api.ts';
import { FrameRecorder, framesOf } from '../../../devices/frames/frames.port.api.ts';
import type { Plugins } from '../../../platform/plugins/plugins.api.ts';
import { bookOf, diaryOf, endDialIns } from '../../dial-in/dial-in.api.ts';
import { type DialInPort, openDialIn, type UnknownDevice } from '../../dial-in/dial-in.port.api.ts';
import { DownlinkDesk } from '../../downlinks/downlinks.port.api.ts';
import { type EdgePort, openEdges } from '../../edges/edges.port.api.ts';
import { FeedPort, openFeedHttp, type StoreSamples } from '../../feeds/feeds.port.api.ts';
import { type HttpLink, openHttp } from '../gateway.http.ts';
import { forgetConnections } from '../gateway.leases.table.ts';
import { type MqttLink, openMqtt } from '../gateway.mqtt.ts';
import { openDeferredReadings } from './deferred-readings.ts';
import { Deliveries, type DeliveryHooks, type Links } from './deliveries.ts';
import { type DeviceStats, openDeviceStats } from './device-stats.ts';
import { openLease } from './gateway-lease.ts';
import { RoundStore } from './round-store.ts';
import { edgeLines, edgeTaker, storeOf } from './sample-store.ts';
import { WaveformLink, type WaveformTaker } from './waveform-link.ts';

interface GatewayParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly database: Database;
  readonly listener: Listener;
  readonly isDiskFull?: () => boolean;
}
/** What the process does when devices do something. */
interface GatewayHooks extends DeliveryHooks {
  readonly onStored: (stored: readonly StoredReading[]) => void;
  readonly onConnection: (sncode: string, connected: boolean) => void;
  readonly waveforms: WaveformTaker;
  readonly outbound: Outbound;
  readonly secrets: SecretBox;
  readonly plugins: Plugins;
}

/** Long because the order of its parts is what it says: each is handed those that were opened before it. */
export async function openGateway(app: FastifyInstance, parts: GatewayParts, hooks: GatewayHooks): Promise<Gateway> {
  const { config, clock, log, database, listener, isDiskFull } = parts;
  const { db } = database;
  if (!config.cluster) await Promise.all([forgetConnections(db), endDialIns(db, clock.now())]);
  // Connections of its own: busy screens must not keep readings waiting.
  const own = openDatabase(databaseUrlOf(config), 4, log, soonLimits(config.databaseTimeoutMs));
  // What it delivers goes by the MQTT link, which is there once everything that takes readings is.
  const links: Links = { mqtt: null, dialIn: null };
  const connectedHere = () => [
    ...new Set([...(links.mqtt?.connectedHere() ?? []), ...(links.dialIn?.connectedHere() ?? [])]),
  ];
  const lease = await openLease(
    { db: own.db, clock, log },
    { connected: connectedHere, onLost: (sncode) => hooks.onConnection(sncode, false) },
  );
  const frames = new FrameRecorder({ source: framesOf(db, clock), clock, log });
  await frames.load();
  const directory = openDirectory(db, log);
  const certificates = new CertificateDesk({ db, clock });
  const deviceStats = openDeviceStats({ db: own.db, clock, log, lease: lease.id });
  const pipeline = openPipeline({ pool: own.pool, db, clock, log, onStored: hooks.onStored, isDiskFull });
  const deferredReadings = openDeferredReadings({ sql: database.pool, clock, log, directory, pipeline });
  const deliveries = new Deliveries({ db, clock, log }, hooks, links);
  const { pendingCommands } = deliveries;
  const onPolled = (deviceId: number) => polled(db, clock.now(), deviceId);
  const downlinks = new DownlinkDesk({
    db,
    clock,
    log,
    outbound: hooks.outbound,
    secrets: hooks.secrets,
    onAnswer: (sncode, text) => void deliveries.respondOf(directory.device(sncode), text),
  });
  deliveries.downlinks = downlinks;
  const onAnswer = (device: BoundDevice, text: string) => deliveries.answer(device, text);
  const waveforms = new WaveformLink(hooks.waveforms, deviceStats);
  const store = storeOf({ directory, pipeline, deviceStats });
  const feeds = openFeeds(app, parts, hooks, { frames, store, downlinks });
  const edges = openEdges(app, {
    db,
    clock,
    take: edgeTaker({ directory, store, waveforms, deliveries, frames, onPolled }),
    identify: (key, secret) => feeds.identify(key, secret, 'edge'),
    onDelivered: (...counts) => feeds.noteEdge(...counts),
    devicesOf: (site) => sitePlan(db, site),
    ...edgeLines({ db, clock, frames, onConnection: hooks.onConnection }),
  });
  const onUnknown = (unknownDevice: UnknownDevice) => links.dialIn?.noteUnknown(unknownDevice);
  const http = openHttp(app, {
    db,
    clock,
    directory,
    pipeline,
    waveforms,
    deviceStats,
    pendingCommands,
    onAnswer,
    frames,
    certificates,
    proxied: openProxied(config),
    onUnknown,
  });
  onChange(listener, (change) => forget(change, { directory, links, feeds, edges, frames, log }));
  listener.on('plumbline_command', (sncode) => deliveries.wake(sncode));
  const onConnection: OnConnection = (device, connected) => {
    // A device that has left one link may still be connected by the other.
    if (!connected && isConnectedHere(links, device.sncode)) return;
    void deviceStats.connected(device.id, connected);
    hooks.onConnection(device.sncode, connected);
  };
  if (config.mqttPort !== null || config.mqttTls !== null)
    links.mqtt = await openMqtt({
      config,
      clock,
      directory,
      pipeline,
      waveforms,
      deviceStats,
      feeds,
      frames,
      certificates,
      log,
      onUnknown,
      onResponse: (device, text) => deliveries.respond(device, text),
      onListening: (sncode) => deliveries.deliver([sncode], false),
      onConnection,
    });
  feeds.ownBroker = links.mqtt;
  const rounds = new RoundStore({ directory, pipeline, deviceStats, log });
  const { outbound } = hooks;
  links.dialIn = await openModems(parts, {
    directory,
    deliveries,
    rounds,
    frames,
    outbound,
    pool: database.pool,
    onConnection,
  });
  const taking = { directory, pipeline, deferredReadings, deviceStats, deliveries, rounds };
  return new Gateway({ ...taking, own, links, http, feeds, frames, lease });
}

function openFeeds(
  app: FastifyInstance,
  parts: GatewayParts,
  hooks: GatewayHooks,
  given: { readonly store: StoreSamples; readonly frames: FrameRecorder; readonly downlinks: DownlinkDesk },
): FeedPort {
  const { config, clock, log, database } = parts;
  const { outbound, secrets, plugins } = hooks;
  const { dataDir, cluster: isShared } = config;
  const feeds = new FeedPort({
    db: database.db,
    pool: database.pool,
    clock,
    log,
    ...given,
    outbound,
    secrets,
    plugins,
    dataDir,
    isShared,
  });
  openFeedHttp(app, feeds);
  return feeds;
}

type OnConnection = (device: { readonly id: number; readonly sncode: string }, connected: boolean) => void;

/** The port where modems dial in, and the loggers that are connected to. */
const openModems = (
  { config, clock, log, database: { db } }: GatewayParts,
  {
    directory,
    deliveries,
    rounds,
    frames,
    outbound,
    pool,
    onConnection,
  }: {
    directory: Directory;
    deliveries: Deliveries;
    rounds: RoundStore;
    frames: FrameRecorder;
    outbound: Outbound;
    pool: Database['pool'];
    onConnection: OnConnection;
  },
): Promise<DialInPort> =>
  openDialIn({
    clock,
    log,
    store: rounds,
    frames,
    host: config.host,
    port: config.dialInPort,
    udpPort: config.dialInUdpPort,
    book: bookOf(db),
    diary: diaryOf(db),
    calls: { outbound, pool },
    onAnswer: (sncode, text) => void deliveries.respondOf(directory.device(sncode), text),
    onConnection: (device, connected) => {
      onConnection(device, connected);
      if (connected) deliveries.deliver([device.sncode], false);
    },
  });

const isConnectedHere = ({ mqtt, dialIn }: Links, sncode: string): boolean =>
  mqtt?.holds(sncode) === true || dialIn?.holds(sncode) === true;

function databaseUrlOf({ databaseUrl }: Config): string {
  if (databaseUrl === null) throw new Error('the gateway is opened once there is a database');
  return databaseUrl;
}

/** Resolves when nothing of a change is remembered that could still let a device in or bind its readings. */
async function forget(
  change: Change | null,
  {
    directory,
    links,
    feeds,
    edges,
    frames,
    log,
  }: { directory: Directory; links: Links; feeds: FeedPort; edges: EdgePort; frames: FrameRecorder; log: Logger },
): Promise<void> {
  const recording = frames.changed(change);
  if (change?.kind === 'recording') return recording;
  feeds.changed(change);
  edges.changed(change);
  if (change?.kind === 'feed') return void links.mqtt?.keep(change.key, await feeds.hashOf(change.key));
  const forgotten = directory.changed(change);
  const { mqtt } = links;
  if (mqtt && (change === null || change.kind === 'certificateAuthority')) await endUncertified(mqtt, log);
  const dialIn = links.dialIn?.changed(change);
  if (change?.kind !== 'device' || !mqtt) return void (await Promise.all([forgotten, dialIn]));
  const { sncode } = change;
  const wasConnected = mqtt.holds(sncode);
  // A device whose secret changed, or that was removed, is disconnected; other changes leave it connected.
  const checked = directory.device(sncode).then(
    (device) => {
      mqtt.keep(sncode, device?.secretHash ?? null);
      return endUncertified(mqtt, log, sncode);
    },
    (error) => log.warn({ err: error, sncode }, 'a changed device could not be read'),
  );
  // Who waits for the change waits for the end of a connection, not for every device of a long list to be read.
  await Promise.all([wasConnected ? checked : forgotten, dialIn]);
}

/** What cannot be looked up now is within half a minute. */
const endUncertified = (mqtt: MqttLink, log: Logger, sncode?: string): Promise<void> =>
  mqtt.endUncertified(sncode).catch((error) => log.warn({ err: error, sncode }, 'certificates could not be looked up'));

interface Opened {
  readonly own: Database;
  readonly links: Links;
  readonly http: HttpLink;
  readonly feeds: FeedPort;
  readonly frames: FrameRecorder;
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly deferredReadings: ReturnType<typeof openDeferredReadings>;
  readonly lease: Awaited<ReturnType<typeof openLease>>;
  readonly deviceStats: DeviceStats;
  readonly deliveries: Deliveries;
  readonly rounds: RoundStore;
}

class Gateway {
  readonly mqtt: MqttLink | null;
  readonly dialIn: DialInPort | null;
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly deferredReadings: Opened['deferredReadings'];
  readonly lease: Opened['lease'];
  readonly rounds: RoundStore;
  readonly feeds: FeedPort;
  readonly http: HttpLink;
  readonly frames: FrameRecorder;
  readonly #opened: Opened;

  constructor(opened: Opened) {
    this.mqtt = opened.links.mqtt;
    const { dialIn } = opened.links;
    this.dialIn = dialIn?.port === 0 && dialIn.udpPort === 0 ? null : dialIn;
    this.directory = opened.directory;
    this.pipeline = opened.pipeline;
    this.deferredReadings = opened.deferredReadings;
    this.lease = opened.lease;
    this.rounds = opened.rounds;
    this.feeds = opened.feeds;
    this.http = opened.http;
    this.frames = opened.frames;
    this.#opened = opened;
  }

  counters(): ReturnType<DeviceStats['counters']> {
    return this.#opened.deviceStats.counters(this.pipeline.queued, this.mqtt?.connections ?? 0);
  }

  async close(): Promise<void> {
    const { own, deviceStats, deliveries } = this.#opened;
    deliveries.close();
    await this.#opened.links.dialIn?.close();
    await this.rounds.close();
    await this.#opened.links.dialIn?.closeNews();
    await this.feeds.close();
    await this.deferredReadings.close();
    await this.pipeline.close();
    await this.mqtt?.close();
    await this.frames.settled();
    await deviceStats.close();
    await this.lease.close();
    await own.close();
  }
}

export type { Gateway };
