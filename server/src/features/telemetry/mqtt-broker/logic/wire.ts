/**
 * Stands between a device's connection and the MQTT parser, which would buffer whatever a header announces. Lets through
 * one CONNECT of bounded size, nothing more until it is answered, and then packets of bounded size. A PUBLISH that is
 * too long for the gateway is passed on with a mark in place of its payload, so that it is acknowledged and refused by name
 * and the device does not send it for ever; its bytes are dropped as they come.
 *
 * Invariant: before a device is known, no more than `connectBytes` of it are kept, and the parser has seen none but those.
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { gatewayLimits } from '@plumbline/contract/kernel/constants';

export const wireLimits = {
  connectBytes: 4 * 1024,
  /** Of a packet that is no PUBLISH: a SUBSCRIBE of some topics is the longest. */
  packetBytes: 16 * 1024,
  topicBytes: 1024,
} as const;
/** A PUBLISH of exactly the longest message, with its topic and packet id. */
const publishBytes = gatewayLimits.messageBytes + wireLimits.topicBytes + 4;

/** In place of a payload that was too long. Nobody can guess it. */
export const tooLongMark = randomBytes(24);

export interface Wire {
  /** The device is known: what it sent meanwhile, and all that follows, goes to the parser. */
  open(): void;
}

const connect = 0x10;
const publish = 3;
const noBytes = Buffer.alloc(0);

/** Takes over the reading of a socket; call it before the broker is given the socket. `refuse` ends the connection. */
export function watchWire(socket: Socket, refuse: (why: string, connack: number | null) => void): Wire {
  const read = socket.read.bind(socket);
  let phase: 'connect' | 'waiting' | 'open' | 'ended' = 'connect';
  let buffered: Buffer = noBytes;
  const pass = packetFilter((why) => end(why));
  function end(why: string, connack: number | null = null) {
    phase = 'ended';
    buffered = noBytes;
    refuse(why, connack);
    return null;
  }
  function first(chunk: Buffer): Buffer | null {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    if (buffered[0] !== connect) return end('the first packet is no CONNECT');
    const header = headerAt(buffered, 0);
    if (header === 'bad') return end('no length of a packet');
    if (header === 'more') return null;
    if (header.length > wireLimits.connectBytes) return end(`a CONNECT of ${header.length} bytes`);
    const size = header.bytes + header.length;
    if (buffered.length < size) return null;
    const packet = buffered.subarray(0, size);
    const version = versionOf(packet.subarray(header.bytes));
    // 1 = unacceptable protocol version: said before the parser ends the connection without a word.
    if (version !== null && version !== 3 && version !== 4) return end(`protocol level ${version}`, 1);
    buffered = buffered.subarray(size);
    phase = 'waiting';
    return packet;
  }
  socket.read = (size?: number) => {
    if (phase === 'ended') return null;
    // What came stays in the socket, whose own buffer is bounded.
    if (phase === 'waiting') return null;
    const chunk = read(size) as Buffer | null;
    if (phase === 'connect') return chunk === null ? null : first(chunk);
    if (buffered.length === 0) return chunk === null ? null : pass(chunk);
    const all = chunk === null ? buffered : Buffer.concat([buffered, chunk]);
    buffered = noBytes;
    return pass(all);
  };
  return {
    open() {
      if (phase === 'waiting') phase = 'open';
    },
  };
}

/** The length of a packet and the bytes of its header; `more` = not all of the header is there. */
function headerAt(buffer: Buffer, at: number): { bytes: number; length: number } | 'more' | 'bad' {
  let length = 0;
  for (let each = 0; each < 4; each++) {
    const byte = buffer[at + 1 + each];
    if (byte === undefined) return 'more';
    length += (byte & 0x7f) * 128 ** each;
    if (byte < 0x80) return { bytes: each + 2, length };
  }
  return 'bad';
}

/** The protocol level of a CONNECT; null where it has no place for one. */
function versionOf(body: Buffer): number | null {
  if (body.length < 2) return null;
  const level = body[2 + body.readUInt16BE(0)];
  // The highest bit says that a bridge connects.
  return level === undefined ? null : level & 0x7f;
}

function writeLength(length: number): Buffer {
  const bytes: number[] = [];
  do {
    bytes.push((length % 128) | (length >= 128 ? 0x80 : 0));
    length = Math.floor(length / 128);
  } while (length > 0);
  return Buffer.from(bytes);
}

/** Follows packets over chunks: gives what the parser may see of each chunk, null where that is nothing. */
function packetFilter(refuse: (why: string) => null): (chunk: Buffer) => Buffer | null {
  /** The begin of a packet whose header has not come whole. */
  let head: Buffer = noBytes;
  let body = 0;
  let dropping = false;

  /** The head of a long PUBLISH with the mark as payload, and how many bytes of it were read. */
  function shorten(buffer: Buffer, at: number, header: { bytes: number; length: number }) {
    const topicAt = at + header.bytes;
    if (buffer.length < topicAt + 2) return 'more';
    const topicBytes = buffer.readUInt16BE(topicAt);
    if (topicBytes > wireLimits.topicBytes) return 'bad';
    const hasId = (buffer.readUInt8(at) & 0x06) !== 0;
    const read = 2 + topicBytes + (hasId ? 2 : 0);
    if (buffer.length < topicAt + read) return 'more';
    const parts = [buffer.subarray(topicAt, topicAt + read), tooLongMark];
    const short = Buffer.concat([buffer.subarray(at, at + 1), writeLength(read + tooLongMark.length), ...parts]);
    return { short, read };
  }

  return (chunk) => {
    const buffer = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    head = noBytes;
    const out: Buffer[] = [];
    let at = Math.min(body, buffer.length);
    body -= at;
    let from = dropping ? at : 0;
    while (at < buffer.length) {
      const header = headerAt(buffer, at);
      if (header === 'bad') return refuse('no length of a packet');
      const isPublish = buffer.readUInt8(at) >> 4 === publish;
      const long = header !== 'more' && header.length > (isPublish ? publishBytes : wireLimits.packetBytes);
      if (long && !isPublish) return refuse(`a packet of ${header.length} bytes`);
      const shortened = long ? shorten(buffer, at, header) : null;
      if (shortened === 'bad') return refuse('a topic that is too long');
      if (header === 'more' || shortened === 'more') {
        out.push(buffer.subarray(from, at));
        head = buffer.subarray(at);
        from = buffer.length;
        dropping = false;
        break;
      }
      if (shortened) out.push(buffer.subarray(from, at), shortened.short);
      const end = at + header.bytes + header.length;
      at = Math.min(end, buffer.length);
      body = end - at;
      dropping = shortened !== null;
      if (dropping) from = at;
    }
    if (from < buffer.length) out.push(buffer.subarray(from));
    const [first] = out;
    const passed = first && out.length === 1 ? first : Buffer.concat(out);
    return passed.length === 0 ? null : passed;
  };
}
