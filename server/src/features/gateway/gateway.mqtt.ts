/**
 * The MQTT link: an embedded broker (3.1.1, QoS 0 and 1) that devices publish to. A device is its sncode and secret; it
 * may publish its own readings and responses and hear its own commands and errors, nothing else.
 *
 * Invariant: PUBACK after COMMIT. aedes sends PUBACK when `take` resolves, so that is where a message waits for the store
 * (docs/decisions/0005). A message that can never be stored, or that goes to another topic, is acknowledged, so that the
 * device does not send it forever, and the reason goes to the device's `errors` topic, its page and the counters.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gatewayLimits } from '@plumbline/contract/constants';
import { Failure } from '@plumbline/contract/errors';
import type { Config } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/context.ts';
import { listenProblem } from '../../kernel/listen-problem.ts';
import { type Refusal, refusal } from '../../pipeline/decode.ts';
import type { BoundDevice, Directory } from '../../pipeline/directory.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { openBroker } from './logic/broker.ts';
import type { DeviceStats } from './logic/device-stats.ts';

export interface MqttLink {
  readonly port: number | null;
  readonly tlsPort: number | null;
  /** Connections of devices that are known. */
  readonly connections: number;
  /** The sncodes of the devices that are connected here. */
  connectedHere(): string[];
  holds(sncode: string): boolean;
  /** Sends text to a device; false when no connection of it here has subscribed to its commands. */
  command(sncode: string, payload: string): boolean;
  /** Ends the connections of a device that were opened with another secret than this; null = all of them. */
  keep(sncode: string, secretHash: Buffer | null): void;
  close(): Promise<void>;
}

const topicOf = /^devices\/([A-Za-z0-9._-]{1,32})\/(readings|responses)$/;
const subscribableTopic = /^devices\/([A-Za-z0-9._-]{1,32})\/(commands|errors)$/;

export const secretMatches = (hash: Buffer, secret: string | Buffer) =>
  timingSafeEqual(hash, createHash('sha256').update(secret).digest());

export async function openMqtt({
  config,
  directory,
  pipeline,
  deviceStats,
  log,
  onResponse,
  onConnection,
  onListening,
}: {
  config: Config;
  directory: Directory;
  pipeline: Pipeline;
  deviceStats: DeviceStats;
  log: Logger;
  /** Acknowledged when it resolves; a failure ends the connection, and the device says it again. */
  onResponse: (device: BoundDevice, text: string) => Promise<void>;
  onConnection: (device: BoundDevice, connected: boolean) => void;
  /** It hears its commands now. */
  onListening: (sncode: string) => void;
}): Promise<MqttLink> {
  const broker = await openBroker(
    {
      async identify(sncode, secret) {
        const device = await directory.device(sncode);
        if (device && secretMatches(device.secretHash, secret)) return device.secretHash;
        deviceStats.refuse(device?.id ?? null, [refusal('deviceRefused', null)], sncode);
        return null;
      },
      refused: (name) => deviceStats.refuse(null, [refusal('deviceRefused', null)], name),
      async take(sncode, topic, payload) {
        const device = directory.known(sncode) ?? (await directory.device(sncode));
        if (!device) throw new Failure('deviceRefused');
        const [, owner, kind] = topicOf.exec(topic) ?? [];
        if (owner !== sncode) return refuse(device, [refusal('topicRefused', { topic: topic.slice(0, 200) })]);
        if (!payload) return refuse(device, [refusal('tooLarge', { maxBytes: gatewayLimits.messageBytes })]);
        if (kind === 'responses') return onResponse(device, payload.toString('utf8', 0, 4_000));
        await take(device, payload).catch((error: unknown) => {
          // The connection ends without a PUBACK: the device keeps the message and sends it again.
          if (!(error instanceof Failure)) deviceStats.failed(sncode, error);
          throw error;
        });
      },
      maySubscribe: (sncode, topic) => subscribableTopic.exec(topic)?.[1] === sncode,
      arrived: (link, first) => first && notify(link.sncode, true),
      left: (link, last) => last && notify(link.sncode, false),
      subscribed: (sncode, topics) => topics.includes(`devices/${sncode}/commands`) && onListening(sncode),
    },
    log,
  );
  function notify(sncode: string, connected: boolean) {
    const device = directory.known(sncode);
    if (device) return onConnection(device, connected);
    directory.device(sncode).then(
      (found) => found && onConnection(found, connected),
      (error) => log.warn({ err: error, sncode }, 'whether a device is connected could not be told'),
    );
  }

  async function take(device: BoundDevice, payload: Buffer) {
    if (payload.length > gatewayLimits.messageBytes)
      return refuse(device, [refusal('tooLarge', { maxBytes: gatewayLimits.messageBytes })]);
    const outcome = await pipeline.accept(device, payload.toString('utf8')).catch((error: unknown) => {
      if (error instanceof Failure && error.name === 'malformedReading') return error;
      throw error;
    });
    if (outcome instanceof Failure) return refuse(device, [refusal('malformedReading', outcome.detail)]);
    deviceStats.accepted(device.id, outcome);
    if (outcome.refused.length + outcome.warnings.length > 0) refuse(device, outcome.refused, outcome);
  }
  function refuse(
    device: BoundDevice,
    refused: readonly Refusal[],
    { deferred, warnings }: { readonly deferred: number; readonly warnings: readonly Refusal[] } = {
      deferred: 0,
      warnings: [],
    },
  ) {
    deviceStats.refuse(device.id, [...warnings, ...refused], device.sncode);
    broker.publish(
      `devices/${device.sncode}/errors`,
      JSON.stringify({
        refused: refused.slice(0, 20),
        count: refused.length,
        ...(deferred > 0 && { deferred }),
        ...(warnings.length > 0 && { warnings: warnings.slice(0, 20) }),
      }),
    );
  }
  const plain = config.mqttPort === null ? null : createServer({ noDelay: true }, broker.accept);
  const port = plain ? await listen(plain, config.mqttPort!, config.host) : null;
  const tls = config.mqttTls
    ? createTlsServer(
        {
          cert: readFileSync(config.mqttTls.certFile),
          key: readFileSync(config.mqttTls.keyFile),
          minVersion: 'TLSv1.2',
        },
        broker.accept,
      )
    : null;
  const tlsPort = tls ? await listen(tls, config.mqttTls!.port, config.host) : null;

  return {
    port,
    tlsPort,
    get connections() {
      return broker.connections;
    },
    connectedHere: () => [...broker.links.keys()],
    holds: (sncode) => broker.links.has(sncode),
    command(sncode, payload) {
      const topic = `devices/${sncode}/commands`;
      const links = [...(broker.links.get(sncode) ?? [])];
      if (!links.some((link) => link.topics.has(topic))) return false;
      broker.publish(topic, payload);
      return true;
    },
    keep(sncode, secretHash) {
      for (const link of broker.links.get(sncode) ?? [])
        if (secretHash === null || !link.secretHash.equals(secretHash)) link.close();
    },
    async close() {
      const ended = [plain, tls]
        .filter((server) => server !== null)
        .map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
      await broker.close();
      await Promise.all(ended);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const inUse = ': another MQTT broker runs here. Set MQTT_PORT to a free port, or to 0 for any.';
    server.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'MQTT_PORT', inUse })));
    server.listen(port, host, () => resolve((server.address() as { port: number }).port));
  });
}
