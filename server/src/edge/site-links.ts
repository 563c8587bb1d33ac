/**
 * The links of an edge: devices come in over MQTT and HTTP with the name and secret that they have at the centre, and are
 * acknowledged once their message is on disk.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { Failure } from '@plumbline/contract/kernel/errors';
import { edgeKinds } from '@plumbline/contract/telemetry/edges';
import Fastify, { type FastifyRequest } from 'fastify';
import type { Frames } from '../features/devices/frames/frames.port.api.ts';
import { type Broker, openBroker } from '../features/telemetry/mqtt-broker/mqtt-broker.api.ts';
import type { Config } from '../kernel/config.ts';
import type { Logger } from '../kernel/context.ts';
import { failures } from '../kernel/failures.ts';
import { listenProblem } from '../kernel/listen-problem.ts';
import { bearer } from '../kernel/serve.ts';
import type { BoundDevice } from '../pipeline/directory.ts';

type Kind = (typeof edgeKinds)[number];

export interface SiteParts {
  readonly config: Pick<Config, 'host' | 'port' | 'mqttPort' | 'mqttTls'>;
  readonly log: Logger;
  /** undefined = no device of the site; throws while nothing is known of its devices. */
  readonly deviceOf: (sncode: string) => BoundDevice | undefined;
  /** Resolves once it is on disk. Throws when the device is to come back. */
  readonly take: (device: BoundDevice, kind: Kind, content: string) => Promise<void>;
  readonly frames: Frames;
  /** What a probe is told. */
  readonly state: () => object;
}

const frameKinds = { readings: 'readings', waveforms: 'waveform', responses: 'response' } as const satisfies Record<
  Kind,
  string
>;

const publishable = /^devices\/([A-Za-z0-9._-]{1,32})\/(readings|responses|waveforms)$/;
const subscribable = /^devices\/([A-Za-z0-9._-]{1,32})\/(commands|errors)$/;

const secretMatches = (device: BoundDevice, secret: Buffer): boolean =>
  timingSafeEqual(device.secretHash, createHash('sha256').update(secret).digest());

export async function openSiteLinks(parts: SiteParts): Promise<SiteLinks> {
  const { config, log, deviceOf, take, frames } = parts;
  const noteConnection = (sncode: string, kind: 'connected' | 'disconnected') =>
    frames.device(sncode, () => ({ direction: 'none', link: 'mqtt', kind }));
  const broker = await openBroker(
    () => ({
      async identify(sncode, secret) {
        const device = deviceOf(sncode);
        return device && secretMatches(device, secret) ? device.secretHash : null;
      },
      refused: () => undefined,
      async take(sncode, topic, payload) {
        const device = deviceOf(sncode);
        const [, owner, kind] = publishable.exec(topic) ?? [];
        if (!device) throw new Failure('deviceRefused');
        // What can never be stored is acknowledged, or it would come for ever.
        if (owner !== sncode || !payload || payload.length > gatewayLimits.messageBytes)
          return log.warn({ sncode, topic: topic.slice(0, 200) }, 'a message is not for the gateway, or too long');
        frames.device(sncode, () => ({
          direction: 'in',
          link: 'mqtt',
          kind: frameKinds[kind as Kind],
          topic,
          content: payload,
        }));
        await take(device, kind as Kind, payload.toString('utf8'));
      },
      maySubscribe: (sncode, topic) => subscribable.exec(topic)?.[1] === sncode,
      arrived: ({ sncode }, isFirst) => (isFirst ? noteConnection(sncode, 'connected') : undefined),
      left: ({ sncode }, isLast) => (isLast ? noteConnection(sncode, 'disconnected') : undefined),
      subscribed: () => undefined,
    }),
    log,
  );
  const accept = (socket: Parameters<typeof broker.accept>[0]) => broker.accept(socket);
  const servers: Server[] = [];
  let mqttPort: number | null = null;
  if (config.mqttPort !== null) {
    const plain = createServer({ noDelay: true }, accept);
    mqttPort = await listen(plain, config.mqttPort, config.host);
    servers.push(plain);
  }
  if (config.mqttTls) {
    const { certFile, keyFile, port } = config.mqttTls;
    const tls = { cert: readFileSync(certFile), key: readFileSync(keyFile), minVersion: 'TLSv1.2' } as const;
    const secured = createTlsServer(tls, accept);
    await listen(secured, port, config.host);
    servers.push(secured);
  }
  const http = await openSiteHttp(parts);
  return new SiteLinks(broker, servers, http, mqttPort, frames);
}

