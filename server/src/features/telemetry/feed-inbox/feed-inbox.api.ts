/**
 * The inbox of a folder feed as whoever uploads files sees it, by whatever protocol: one folder, `/`, without any below.
 *
 * Invariants: no path leads out of it; what is being uploaded lies under a hidden name until it is whole and on the disk, so that
 * nobody takes half a file and what was acknowledged survives a power cut; no file takes the place of another that waits; files and
 * their sizes are bounded; what was uploaded cannot be read back.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { feedLimits } from '@plumbline/contract/telemetry/feeds';

export type Refusal = 'noSuchFile' | 'denied' | 'tooMany' | 'tooLong';
export class Refused extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(why);
    this.why = why;
  }
}

/** Files of a name that waits wait behind it: `.next-<since when>-<name>`. */
const nextForm = /^\.next-[0-9a-z]{10}[0-9a-f]{8}-(.+)$/su;
const uploadForm = /^\.upload-[0-9a-f]{16}$/;
/** What a process that died left of an upload; no sender needs so long for a file. */
const leftMs = 3_600_000;

/** null = the inbox itself. Throws Refused for what lies nowhere in it. */
export function nameOf(path: string): string | null {
  const [, name = '', ...below] = posix.resolve('/', path).split('/');
  if (name === '') return null;
  // The folders where files go that were taken.
  if (below.length > 0 || !isFit(name) || name === 'done' || name === 'refused') throw new Refused('denied');
  return name;
}

const isFit = (name: string): boolean =>
  Buffer.byteLength(name) <= 200 && !name.startsWith('.') && !/\p{Cc}/u.test(name);

function fileName(path: string): string {
  const name = nameOf(path);
  if (name === null) throw new Refused('denied');
  return name;
}

export interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly modified: Date;
}

/** A file on its way in. */
export class Upload {
  readonly #file: FileHandle;
  readonly #hidden: string;
  readonly #path: string;
  #isOpen = true;
  #bytes = 0;

  constructor(file: FileHandle, hidden: string, path: string) {
    this.#file = file;
    this.#hidden = hidden;
    this.#path = path;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws Refused for more than a file of a feed may have. */
  async write(offset: number, data: Uint8Array): Promise<void> {
    if (offset + data.length > feedLimits.fileBytes) throw new Refused('tooLong');
    // A disk that is nearly full takes a part.
    for (let done = 0; done < data.length; ) {
      const { bytesWritten } = await this.#file.write(data, done, data.length - done, offset + done);
      done += bytesWritten;
    }
    this.#bytes = Math.max(this.#bytes, offset + data.length);
  }

  /** It is whole: once it is on the disk it is taken. */
  async finish(): Promise<void> {
    this.#isOpen = false;
    try {
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
    try {
      await place(this.#hidden, this.#path);
      await syncFolder(dirname(this.#path));
    } catch (error) {
      await rm(this.#hidden, { force: true });
      throw error;
    }
  }

  /** Its sender is gone, or sent too much. */
  async abandon(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#file.close();
    await rm(this.#hidden, { force: true });
  }
}

export class Inbox {
  readonly #path: string;

  constructor(dataDir: string, key: string) {
    this.#path = join(dataDir, 'feeds', key);
  }

  async list(): Promise<Entry[]> {
    await mkdir(this.#path, { recursive: true });
    const entries = await readdir(this.#path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && isFit(entry.name)).map(({ name }) => name);
    const found = await Promise.all(names.map((name) => this.#entry(name)));
    return found.filter((each) => each !== null);
  }

  /** Throws Refused where there is none: it may have been taken. */
  async entry(path: string): Promise<Entry> {
    const found = await this.#entry(fileName(path));
    if (!found) throw new Refused('noSuchFile');
    return found;
  }

  async begin(path: string): Promise<Upload> {
    const name = fileName(path);
    await mkdir(this.#path, { recursive: true });
    // Those on their way are among them.
    if ((await readdir(this.#path)).length >= feedLimits.filesWaiting) throw new Refused('tooMany');
    const hidden = join(this.#path, `.upload-${randomBytes(8).toString('hex')}`);
    return new Upload(await open(hidden, 'wx', 0o640), hidden, join(this.#path, name));
  }

  /** Some senders upload under another name first. */
  async rename(from: string, to: string): Promise<void> {
    const [source, target] = [fileName(from), fileName(to)];
    if (source === target) return void (await this.entry(from));
    await unlessGone(place(join(this.#path, source), join(this.#path, target)));
    await syncFolder(this.#path);
  }

  async remove(path: string): Promise<void> {
    await unlessGone(rm(join(this.#path, fileName(path))));
  }

  async #entry(name: string): Promise<Entry | null> {
    const stats = await stat(join(this.#path, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return stats && { name, bytes: stats.size, modified: stats.mtime };
  }
}

/**
 * Gives files that wait behind another of their name that name once it is free, the oldest first, and removes what dead processes
 * left. For whoever takes the files of an inbox; `names` is what lies there.
 */
export async function bringForward(path: string, names: readonly string[]): Promise<void> {
  const inUse = new Set(names);
  for (const hidden of names.filter((name) => nextForm.test(name)).sort()) {
    const name = nextForm.exec(hidden)?.[1] ?? '';
    if (inUse.has(name)) continue;
    inUse.add(name);
    await linked(join(path, hidden), join(path, name));
  }
  for (const name of names.filter((each) => uploadForm.test(each))) {
    const stats = await stat(join(path, name)).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > leftMs) await rm(join(path, name), { force: true });
  }
}

let queued = 0;
/** Gives a file its name, or a place behind those of that name: they were acknowledged, and are taken first. */
async function place(from: string, path: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  const others = await readdir(folder);
  const waits = others.some((each) => nextForm.exec(each)?.[1] === name);
  if (!waits && (await linked(from, path))) return;
  // Of one millisecond too the oldest comes first.
  queued = (queued + 1) % 1_000;
  const since = (Date.now() * 1_000 + queued).toString(36).padStart(10, '0');
  await rename(from, join(folder, `.next-${since}${randomBytes(4).toString('hex')}-${name}`));
}

/** False = there is another of this name. A link, because a rename would take its place. */
async function linked(from: string, path: string): Promise<boolean> {
  try {
    await link(from, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // Of two processes that bring the same forward one is late.
    if (code === 'ENOENT' && basename(from).startsWith('.next-')) return false;
    // Some file systems know no links, and files of others may not be linked to.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'].includes(code ?? '')) throw error;
    if (await stat(path).then(Boolean, () => false)) return false;
    await rename(from, path);
    return true;
  }
  await rm(from, { force: true });
  return true;
}

/** A name is on the disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function unlessGone(act: Promise<void>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Refused('noSuchFile');
    throw error;
  }
}
