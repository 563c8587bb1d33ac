/**
 * The MQTT link: an embedded broker (3.1.1, QoS 0 and 1) that devices publish to. A device is its sncode and secret; it
 * may publish its own readings, waveforms and responses and subscribe to its own commands and errors, nothing else.
 *
 * Invariant: PUBACK after COMMIT. aedes sends PUBACK when `take` resolves, so that is where a message waits for the store
 * (docs/decisions/0005). A message that can never be stored, or that goes to another topic, is acknowledged, so that the
 * device does not send it forever, and the reason goes to the device's `errors` topic, its page and the counters.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { CertificateFault } from '@plumbline/contract/devices/certificates';
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import { sncode as serialNumber } from '@plumbline/contract/points/fields';
import type { Clock } from '../../../kernel/clock.ts';
import type { Config } from '../../../kernel/config.ts';
import type { Logger } from '../../../kernel/context.ts';
import { listenProblem } from '../../../kernel/listen-problem.ts';
import { type Refusal, refusal } from '../../../pipeline/decode.ts';
import type { BoundDevice, Directory } from '../../../pipeline/directory.ts';
import type { Outcome, Pipeline } from '../../../pipeline/pipeline.ts';
import { isShutOff } from '../../devices/certificates/certificates.api.ts';
import type { CertificateDesk } from '../../devices/certificates/certificates.port.api.ts';
import type { Frames } from '../../devices/frames/frames.port.api.ts';
import type { UnknownDevice } from '../dial-in/dial-in.port.api.ts';
import { type FeedPort, rebirthRequest } from '../feeds/feeds.port.api.ts';
import {
  type Broker,
  type BrokerCalls,
  type ByCertificate,
  type Link,
  type Numbered,
  openBroker,
  type Publish,
} from '../mqtt-broker/mqtt-broker.api.ts';
import type { DeviceStats } from './logic/device-stats.ts';
import { readingsNote } from './logic/frame-notes.ts';
import { isRefusal, type WaveformLink } from './logic/waveform-link.ts';

interface MqttParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly pipeline: Pipeline;
  readonly waveforms: WaveformLink;
  readonly deviceStats: DeviceStats;
  /** Senders of feeds come in by their key, which no device has. */
  readonly feeds: FeedPort;
  readonly frames: Frames;
  readonly certificates: CertificateDesk;
  /** Somebody came in the name of a device that there is not. */
  readonly onUnknown: (unknownDevice: UnknownDevice) => void;
  readonly log: Logger;
  /** Acknowledged when it resolves; a failure ends the connection, and the device says it again. */
  readonly onResponse: (device: BoundDevice, text: string) => Promise<void>;
  readonly onConnection: (device: BoundDevice, connected: boolean) => void;
  /** It has subscribed to its commands. */
  readonly onListening: (sncode: string) => void;
}

const topicOf = /^devices\/([A-Za-z0-9._-]{1,32})\/(readings|responses|waveforms)$/;
const subscribableTopic = /^devices\/([A-Za-z0-9._-]{1,32})\/(commands|errors)$/;
const tooLarge = refusal('tooLarge', { maxBytes: gatewayLimits.messageBytes });
/** A sender of Sparkplug may listen for what is asked of its nodes. */
const feedTopic = /^spBv1\.0(?:\/|$)/;
/** Certificates end by the clock, and a word of a change may be lost. */
const recheckEveryMs = 30_000;
const isSerialNumber = (name: string): boolean => serialNumber.safeParse(name).data === name;
const isFeedKey = (name: string): boolean => name.startsWith('feed-');
const commandTopic = (sncode: string) => `devices/${sncode}/commands`;

export const secretMatches = (hash: Buffer, secret: string | Buffer) =>
  timingSafeEqual(hash, createHash('sha256').update(secret).digest());

export async function openMqtt(parts: MqttParts): Promise<MqttLink> {
  const broker = await openBroker((publish) => new DeviceMessages(parts, publish), parts.log);
  const { config } = parts;
  const plain = config.mqttPort === null ? null : await listen(plainServer(broker), config.mqttPort, config.host);
  const tls = config.mqttTls ? await listen(tlsServer(broker, config.mqttTls), config.mqttTls.port, config.host) : null;
  return new MqttLink(broker, plain, tls, parts);
}

/** What devices do over MQTT. */
class DeviceMessages implements BrokerCalls {
  readonly #parts: MqttParts;
  readonly #publish: Publish;

  constructor(parts: MqttParts, publish: Publish) {
    this.#parts = parts;
    this.#publish = publish;
  }

