/**
 * CoAP (RFC 7252) as a link: a device POSTs its readings to `/devices/<sncode>/readings?secret=<secret>`, as it would over HTTP. The
 * answer comes after COMMIT. Packets are taken apart and put together by coap-packet; what is asked of a server beside that is
 * here, because that of npm's `coap` puts blocks of strangers together without end and throws on some.
 *
 * Invariants: a message that is sent again is stored once and gets the same answer; what is remembered and what is stored at once
 * are bounded; nothing of a sender ends the process; an answer is never longer than a short text.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { gatewayLimits } from '@plumbline/contract/kernel/constants';
import { errors, Failure } from '@plumbline/contract/kernel/errors';
import { generate, type ParsedPacket, parse } from 'coap-packet';
import type { Logger } from '../../../kernel/context.ts';
import { listenProblem } from '../../../kernel/listen-problem.ts';

/** RFC 7252, EXCHANGE_LIFETIME: so long a message id is not used anew. */
const rememberMs = 247_000;
const maxRemembered = 10_000;
/** Messages that are being stored. */
const maxWaiting = 200;
/** An answer goes into one packet, also where a link cuts long ones. */
const maxAnswerBytes = 1_024;
const pathOf = /^devices\/([A-Za-z0-9._-]{1,32})\/readings$/;

/** Stores what a device sent; resolves after COMMIT. Throws deviceRefused, and what the pipeline refuses a message for. */
export type Deliver = (sncode: string, secret: string, text: string) => Promise<Delivered>;

interface Reported {
  readonly index: number;
  readonly channel: string | null;
  readonly error: string;
  readonly code: number;
  readonly detail: unknown;
}
/** Outcome of a message, as over HTTP. */
export interface Delivered {
  readonly stored: number;
  readonly unchanged: number;
  readonly overwritten: number;
  readonly unbound: number;
  readonly empty: number;
  readonly deferred: number;
  readonly refused: readonly Reported[];
  readonly warnings: readonly Reported[];
}

interface Parts {
  readonly deliver: Deliver;
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
}
interface Answer {
  readonly code: string;
  readonly payload: string;
}

export async function openCoap(parts: Parts): Promise<CoapPort> {
  const socket = createSocket(isIPv6(parts.host) ? 'udp6' : 'udp4');
  const { host, port } = parts;
  await new Promise<void>((resolve, reject) => {
    const inUse = ': something else listens there. Set COAP_PORT to a free port, or to 0 for any.';
    socket.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'COAP_PORT', inUse })));
    socket.bind(port, host, () => resolve());
  });
  return new CoapPort(parts, socket);
}

export class CoapPort {
  readonly port: number;
  readonly #parts: Parts;
  readonly #socket: Socket;
  /** By sender and message id: the answer, or null while there is none. */
  readonly #exchanges = new Map<string, { readonly until: number; answer: Buffer | null }>();
  #waiting = 0;
  #messageId = Math.floor(Math.random() * 0x10000);

  constructor(parts: Parts, socket: Socket) {
    this.#parts = parts;
    this.#socket = socket;
    this.port = socket.address().port;
    socket.on('error', (error) => parts.log.warn({ err: error }, 'the port of CoAP'));
    socket.on('message', (bytes, from) => this.#receive(bytes, from));
  }

  /** Messages whose id is remembered. */
  get remembered(): number {
    return this.#exchanges.size;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #receive(bytes: Buffer, from: RemoteInfo): void {
    let packet: ParsedPacket;
    try {
      packet = parse(bytes);
    } catch {
      // Whatever it is, it is no CoAP: nothing goes back to an address that anybody may have written there.
      return;
    }
    if (packet.ack || packet.reset) return;
    if (packet.code === '0.00') {
      if (packet.confirmable) this.#reset(packet, from);
      return;
    }
    const key = `${from.address} ${from.port} ${packet.messageId}`;
    const known = this.#exchanges.get(key);
    if (known && performance.now() < known.until) {
      if (known.answer) this.#send(known.answer, from);
      return;
    }
    const exchange = { until: performance.now() + rememberMs, answer: null as Buffer | null };
    this.#remember(key, exchange);
    this.#answer(packet).then(
      (answer) => {
        exchange.answer = this.#packetOf(packet, answer);
        this.#send(exchange.answer, from);
      },
      // Not answered: it is sent again.
      (error) => {
        this.#exchanges.delete(key);
        this.#parts.log.warn({ err: error }, 'a message over CoAP could not be stored');
      },
    );
  }

