/**
 * The port where files of feeds are uploaded over FTP, with TLS (FTPS, RFC 4217) or, where both the installation and the feed allow
 * it, without. The accounts and the folders are those of SFTP: the key of a folder feed and its secret, and its inbox.
 *
 * Invariants: those that have not signed in are bounded in number and time, connections in all and of a feed in number; no sender
 * makes us connect to anywhere.
 */
import { readFileSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createSecureContext } from 'node:tls';
import { openAdmission } from '../../../kernel/admission.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { FtpConfig } from '../../../kernel/config.ftp.ts';
import type { Logger } from '../../../kernel/context.ts';
import { listenProblem } from '../../../kernel/listen-problem.ts';
import { addressOf } from '../../../kernel/networks.ts';
import type { FolderFeeds } from '../feeds/feeds.port.api.ts';
import { ControlConnection } from './logic/control-connection.ts';
import { DataPorts } from './logic/data-ports.ts';
import type { SessionParts } from './logic/ftp-session.ts';

export const ftpLimits = {
  unsigned: { inAll: 100, ofAddress: 20 },
  inAll: 1_000,
  ofFeed: 10,
  signInMs: 30_000,
  tries: 3,
  /** After a wrong secret. */
  refuseMs: 1_000,
  idleMs: 300_000,
} as const;

interface Parts {
  readonly feeds: FolderFeeds;
  readonly log: Logger;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly host: string;
  readonly ftp: FtpConfig;
  readonly signInMs?: number;
  readonly idleMs?: number;
}

export async function openFtp(parts: Parts): Promise<FtpPort> {
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
  server.maxConnections = ftpLimits.inAll;
  const { host, ftp } = parts;
  await new Promise<void>((resolve, reject) => {
    const inUse = ': something else listens there. Set FTP_PORT to a free port, or to 0 for any.';
    const failed = (error: Error) => reject(listenProblem(error, { host, port: ftp.port, setting: 'FTP_PORT', inUse }));
    server.once('error', failed);
    server.listen(ftp.port, host, () => {
      server.off('error', failed);
      resolve();
    });
  });
  return new FtpPort(parts, server);
}

export class FtpPort {
  readonly port: number;
  readonly #parts: Parts;
  readonly #server: Server;
  readonly #session: SessionParts;
  readonly #admission = openAdmission(ftpLimits.unsigned);
  readonly #sockets = new Set<Socket>();
  readonly #ofFeed = new Map<string, number>();

  constructor(parts: Parts, server: Server) {
    this.#parts = parts;
    this.#server = server;
    this.port = (server.address() as { port: number }).port;
    const { feeds, dataDir, log, clock, ftp } = parts;
    this.#session = {
      feeds,
      dataDir,
      log,
      tries: ftpLimits.tries,
      refuseMs: ftpLimits.refuseMs,
      ports: new DataPorts(ftp.passive),
      secureContext: ftp.tls && createSecureContext(readCertificate(ftp.tls)),
      mayBePlain: ftp.mayBePlain,
      publicAddress: ftp.address,
      now: () => clock.now(),
    };
    server.on('connection', (socket) => this.#admit(socket));
    server.on('error', (error) => log.warn({ err: error }, 'the port of FTP'));
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #admit(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    this.#sockets.add(socket);
    const leave = this.#admission.enter(addressOf(socket), () => socket.destroy());
    const late = setTimeout(() => socket.destroy(), this.#parts.signInMs ?? ftpLimits.signInMs);
    socket.once('close', () => {
      clearTimeout(late);
      leave();
      this.#sockets.delete(socket);
    });
    const signedIn = (key: string): boolean => {
      if (!this.#count(key, socket)) return false;
      clearTimeout(late);
      leave();
      return true;
    };
    new ControlConnection(socket, this.#session, { idleMs: this.#parts.idleMs ?? ftpLimits.idleMs, signedIn });
  }

  /** False = one too many of the feed. */
  #count(key: string, socket: Socket): boolean {
    const before = this.#ofFeed.get(key) ?? 0;
    if (before >= ftpLimits.ofFeed || socket.destroyed) return false;
    this.#ofFeed.set(key, before + 1);
    socket.once('close', () => {
      const left = (this.#ofFeed.get(key) ?? 1) - 1;
      if (left > 0) this.#ofFeed.set(key, left);
      else this.#ofFeed.delete(key);
    });
    return true;
  }
}

const readCertificate = ({ certFile, keyFile }: NonNullable<FtpConfig['tls']>) => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  minVersion: 'TLSv1.2' as const,
  sessionIdContext: 'plumbline-ftp',
});
