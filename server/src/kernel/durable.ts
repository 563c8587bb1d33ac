/** Files that must be whole or absent after a power cut: content first, then the name, then the folder that holds the name. */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes a new file that must be there after a power cut. Where two write at once the first one's is kept. */
export function writeDurably(path: string, content: string, mode: number): void {
  const fresh = `${path}.new-${randomBytes(4).toString('hex')}`;
  const file = openSync(fresh, 'wx', mode);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(fresh, path);
  } catch (error) {
    // A file system without hard links: the last one's is kept there.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(fresh, path);
  } finally {
    rmSync(fresh, { force: true });
  }
  syncPath(dirname(path));
}

/** Puts a file, or the names in a folder, on disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Puts everything under a folder on disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path);
  }
  syncPath(folder);
}
