/**
 * The MQTT link: an embedded broker (3.1.1, QoS 0 and 1) that devices publish to. A device is its sncode and secret; it
 * may publish its own readings and responses and hear its own commands and errors, nothing else.
 *
 * Invariant: PUBACK after COMMIT. aedes sends PUBACK when `authorizePublish` calls back, so that is where a message
 * waits for the store (docs/decisions/0005). A message that can never be stored is acknowledged, so that the device does
 * not send it forever, and the reason goes to the device's `errors` topic, its page and the counters.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gatewayLimits } from '@plumbline/contract/constants';
import { Failure } from '@plumbline/contract/errors';
import { Aedes, type Client } from 'aedes';
import type { Config } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/context.ts';
import { refusal } from '../../pipeline/decode.ts';
import type { BoundDevice, Directory } from '../../pipeline/directory.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Ledger } from './gateway.ledger.ts';

export interface MqttLink {
  readonly port: number | null;
  readonly tlsPort: number | null;
  readonly connections: number;
  /** The sncodes of the devices that are connected here. */
  held(): string[];
  holds(sncode: string): boolean;
  /** Sends text to a device; false when it is not connected here. */
  command(sncode: string, payload: string): boolean;
  /** Ends the connections of a device that were opened with another secret than this; null = all of them. */
  keep(sncode: string, secretHash: Buffer | null): void;
  close(): Promise<void>;
}

const topicOf = /^devices\/([A-Za-z0-9._-]{1,32})\/(readings|responses)$/;
const heardTopic = /^devices\/([A-Za-z0-9._-]{1,32})\/(commands|errors)$/;

export const secretMatches = (hash: Buffer, secret: string | Buffer) =>
  timingSafeEqual(hash, createHash('sha256').update(secret).digest());

