/**
 * aedes, and all that the house must know about it. What comes from a device is handed on as one call for each thing that
 * it does; whatever these throw ends one connection at most.
 *
 * Invariants: a client is known by sncode and client id together, so that no device can take another's connection.
 * Sessions end with their connection: what is queued for a device that is away would lie in memory without end (commands
 * wait in the database instead). Last wills have no effect. Nothing that a device publishes goes on to other devices.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { sncode as serialNumber } from '@plumbline/contract/points/fields';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import { type Admission, admissionLimits, openAdmission } from '../../../kernel/admission.ts';
import type { Logger } from '../../../kernel/context.ts';
import { addressOf } from '../../../kernel/networks.ts';
import { keepIdsAlone, maxUnreleased } from './logic/unreleased-ids.ts';
import { tooLongMark, type Wire, watchWire } from './logic/wire.ts';

/** Of one device at once; a newer one ends the oldest. */
const maxLinksPerDevice = 10;
/** A device that cannot be looked up for so long is asked to come back. */
const identifyWithinMs = 10_000;
/** So long a stop waits for farewells. */
const farewellMs = 1_000;

/** A connection of a device that is known. */
export interface Link {
  readonly sncode: string;
  /** Of the secret that it came in by; empty = it came in by a certificate. */
  readonly secretHash: Buffer;
  /** Of the certificate that it came in by; null = by its secret. */
  readonly certificateId: number | null;
  /** What it has subscribed to. */
  readonly topics: ReadonlySet<string>;
  /** Sends to this connection alone. */
  send(topic: string, payload: Buffer): void;
  close(): void;
}

/** Number of a message of QoS 1 and above: by what the same message comes again. */
export interface Numbered {
  readonly clientId: string;
  readonly messageId: number;
  /** It was sent before, as its sender says. */
  readonly isRepeat: boolean;
}

export interface ByCertificate {
  readonly sncode: string;
  readonly certificateId: number;
}

export interface BrokerCalls {
  /** The hash by which a device may come in; null = not with this name or secret. A rejection: it shall come back. */
  identify(sncode: string, secret: Buffer, address: string): Promise<Buffer | null>;
  /**
   * Who comes in by the certificate that its TLS connection has shown, in the name that it gave or (undefined) that of the
   * certificate; null = nobody, but its secret counts; refused = nobody at all, which is noted. Absent = nobody comes in by a
   * certificate here.
   */
  identifyByCertificate?(
    der: Buffer,
    name: string | undefined,
    { hasSecret, address }: { readonly hasSecret: boolean; readonly address: string },
  ): Promise<ByCertificate | 'refused' | null>;
  /** Who did not say a name or secret that could be one. */
  refused(name: string): void;
  /** Acknowledged when it resolves; a rejection ends the connection. `payload` null = longer than the gateway takes. */
  take(sncode: string, topic: string, payload: Buffer | null, link: Link, numbered: Numbered | null): Promise<void>;
  maySubscribe(sncode: string, topic: string): boolean;
  /** First = it was not connected before; last = it is no longer. */
  arrived(link: Link, first: boolean): void;
  left(link: Link, last: boolean): void;
  subscribed(sncode: string, topics: readonly string[]): void;
}

interface State {
  readonly wire: Wire;
  readonly address: string;
  /** DER; null = none was shown. */
  readonly certificate: Buffer | null;
  readonly leaveAdmission: () => void;
  clientId: string;
  clean: boolean;
  link: (Link & { readonly topics: Set<string> }) | null;
  ready: boolean;
}

/** Sends text to whoever has subscribed to a topic. */
export type Publish = (topic: string, payload: string) => void;

/** `callsOf` gives what is called when devices do something; it may publish once the broker is open. */
export async function openBroker(
  callsOf: (publish: Publish) => BrokerCalls,
  log: Logger,
  heartbeatMs = 60_000,
): Promise<Broker> {
  const aedes = await Aedes.createBroker({
    id: 'plumbline',
    concurrency: 1000,
    heartbeatInterval: heartbeatMs,
    connectTimeout: 10_000,
    keepaliveLimit: 0,
    maxClientsIdLength: 64,
    // Fewer would end the connection of a device that comes back with more, each time anew: MQTT 3.1.1 has no word for it.
    maxInflightInbound: maxUnreleased,
  });
  keepIdsAlone((aedes as unknown as { readonly persistence: object }).persistence);
  return new Broker(aedes, callsOf, log);
}

class Broker {
  readonly #aedes: Aedes;
  readonly #calls: BrokerCalls;
  readonly #log: Logger;
  readonly #admission: Admission = openAdmission(admissionLimits);
  readonly #states = new WeakMap<Client, State>();
  readonly #links = new Map<string, Set<Link>>();
  readonly #sockets = new Set<Socket>();
  #connections = 0;

