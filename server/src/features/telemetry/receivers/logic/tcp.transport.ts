/**
 * Messages over a TCP connection that stays open, plain or with TLS. Invariant: an answer counts for the message before it alone: what
 * came unasked is dropped, and a connection on which something went wrong is not used again.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Link } from './links.ts';
import { secureOver } from './secure-socket.ts';
import { type Delivered, type Delivery, onTimeOver, PushRefused, targetOf } from './transport.ts';

const answerBytes = 65_536;
/** The ports below 1024 that may be sent to, with TLS. */
const lowPorts = [443];

type Framing = 'line' | 'length';

export async function sendByTcp(delivery: Delivery): Promise<Delivered> {
  const { settings, body, links, ruleId } = delivery;
  const { framing, awaits, text } = settings.tcp;
  delivery.show({ method: 'SEND', url: settings.url, headers: [], body: delivery.shownBody });
  const open = () => openTcp(delivery);
  const link = links ? await links.take(ruleId, [settings.url, framing], open) : await open();
  const drop = () => (links ? links.close(ruleId) : link.close());
  const isOver = onTimeOver(delivery.signal, drop);
  try {
    await link.write(framed(body, framing));
    delivery.written();
    if (awaits === 'nothing') return { status: null, answer: '' };
    const answer = await link.answer(awaits === 'text' ? text : '');
    return { status: null, answer };
  } catch (error) {
    drop();
    throw error;
  } finally {
    isOver();
    if (!links) link.close();
  }
}

function framed(body: string, framing: Framing): Buffer {
  const content = Buffer.from(body);
  if (framing === 'line') return Buffer.concat([content, Buffer.from('\n')]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}

async function openTcp({ outbound, settings, signal }: Delivery): Promise<TcpLink> {
  const { host, port } = targetOf(settings.url, 0);
  const isSecure = settings.url.startsWith('tls:');
  const plain = await outbound.connect(host, port, isSecure ? lowPorts : []);
  const isOver = onTimeOver(signal, () => plain.destroy());
  try {
    const socket = isSecure ? secureOver(plain, host) : plain;
    if (isSecure) await once(socket, 'secureConnect');
    return new TcpLink(socket, settings.tcp.framing);
  } catch (error) {
    plain.destroy();
    throw error;
  } finally {
    isOver();
  }
}

class TcpLink implements Link {
  readonly #socket: Socket;
  readonly #framing: Framing;
  #unread = Buffer.alloc(0);
  #ended: Error | null = null;
  #changed: () => void = () => undefined;

  constructor(socket: Socket, framing: Framing) {
    this.#socket = socket;
    this.#framing = framing;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    socket.unref();
    socket.on('data', (chunk: Buffer) => {
      this.#unread = Buffer.concat([this.#unread, chunk]);
      if (this.#unread.length > answerBytes + 4) this.#end(new PushRefused('answerTooLong', ''));
      this.#changed();
    });
    socket.on('error', (error) => this.#end(error));
    socket.on('end', () => this.#end(closedByReceiver()));
    socket.on('close', () => this.#end(closedByReceiver()));
  }

  get isOpen(): boolean {
    return this.#ended === null;
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#socket.destroy();
    this.#changed();
  }

  /** Resolves when the system has taken all of it. Throws where the connection is gone. */
  async write(content: Buffer): Promise<void> {
    this.#unread = Buffer.alloc(0);
    await new Promise<void>((resolve, reject) => {
      this.#changed = () => this.#ended && reject(this.#ended);
      this.#socket.write(content, (error) => (error ? reject(this.#ended ?? error) : resolve()));
    });
    if (this.#ended) throw this.#ended;
  }

  /** The next answer that holds a text. Throws PushRefused with what came instead when the connection ends. */
  async answer(text: string): Promise<string> {
    const others: string[] = [];
    for (;;) {
      const frame = this.#frame();
      if (frame?.includes(text)) return frame;
      if (frame !== null) others.push(frame);
      else if (this.#ended) {
        const isTooLong = this.#ended instanceof PushRefused;
        throw others.length > 0 && !isTooLong ? new PushRefused('status', others.join(' ')) : this.#ended;
      } else await new Promise<void>((resolve) => (this.#changed = resolve));
    }
  }

  /** null = it is not whole yet. */
  #frame(): string | null {
    const begin = this.#framing === 'line' ? 0 : 4;
    const unread = this.#unread;
    if (unread.length < begin) return null;
    const end = this.#framing === 'line' ? unread.indexOf(10) : begin + unread.readUInt32BE();
    if (end < 0 || end > unread.length) return null;
    this.#unread = unread.subarray(this.#framing === 'line' ? end + 1 : end);
    return unread.subarray(begin, end).toString('utf8').trim();
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = closedByReceiver();
    this.#changed();
    // What was written goes out first.
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), 1_000).unref();
  }
}

const closedByReceiver = () => Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
