/**
 * The control connection of one sender: bytes to commands, one after the other, and answers back. Invariants: what waits of commands
 * and of answers is bounded, and so is what is read of a stranger; what came in the clear does not count under TLS; nothing of a sender ends the process.
 */
import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import { addressOf } from '../../../../kernel/networks.ts';
import { type Command, CommandLines } from './command-lines.ts';
import type { Reply } from './ftp-replies.ts';
import { FtpSession, type SessionParts } from './ftp-session.ts';

/** Commands and bytes of answers that one sender leaves waiting. */
const maxWaiting = 64;
const maxAnswerBytes = 65_536;
/** Bytes of commands before a sender has signed in: name, secret and what clients ask first are a few hundred. */
export const maxUnsignedBytes = 8_192;

interface Ends {
  readonly idleMs: number;
  /** False = its feed has as many connections as it may. */
  readonly signedIn: (key: string) => boolean;
}

export class ControlConnection {
  readonly #idleMs: number;
  readonly #secureContext: SecureContext | null;
  readonly #session: FtpSession;
  readonly #lines = new CommandLines();
  readonly #waiting: Command[] = [];
  #socket: Socket;
  #isBusy = false;
  #isSignedIn = false;
  #unsignedBytes = 0;
  #hasEnded = false;

  constructor(socket: Socket, parts: SessionParts, { idleMs, signedIn }: Ends) {
    this.#socket = socket;
    this.#idleMs = idleMs;
    this.#secureContext = parts.secureContext;
    const local = { remoteAddress: socket.localAddress ?? '' } as Socket;
    this.#session = new FtpSession(parts, {
      host: addressOf(local),
      peer: addressOf(socket),
      signedIn: (key) => {
        this.#isSignedIn = signedIn(key);
        return this.#isSignedIn;
      },
      write: (text) => this.#write(text),
    });
    this.#listen(socket);
    this.#write('220 Plumbline');
  }

  readonly #received = (chunk: Buffer): void => {
    if (this.#hasEnded) return;
    if (!this.#isSignedIn) {
      this.#unsignedBytes += chunk.length;
      if (this.#unsignedBytes > maxUnsignedBytes) return void this.#refuse('421 Too much before signing in.');
    }
    for (const command of this.#lines.push(chunk)) {
      if (this.#waiting.length >= maxWaiting) return void this.#end('421 Too much at once.');
      this.#waiting.push(command);
      // At once, and it is answered in its turn.
      if (command.verb === 'ABOR') this.#session.abort();
    }
    this.#work().catch(() => this.#socket.destroy());
  };

  #listen(socket: Socket): void {
    socket.on('data', this.#received);
    socket.on('error', () => socket.destroy());
    socket.on('end', () => this.#session.close());
    socket.on('close', () => {
      this.#hasEnded = true;
      this.#session.close();
    });
    socket.setTimeout(this.#idleMs, () => {
      // A transfer has a time of its own.
      if (!this.#session.isTransferring) this.#end('421 Idle for too long.');
    });
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let command = this.#waiting.shift(); command && !this.#hasEnded; command = this.#waiting.shift())
      this.#answer(await this.#session.run(command));
    this.#isBusy = false;
  }

  #answer(reply: Reply): void {
    if (typeof reply === 'string') this.#write(reply);
    else if (reply.next === 'end') this.#end(reply.text);
    else this.#secure(reply.text);
  }

  #write(text: string): void {
    if (this.#hasEnded || !this.#socket.writable) return;
    this.#socket.write(`${text}\r\n`);
    // It asks and does not listen.
    if (this.#socket.writableLength > maxAnswerBytes) this.#socket.destroy();
  }

  #end(text: string): void {
    this.#write(text);
    this.#hasEnded = true;
    this.#session.close();
    const socket = this.#socket;
    socket.off('data', this.#received);
    // What it still sends is read and let go, or the answer might not reach it.
    socket.resume();
    socket.end();
    setTimeout(() => socket.destroy(), 2_000).unref();
  }

  /** Nothing more of a stranger is read, whether the answer reaches it or not. */
  #refuse(text: string): void {
    this.#end(text);
    this.#socket.pause();
  }

  /** What follows AUTH in the clear might be of somebody on the way. */
  #secure(text: string): void {
    const plain = this.#socket;
    if (this.#lines.hasBegun || this.#waiting.length > 0 || this.#secureContext === null) return void plain.destroy();
    plain.off('data', this.#received);
    plain.pause();
    plain.setTimeout(0);
    this.#write(text);
    const secured = new TLSSocket(plain, { isServer: true, secureContext: this.#secureContext });
    plain.once('close', () => secured.destroy());
    secured.once('close', () => plain.destroy());
    this.#socket = secured;
    this.#session.secured();
    this.#listen(secured);
  }
}
