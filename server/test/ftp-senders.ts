/** Senders over FTP that nobody here wrote, curl and Python's ftplib, and one that says whatever a test wants. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

export const hasCurl = existsSync('/usr/bin/curl');
export const hasPython = existsSync('/usr/bin/python3');
export const needs = { skip: hasCurl && hasPython ? false : 'curl or python3 (Debian) is not installed' };

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}
export function run(command: string, args: readonly string[], input = ''): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], timeout: 30_000 });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve({ code, output }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Waits for whole answers; one that does not come within a while is the end of the connection or of the patience. */
export class RawSender {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  #text = '';
  #hasClosed = false;
  #waiting: (() => void) | null = null;

  constructor(port: number, host = '127.0.0.1') {
    this.socket = connect(port, host);
    this.socket.on('error', () => undefined);
    this.socket.on('data', (chunk) => {
      this.#text += chunk;
      this.#waiting?.();
    });
    this.closed = new Promise((resolve) =>
      this.socket.once('close', () => {
        this.#hasClosed = true;
        this.#waiting?.();
        resolve();
      }),
    );
  }

  /** The next answer, without its line end; 'closed' = there is none to come. */
  async answer(): Promise<string> {
    for (;;) {
      const found = /^(\d{3})(?:-[\s\S]*?\r\n\1)? [^\r]*\r\n/.exec(this.#text)?.[0];
      if (found !== undefined) {
        this.#text = this.#text.slice(found.length);
        return found.trimEnd();
      }
      if (this.#hasClosed) return 'closed';
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    }
  }

  send(line: string | Buffer): Promise<string> {
    this.socket.write(typeof line === 'string' ? `${line}\r\n` : line);
    return this.answer();
  }

  /** The code of the answer. */
  async code(line: string | Buffer): Promise<string> {
    return (await this.send(line)).slice(0, 3);
  }

  async signIn(key: string, secret: string): Promise<this> {
    await this.answer();
    await this.send(`USER ${key}`);
    const answer = await this.send(`PASS ${secret}`);
    if (!answer.startsWith('230')) throw new Error(answer);
    return this;
  }

  /** A data connection by EPSV. */
  async data(): Promise<Socket> {
    const port = Number(/\|\|\|(\d+)\|/.exec(await this.send('EPSV'))?.[1]);
    const data = connect(port, '127.0.0.1');
    data.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => data.once('connect', () => resolve()).once('error', reject));
    return data;
  }

  end(): void {
    this.socket.destroy();
  }
}
