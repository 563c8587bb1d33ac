/**
 * One sender over FTP, command by command: who it is and whether TLS protects it (RFC 959, 4217), and beyond that its folder. Invariants:
 * a secret is asked for in the clear only where the installation and the feed allow it; tries are bounded; every command is answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import type { Logger } from '../../../../kernel/context.ts';
import { Inbox } from '../../feed-inbox/feed-inbox.api.ts';
import type { FeedPlan } from '../../feeds/feeds.api.ts';
import type { FolderFeeds } from '../../feeds/feeds.port.api.ts';
import type { Command } from './command-lines.ts';
import type { DataPorts } from './data-ports.ts';
import { type Answer, lines, notOffered, type Reply, replyTo } from './ftp-replies.ts';
import { SenderFolder } from './sender-folder.ts';
import type { Transfer } from './transfers.ts';

export interface SessionParts {
  readonly feeds: FolderFeeds;
  readonly dataDir: string;
  readonly log: Logger;
  readonly ports: DataPorts;
  /** null = there is no certificate. */
  readonly secureContext: SecureContext | null;
  /** True when feeds may allow FTP without TLS at all. */
  readonly mayBePlain: boolean;
  /** What PASV names; null = the address that was reached. */
  readonly publicAddress: string | null;
  readonly refuseMs: number;
  readonly tries: number;
  readonly now: () => Date;
}
export interface SessionEnds {
  /** The address that the sender reached, and its own. */
  readonly host: string;
  readonly peer: string;
  readonly write: (text: string) => void;
  /** False = its feed has as many connections as it may. */
  readonly signedIn: (key: string) => boolean;
}

/** So much that is no command at all comes from no sender. */
const maxUnreadable = 20;
const needsTls: Reply = '530 This feed requires TLS: send AUTH TLS first.';

export class FtpSession {
  readonly #parts: SessionParts;
  readonly #ends: SessionEnds;
  readonly #gone = new AbortController();
  #isSecure = false;
  #hasBufferSize = false;
  #isDataSecure = false;
  #user: string | null = null;
  #tries = 0;
  #unreadable = 0;
  #folder: SenderFolder | null = null;
  /** Of a feed that may be reached without TLS. */
  #isPlainFeed = false;
  #transfer: AbortController | null = null;

  constructor(parts: SessionParts, ends: SessionEnds) {
    this.#parts = parts;
    this.#ends = ends;
  }

  get isTransferring(): boolean {
    return this.#transfer !== null;
  }

  /** Ends what is on its way. */
  abort(): void {
    this.#transfer?.abort();
  }

  /** The sender is gone. */
  close(): void {
    this.#gone.abort();
    this.#folder?.close();
  }

  /** From now on under TLS: what was said before does not count. */
  secured(): void {
    this.#isSecure = true;
    this.#user = null;
  }

  async run({ verb, argument }: Command): Promise<Reply> {
    try {
      const reply = await this.#answer(verb, argument);
      if (reply !== null) return reply;
    } catch (error) {
      const reply = replyTo(error);
      if (reply !== null) return reply;
      this.#parts.log.warn({ err: error }, 'a command over FTP');
      return '451 The server failed. Try again later.';
    } finally {
      this.#transfer = null;
      // Whoever left meanwhile has no ports left open.
      if (this.#gone.signal.aborted) this.#folder?.close();
    }
    if (++this.#unreadable >= maxUnreadable) return { text: '421 Too many lines that are no commands.', next: 'end' };
    return '500 No such command.';
  }

  /** null = no such command. */
  async #answer(verb: string, argument: string): Promise<Reply | null> {
    const command = this.#commands[verb];
    if (command) return command(argument);
    if (this.#folder) return this.#folder.run(verb, argument);
    return verb === '' ? null : '530 USER and PASS come first.';
  }

  readonly #commands: Readonly<Record<string, (argument: string) => Answer>> = {
    AUTH: (mechanism) => this.#authenticate(mechanism),
    PBSZ: () => this.#bufferSize(),
    PROT: (level) => this.#protect(level),
    CCC: () => '534 What is under TLS stays so.',
    USER: (name) => this.#name(name),
    PASS: (secret) => this.#signIn(secret),
    FEAT: () => this.#features(),
    OPTS: (option) => (/^(?:UTF-?8(?: ON)?|MLST(?: .*)?)$/i.test(option) ? '200 OK.' : '501 No such option.'),
    CLNT: () => '200 Welcome.',
    SYST: () => '215 UNIX Type: L8',
    NOOP: () => '200 OK.',
    HELP: () => '214 Files of a feed are uploaded here: USER is its key, PASS its secret.',
    STAT: (path) => (path === '' ? `211 ${this.#folder ? 'Signed in' : 'Not signed in'}.` : notOffered),
    QUIT: () => ({ text: '221 Goodbye.', next: 'end' }),
  };

  #features(): Reply {
    const tls = this.#parts.secureContext ? ['AUTH TLS', 'PBSZ', 'PROT'] : [];
    const features = ['EPSV', 'PASV', 'SIZE', 'MDTM', 'MLST type*;size*;modify*;perm*;', 'UTF8'];
    return lines(211, 'Known:', [...tls, ...features], 'End');
  }

