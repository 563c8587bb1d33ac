/**
 * Messages on disk, in the order in which they came, each with its number. A file (segment) holds frames: length, CRC-32,
 * content. What waits is written and put on disk together.
 *
 * Invariants: `append` resolves once the message would survive a power cut; a half-written end is cut off when the log is
 * opened, and nobody was acknowledged for it; the files never take more than `maxBytes`.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { syncPath } from '../kernel/durable.ts';

export interface LogLimits {
  readonly maxBytes: number;
  /** What is let go when it is full: the oldest messages, or those that come (they are refused). */
  readonly whenFull: 'oldest' | 'newest';
}
/** How many messages are read at once, and bytes of all together. */
interface ReadLimit {
  readonly count: number;
  readonly bytes: number;
}
export interface Entry {
  readonly number: number;
  readonly content: Buffer;
}
export interface Stretch {
  readonly entries: readonly Entry[];
  /** The number after them, and after what cannot be read any more. */
  readonly next: number;
  /** Messages in between that cannot be read any more. */
  readonly damaged: number;
}

interface Segment {
  readonly first: number;
  readonly path: string;
  count: number;
  bytes: number;
  /** Where every so-manieth frame begins. */
  readonly offsets: number[];
}
interface Waiting {
  readonly content: Buffer;
  readonly resolve: (number: number) => void;
  readonly reject: (error: unknown) => void;
}

const headBytes = 8;
const indexEvery = 256;
const largestSegment = 8 * 1024 * 1024;
/** As long as a message of a device may be, with what stands beside it. */
export const longestFrame = 2 * 1024 * 1024;
/** What is read for a single message first. */
const shortBytes = 128 * 1024;
/** Bytes that wait to be written; beyond it devices are told to come back. */
const maxWaitingBytes = 32 * 1024 * 1024;

export class SegmentLog {
  readonly #folder: string;
  readonly #limits: LogLimits;
  readonly #segmentBytes: number;
  readonly #segments: Segment[];
  /** Called before the oldest messages are let go, with the number after them; they go once it resolves. */
  onDrop: (before: number) => Promise<void> = async () => undefined;
  #next: number;
  #file: { readonly handle: FileHandle; readonly segment: Segment } | null = null;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | null = null;
  #grown = Promise.withResolvers<void>();