  async identify(sncode: string, secret: Buffer, address: string): Promise<Buffer | null> {
    const { directory, feeds } = this.#parts;
    if (isFeedKey(sncode)) return (await feeds.identify(sncode, secret, 'broker'))?.secretHash ?? null;
    const device = await directory.device(sncode);
    if (device && secretMatches(device.secretHash, secret)) return device.secretHash;
    const fault = device && isShutOff(device.secretHash) ? 'required' : null;
    this.#refuseIdentity(device, sncode, { fault, address });
    return null;
  }

  async identifyByCertificate(
    der: Buffer,
    name: string | undefined,
    { hasSecret, address }: { readonly hasSecret: boolean; readonly address: string },
  ): Promise<ByCertificate | 'refused' | null> {
    // Senders of feeds have no certificates.
    if (name !== undefined && isFeedKey(name)) return hasSecret ? null : 'refused';
    const { certificates, directory } = this.#parts;
    const admitted = await certificates.admit(der, name, (sncode) => directory.device(sncode));
    if ('certificateId' in admitted) return { sncode: admitted.device.sncode, certificateId: admitted.certificateId };
    const { device } = admitted;
    // What proves nothing takes nothing away from a right secret either.
    if (hasSecret && !(device && isShutOff(device.secretHash))) return null;
    this.#refuseIdentity(device, admitted.name, { fault: admitted.fault, address });
    return 'refused';
  }

