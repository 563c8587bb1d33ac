/**
 * A device on MQTT 3.1.1: one plain socket, a window of messages in flight, and no more state than that, so that
 * thousands of them fit into one process. Publishes to devices/{sncode}/readings, listens on devices/{sncode}/commands
 * and answers on devices/{sncode}/responses.
 */
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { generate, type Packet, parser } from 'mqtt-packet';
import { type Link, type LinkOptions, noCounts } from './link.ts';

interface Message {
  readonly seq: number;
  readonly payload: string;
  messageId: number;
  sentAt: number;
  tries: number;
}

/** Opens the link and keeps it open: it connects again, and repeats what was not acknowledged, until stopped. */
export function mqttLink(options: LinkOptions): Link {
  const {
    sncode,
    secret,
    qos = 1,
    window = 20,
    keepaliveSeconds = 60,
    reconnectMs = 200,
    ackTimeoutMs = 30_000,
  } = options;
  const url = new URL(options.url);
  const secure = url.protocol === 'mqtts:';
  const port = Number(url.port) || (secure ? 8883 : 1883);
  const topic = `devices/${sncode}`;
  const counts = noCounts();
  const queue: Message[] = [];
  /** In the order of sending: a Map keeps it. */
  const flying = new Map<number, Message>();
  let head = 0;
  let nextId = 1;
  let socket: Socket | null = null;
  let connected = false;
  let stopped = false;
  let failures = 0;
  let receivedAt = 0;
  let retry: NodeJS.Timeout | null = null;
  let beat: NodeJS.Timeout | null = null;
  let idlers: (() => void)[] = [];
  const first = Promise.withResolvers<void>();
  first.promise.catch(() => {});

  const waiting = () => queue.length - head + flying.size;
  const write = (packet: Packet) => socket?.write(generate(packet)) ?? false;

  function freeId(): number {
    while (flying.has(nextId)) nextId = nextId === 65535 ? 1 : nextId + 1;
    const id = nextId;
    nextId = nextId === 65535 ? 1 : nextId + 1;
    return id;
  }

  function publish(message: Message): boolean {
    message.sentAt = performance.now();
    message.tries++;
    counts.sent++;
    const dup = qos === 1 && message.tries > 1;
    if (dup) counts.resent++;
    const { payload, messageId } = message;
    return write({ cmd: 'publish', topic: `${topic}/readings`, payload, qos, dup, retain: false, messageId });
  }

  function delivered(message: Message): void {
    counts.acked++;
    const { seq, payload, sentAt } = message;
    options.onDelivered?.({ seq, payload, sentAt, ackedAt: performance.now() });
  }

  /** Sends what the window and the socket's buffer allow. */
  function pump(): void {
    if (!connected || socket === null) return;
    socket.cork();
    while (head < queue.length && flying.size < window && !socket.writableNeedDrain) {
      const message = queue[head++] as Message;
      if (qos === 1) {
        message.messageId = freeId();
        flying.set(message.messageId, message);
        publish(message);
      } else {
        publish(message);
        delivered(message);
      }
    }
    if (head > 1000 && head * 2 > queue.length) {
      queue.splice(0, head);
      head = 0;
    }
    socket.uncork();
    settle();
  }

  function settle(): void {
    if (waiting() > 0 || idlers.length === 0) return;
    const done = idlers;
    idlers = [];
    for (const resolve of done) resolve();
  }

  function receive(packet: Packet): void {
    receivedAt = performance.now();
    if (packet.cmd === 'puback') {
      const message = flying.get(packet.messageId as number);
      if (message === undefined) return;
      flying.delete(packet.messageId as number);
      delivered(message);
      pump();
    } else if (packet.cmd === 'connack') accepted(packet.returnCode ?? 0);
    else if (packet.cmd === 'publish') {
      if (packet.qos === 1) write({ cmd: 'puback', messageId: packet.messageId as number });
      const answer = packet.topic === `${topic}/commands` ? options.onCommand?.(packet.payload.toString()) : undefined;
      if (answer === undefined) return;
      write({ cmd: 'publish', topic: `${topic}/responses`, payload: answer, qos: 0, dup: false, retain: false });
    }
  }

  function accepted(returnCode: number): void {
    if (returnCode !== 0) {
      counts.rejects++;
      socket?.destroy();
      return;
    }
    connected = true;
    failures = 0;
    counts.connects++;
    write({ cmd: 'subscribe', messageId: freeId(), subscriptions: [{ topic: `${topic}/commands`, qos: 1 }] });
    for (const message of flying.values()) publish(message);
    first.resolve();
    pump();
  }

  function keepAlive(): void {
    const now = performance.now();
    const [oldest] = flying.values();
    const late = oldest !== undefined && now - oldest.sentAt > ackTimeoutMs;
    if (late || now - receivedAt > keepaliveSeconds * 1500) socket?.destroy();
    else if (connected && now - receivedAt > keepaliveSeconds * 500) write({ cmd: 'pingreq' });
  }

  function open(): void {
    retry = null;
    const parse = parser({ protocolVersion: 4 });
    const opened = secure
      ? connectTls({ host: url.hostname, port, servername: url.hostname })
      : connectTcp({ host: url.hostname, port });
    socket = opened;
    receivedAt = performance.now();
    opened.setNoDelay(true);
    parse.on('packet', receive);
    parse.on('error', () => opened.destroy());
    opened.on(secure ? 'secureConnect' : 'connect', () => {
      const password = Buffer.from(secret);
      write({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: sncode,
        keepalive: keepaliveSeconds,
        username: sncode,
        password,
      });
    });
    opened.on('data', (chunk: Buffer) => parse.parse(chunk));
    opened.on('drain', pump);
    // 'close' follows every error and says all there is to say.
    opened.on('error', () => {});
    opened.on('close', closed);
  }

  function closed(): void {
    connected = false;
    socket = null;
    if (stopped) return;
    const wait = reconnectMs * Math.min(20, 2 ** failures++);
    retry = setTimeout(open, wait * (0.75 + Math.random() / 2));
  }

  open();
  beat = setInterval(keepAlive, Math.min(5000, Math.max(20, Math.min(ackTimeoutMs, keepaliveSeconds * 1000) / 4)));

  return {
    counts,
    get waiting() {
      return waiting();
    },
    get connected() {
      return connected;
    },
    send(payload) {
      const seq = ++counts.accepted;
      queue.push({ seq, payload, messageId: 0, sentAt: 0, tries: 0 });
      if (flying.size < window) pump();
      return seq;
    },
    respond(text) {
      if (connected)
        write({ cmd: 'publish', topic: `${topic}/responses`, payload: text, qos: 0, dup: false, retain: false });
    },
    ready: () => first.promise,
    idle: (timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${sncode}: ${waiting()} messages still wait`)), timeoutMs);
        idlers.push(() => {
          clearTimeout(timer);
          resolve();
        });
        settle();
      }),
    async stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      if (beat) clearInterval(beat);
      first.reject(new Error(`${sncode}: stopped`));
      const open = socket;
      if (open === null) return;
      const closing = new Promise<void>((resolve) => open.once('close', () => resolve()));
      if (connected) open.end(generate({ cmd: 'disconnect' }));
      else open.destroy();
      const force = setTimeout(() => open.destroy(), 500);
      await closing;
      clearTimeout(force);
    },
  };
}
