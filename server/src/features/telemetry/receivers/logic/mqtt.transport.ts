/**
 * Messages published to an MQTT broker (3.1.1 and 5) with QoS 1. Invariants: a message counts as sent with its PUBACK alone; birth and
 * will are of the connection that a rule keeps, and a test has neither.
 */
import { createHash } from 'node:crypto';
import { type ErrorWithReasonCode, type IClientOptions, MqttClient } from 'mqtt';
import type { PushRuleSettings } from '../../../../kernel/tables.push.ts';
import type { Link } from './links.ts';
import { secureOver } from './secure-socket.ts';
import { type Delivered, type Delivery, type Login, onTimeOver, PushRefused, targetOf } from './transport.ts';

/** The ports below 1024 that are MQTT's, over TLS behind 443. */
const lowPorts = [443];
const farewellMs = 2_000;
/** Reason codes (MQTT 5, 2.4) of a message that is itself refused: too large, of the wrong form. */
const finalReasons = new Set([0x95, 0x99]);
const notAuthorized = 0x87;

export async function sendByMqtt(delivery: Delivery): Promise<Delivered> {
  const { settings, login, links, ruleId, body } = delivery;
  const { topic, retain } = settings.mqtt;
  delivery.show({
    method: 'PUBLISH',
    url: settings.url,
    headers: [
      ['topic', topic],
      ['qos', '1'],
      ['retain', String(retain)],
    ],
    body: delivery.shownBody,
  });
  const open = () => openMqtt(delivery, links !== null);
  const link = links ? await links.take(ruleId, [settings.url, settings.mqtt, login], open) : await open();
  const drop = () => (links ? links.close(ruleId) : link.close());
  const isOver = onTimeOver(delivery.signal, drop);
  try {
    delivery.written();
    await link.publish(topic, body, retain);
    return { status: null, answer: 'PUBACK' };
  } catch (error) {
    drop();
    throw refusalOf(error);
  } finally {
    isOver();
    if (!links) link.close();
  }
}

async function openMqtt(
  { outbound, settings, login, signal, ruleId }: Delivery,
  isLasting: boolean,
): Promise<MqttLink> {
  const isSecure = settings.url.startsWith('mqtts:');
  const { host, port } = targetOf(settings.url, isSecure ? 8883 : 1883);
  const plain = await outbound.connect(host, port, lowPorts);
  const isOver = onTimeOver(signal, () => plain.destroy());
  try {
    const socket = isSecure ? secureOver(plain, host) : plain;
    plain.unref();
    // An error before the client listens would end the process.
    socket.on('error', () => undefined);
    const link = new MqttLink(
      new MqttClient(() => socket as never, optionsOf(settings, login, ruleId, isLasting)),
      settings,
      isLasting,
    );
    try {
      await link.connected();
    } catch (error) {
      link.end();
      throw error;
    }
    return link;
  } catch (error) {
    plain.destroy();
    throw error;
  } finally {
    isOver();
  }
}

function optionsOf(
  { mqtt }: PushRuleSettings,
  { userName, password }: Login,
  ruleId: number,
  isLasting: boolean,
): IClientOptions {
  const { version, clientId, statusTopic, will } = mqtt;
  return {
    protocolVersion: version === '5' ? 5 : 4,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    keepalive: 30,
    clientId: clientId !== '' && isLasting ? clientId : ownName(ruleId),
    // Nothing of a connection that rests holds up the end of the process.
    timerVariant: {
      set: (act, ms) => setInterval(act as () => void, ms).unref() as never,
      clear: (timer) => clearInterval(timer as never),
    },
    ...(userName !== '' && { username: userName }),
    ...(password !== '' && { password }),
    ...(isLasting &&
      statusTopic !== '' && { will: { topic: statusTopic, payload: Buffer.from(will), qos: 1, retain: true } }),
  };
}

/** Another one for each connection, so that a test does not end the connection that the rule keeps. */
const ownName = (ruleId: number): string =>
  `plumbline-push-${ruleId}-${createHash('sha256').update(crypto.randomUUID()).digest('hex').slice(0, 8)}`;

class MqttLink implements Link {
  readonly #client: MqttClient;
  readonly #settings: PushRuleSettings['mqtt'];
  readonly #isLasting: boolean;
  #error: Error | null = null;
  #changed: () => void = () => undefined;

  constructor(client: MqttClient, { mqtt }: PushRuleSettings, isLasting: boolean) {
    this.#client = client;
    this.#settings = mqtt;
    this.#isLasting = isLasting;
    const ended = (error: Error) => {
      this.#error ??= error;
      this.#changed();
    };
    client.on('error', ended);
    client.on('close', () =>
      ended(Object.assign(new Error('the broker closed the connection'), { code: 'ECONNRESET' })),
    );
  }

  get isOpen(): boolean {
    return this.#error === null && this.#client.connected;
  }

  /** With its birth said. Throws PushRefused where the broker lets nobody in. */
  async connected(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#changed = () => this.#error && reject(loginRefusal(this.#error));
      this.#changed();
      this.#client.once('connect', () => resolve());
    });
    const { statusTopic, birth } = this.#settings;
    if (this.#isLasting && statusTopic !== '') await this.publish(statusTopic, birth, true);
  }

  /** Resolves with the PUBACK. */
  async publish(topic: string, content: string, retain: boolean): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#changed = () => this.#error && reject(this.#error);
      this.#changed();
      this.#client.publish(topic, content, { qos: 1, retain }, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Says its will itself, which a broker passes over where a connection takes its leave. */
  close(): void {
    const { statusTopic, will } = this.#settings;
    if (!this.isOpen || !this.#isLasting || statusTopic === '') {
      this.end();
      return;
    }
    const timer = setTimeout(() => this.end(), farewellMs).unref();
    this.#client.publish(statusTopic, will, { qos: 1, retain: true }, () => {
      clearTimeout(timer);
      this.end();
    });
  }

  end(): void {
    // Forced where messages are still without their PUBACK: nothing of it is sent again by itself.
    this.#client.end(!this.isOpen);
    setTimeout(() => this.#client.end(true), farewellMs).unref();
  }
}

const codeOf = (error: unknown): number | null => {
  const { code } = error as Partial<ErrorWithReasonCode>;
  return typeof code === 'number' ? code : null;
};

/** CONNACK of 3.1.1: 2 client id, 4 name or password, 5 not authorized; of 5: 0x85 to 0x87, 0x8A banned, 0x8C method. */
const loginReasons = new Set([2, 4, 5, 0x85, 0x86, notAuthorized, 0x8a, 0x8c]);
const loginRefusal = (error: Error): Error => {
  const code = codeOf(error);
  if (code === null) return error;
  return new PushRefused(loginReasons.has(code) ? 'loginRefused' : 'status', error.message);
};

function refusalOf(error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof PushRefused || code === null) return error;
  const fault = code === notAuthorized ? 'notPermitted' : 'status';
  return new PushRefused(fault, (error as Error).message, { isFinal: finalReasons.has(code) });
}
