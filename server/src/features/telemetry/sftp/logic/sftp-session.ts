/**
 * What one sender does over SFTP (draft-ietf-secsh-filexfer-02, protocol 3), one request after the other. Invariant: whatever it asks,
 * it is answered, and what it leaves unfinished goes with its connection.
 */
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';
import type { Logger } from '../../../../kernel/context.ts';
import { type Entry, type Inbox, nameOf, Refused, type Upload } from '../../feed-inbox/feed-inbox.api.ts';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;
/** Files and listings that one sender has open at once. */
const maxHandles = 8;

interface Parts {
  readonly inbox: Inbox;
  /** Returns whether the sender may still upload: its feed may be off, or its secret another, since it signed in. */
  readonly mayUpload: () => Promise<boolean>;
  readonly end: () => void;
  readonly log: Logger;
}
type Open = { readonly upload: Upload } | { entries: FileEntry[] | null };

const statuses = {
  noSuchFile: STATUS_CODE.NO_SUCH_FILE,
  denied: STATUS_CODE.PERMISSION_DENIED,
  tooMany: STATUS_CODE.FAILURE,
  tooLong: STATUS_CODE.FAILURE,
} as const;

const folderAttributes: Attributes = { mode: 0o040700, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 };
const attributesOf = ({ bytes, modified }: Pick<Entry, 'bytes' | 'modified'>): Attributes => {
  const seconds = Math.floor(modified.getTime() / 1000);
  return { mode: 0o100600, uid: 0, gid: 0, size: bytes, atime: seconds, mtime: seconds };
};

/** Tells OpenSSH's scp that all went well (RFC 4254, 6.10), or it ends as if nothing had been copied. Of ssh2's inside: pinned by its test. */
function sendSuccessStatus(sftp: SFTPWrapper): void {
  const { _protocol, outgoing } = sftp as unknown as {
    readonly _protocol: { exitStatus(channel: number, status: number): void };
    readonly outgoing: { readonly id: number; readonly state: string };
  };
  if (outgoing.state === 'open' || outgoing.state === 'eof') _protocol.exitStatus(outgoing.id, 0);
}

/** Answers a sender; the function that is given ends what it left open. */
export function serveSftp(sftp: SFTPWrapper, parts: Parts): () => void {
  const session = new SftpSession(sftp, parts);
  session.listen();
  return () => session.close();
}