  /** Somebody was not let in in the name of a device; `fault` = what was wrong with their certificate. */
  #refuseIdentity(
    device: BoundDevice | null,
    name: string,
    { fault, address }: { readonly fault: CertificateFault | null; readonly address: string },
  ): void {
    if (!device && isSerialNumber(name)) this.#parts.onUnknown({ link: 'mqtt', name, address, content: '' });
    const reason = fault === null ? null : { certificate: fault };
    this.#parts.deviceStats.refuse(device?.id ?? null, [refusal('deviceRefused', reason)], name);
    this.#parts.frames.device(name, () => ({
      direction: 'none',
      link: 'mqtt',
      kind: 'refused',
      error: 'deviceRefused',
      detail: fault ?? '',
    }));
  }

  refused(name: string): void {
    this.#parts.deviceStats.refuse(null, [refusal('deviceRefused', null)], name);
  }

  async take(
    sncode: string,
    topic: string,
    payload: Buffer | null,
    link: Link,
    numbered: Numbered | null,
  ): Promise<void> {
    if (isFeedKey(sncode)) return this.#takeFeed(sncode, topic, payload, link, numbered);
    const { directory, onResponse } = this.#parts;
    const device = directory.known(sncode) ?? (await directory.device(sncode));
    if (!device) throw new Failure('deviceRefused');
    const [, owner, kind] = topicOf.exec(topic) ?? [];
    if (owner !== sncode) return this.#refuse(device, [refusal('topicRefused', { topic: topic.slice(0, 200) })]);
    if (!payload) return this.#refuse(device, [tooLarge]);
    if (kind === 'readings') return this.#takeReadings(device, payload);
    this.#parts.frames.device(sncode, () => ({
      direction: 'in',
      link: 'mqtt',
      kind: kind === 'responses' ? 'response' : 'waveform',
      topic,
      content: payload,
    }));
    if (kind === 'responses') return onResponse(device, payload.toString('utf8', 0, 4_000));
    return this.#takeWaveform(device, payload);
  }

  maySubscribe(sncode: string, topic: string): boolean {
    return isFeedKey(sncode) ? feedTopic.test(topic) : subscribableTopic.exec(topic)?.[1] === sncode;
  }

  arrived(link: Link, first: boolean): void {
    const { sncode } = link;
    this.#noteConnection(sncode, 'connected');
    void this.#recheck(link).catch((error) =>
      this.#parts.log.warn({ err: error, sncode }, 'who came could not be looked up'),
    );
    if (first) this.#notify(sncode, true);
  }

  left({ sncode }: Link, last: boolean): void {
    this.#noteConnection(sncode, 'disconnected');
    if (last) this.#notify(sncode, false);
  }

  subscribed(sncode: string, topics: readonly string[]): void {
    if (topics.includes(commandTopic(sncode))) this.#parts.onListening(sncode);
  }

  #noteConnection(sncode: string, kind: 'connected' | 'disconnected'): void {
    if (!isFeedKey(sncode)) this.#parts.frames.device(sncode, () => ({ direction: 'none', link: 'mqtt', kind }));
  }

  /** What it came in by may have been taken away while it was looked up: whoever did that did not see its connection yet. */
  async #recheck(link: Link): Promise<void> {
    const { certificates, directory } = this.#parts;
    const { sncode, certificateId, secretHash } = link;
    if (isFeedKey(sncode)) return;
    const isGood =
      certificateId === null
        ? (await directory.device(sncode))?.secretHash.equals(secretHash)
        : (await certificates.stillGood([certificateId])).has(certificateId);
    if (!isGood) link.close();
  }

  #notify(sncode: string, connected: boolean) {
    const { directory, feeds, onConnection, log } = this.#parts;
    if (isFeedKey(sncode))
      return void feeds
        .connected(sncode, connected)
        .catch((error) => log.warn({ err: error }, 'a feed could not be read'));
    const device = directory.known(sncode);
    if (device) return onConnection(device, connected);
    directory.device(sncode).then(
      (device) => device && onConnection(device, connected),
      (error) => log.warn({ err: error, sncode }, 'whether a device is connected could not be told'),
    );
  }

  /** What is longer than the gateway takes is acknowledged, or it would come for ever. */
  async #takeFeed(
    key: string,
    topic: string,
    payload: Buffer | null,
    link: Link,
    numbered: Numbered | null,
  ): Promise<void> {
    const content = payload ?? Buffer.alloc(gatewayLimits.messageBytes + 1);
    const sending = numbered
      ? ({ by: 'packet', name: `${numbered.clientId} ${numbered.messageId}`, isRepeat: numbered.isRepeat } as const)
      : undefined;
    const { rebirthTopic } = await this.#parts.feeds.takeFromBroker(key, { topic, content, sending });
    if (rebirthTopic !== null) link.send(rebirthTopic, rebirthRequest());
  }

  async #takeReadings(device: BoundDevice, payload: Buffer): Promise<void> {
    if (payload.length > gatewayLimits.messageBytes) return this.#refuse(device, [tooLarge]);
    const { pipeline, deviceStats, clock } = this.#parts;
    const at = clock.now();
    const begunMs = performance.now();
    const note = (outcome: Outcome | null, error?: string) =>
      this.#parts.frames.device(device.sncode, () => ({
        ...readingsNote(payload, outcome, performance.now() - begunMs),
        at,
        link: 'mqtt',
        topic: `devices/${device.sncode}/readings`,
        error: error ?? null,
      }));
    try {
      const outcome = await pipeline.accept(device, payload.toString('utf8'));
      note(outcome);
      deviceStats.accepted(device.id, outcome);
      if (outcome.refused.length + outcome.warnings.length > 0) this.#refuse(device, outcome.refused, outcome);
    } catch (error) {
      note(null, error instanceof Failure ? error.name : 'unknown');
      if (error instanceof Failure && error.name === 'malformedReading')
        return this.#refuse(device, [refusal('malformedReading', error.detail)]);
      if (error instanceof Failure && error.name === 'deferralFull')
        this.#refuse(device, [refusal('deferralFull', null)]);
      // The connection ends without a PUBACK: the device keeps the message and sends it again.
      if (!(error instanceof Failure)) deviceStats.failed(device.sncode, error);
      throw error;
    }
  }

  async #takeWaveform(device: BoundDevice, payload: Buffer): Promise<void> {
    if (payload.length > gatewayLimits.messageBytes) return this.#refuse(device, [tooLarge]);
    const { waveforms, deviceStats } = this.#parts;
    try {
      await waveforms.take(device, payload.toString('utf8'));
    } catch (error) {
      // Acknowledged, or it would come for ever; that it was refused is counted already.
      if (isRefusal(error)) return this.#report(device, [refusal(error.name, error.detail)]);
      if (!(error instanceof Failure)) deviceStats.failed(device.sncode, error);
      throw error;
    }
  }

  #refuse(
    device: BoundDevice,
    refused: readonly Refusal[],
    outcome: Pick<Outcome, 'deferred' | 'warnings'> = { deferred: 0, warnings: [] },
  ): void {
    this.#parts.deviceStats.refuse(device.id, [...outcome.warnings, ...refused], device.sncode);
    this.#report(device, refused, outcome);
  }

  /** Tells the device. */
  #report(
    device: BoundDevice,
    refused: readonly Refusal[],
    { deferred, warnings }: Pick<Outcome, 'deferred' | 'warnings'> = { deferred: 0, warnings: [] },
  ): void {
    const topic = `devices/${device.sncode}/errors`;
    const content = JSON.stringify({
      refused: refused.slice(0, 20),
      count: refused.length,
      ...(deferred > 0 && { deferred }),
      ...(warnings.length > 0 && { warnings: warnings.slice(0, 20) }),
    });
    this.#publish(topic, content);
    const error = refused[0]?.error ?? null;
    this.#parts.frames.device(device.sncode, () => ({
      direction: 'out',
      link: 'mqtt',
      kind: 'report',
      topic,
      content,
      error,
    }));
  }
}