export async function openMqtt({
  config,
  directory,
  pipeline,
  ledger,
  log,
  onResponse,
  onConnection,
  onListening,
}: {
  config: Config;
  directory: Directory;
  pipeline: Pipeline;
  ledger: Ledger;
  log: Logger;
  /** Acknowledged when it resolves; a failure ends the connection, and the device says it again. */
  onResponse: (device: BoundDevice, text: string) => Promise<void>;
  onConnection: (device: BoundDevice, connected: boolean) => void;
  /** It hears its commands now. */
  onListening: (sncode: string) => void;
}): Promise<MqttLink> {
  const broker = await Aedes.createBroker({
    id: 'plumbline',
    concurrency: 1000,
    heartbeatInterval: 60_000,
    connectTimeout: 10_000,
    keepaliveLimit: 0,
    maxClientsIdLength: 64,
  });
  const devices = new Map<Client, string>();
  const openedWith = new WeakMap<Client, Buffer>();
  const clients = new Map<string, Set<Client>>();

  broker.authenticate = (client, username, password, done) => {
    const sncode = username ?? '';
    directory.device(sncode).then(
      (device) => {
        if (!device || !password || !secretMatches(device.secretHash, password)) {
          ledger.refuse(device?.id ?? null, [refusal('deviceRefused', null)], sncode);
          // 4 = bad user name or password.
          return done(Object.assign(new Error('refused'), { returnCode: 4 }) as never, false);
        }
        devices.set(client, sncode);
        openedWith.set(client, device.secretHash);
        done(null, true);
      },
      // 3 = server unavailable: the device comes back.
      () => done(Object.assign(new Error('unavailable'), { returnCode: 3 }) as never, false),
    );
  };
  broker.authorizePublish = (client, packet, done) => {
    const sncode = client && devices.get(client);
    const match = topicOf.exec(packet.topic);
    if (!client || !sncode || match?.[1] !== sncode) return done(new Error('not your topic'));
    packet.retain = false;
    const payload = packet.payload as Buffer;
    if (match[2] === 'responses') {
      const text = payload.toString('utf8', 0, 4_000);
      // Its plan is forgotten when somebody changes the device or a point of it: it is read again then.
      directory
        .device(sncode)
        .then((device) => device && onResponse(device, text))
        .then(
          () => done(null),
          (error) => done(error as Error),
        );
      return;
    }
    take(sncode, payload).then(
      () => done(null),
      (error) => {
        if (!(error instanceof Failure))
          log.warn({ err: error, sncode }, 'a message could not be stored; the device will send it again');
        // An error ends the connection without a PUBACK: the device keeps the message and sends it again.
        done(error as Error);
      },
    );
  };
  broker.authorizeSubscribe = (client, subscription, done) => {
    const sncode = client && devices.get(client);
    done(null, heardTopic.exec(subscription.topic)?.[1] === sncode ? subscription : null);
  };
  broker.authorizeForward = (client, packet) =>
    heardTopic.exec(packet.topic)?.[1] === devices.get(client) ? packet : null;

  async function take(sncode: string, payload: Buffer) {
    const device = directory.known(sncode) ?? (await directory.device(sncode));
    if (!device) throw new Failure('deviceRefused');
    if (payload.length > gatewayLimits.messageBytes)
      return refuse(device, [refusal('tooLarge', { maxBytes: gatewayLimits.messageBytes })]);
    const outcome = await pipeline.accept(device, payload.toString('utf8')).catch((error: unknown) => {
      if (error instanceof Failure && error.name === 'malformedReading') return error;
      throw error;
    });
    if (outcome instanceof Failure) return refuse(device, [refusal('malformedReading', outcome.detail)]);
    ledger.taken(device.id, outcome);
    if (outcome.refused.length > 0) refuse(device, outcome.refused, outcome.held);
  }
  function refuse(device: BoundDevice, refused: readonly ReturnType<typeof refusal>[], held = 0) {
    ledger.refuse(device.id, refused, device.sncode);
    publish(
      `devices/${device.sncode}/errors`,
      JSON.stringify({ refused: refused.slice(0, 20), count: refused.length, ...(held > 0 && { held }) }),
    );
  }
  const publish = (topic: string, payload: string) =>
    broker.publish(
      { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false },
      (error) => error && log.warn({ err: error }, 'publish failed'),
    );

  broker.on('clientReady', (client) => {
    const sncode = devices.get(client);
    const device = sncode ? directory.known(sncode) : undefined;
    if (!sncode || !device) return;
    const mine = clients.get(sncode) ?? new Set();
    mine.add(client);
    clients.set(sncode, mine);
    if (mine.size === 1) onConnection(device, true);
  });
  broker.on('subscribe', (subscriptions, client) => {
    const sncode = devices.get(client);
    if (sncode && subscriptions.some(({ topic }) => topic === `devices/${sncode}/commands`)) onListening(sncode);
  });
  broker.on('clientDisconnect', (client) => {
    const sncode = devices.get(client);
    devices.delete(client);
    const mine = sncode ? clients.get(sncode) : undefined;
    if (!sncode || !mine?.delete(client) || mine.size > 0) return;
    clients.delete(sncode);
    const device = directory.known(sncode);
    if (device) onConnection(device, false);
    else
      directory.device(sncode).then(
        (found) => found && onConnection(found, false),
        () => undefined,
      );
  });
  broker.on('clientError', (_client, error) => log.debug({ err: error }, 'mqtt client error'));
  broker.on('connectionError', (_client, error) => log.debug({ err: error }, 'mqtt connection error'));

  const plain = config.mqttPort === null ? null : createServer({ noDelay: true }, broker.handle);
  const port = plain ? await listen(plain, config.mqttPort!, config.host) : null;
  const tls = config.mqttTls
    ? createTlsServer(
        {
          cert: readFileSync(config.mqttTls.certFile),
          key: readFileSync(config.mqttTls.keyFile),
          minVersion: 'TLSv1.2',
        },
        broker.handle,
      )
    : null;
  const tlsPort = tls ? await listen(tls, config.mqttTls!.port, config.host) : null;

  return {
    port,
    tlsPort,
    get connections() {
      return devices.size;
    },
    held: () => [...clients.keys()],
    holds: (sncode) => clients.has(sncode),
    command(sncode, payload) {
      if (!clients.has(sncode)) return false;
      publish(`devices/${sncode}/commands`, payload);
      return true;
    },
    keep(sncode, secretHash) {
      for (const client of clients.get(sncode) ?? []) {
        const same = secretHash !== null && openedWith.get(client)?.equals(secretHash) === true;
        if (!same) client.close();
      }
    },
    async close() {
      const ended = [plain, tls]
        .filter((server) => server !== null)
        .map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await Promise.all(ended);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is taken: another MQTT broker runs here. Set MQTT_PORT to a free port, or to 0 for any.`,
            )
          : error,
      ),
    );
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}
