/** Copies folders file by file, with the SHA-256 of what was written, and reads a copy again to see whether it is whole. */
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Owner } from './postgres.home.ts';

const chunkBytes = 1024 * 1024;

/** SHA-256 by path relative to the copy, with slashes. */
export type Checksums = Map<string, string>;

/** Which entry of a tree is left out; `path` is relative to where the copy began. A folder that is left out is not made. */
type Skip = (path: string) => boolean;

interface CopyOptions {
  readonly skip?: Skip;
  /** Where what was copied is written down, under `prefix`. */
  readonly sums?: { readonly into: Checksums; readonly prefix: string };
  /** The copies have the times of what they are copies of. */
  readonly keepsTimes?: boolean;
  /** Called for what is neither file nor folder. */
  readonly onLeftOut?: (path: string) => void;
}

/** Copies one file; false where it is gone, as files of a running database may be. */
export async function copyFile(from: string, to: string, keepsTimes = false): Promise<string | false> {
  let source: FileHandle;
  try {
    source = await open(from, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  const hash = createHash('sha256');
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const target = await open(to, 'wx', 0o600);
  try {
    const buffer = Buffer.alloc(chunkBytes);
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, chunkBytes);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
      await target.writeFile(buffer.subarray(0, bytesRead));
    }
    if (keepsTimes) {
      const { atime, mtime } = await source.stat();
      await target.utimes(atime, mtime);
    }
    await target.sync();
  } finally {
    await source.close();
    await target.close();
  }
  return hash.digest('hex');
}

/** Copies a folder with its empty folders. Files that exist in the copy already stay as they are. */
export async function copyTree(from: string, to: string, options: CopyOptions = {}, path = ''): Promise<void> {
  const { skip, sums, keepsTimes, onLeftOut } = options;
  mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (skip?.(inner)) continue;
    if (entry.isDirectory()) await copyTree(from, to, options, inner);
    else if (!entry.isFile()) onLeftOut?.(inner);
    if (!entry.isFile() || sums?.into.has(sums.prefix + inner)) continue;
    const sum = await copyFile(join(from, inner), join(to, inner), keepsTimes);
    if (sum !== false) sums?.into.set(sums.prefix + inner, sum);
  }
}

/** SHA-256 of a file on disk; null where it is absent. */
export async function checksumOf(path: string): Promise<string | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** As `sha256sum` writes them, so that a backup can be checked without us. */
export const checksumText = (sums: Checksums): string =>
  [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join('');

export function readChecksums(path: string): Checksums {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** The files of a folder by path relative to it, with slashes, in no order. */
export async function filesIn(folder: string, path = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesIn(folder, inner)));
    else found.push(inner);
  }
  return found;
}

/** Gives a folder and all in it to the user of the database, readable by nobody else. */
export async function giveTo(folder: string, owner: Owner | null): Promise<void> {
  const set = (path: string, mode: number) => {
    chmodSync(path, mode);
    if (owner) chownSync(path, owner.uid, owner.gid);
  };
  set(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(path, owner);
    else if (statSync(path).isFile()) set(path, 0o600);
  }
}
