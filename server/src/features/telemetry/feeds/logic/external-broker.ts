/**
 * A feed from somebody else's MQTT broker. MQTT 5: several processes share the messages (`$share`), each with a client id
 * that stays the same and a session that outlives its connection, so that what was not acknowledged comes again. PUBACK is
 * sent after COMMIT, for many messages at once: the client hands a message on and does not wait for its end.
 *
 * Invariants: a message of QoS 1 is acknowledged when it is durable, or can never be; no more than `receiveMaximum` and one are
 * taken at once, whatever the broker sends, because its socket is not read meanwhile; a connection that has to end gives every
 * message that it took its acknowledgement first, so that each connection gets further than the one before. The broker is connected to
 * by the one way out (kernel/outbound.ts). Of mqtt.js' inside: `_sendPacket`, through which a PUBACK goes; pinned by its test.
 */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { type IClientOptions, MqttClient } from 'mqtt';
import type { Logger } from '../../../../kernel/context.ts';
import type { Outbound } from '../../../../kernel/outbound.ts';
import type { FeedPlan } from '../feeds.api.ts';
import type { FeedMessage, FeedOutcome, Sending } from './feed-message.ts';

const sessionSeconds = 24 * 3600;
/** Most messages that the broker may send without an acknowledgement. Not every broker keeps to it (Mosquitto 2.0 does not). */
export const receiveMaximum = 500;
const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000];
/** The ports below 1024 that are MQTT's, over TLS behind 443. */
const lowPorts = [443];

interface Parts {
  readonly feed: FeedPlan;
  readonly password: string | null;
  readonly outbound: Outbound;
  readonly isShared: boolean;
  readonly take: (message: FeedMessage) => Promise<FeedOutcome>;
  readonly failed: (detail: string) => void;
  /** More comes than can be stored: the broker is kept waiting. */
  readonly paused: () => void;
  readonly onConnection: (connected: boolean) => void;
  readonly log: Logger;
}

export const openExternalBroker = (parts: Parts): ExternalBroker => new ExternalBroker(parts);

interface Packet {
  readonly cmd?: string;
  readonly messageId?: number;
}
/** The part of mqtt.js that its types do not show. */
interface Inside {
  _sendPacket(packet: Packet, done?: (error?: Error) => void, ...rest: unknown[]): void;
}

export class ExternalBroker {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #client: MqttClient | null = null;
  /** The connection has acknowledged something. */
  #hasProgressed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#running = this.#run();
  }

  get isConnected(): boolean {
    return this.#client?.connected === true;
  }

  /** Rejects where there is no connection, and where the broker does not take it. */
  async publish(topic: string, content: string | Uint8Array): Promise<void> {
    const client = this.#client;
    if (!client?.connected) throw new Error('there is no connection to the broker');
    await client.publishAsync(topic, typeof content === 'string' ? content : Buffer.from(content), { qos: 1 });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#client?.end(true);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    let failures = 0;
    while (!signal.aborted) {
      const begun = performance.now();
      this.#hasProgressed = false;
      try {
        await this.#connection();
      } catch (error) {
        if (!signal.aborted) this.#parts.failed((error as Error).message);
      }
      this.#parts.onConnection(false);
      failures = this.#hasProgressed || performance.now() - begun > 60_000 ? 0 : failures + 1;
      const ms = pausesMs[Math.max(0, Math.min(failures, pausesMs.length) - 1)] ?? 1_000;
      await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** One connection, until it ends. */
  async #connection(): Promise<void> {
    const { host, port, tls } = this.#parts.feed.settings;
    const address = host ?? '';
    const plain = await this.#parts.outbound.connect(address, port ?? (tls ? 8883 : 1883), lowPorts);
    const socket = tls ? connectTls({ socket: plain, servername: address, minVersion: 'TLSv1.2' }) : plain;
    const client = new MqttClient(() => socket as never, this.#options());
    this.#client = client;
    try {
      await new Promise<void>((resolve, reject) => this.#serve(client, resolve, reject));
    } finally {
      this.#client = null;
      client.end(true);
      plain.destroy();
    }
  }

  #options(): IClientOptions {
    const { feed, password } = this.#parts;
    const { userName } = feed.settings;
    return {
      protocolVersion: 5,
      clean: false,
      reconnectPeriod: 0,
      connectTimeout: 10_000,
      keepalive: 30,
      resubscribe: false,
      clientId: clientIdOf(feed),
      properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum, maximumPacketSize: 1_100_000 },
      ...(userName !== null && userName !== '' ? { username: userName } : {}),
      ...(password === null ? {} : { password }),
    };
  }

  /** The broker sends again what was not acknowledged, under the same number, to the same client. */
  #sendingOf({
    messageId,
    dup,
  }: {
    readonly messageId?: number | undefined;
    readonly dup: boolean;
  }): Sending | undefined {
    if (messageId === undefined) return undefined;
    return { by: 'packet', name: `${clientIdOf(this.#parts.feed)} ${messageId}`, isRepeat: dup };
  }

  #serve(client: MqttClient, resolve: () => void, reject: (error: Error) => void): void {
    const stored = acknowledgeLater(client);
    const pending = new PendingMessages(client, reject, () => {
      const { paused, feed, log } = this.#parts;
      paused();
      log.warn(
        { feed: feed.id, receiveMaximum },
        'a broker sends faster than its messages are stored; it is kept waiting',
      );
    });
    client.on('message', (topic, content, packet) => {
      if (pending.isEnding) return;
      pending.begin();
      const done = this.#parts.take({ topic, content, sending: this.#sendingOf(packet) }).then(
        ({ rebirthTopic }) => {
          stored(packet.messageId);
          this.#hasProgressed = true;
          pending.end();
          if (rebirthTopic !== null) client.publish(rebirthTopic, rebirthRequest());
        },
        (error: Error) => {
          // Not acknowledged: it comes again with the next connection.
          this.#parts.failed(error.message);
          pending.end(error);
        },
      );
      done.catch((error: unknown) => this.#parts.log.warn({ err: error }, 'an acknowledgement could not be sent'));
    });
    client.on('connect', () => {
      const { feed, isShared } = this.#parts;
      const topics = feed.settings.topics.map((topic) => (isShared ? `$share/plumbline-${feed.key}/${topic}` : topic));
      client.subscribe([...topics], { qos: 1 }, (error, granted) => {
        const refused = granted?.find(({ qos }) => qos > 2);
        if (error || refused) return reject(error ?? new Error(`the broker refuses ${refused?.topic}`));
        this.#parts.onConnection(true);
      });
    });
    client.on('error', reject);
    client.on('close', resolve);
  }
}