  constructor(folder: string, limits: LogLimits) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#limits = limits;
    this.#segmentBytes = Math.max(4096, Math.min(largestSegment, Math.floor(limits.maxBytes / 16)));
    this.#segments = readSegments(folder);
    const last = this.#segments.at(-1);
    this.#next = last ? last.first + last.count : 0;
  }

  /** The number that the next message gets. */
  get next(): number {
    return this.#next;
  }

  /** The number of the oldest message that is there. */
  get first(): number {
    return this.#segments[0]?.first ?? this.#next;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Resolves when there is something behind this number. */
  async grownPast(number: number): Promise<void> {
    while (this.#next <= number) await this.#grown.promise;
  }

  /** Resolves with its number once it is on disk. Throws busy, storageFull, and what the disk says. */
  append(content: Buffer): Promise<number> {
    if (this.#waitingBytes + content.length > maxWaitingBytes) return Promise.reject(new Failure('busy'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ content, resolve, reject });
      this.#waitingBytes += content.length;
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null;
      });
    });
  }

  /** Messages from a number on, before another, at most so many and so long together; at least one where there is one. */
  async read(from: number, before: number, limit: ReadLimit): Promise<Stretch> {
    const place = this.#segments.findLastIndex(({ first }) => first <= from);
    const segment = this.#segments[place];
    if (!segment || from >= before)
      return { entries: [], next: Math.max(from, Math.min(this.first, before)), damaged: 0 };
    const end = Math.min(before, segment.first + segment.count);
    const entries: Entry[] = [];
    if (from < end) {
      const handle = await open(segment.path, 'r');
      try {
        await readFrames(handle, segment, from, end, limit, entries);
      } finally {
        await handle.close();
      }
    }
    const next = from + entries.length;
    if (entries.length > 0) return { entries, next, damaged: 0 };
    // The rest of this file is damaged: what follows is in the next.
    const following = Math.min(before, this.#segments[place + 1]?.first ?? this.#next);
    return { entries, next: following, damaged: Math.max(0, following - from) };
  }

  /** Removes files of which nothing is needed any more. */
  removeWhere(isDone: (first: number, end: number) => boolean): void {
    for (const segment of [...this.#segments]) {
      if (segment === this.#file?.segment || segment.count === 0) continue;
      if (isDone(segment.first, segment.first + segment.count)) this.#remove(segment);
    }
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file?.handle.close();
    this.#file = null;
  }

  #remove(segment: Segment): void {
    this.#segments.splice(this.#segments.indexOf(segment), 1);
    rmSync(segment.path, { force: true });
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#waitingBytes = 0;
      try {
        await this.#writeBatch(batch);
      } catch (error) {
        await this.#abandon();
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async #writeBatch(batch: readonly Waiting[]): Promise<void> {
    const frames = batch.map(({ content }) => frameOf(content));
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    await this.#makeSpace(bytes);
    const { handle, segment } = await this.#fileFor();
    await handle.write(Buffer.concat(frames), 0, bytes, segment.bytes);
    await handle.datasync();
    const first = this.#next;
    for (const frame of frames) {
      if (segment.count % indexEvery === 0) segment.offsets.push(segment.bytes);
      segment.count++;
      segment.bytes += frame.length;
    }
    this.#next += frames.length;
    for (const [i, { resolve }] of batch.entries()) resolve(first + i);
    this.#grown.resolve();
    this.#grown = Promise.withResolvers();
  }

  async #makeSpace(bytes: number): Promise<void> {
    const { maxBytes, whenFull } = this.#limits;
    while (this.bytes + bytes > maxBytes) {
      const [oldest] = this.#segments;
      if (whenFull === 'newest' || !oldest || oldest.count === 0) throw new Failure('storageFull');
      if (oldest === this.#file?.segment) await this.#abandon();
      await this.onDrop(oldest.first + oldest.count);
      if (this.#segments[0] === oldest) this.#remove(oldest);
    }
  }

  /** The file that is written to; a new one where it is long enough. */
  async #fileFor() {
    if (this.#file && this.#file.segment.bytes < this.#segmentBytes) return this.#file;
    await this.#abandon();
    const path = join(this.#folder, `${String(this.#next).padStart(16, '0')}.log`);
    // One of that name holds nothing that was acknowledged.
    const handle = await open(path, 'w', 0o600);
    syncPath(this.#folder);
    const known = this.#segments.findIndex((each) => each.path === path);
    if (known >= 0) this.#segments.splice(known, 1);
    const segment = { first: this.#next, path, count: 0, bytes: 0, offsets: [] };
    this.#segments.push(segment);
    this.#file = { handle, segment };
    return this.#file;
  }

  /** Writes no more to the file; what failed to get onto it is cut off, so that it is not read as a message. */
  async #abandon(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    if (!file) return;
    await file.handle.truncate(file.segment.bytes).catch(() => undefined);
    await file.handle.close().catch(() => undefined);
    if (file.segment.count === 0) this.#remove(file.segment);
  }
}

function frameOf(content: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + content.length);
  frame.writeUInt32LE(content.length, 0);
  frame.writeUInt32LE(crc32(content), 4);
  content.copy(frame, headBytes);
  return frame;
}

/** The content of a whole frame; null = there is none. */
function contentAt(bytes: Buffer, offset: number): Buffer | null {
  if (offset + headBytes > bytes.length) return null;
  const length = bytes.readUInt32LE(offset);
  const end = offset + headBytes + length;
  if (length === 0 || length > longestFrame || end > bytes.length) return null;
  const content = bytes.subarray(offset + headBytes, end);
  return crc32(content) === bytes.readUInt32LE(offset + 4) ? content : null;
}

async function readFrames(
  handle: FileHandle,
  segment: Segment,
  from: number,
  end: number,
  limit: ReadLimit,
  entries: Entry[],
  isShort = limit.count === 1,
): Promise<void> {
  const step = Math.floor((from - segment.first) / indexEvery);
  const start = elementAt(segment.offsets, step);
  // The frames before it, and as many as are wanted: short, unless they are long.
  const whole = segment.bytes - start;
  const wantedBytes = Math.min(whole, isShort ? shortBytes : Math.max(2 * longestFrame, limit.bytes * 2));
  const bytes = Buffer.allocUnsafe(wantedBytes);
  const { bytesRead } = await handle.read(bytes, 0, wantedBytes, start);
  const part = bytes.subarray(0, bytesRead);
  let number = segment.first + step * indexEvery;
  let total = 0;
  for (let offset = 0; number < end && entries.length < limit.count; number++) {
    const content = contentAt(part, offset);
    if (!content)
      return isShort && wantedBytes < whole ? readFrames(handle, segment, from, end, limit, entries, false) : undefined;
    offset += headBytes + content.length;
    if (number < from) continue;
    if (entries.length > 0 && total + content.length > limit.bytes) return;
    total += content.length;
    entries.push({ number, content });
  }
}

/** What lies in the folder. The end of the last file may be half-written. */
function readSegments(folder: string): Segment[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{16}\.log$/.test(name))
    .sort();
  return names.flatMap((name, place): Segment[] => {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const segment: Segment = { first: Number.parseInt(name, 10), path, count: 0, bytes: 0, offsets: [] };
    for (let content = contentAt(bytes, 0); content; content = contentAt(bytes, segment.bytes)) {
      if (segment.count % indexEvery === 0) segment.offsets.push(segment.bytes);
      segment.count++;
      segment.bytes += headBytes + content.length;
    }
    const isLast = place === names.length - 1;
    if (isLast && segment.bytes < bytes.length) truncateSync(path, segment.bytes);
    if (isLast && segment.count === 0) {
      rmSync(path, { force: true });
      return [];
    }
    return [segment];
  });
}