  #authenticate(mechanism: string): Reply {
    if (!this.#parts.secureContext) return notOffered;
    if (this.#isSecure || this.#folder) return '503 Too late for it.';
    return /^(?:TLS|TLS-C|SSL)$/i.test(mechanism) ? { text: '234 TLS from now on.', next: 'secure' } : '504 TLS alone.';
  }

  #bufferSize(): Reply {
    if (!this.#isSecure) return '503 AUTH TLS comes first.';
    this.#hasBufferSize = true;
    return '200 PBSZ=0';
  }

  #protect(level: string): Reply {
    if (!this.#hasBufferSize) return '503 PBSZ comes first.';
    if (!/^[CP]$/i.test(level)) return '536 P or C.';
    this.#isDataSecure = level.toUpperCase() === 'P';
    return '200 OK.';
  }

  async #name(name: string): Promise<Reply> {
    if (this.#folder) return '503 Signed in already.';
    // Before the secret is said. Who is nobody is answered as a feed that asks for TLS.
    if (!this.#isSecure && !this.#isPlain(await this.#parts.feeds.folder(name))) return needsTls;
    this.#user = name;
    return '331 Send the secret of the feed.';
  }

  #isPlain(feed: FeedPlan | null): boolean {
    return this.#parts.mayBePlain && feed?.settings.plainFtp === true;
  }

  async #signIn(secret: string): Promise<Reply> {
    const key = this.#user;
    if (this.#folder) return '503 Signed in already.';
    if (key === null) return '503 USER comes first.';
    this.#user = null;
    const feed = await this.#parts.feeds.identify(key, Buffer.from(secret), 'folder');
    if (!feed?.secretHash || (!this.#isSecure && !this.#isPlain(feed))) {
      await pause(this.#parts.refuseMs, undefined, { signal: this.#gone.signal }).catch(() => undefined);
      const text = '530 No feed takes files by this key and secret.';
      return ++this.#tries >= this.#parts.tries ? { text, next: 'end' } : text;
    }
    if (this.#gone.signal.aborted || !this.#ends.signedIn(key))
      return { text: '421 This feed has as many connections as it may.', next: 'end' };
    this.#folder = this.#folderOf(key, feed.secretHash);
    this.#isPlainFeed = this.#isPlain(feed);
    return '230 Signed in.';
  }

  #folderOf(key: string, secretHash: Buffer): SenderFolder {
    const { feeds, dataDir, ports, publicAddress, secureContext, now } = this.#parts;
    const { host, peer, write } = this.#ends;
    const isFour = /^[\d.]+$/.test(host);
    return new SenderFolder({
      inbox: new Inbox(dataDir, key),
      isStill: async () => {
        const feed = await feeds.folder(key);
        this.#isPlainFeed = this.#isPlain(feed);
        return feed?.secretHash?.equals(secretHash) === true && (this.#isSecure || this.#isPlainFeed);
      },
      openPort: () => ports.open(host, peer),
      address: publicAddress ?? (isFour ? host : null),
      family: isFour ? 1 : 2,
      dataProblem: () =>
        this.#isDataSecure || this.#isPlainFeed
          ? null
          : '521 This feed requires TLS for data as well: send PROT P first.',
      transferBy: (dataPort): Transfer => {
        this.#transfer = new AbortController();
        const signal = AbortSignal.any([this.#transfer.signal, this.#gone.signal]);
        return { dataPort, secureContext: this.#isDataSecure ? secureContext : null, signal };
      },
      write,
      now,
    });
  }
}