/** The messages of a connection that are on their way to the database: at the bound the socket is not read any further. */
class PendingMessages {
  readonly #client: MqttClient;
  readonly #fail: (error: Error) => void;
  #count = 0;
  #error: Error | null = null;
  /** Lets the client go on with the next message. */
  #goOn: (() => void) | null = null;

  /** `fail` is called once nothing is on its way any more; `onPause` the first time that the socket is held back. */
  constructor(client: MqttClient, fail: (error: Error) => void, onPause: () => void) {
    this.#client = client;
    this.#fail = fail;
    let hasPaused = false;
    // mqtt.js reads on when this is answered, and its stream reads no more than a piece meanwhile.
    client.handleMessage = (_packet, done) => {
      const goOn = () => done();
      if (this.#error) return;
      if (this.#count <= receiveMaximum) return goOn();
      this.#goOn = goOn;
      if (!hasPaused) onPause();
      hasPaused = true;
    };
  }

  /** One could not be stored: the connection takes no more, and ends after those that it has. */
  get isEnding(): boolean {
    return this.#error !== null;
  }

  begin(): void {
    this.#count++;
  }

  end(error: Error | null = null): void {
    this.#count--;
    this.#error ??= error;
    if (this.#error) {
      if (this.#count === 0) this.#fail(this.#error);
      return;
    }
    if (!this.#goOn || this.#count > receiveMaximum) return;
    // Answers to pings lie behind what was not read.
    this.#client.reschedulePing(true);
    const goOn = this.#goOn;
    this.#goOn = null;
    goOn();
  }
}

/** Of this machine, and the same after a restart. */
const clientIdOf = ({ key }: FeedPlan): string =>
  `plumbline-${key}-${hostname()
    .replace(/[^A-Za-z0-9-]/g, '')
    .slice(0, 24)}`;

/** Keeps PUBACKs back; the function that is given sends the one of a message. */
function acknowledgeLater(client: MqttClient): (messageId: number | undefined) => void {
  const inside = client as unknown as Inside;
  const send = inside._sendPacket.bind(client);
  inside._sendPacket = (packet, done, ...others) => {
    if (packet.cmd !== 'puback') return send(packet, done, ...others);
    // The client goes on with the next message.
    done?.();
  };
  return (messageId) => {
    if (messageId !== undefined && client.connected) send({ cmd: 'puback', messageId, reasonCode: 0 } as Packet);
  };
}

/** NCMD of Sparkplug: `Node Control/Rebirth` = true, as protobuf: timestamp (1), metric (2) with name (1), datatype Boolean (4), value (14). */
export function rebirthRequest(): Buffer {
  const name = Buffer.from('Node Control/Rebirth');
  const metric = Buffer.concat([Buffer.from([0x0a, name.length]), name, Buffer.from([0x20, 11, 0x70, 1])]);
  return Buffer.concat([Buffer.from([0x12, metric.length]), metric]);
}
