/** A device's MQTT connection as bare bytes: says what no client library would. */
import { connect } from 'node:net';

export const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};
export function packet(first: number, ...body: Buffer[]): Buffer {
  const rest = Buffer.concat(body);
  return Buffer.concat([Buffer.from([first]), lengthOf(rest.length), rest]);
}
export function lengthOf(length: number): Buffer {
  const bytes: number[] = [];
  do {
    bytes.push((length % 128) | (length >= 128 ? 0x80 : 0));
    length = Math.floor(length / 128);
  } while (length > 0);
  return Buffer.from(bytes);
}
export interface Connecting {
  username?: string;
  password?: string;
  clientId?: string;
  clean?: boolean;
  level?: number;
  name?: string;
  will?: { topic: string; payload: string };
}
export function connectPacket({
  username = '',
  password = '',
  clientId = '',
  clean = true,
  level = 4,
  name = 'MQTT',
  will,
}: Connecting): Buffer {
  const flags = (clean ? 2 : 0) | (will ? 4 : 0) | (username ? 0x80 : 0) | (password ? 0x40 : 0);
  return packet(
    0x10,
    text(name),
    Buffer.from([level, flags, 0, 60]),
    text(clientId),
    ...(will ? [text(will.topic), text(will.payload)] : []),
    ...(username ? [text(username)] : []),
    ...(password ? [text(password)] : []),
  );
}
const id = (value: number) => Buffer.from([value >> 8, value & 0xff]);
/** QoS 1 with an id, QoS 0 without. */
export const publishPacket = (topic: string, payload: string | Buffer, packetId: number | null) =>
  packet(
    packetId === null ? 0x30 : 0x32,
    text(topic),
    ...(packetId === null ? [] : [id(packetId)]),
    Buffer.from(payload as string),
  );
export const subscribePacket = (packetId: number, ...topics: string[]) =>
  packet(0x82, id(packetId), ...topics.flatMap((topic) => [text(topic), Buffer.from([1])]));

export interface ReceivedPacket {
  readonly first: number;
  readonly body: Buffer;
}

export async function openDevice(port: number) {
  const socket = connect({ port, host: '127.0.0.1' });
  let unread = Buffer.alloc(0);
  const received: ReceivedPacket[] = [];
  let closed = false;
  let wake = () => {};
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    for (;;) {
      let length = 0;
      let at = 1;
      for (; unread[at] !== undefined; at++) {
        length += (unread[at]! & 0x7f) * 128 ** (at - 1);
        if (unread[at]! < 0x80) break;
      }
      if (unread[at] === undefined || unread.length < at + 1 + length) break;
      received.push({ first: unread[0]!, body: unread.subarray(at + 1, at + 1 + length) });
      unread = unread.subarray(at + 1 + length);
    }
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
    wake();
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  const device = {
    received: received as readonly ReceivedPacket[],
    get closed() {
      return closed;
    },
    send: (...packets: Buffer[]) =>
      new Promise<void>((resolve) => socket.write(Buffer.concat(packets), () => resolve())),
    /** Until it holds, the connection ended, or nothing has come for 10 s: however slow the machine is. */
    async until(holds: () => boolean): Promise<boolean> {
      let last = { count: received.length, at: Date.now() };
      while (!holds() && !closed && Date.now() < last.at + 10_000) {
        if (received.length > last.count) last = { count: received.length, at: Date.now() };
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 100);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return holds();
    },
    async ended() {
      for (const end = Date.now() + 10_000; !closed && Date.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, 20));
      return closed;
    },
    /** Return code and session present of the CONNACK; null when it ended without. */
    async connack(): Promise<{ code: number; present: number } | null> {
      await device.until(() => received.length > 0);
      const [first] = received;
      return first?.first === 0x20 ? { code: first.body[1]!, present: first.body[0]! } : null;
    },
    pubacks: () => received.filter(({ first }) => first === 0x40).length,
    /** Payloads that came down. */
    messages: () =>
      received
        .filter(({ first }) => first >> 4 === 3)
        .map(({ body }) => body.toString('utf8', 2 + body.readUInt16BE(0))),
    close: () => socket.destroy(),
    /** Says that nothing more comes, and resolves when the other end, which reads that last, has closed: 10 s at most. */
    async finish() {
      socket.end();
      await device.ended();
      socket.destroy();
    },
  };
  return device;
}
