/**
 * The port where files of feeds are uploaded over SFTP. Each folder feed is an account of its own: its key is the user name, its
 * secret the password, and it may have public keys. There is no shell, no forwarding, and nothing but the inbox of the feed.
 *
 * Invariants: those that have not signed in are bounded in number and time, and tries of a connection in number; the host key stays
 * the same, so that a sender can know us again.
 */
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server as NetServer, Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import ssh2, { type AuthContext, type Connection, type ParsedKey, type PublicKeyAuthContext } from 'ssh2';
import { openAdmission } from '../../../kernel/admission.ts';
import type { Logger } from '../../../kernel/context.ts';
import { listenProblem } from '../../../kernel/listen-problem.ts';
import { addressOf } from '../../../kernel/networks.ts';
import { Inbox } from '../feed-inbox/feed-inbox.api.ts';
import type { FeedPlan } from '../feeds/feeds.api.ts';
import type { FolderFeeds } from '../feeds/feeds.port.api.ts';
import { serveSftp } from './logic/sftp-session.ts';

export const sftpLimits = {
  unsigned: { inAll: 100, ofAddress: 20 },
  signInMs: 20_000,
  tries: 3,
  ofFeed: 10,
  idleMs: 300_000,
} as const;

interface Parts {
  readonly feeds: FolderFeeds;
  readonly log: Logger;
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly signInMs?: number;
}
/** How a sender signed in, to be asked again later. */
interface SignedIn {
  readonly key: string;
  readonly isStill: (feed: FeedPlan) => boolean;
}

export async function openSftp(parts: Parts): Promise<SftpPort> {
  const hostKey = hostKeyIn(parts.dataDir);
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
  const { host, port } = parts;
  await new Promise<void>((resolve, reject) => {
    const inUse = ': something else listens there. Set SFTP_PORT to a free port, or to 0 for any.';
    server.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'SFTP_PORT', inUse })));
    server.listen(port, host, () => resolve());
  });
  return new SftpPort(parts, server, hostKey);
}

/** Made once, and only for the owner of the process to read. */
function hostKeyIn(dataDir: string): string {
  const path = join(dataDir, 'sftp_host_key');
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writeFileSync(path, privateKey, { mode: 0o600, flag: 'wx' });
    chmodSync(path, 0o600);
  }
  return readFileSync(path, 'utf8');
}

export class SftpPort {
  readonly port: number;
  readonly #parts: Parts;
  readonly #server: NetServer;
  readonly #hostKey: string;
  readonly #admission = openAdmission(sftpLimits.unsigned);
  readonly #sockets = new Set<Socket>();
  readonly #ofFeed = new Map<string, number>();

  constructor(parts: Parts, server: NetServer, hostKey: string) {
    this.#parts = parts;
    this.#server = server;
    this.port = (server.address() as { port: number }).port;
    this.#hostKey = hostKey;
    server.on('connection', (socket) => this.#admit(socket));
    server.on('error', (error) => parts.log.warn({ err: error }, 'the port of SFTP'));
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
    const late = setTimeout(() => socket.destroy(), this.#parts.signInMs ?? sftpLimits.signInMs);
    const signedIn = () => {
      clearTimeout(late);
      leave();
      socket.setTimeout(sftpLimits.idleMs, () => socket.destroy());
    };
    socket.once('close', () => {
      clearTimeout(late);
      leave();
      this.#sockets.delete(socket);
    });
    // One for each connection: the library names none by its socket.
    const ssh = new ssh2.Server({ hostKeys: [this.#hostKey], ident: 'Plumbline' });
    ssh.on('error', (error: Error) => this.#parts.log.debug({ err: error }, 'sftp'));
    ssh.once('connection', (client) => this.#greet(client, socket, signedIn));
    ssh.injectSocket(socket);
  }

  #greet(client: Connection, socket: Socket, signedIn: () => void): void {
    let tries = 0;
    let who: SignedIn | null = null;
    client.on('error', () => socket.destroy());
    client.on('authentication', (context) => {
      this.#signIn(context).then(
        (sender) => {
          if (sender) {
            who = sender === 'asked' ? who : sender;
            return context.accept();
          }
          if (context.method !== 'none') tries++;
          context.reject(['password', 'publickey']);
          if (tries >= sftpLimits.tries) client.end();
        },
        (error) => {
          this.#parts.log.warn({ err: error }, 'who signs in over SFTP could not be looked up');
          socket.destroy();
        },
      );
    });
    client.on('ready', () => {
      if (!who) return void socket.destroy();
      signedIn();
      this.#serve(client, socket, who);
    });
  }

  /** `asked` = a public key that would do; the signature comes with the next message. */
  async #signIn(context: AuthContext): Promise<SignedIn | 'asked' | null> {
    const { feeds } = this.#parts;
    const key = context.username;
    if (context.method === 'password') {
      const feed = await feeds.identify(key, Buffer.from(context.password), 'folder');
      const hash = feed?.secretHash ?? null;
      return hash && { key, isStill: ({ secretHash }) => secretHash?.equals(hash) === true };
    }
    if (context.method !== 'publickey') return null;
    const feed = await feeds.folder(key);
    const text = feed?.settings.publicKeys?.find((each) => isSame(each, context));
    if (text === undefined) return null;
    if (!context.signature) return 'asked';
    return isSigned(text, context)
      ? { key, isStill: ({ settings }) => settings.publicKeys?.includes(text) === true }
      : null;
  }

  #serve(client: Connection, socket: Socket, { key, isStill }: SignedIn): void {
    const count = (this.#ofFeed.get(key) ?? 0) + 1;
    if (count > sftpLimits.ofFeed) return void client.end();
    this.#ofFeed.set(key, count);
    const closings: (() => void)[] = [];
    socket.once('close', () => {
      for (const close of closings) close();
      const left = (this.#ofFeed.get(key) ?? 1) - 1;
      if (left > 0) this.#ofFeed.set(key, left);
      else this.#ofFeed.delete(key);
    });
    const { feeds, log, dataDir } = this.#parts;
    const parts = {
      inbox: new Inbox(dataDir, key),
      end: () => client.end(),
      log,
      mayUpload: async () => {
        const feed = await feeds.folder(key);
        return feed !== null && isStill(feed);
      },
    };
    client.on('session', (accept) => {
      const session = accept();
      session.on('sftp', (open) => {
        // One for each connection: its open files are bounded.
        if (closings.length > 0) return void client.end();
        closings.push(serveSftp(open(), parts));
      });
    });
  }
}

function parsed(text: string): ParsedKey | null {
  const key = ssh2.utils.parseKey(text);
  return key instanceof Error ? null : key;
}

const isSame = (text: string, { key }: PublicKeyAuthContext): boolean => {
  const own = parsed(text);
  return (
    own !== null && own.type === key.algo.replace(/^rsa-sha2-\d+$/, 'ssh-rsa') && own.getPublicSSH().equals(key.data)
  );
};

const isSigned = (text: string, { blob, signature, hashAlgo }: PublicKeyAuthContext): boolean =>
  blob !== undefined && signature !== undefined && parsed(text)?.verify(blob, signature, hashAlgo) === true;
