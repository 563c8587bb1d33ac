/**
 * The inbox of a feed as a sender sees it over SFTP: one folder, `/`, without any below. Invariants: no path leads out of it; what
 * is being uploaded lies under a hidden name until it is whole, so that nobody takes half a file; files and their sizes are
 * bounded; what was uploaded cannot be read back.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { feedLimits } from '@plumbline/contract/feeds';

export type Refusal = 'noSuchFile' | 'denied' | 'tooMany' | 'tooLong';
export class Refused extends Error {
  readonly why: Refusal;
  constructor(why: Refusal) {
    super(why);
    this.why = why;
  }
}

/** null = the inbox itself. Throws Refused for what lies nowhere in it. */
export function nameOf(path: string): string | null {
  const [, name = '', ...below] = posix.resolve('/', path).split('/');
  if (name === '') return null;
  const isFit = below.length === 0 && Buffer.byteLength(name) <= 200 && !name.startsWith('.') && !/\p{Cc}/u.test(name);
  // The folders where files go that were taken.
  if (!isFit || name === 'done' || name === 'refused') throw new Refused('denied');
  return name;
}

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
    await this.#file.write(data, 0, data.length, offset);
    this.#bytes = Math.max(this.#bytes, offset + data.length);
  }

  /** It is whole: from now on it is taken. */
  async finish(): Promise<void> {
    this.#isOpen = false;
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#hidden, this.#path);
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
    const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
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
    await unlessGone(rename(join(this.#path, source), join(this.#path, target)));
  }

  async remove(path: string): Promise<void> {
    await unlessGone(rm(join(this.#path, fileName(path))));
  }

  async #entry(name: string): Promise<Entry | null> {
    const found = await stat(join(this.#path, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return found && { name, bytes: found.size, modified: found.mtime };
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
