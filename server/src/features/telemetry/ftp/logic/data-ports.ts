/**
 * Data connections of FTP: a port is opened for one sender (PASV, EPSV), who connects to it. We never connect to a sender: an address
 * that a sender names would make this server connect to others for it (the bounce attack).
 *
 * Invariants: a port takes one connection, from the address of its control connection, and is closed behind it; one that nobody
 * connects to closes by itself; ports are those that were set.
 */
import { randomInt } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { addressOf } from '../../../../kernel/networks.ts';

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** How long a port waits for its sender. */
const waitMs = 30_000;
const lingerMs = 5_000;

export class DataPorts {
  /** null = whichever is free. */
  readonly #range: PortRange | null;

  constructor(range: PortRange | null) {
    this.#range = range;
  }

  /** At the address that the sender reached; null = every port is taken. */
  async open(host: string, peer: string): Promise<DataPort | null> {
    if (this.#range === null) return this.#openAt(0, host, peer);
    const { first, last } = this.#range;
    const count = last - first + 1;
    // Begins anywhere, so that the next port cannot be foretold.
    const start = randomInt(count);
    for (let nth = 0; nth < count; nth++) {
      const opened = await this.#openAt(first + ((start + nth) % count), host, peer);
      if (opened) return opened;
    }
    return null;
  }

  #openAt(port: number, host: string, peer: string): Promise<DataPort | null> {
    const server = createServer({ noDelay: true, pauseOnConnect: true });
    return new Promise((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(null) : reject(error),
      );
      server.listen({ port, host, backlog: 4 }, () => resolve(new DataPort(server, peer)));
    });
  }
}

export class DataPort {
  readonly port: number;
  readonly #server: Server;
  readonly #passed: Promise<Socket | null>;
  #socket: Socket | null = null;
  #isClosed = false;

  constructor(server: Server, peer: string) {
    this.#server = server;
    this.port = (server.address() as { port: number }).port;
    this.#passed = new Promise((resolve) => {
      const late = setTimeout(() => this.close(), waitMs);
      server.on('error', () => this.close());
      server.on('connection', (socket) => {
        socket.on('error', () => undefined);
        if (this.#socket || this.#isClosed || addressOf(socket) !== peer) return void socket.destroy();
        this.#socket = socket;
        server.close();
        resolve(socket);
      });
      server.once('close', () => {
        clearTimeout(late);
        resolve(null);
      });
    });
  }

  /** The connection of the sender; null = none came. */
  passed(): Promise<Socket | null> {
    return this.#passed;
  }

  /** Closes the port, and ends what came by it. */
  close(): void {
    this.#isClosed = true;
    if (this.#server.listening) this.#server.close();
    this.#socket?.destroy();
  }

  /** What came by it has ended well: the last bytes may still be on their way to the sender. */
  letGo(): void {
    const socket = this.#socket;
    if (!socket) return;
    const late = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(late));
    socket.unref();
  }
}