  constructor(aedes: Aedes, callsOf: (publish: Publish) => BrokerCalls, log: Logger) {
    this.#aedes = aedes;
    this.#calls = callsOf((topic, payload) => this.publish(topic, payload));
    this.#log = log;
    aedes.preConnect = this.#guarded((client: Client, packet: ConnectPacket, done) =>
      this.#preConnect(client, packet, done),
    );
    aedes.authenticate = this.#guarded((client: Client, username, password, done) =>
      this.#authenticate(client, username, password, done),
    );
    aedes.authorizePublish = this.#guarded((client: Client | null, packet, done) =>
      this.#authorizePublish(client, packet, done),
    );
    aedes.authorizeSubscribe = this.#guarded((client: Client | null, subscription, done) => {
      done(null, this.#maySubscribe(client, subscription.topic) ? subscription : null);
    });
    aedes.authorizeForward = (client, packet) => (this.#maySubscribe(client, packet.topic) ? packet : null);
    const onReady = this.#guarded((client: Client) => this.#ready(client));
    const onSubscribe = this.#guarded((client: Client, topics: string[]) => this.#subscribed(client, topics));
    const onUnsubscribe = this.#guarded((client: Client, topics: string[]) => {
      for (const topic of topics) this.#states.get(client)?.link?.topics.delete(topic);
    });
    aedes.on('clientReady', onReady);
    aedes.on('subscribe', (subscriptions, client) => {
      const topics = subscriptions.map(({ topic }) => topic);
      onSubscribe(client, topics);
    });
    aedes.on('unsubscribe', (topics, client) => onUnsubscribe(client, topics));
    aedes.on('clientError', (_client, error) => log.debug({ err: error }, 'mqtt client error'));
    aedes.on('connectionError', (_client, error) => log.debug({ err: error }, 'mqtt connection error'));
    // Without a listener it would end the process.
    (aedes as unknown as NodeJS.EventEmitter).on('error', (error) => log.warn({ err: error }, 'mqtt broker'));
  }

  /** A device connects: the listener of a server. */
  accept(socket: Socket): void {
    socket.setKeepAlive(true, 60_000);
    const address = socket.remoteAddress ?? '';
    const leaveAdmission = this.#admission.enter(address, () => socket.destroy());
    const wire = watchWire(socket, (why, connack) => {
      this.#log.debug({ address, why }, 'mqtt connection refused');
      if (connack === null) socket.destroy();
      else socket.end(Buffer.from([0x20, 2, 0, connack]), () => socket.destroy());
    });
    const state: State = {
      wire,
      leaveAdmission,
      certificate: certificateOf(socket),
      address: addressOf(socket),
      clientId: '',
      clean: true,
      link: null,
      ready: false,
    };
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#release(state);
    });
    const client = this.#aedes.handle(socket) as unknown as Client;
    this.#states.set(client, state);
    guardParser(client, this.#log);
  }

  publish(topic: string, payload: string): void {
    this.#aedes.publish(
      { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false },
      (error) => error && this.#log.warn({ err: error }, 'publish failed'),
    );
  }

  get connections(): number {
    return this.#connections;
  }

  get unidentified(): number {
    return this.#admission.size;
  }

  get links(): ReadonlyMap<string, ReadonlySet<Link>> {
    return this.#links;
  }

  /**
   * Ends every connection: of devices that are in by their farewell, as long as that takes a second at most. The library
   * knows of no others: a device that was about to be let in would keep the ports, and the server, from ever ending.
   */
  async close(): Promise<void> {
    const farewell = new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
    await Promise.race([farewell, wait(farewellMs, undefined, { ref: false })]);
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The handler, such that it cannot throw: then its connection ends. */
  #guarded<A extends [Client | null, ...unknown[]]>(handle: (...given: A) => void): (...given: A) => void {
    return (...args) => {
      try {
        handle(...args);
      } catch (error) {
        this.#log.warn({ err: error }, 'a device could not be handled; its connection ends');
        args[0]?.conn.destroy();
      }
    };
  }

  #preConnect(client: Client, packet: ConnectPacket, done: (error: Error | null, success: boolean) => void) {
    const state = this.#states.get(client);
    if (!state) return done(new Error('unknown connection'), false);
    state.clientId = packet.clientId;
    state.clean = packet.clean === true;
    packet.clean = true;
    delete packet.will;
    done(null, true);
  }

  #authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    done: (error: AuthenticateError | null, success: boolean) => void,
  ) {
    const state = this.#states.get(client);
    // Until it is known, its id must be nobody's.
    rename(client, `?${randomUUID()}`);
    // 2 = identifier rejected: without an id there is no session to come back to (MQTT-3.1.3-8).
    if (!state || (state.clientId === '' && !state.clean)) return done(refusal(2), false);
    within(this.#identify(state, username, password), identifyWithinMs).then(
      (who) => {
        // 4 = bad user name or password.
        if (!who) return done(refusal(4), false);
        rename(client, `${who.sncode}:${state.clientId || randomUUID()}`);
        const send = (topic: string, payload: Buffer) => sendTo(client, topic, payload, this.#log);
        state.link = { ...who, topics: new Set(), send, close: () => client.close() };
        done(null, true);
      },
      // 3 = server unavailable: the device comes back.
      () => done(refusal(3), false),
    );
  }

  /** By its certificate, else by its name and secret; null = nobody, which is noted. */
  async #identify(
    { certificate, address }: State,
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<Pick<Link, 'sncode' | 'secretHash' | 'certificateId'> | null> {
    const sncode = serialNumber.safeParse(username).data;
    const isName = sncode !== undefined && sncode === username;
    if (certificate && (isName || !username) && this.#calls.identifyByCertificate) {
      const identity = await this.#calls.identifyByCertificate(certificate, sncode, {
        hasSecret: password !== undefined,
        address,
      });
      if (identity === 'refused') return null;
      if (identity) return { ...identity, secretHash: Buffer.alloc(0) };
    }
    if (!isName || !password) {
      this.#calls.refused(String(username ?? '').slice(0, 64));
      return null;
    }
    const secretHash = await this.#calls.identify(sncode, password, address);
    return secretHash && { sncode, secretHash, certificateId: null };
  }

  #authorizePublish(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void) {
    const state = client && this.#states.get(client);
    if (!state?.link) return done(new Error('nobody may publish that'));
    const { link } = state;
    const payload = packet.payload as Buffer;
    const content = payload.equals(tooLongMark) ? null : payload;
    this.#calls.take(link.sncode, packet.topic, content, link, numberedOf(state, packet)).then(
      () => {
        // It has arrived; what aedes does with it from here is to acknowledge it.
        packet.topic = 'taken';
        packet.payload = Buffer.alloc(0);
        packet.retain = false;
        done(null);
      },
      (error) => done(error as Error),
    );
  }

  #maySubscribe(client: Client | null, topic: string): boolean {
    const link = client && this.#states.get(client)?.link;
    return link ? this.#calls.maySubscribe(link.sncode, topic) : false;
  }

  #ready(client: Client): void {
    const state = this.#states.get(client);
    if (!state?.link || client.conn.destroyed) return;
    const { link } = state;
    state.ready = true;
    state.leaveAdmission();
    state.wire.open();
    this.#connections++;
    const mine = this.#links.get(link.sncode) ?? new Set();
    for (const oldest of mine) {
      if (mine.size < maxLinksPerDevice) break;
      // Out of the set at once: its socket may take a while to go, and the next one that comes is to end another.
      mine.delete(oldest);
      oldest.close();
    }
    this.#links.set(link.sncode, mine.add(link));
    this.#calls.arrived(link, mine.size === 1);
  }

  #subscribed(client: Client, topics: readonly string[]): void {
    const link = this.#states.get(client)?.link;
    if (!link) return;
    for (const topic of topics) if (this.#calls.maySubscribe(link.sncode, topic)) link.topics.add(topic);
    this.#calls.subscribed(link.sncode, topics);
  }

  /** What is done when a socket has closed, however far its device had come. */
  #release(state: State): void {
    state.leaveAdmission();
    if (!state.link || !state.ready) return;
    this.#connections--;
    const mine = this.#links.get(state.link.sncode);
    mine?.delete(state.link);
    if (mine?.size === 0) this.#links.delete(state.link.sncode);
    this.#calls.left(state.link, mine === undefined || mine.size === 0);
  }
}