  #remember(key: string, exchange: { readonly until: number; answer: Buffer | null }): void {
    // The oldest come first.
    for (const [old, { until }] of this.#exchanges) {
      if (this.#exchanges.size < maxRemembered && until > performance.now()) break;
      this.#exchanges.delete(old);
    }
    this.#exchanges.set(key, exchange);
  }

  async #answer(packet: ParsedPacket): Promise<Answer> {
    const { path, query, unknown } = optionsOf(packet);
    // A critical option that is not understood: blocks of a longer message among them.
    if (unknown !== null) return { code: '4.02', payload: `option ${unknown} is not understood` };
    const [, sncode] = pathOf.exec(path) ?? [];
    if (sncode === undefined) return { code: '4.04', payload: 'devices/<serial number>/readings' };
    if (packet.code !== '0.02') return { code: '4.05', payload: 'POST' };
    if (packet.payload.length > gatewayLimits.messageBytes) return { code: '4.13', payload: '' };
    if (this.#waiting >= maxWaiting) return { code: '5.03', payload: '' };
    this.#waiting++;
    try {
      const secret = query.get('secret') ?? '';
      const delivered = await this.#parts.deliver(sncode, secret, packet.payload.toString('utf8'));
      return { code: '2.04', payload: answerOf(delivered) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { code: codeOf(errors[error.name].status), payload: JSON.stringify({ error: error.name }) };
    } finally {
      this.#waiting--;
    }
  }

  #packetOf({ confirmable, messageId, token }: ParsedPacket, { code, payload }: Answer): Buffer {
    const options = payload.startsWith('{') ? [{ name: 'Content-Format' as const, value: Buffer.of(50) }] : [];
    const reliability = confirmable ? { ack: true, messageId } : { confirmable: false, messageId: this.#nextId() };
    return generate({ ...reliability, code, token, options, payload: Buffer.from(payload) });
  }

  #nextId(): number {
    this.#messageId = (this.#messageId + 1) % 0x10000;
    return this.#messageId;
  }

  /** A ping (RFC 7252, 4.3). */
  #reset({ messageId }: ParsedPacket, from: RemoteInfo): void {
    this.#send(generate({ reset: true, code: '0.00', messageId }), from);
  }

  #send(bytes: Buffer, { address, port }: RemoteInfo): void {
    this.#socket.send(bytes, port, address, (error) => {
      if (error) this.#parts.log.debug({ err: error }, 'an answer over CoAP');
    });
  }
}

const understood: ReadonlySet<string | number> = new Set(['Uri-Host', 'Uri-Port', 'Uri-Path', 'Uri-Query', 'Accept']);
/** Options by name that are critical: their number is odd (RFC 7252, 5.4.6). */
const critical: ReadonlySet<string | number> = new Set([
  ...['If-Match', 'If-None-Match', 'OSCORE', 'Q-Block1', 'Block1', 'Block2', 'Proxy-Uri', 'Proxy-Scheme'],
]);

function optionsOf({ options }: ParsedPacket) {
  const path: string[] = [];
  const query = new URLSearchParams();
  let unknown: string | number | null = null;
  for (const { name, value } of options) {
    const text = Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
    if (name === 'Uri-Path') path.push(text);
    else if (name === 'Uri-Query') {
      const [key = '', ...valueParts] = text.split('=');
      query.append(key, valueParts.join('='));
    } else if (!understood.has(name) && (critical.has(name) || Number(name) % 2 === 1)) unknown ??= name;
  }
  return { path: path.join('/'), query, unknown };
}

/** The counts of HTTP, and as many of its reasons and warnings as go into an answer; the refused are counted, `reasons` names the first. */
function answerOf({ refused, warnings, ...outcome }: Delivered): string {
  const { stored, unchanged, overwritten, unbound, empty, deferred } = outcome;
  const counts = { stored, unchanged, overwritten, unbound, empty, deferred, refused: refused.length };
  for (let named = 5; ; named--) {
    const reasons = named > 0 && refused.length > 0 ? { reasons: refused.slice(0, named) } : {};
    const noted = named > 0 && warnings.length > 0 ? { warnings: warnings.slice(0, named) } : {};
    const text = JSON.stringify({ ...counts, ...reasons, ...noted });
    if (named === 0 || Buffer.byteLength(text) <= maxAnswerBytes) return text;
  }
}

/** The code of CoAP for a status of HTTP. */
function codeOf(status: number): string {
  const same: Readonly<Record<number, string>> = { 401: '4.01', 403: '4.03', 404: '4.04', 413: '4.13', 503: '5.03' };
  return same[status] ?? (status < 500 ? '4.00' : '5.00');
}
