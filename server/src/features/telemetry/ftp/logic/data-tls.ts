/**
 * TLS on a data connection (RFC 4217). FTP marks the end of a file by the end of the connection, and anybody on the way can end a TCP
 * connection. Invariant: the stream ends by the sender's own close_notify alone; where only TCP ended, it fails.
 *
 * Node hands on the end of TCP as if it were that of TLS. So TLS stands on a stream that never ends: what it reads as its end
 * was said under TLS.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';

/** For what had arrived to be read, after TCP has ended. */
const drainMs = 5_000;
const handshakeMs = 20_000;

/** Resolves after the handshake, before which nothing may be ended; rejects where there is none. */
export async function secureData(socket: Socket, secureContext: SecureContext): Promise<TLSSocket> {
  const secured = new TLSSocket(new Below(socket), { isServer: true, secureContext });
  // Whoever reads is told by the stream itself.
  secured.on('error', () => undefined);
  const cut = () => {
    const drained = setTimeout(() => secured.destroy(new Error('TLS was cut')), drainMs);
    secured.once('close', () => clearTimeout(drained));
  };
  socket.once('end', cut);
  socket.once('close', () => {
    if (!socket.readableEnded) secured.destroy(new Error('TLS was cut'));
  });
  secured.once('close', () => socket.destroy());
  await shaken(secured);
  return secured;
}

function shaken(secured: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = () => {
      clearTimeout(late);
      secured.destroy();
      reject(new Error('no TLS'));
    };
    const late = setTimeout(failed, handshakeMs);
    secured.once('close', failed);
    secured.once('secure', () => {
      clearTimeout(late);
      secured.off('close', failed);
      resolve();
    });
  });
}

/** The bytes of a socket without its end. */
class Below extends Duplex {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    socket.on('data', (chunk) => {
      if (!this.push(chunk)) socket.pause();
    });
    socket.pause();
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#socket.writable) this.#socket.write(chunk, done);
    else done();
  }

  override _final(done: () => void): void {
    if (this.#socket.writable) this.#socket.end(done);
    else done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