/** A server that listens. */
interface Listening {
  readonly server: Server;
  readonly port: number;
}

class MqttLink {
  readonly port: number | null;
  readonly tlsPort: number | null;
  readonly #broker: Broker;
  readonly #servers: readonly Server[];
  readonly #frames: Frames;
  readonly #certificates: CertificateDesk;
  readonly #timer: NodeJS.Timeout;

  constructor(
    broker: Broker,
    plain: Listening | null,
    tls: Listening | null,
    { frames, certificates, log }: Pick<MqttParts, 'frames' | 'certificates' | 'log'>,
  ) {
    this.#frames = frames;
    this.#certificates = certificates;
    const recheck = () =>
      this.endUncertified().catch((error) => log.warn({ err: error }, 'certificates of connections'));
    this.#timer = setInterval(() => void recheck(), recheckEveryMs).unref();
    this.#broker = broker;
    this.port = plain?.port ?? null;
    this.tlsPort = tls?.port ?? null;
    this.#servers = [plain, tls].flatMap((each) => each?.server ?? []);
  }

  /** Connections of devices that are known. */
  get connections(): number {
    return this.#broker.connections;
  }

  /** The sncodes of the devices that are connected here. */
  connectedHere(): string[] {
    return [...this.#broker.links.keys()];
  }

  holds(sncode: string): boolean {
    return this.#broker.links.has(sncode);
  }

  /** Sends text to a device; false when no connection of it here has subscribed to its commands. */
  command(sncode: string, payload: string): boolean {
    const topic = commandTopic(sncode);
    const links = [...(this.#broker.links.get(sncode) ?? [])];
    if (!links.some((link) => link.topics.has(topic))) return false;
    this.#broker.publish(topic, payload);
    this.#frames.device(sncode, () => ({
      direction: 'out',
      link: 'mqtt',
      kind: 'command',
      topic,
      content: payload,
    }));
    return true;
  }

  /** Sends to those connections of a feed that listen to the topic; false = none does. */
  sendToFeed(key: string, topic: string, content: Buffer): boolean {
    const links = [...(this.#broker.links.get(key) ?? [])].filter((link) =>
      [...link.topics].some((filter) => covers(filter, topic)),
    );
    for (const link of links) link.send(topic, content);
    return links.length > 0;
  }

  /** Ends the connections of a device that were opened with another secret than this; null = all of them. */
  keep(sncode: string, secretHash: Buffer | null): void {
    for (const link of this.#broker.links.get(sncode) ?? [])
      if (secretHash === null || (link.certificateId === null && !link.secretHash.equals(secretHash))) link.close();
  }

  /** Ends the connections whose certificate was revoked or is over, or has no authority any more; of one device or (undefined) of all. */
  async endUncertified(sncode?: string): Promise<void> {
    const all = sncode === undefined ? [...this.#broker.links.values()] : [this.#broker.links.get(sncode) ?? []];
    const links = all.flatMap((each) => [...each]).filter(({ certificateId }) => certificateId !== null);
    const good = await this.#certificates.stillGood([...new Set(links.map(({ certificateId }) => certificateId ?? 0))]);
    for (const link of links) if (!good.has(link.certificateId ?? 0)) link.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const ended = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    await this.#broker.close();
    await Promise.all(ended);
  }
}

export type { MqttLink };

/** Returns whether a subscription covers a topic. */
function covers(filter: string, topic: string): boolean {
  const [filterParts, parts] = [filter.split('/'), topic.split('/')];
  const end = filterParts.indexOf('#');
  if (end < 0 && filterParts.length !== parts.length) return false;
  return filterParts.slice(0, end < 0 ? undefined : end).every((each, at) => each === '+' || each === parts[at]);
}

const plainServer = (broker: Broker): Server =>
  createServer({ noDelay: true }, (socket: Socket) => broker.accept(socket));

const tlsServer = (broker: Broker, { certFile, keyFile }: NonNullable<Config['mqttTls']>): Server =>
  createTlsServer(
    {
      cert: readFileSync(certFile),
      key: readFileSync(keyFile),
      minVersion: 'TLSv1.2',
      // Asked of everybody, and none is named that would do: that tells nobody whose devices are here. What was shown is judged later.
      requestCert: true,
      rejectUnauthorized: false,
      ca: [],
    },
    (socket) => broker.accept(socket),
  );

function listen(server: Server, port: number, host: string): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const inUse = ': another MQTT broker runs here. Set MQTT_PORT to a free port, or to 0 for any.';
    server.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'MQTT_PORT', inUse })));
    server.listen(port, host, () => resolve({ server, port: (server.address() as { port: number }).port }));
  });
}
