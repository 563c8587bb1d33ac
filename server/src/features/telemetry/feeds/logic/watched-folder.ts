/**
 * A folder that files are dropped into: `feeds/<key>` in the data folder of the server. A file is taken once it is
 * as it was at the look before, whatever its time and the clock say, and goes to `done` after COMMIT, so that a crash takes it again and loses nothing. What can never be
 * stored goes to `refused`, under a name that is free. Of both the newest stay. Several processes may look into one folder.
 */
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@plumbline/contract/kernel/errors';
import { feedLimits } from '@plumbline/contract/telemetry/feeds';
import type { Logger } from '../../../../kernel/context.ts';
import { bringForward } from '../../feed-inbox/feed-inbox.api.ts';
import type { FeedPlan } from '../feeds.api.ts';
import type { FeedMessage, FeedOutcome } from './feed-message.ts';

const everyMs = 2_000;
/** What is ahead of the clock by more than this has a wrong time, or the clock has. */
const aheadMs = 300_000;
const maxFiles = 500;
const maxBytes = feedLimits.fileBytes;
const remembered = 1_000;

interface Parts {
  readonly feed: FeedPlan;
  readonly dataDir: string;
  readonly take: (message: FeedMessage) => Promise<FeedOutcome>;
  readonly failed: (detail: string) => void;
  /** A file whose time is ahead of the clock was taken; its content may go by that time. */
  readonly fromFuture: (name: string) => void;
  readonly log: Logger;
}

export const openFolder = (parts: Parts): WatchedFolder => new WatchedFolder(parts);

export class WatchedFolder {
  readonly #parts: Parts;
  readonly #path: string;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  /** By name: what each file was at the look before. */
  #seen = new Map<string, string>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#path = join(parts.dataDir, 'feeds', parts.feed.key);
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#round();
      } catch (error) {
        this.#parts.failed(faultOf(error));
        this.#parts.log.warn({ err: error, feed: this.#parts.feed.id }, 'a folder of a feed could not be read');
      }
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #round(): Promise<void> {
    for (const folder of ['done', 'refused']) await mkdir(join(this.#path, folder), { recursive: true });
    await bringForward(this.#path, await readdir(this.#path));
    const entries = await readdir(this.#path, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
    let moved = 0;
    const before = this.#seen;
    this.#seen = new Map();
    for (const name of names.sort().slice(0, maxFiles)) {
      if (this.#stop.signal.aborted) return;
      if (await this.#takeFile(name, before.get(name))) moved++;
    }
    if (moved > 0) for (const folder of ['done', 'refused']) await removeOldest(join(this.#path, folder));
  }

  /** Whether it was moved. Throws when it is to be tried again: the store is busy or away. */
  async #takeFile(name: string, before: string | undefined): Promise<boolean> {
    const path = join(this.#path, name);
    const stats = await unlessGone(stat(path));
    if (!stats) return false;
    const present = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    this.#seen.set(name, present);
    // Still on its way, or not known yet.
    if (present !== before) return false;
    if (stats.mtimeMs > Date.now() + aheadMs) this.#parts.fromFuture(name);
    const { size, mtime: writtenAt } = stats;
    if (size > maxBytes) this.#parts.failed(`${name}: ${size} bytes`);
    const content = size > maxBytes ? new Uint8Array() : await unlessGone(readFile(path));
    if (!content) return false;
    const outcome = size > maxBytes ? null : await this.#parts.take({ topic: name, content, writtenAt });
    const isStored = outcome !== null && outcome.stored + outcome.unchanged > 0;
    const folder = join(this.#path, isStored ? 'done' : 'refused');
    // Another process may have taken the same file: stored twice it is unchanged, and moved once. One that was dropped under
    // its name since then is nobody's yet.
    const now = await unlessGone(stat(path));
    if (!now || now.ino !== stats.ino || now.mtimeMs !== stats.mtimeMs) return false;
    await unlessGone(rename(path, join(folder, await freeName(folder, name))));
    return true;
  }
}

/** null = it is not there any more. */
async function unlessGone<T>(act: Promise<T>): Promise<T | null> {
  try {
    return await act;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The name, or with a number where a file of that name lies there. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let nth = 1; ; nth++) {
    const candidate = nth === 1 ? name : `${stem}-${nth}${ext}`;
    if ((await unlessGone(stat(join(folder, candidate)))) === null) return candidate;
  }
}

/** What went wrong, without the folders of the server in it. */
function faultOf(error: unknown): string {
  if (error instanceof Failure) return error.name;
  const { code, path = '' } = error as NodeJS.ErrnoException;
  return [code ?? 'unknown', basename(path)].join(' ').trim();
}

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= remembered) return;
  const times = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  times.sort((a, b) => a.at - b.at);
  for (const { name } of times.slice(0, names.length - remembered)) await rm(join(folder, name), { force: true });
}