export class SiteLinks {
  readonly mqttPort: number | null;
  readonly httpPort: number;
  readonly #broker: Broker;
  readonly #servers: readonly Server[];
  readonly #http: Awaited<ReturnType<typeof openSiteHttp>>;
  readonly #frames: Frames;

  constructor(
    broker: Broker,
    servers: readonly Server[],
    http: Awaited<ReturnType<typeof openSiteHttp>>,
    mqttPort: number | null,
    frames: Frames,
  ) {
    this.#frames = frames;
    this.#broker = broker;
    this.#servers = servers;
    this.#http = http;
    this.mqttPort = mqttPort;
    this.httpPort = (http.server.address() as { port: number }).port;
  }

  get connections(): number {
    return this.#broker.connections;
  }

  /** Devices that are connected over MQTT. */
  online(): string[] {
    return [...this.#broker.links.keys()];
  }

  /** Devices that take commands over MQTT now. */
  listening(): string[] {
    return [...this.#broker.links].flatMap(([sncode, links]) =>
      [...links].some(({ topics }) => topics.has(`devices/${sncode}/commands`)) ? [sncode] : [],
    );
  }

  command(sncode: string, command: object): void {
    const topic = `devices/${sncode}/commands`;
    const content = JSON.stringify(command);
    this.#frames.device(sncode, () => ({ direction: 'out', link: 'mqtt', kind: 'command', topic, content }));
    this.#broker.publish(topic, content);
  }

  /** Ends connections of devices that may not come in any more, or not by the secret that they showed. */
  keep(deviceOf: (sncode: string) => BoundDevice | undefined): void {
    for (const [sncode, links] of this.#broker.links)
      for (const link of links) if (!deviceOf(sncode)?.secretHash.equals(link.secretHash)) link.close();
  }

  async close(): Promise<void> {
    const ended = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    await Promise.all([this.#broker.close(), this.#http.close()]);
    await Promise.all(ended);
  }
}

type DeviceRequest = FastifyRequest<{ Params: { sncode: string } }>;

/** The addresses are those of the centre; what is answered says no more than that it was taken. */
async function openSiteHttp({ config, deviceOf, take, frames, state }: SiteParts) {
  const app = Fastify({ logger: false, bodyLimit: gatewayLimits.messageBytes, requestTimeout: 30_000 });
  failures(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/json(?:;.*)?$/i, { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const known = (request: DeviceRequest): BoundDevice => {
    const device = deviceOf(request.params.sncode);
    const secret = bearer(request.headers.authorization);
    if (!device || !secret || !secretMatches(device, Buffer.from(secret))) throw new Failure('deviceRefused');
    return device;
  };
  for (const kind of edgeKinds)
    app.post(
      `/api/devices/:sncode/${kind}`,
      { onRequest: async (request) => void known(request as DeviceRequest) },
      async (request: DeviceRequest) => {
        if (typeof request.body !== 'string') throw new Failure('badBody');
        const device = known(request);
        const { body: content, url: topic } = request;
        frames.device(device.sncode, () => ({
          direction: 'in',
          link: 'http',
          kind: frameKinds[kind],
          topic,
          content,
        }));
        await take(device, kind, content);
        return { accepted: true };
      },
    );
  app.get('/healthz', async () => state());
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    const { host, port } = config;
    throw listenProblem(error, { host, port, setting: 'PORT', inUse: '. Set PORT to another.' });
  }
  return app;
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const inUse = ': another MQTT broker runs here. Set MQTT_PORT to a free port, or to 0 for any.';
    server.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'MQTT_PORT', inUse })));
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}