export type { Broker };

/** What a peer of TLS has shown; that it has the key was proven by the handshake. */
const certificateOf = (socket: Socket): Buffer | null =>
  socket instanceof TLSSocket ? (socket.getPeerX509Certificate()?.raw ?? null) : null;

/** A client without an id has no session in which it could send anything again. */
const numberedOf = ({ clientId }: State, { messageId, dup }: PublishPacket): Numbered | null =>
  messageId === undefined || clientId === '' ? null : { clientId, messageId, isRepeat: dup };

const refusal = (returnCode: number) =>
  Object.assign(new Error('refused'), { returnCode }) as unknown as AuthenticateError;

function sendTo(client: Client, topic: string, payload: Buffer, log: Logger): void {
  const packet = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false } as const;
  client.publish(packet, (error) => error && log.debug({ err: error }, 'a message could not be sent'));
}

const rename = (client: Client, id: string) => {
  (client as { id: string }).id = id;
};

/** A packet that throws inside of parser or broker ends its connection, not the process. Of aedes' inside: pinned by every-frame.test. */
function guardParser(client: Client, log: Logger) {
  const parser = (client as unknown as { _parser: { parse(chunk: Buffer): number } })._parser;
  const parse = parser.parse.bind(parser);
  parser.parse = (chunk) => {
    try {
      return parse(chunk);
    } catch (error) {
      log.warn({ err: error }, 'a packet could not be read; its connection ends');
      client.conn.destroy();
      return 0;
    }
  };
}

function within<T>(what: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it took too long')), ms);
    what.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