class SftpSession {
  readonly #sftp: SFTPWrapper;
  readonly #parts: Parts;
  readonly #open = new Map<number, Open>();
  #next = 0;
  /** It was shut out: what it has asked meanwhile is not done any more. */
  #hasEnded = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(sftp: SFTPWrapper, parts: Parts) {
    this.#sftp = sftp;
    this.#parts = parts;
  }

  listen(): void {
    const { inbox } = this.#parts;
    const sftp = this.#sftp;
    sftp.on('error', () => this.#parts.end());
    // It has nothing more to ask; OpenSSH waits for us to say the same.
    sftp.on('end', () => {
      sendSuccessStatus(sftp);
      sftp.end();
    });
    sftp.on('OPEN', (id, path, flags) => this.#do(id, () => this.#begin(id, path, flags)));
    sftp.on('WRITE', (id, handle, offset, data) => this.#do(id, () => this.#write(id, handle, offset, data)));
    sftp.on('CLOSE', (id, handle) => this.#do(id, () => this.#finish(id, handle)));
    sftp.on('OPENDIR', (id, path) => this.#do(id, () => this.#list(id, path)));
    sftp.on('READDIR', (id, handle) => this.#do(id, async () => this.#entries(id, handle)));
    sftp.on('REALPATH', (id, path) => this.#do(id, async () => this.#realPath(id, path)));
    sftp.on('STAT', (id, path) => this.#do(id, () => this.#stat(id, path)));
    sftp.on('LSTAT', (id, path) => this.#do(id, () => this.#stat(id, path)));
    sftp.on('FSTAT', (id, handle) => this.#do(id, async () => this.#fstat(id, handle)));
    sftp.on('RENAME', (id, from, to) => this.#done(id, () => inbox.rename(from, to)));
    sftp.on('REMOVE', (id, path) => this.#done(id, () => inbox.remove(path)));
    // Times and rights of a file are ours.
    sftp.on('SETSTAT', (id) => this.#done(id, async () => undefined));
    sftp.on('FSETSTAT', (id) => this.#done(id, async () => undefined));
    for (const event of ['READ', 'MKDIR', 'RMDIR', 'READLINK', 'SYMLINK'] as const)
      sftp.on(event, (id: number) => this.#done(id, () => Promise.reject(new Refused('denied'))));
  }

  close(): void {
    this.#turn = this.#turn.then(async () => {
      for (const each of this.#open.values())
        if ('upload' in each) await each.upload.abandon().catch((error) => this.#warn(error));
      this.#open.clear();
    });
  }

  /** One after the other, so that a file is closed when all of it is written; and none by whoever may not any more. */
  #do(id: number, act: () => Promise<void>): void {
    const allowed = async () => {
      if (this.#hasEnded) return;
      if (await this.#parts.mayUpload()) return act();
      this.#hasEnded = true;
      this.#parts.end();
    };
    this.#turn = this.#turn.then(allowed).catch((error) => {
      if (!(error instanceof Refused)) this.#warn(error);
      this.#sftp.status(id, error instanceof Refused ? statuses[error.why] : STATUS_CODE.FAILURE);
    });
  }

  #done(id: number, act: () => Promise<void>): void {
    this.#do(id, async () => {
      await act();
      this.#sftp.status(id, STATUS_CODE.OK);
    });
  }

  async #begin(id: number, path: string, flags: number): Promise<void> {
    if ((flags & OPEN_MODE.WRITE) === 0 || (flags & OPEN_MODE.APPEND) !== 0) throw new Refused('denied');
    this.#sftp.handle(id, this.#handle({ upload: await this.#room(() => this.#parts.inbox.begin(path)) }));
  }

  async #list(id: number, path: string): Promise<void> {
    if (nameOf(path) !== null) throw new Refused('noSuchFile');
    const found = await this.#room(() => this.#parts.inbox.list());
    const entries = found.map((entry): FileEntry => {
      const attrs = attributesOf(entry);
      return {
        filename: entry.name,
        longname: `-rw------- 1 feed feed ${entry.bytes} ${entry.modified.toISOString()} ${entry.name}`,
        attrs,
      };
    });
    this.#sftp.handle(id, this.#handle({ entries }));
  }

  async #room<T>(act: () => Promise<T>): Promise<T> {
    if (this.#open.size >= maxHandles) throw new Refused('tooMany');
    return act();
  }

  #handle(open: Open): Buffer {
    const number = this.#next++;
    this.#open.set(number, open);
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(number % 2 ** 32);
    return handle;
  }

  #of(handle: Buffer): Open {
    const open = handle.length === 4 ? this.#open.get(handle.readUInt32BE()) : undefined;
    if (!open) throw new Refused('denied');
    return open;
  }

  async #write(id: number, handle: Buffer, offset: number, data: Buffer): Promise<void> {
    const open = this.#of(handle);
    if (!('upload' in open)) throw new Refused('denied');
    try {
      await open.upload.write(offset, data);
    } catch (error) {
      await open.upload.abandon();
      throw error;
    }
    this.#sftp.status(id, STATUS_CODE.OK);
  }

  async #finish(id: number, handle: Buffer): Promise<void> {
    const open = this.#of(handle);
    this.#open.delete(handle.readUInt32BE());
    if ('upload' in open) await open.upload.finish();
    this.#sftp.status(id, STATUS_CODE.OK);
  }

  #entries(id: number, handle: Buffer): void {
    const open = this.#of(handle);
    if ('upload' in open) throw new Refused('denied');
    const { entries } = open;
    open.entries = null;
    if (entries === null || entries.length === 0) this.#sftp.status(id, STATUS_CODE.EOF);
    else this.#sftp.name(id, entries);
  }

  #realPath(id: number, path: string): void {
    const name = nameOf(path);
    this.#sftp.name(id, [{ filename: `/${name ?? ''}`, longname: `/${name ?? ''}`, attrs: folderAttributes }]);
  }

  async #stat(id: number, path: string): Promise<void> {
    const isRoot = nameOf(path) === null;
    this.#sftp.attrs(id, isRoot ? folderAttributes : attributesOf(await this.#parts.inbox.entry(path)));
  }

  #fstat(id: number, handle: Buffer): void {
    const open = this.#of(handle);
    const isUpload = 'upload' in open;
    this.#sftp.attrs(
      id,
      isUpload ? attributesOf({ bytes: open.upload.bytes, modified: new Date(0) }) : folderAttributes,
    );
  }

  #warn(error: unknown): void {
    this.#parts.log.warn({ err: error }, 'an upload over SFTP');
  }
}
