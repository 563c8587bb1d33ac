/**
 * A file that is given up when the disk is full. PostgreSQL ends where it cannot write its log, and cannot recover on a
 * disk without room, so that nobody could sign in to see what is wrong or delete something. The file's place lets it
 * recover. Invariant: while the ballast is given up no reading is taken: what it freed is for people to free more.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from './context.ts';

const megabyte = 1024 * 1024;
/** Four segments of the log, of which a recovery needs one or two. */
const ballastBytes = 64 * megabyte;
/** It is made where so much is left beside it. */
const sparedBytes = 512 * megabyte;
const checkIntervalMs = 30_000;

const pathIn = (folder: string) => join(folder, 'ballast');

/** Returns whether an error of a start says that the disk is full. */
export const isDiskFullError = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ENOSPC' || /No space left on device|ENOSPC/.test((error as Error).message);

/** Its size; null where it was never made. */
const sizeOf = (folder: string): number | null => (existsSync(pathIn(folder)) ? statSync(pathIn(folder)).size : null);

/** Gives the ballast of a folder up: an empty file says that there was one. False where there is none to give. */
export function releaseBallast(folder: string): boolean {
  if (!sizeOf(folder)) return false;
  truncateSync(pathIn(folder), 0);
  return true;
}

export interface Ballast {
  /** It was given up, and its place is not free again. */
  isSpent(): boolean;
  stop(): void;
}

interface BallastOptions {
  readonly spared?: number;
  readonly bytes?: number;
}

/** Makes the ballast where there is room for it, now and whenever there is again. */
export async function keepBallast(
  folder: string,
  log: Logger,
  { spared = sparedBytes, bytes = ballastBytes }: BallastOptions = {},
): Promise<Ballast> {
  let spent = sizeOf(folder) === 0;
  const check = async () => {
    if (sizeOf(folder)) return;
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < spared + bytes) return;
    await make(folder, bytes);
    if (spent) log.warn('the disk has room again: readings are taken');
    spent = false;
  };
  const tryCheck = () =>
    check().catch((error) => log.warn({ err: error }, 'the ballast of the disk could not be made'));
  if (spent) log.error('the disk is full and the ballast was given up: no reading is taken until there is room again');
  await tryCheck();
  const timer = setInterval(tryCheck, checkIntervalMs).unref();
  return { isSpent: () => spent, stop: () => clearInterval(timer) };
}

/** Random, so that no file system stores it smaller; under another name until all of it is on disk. */
async function make(folder: string, bytes: number) {
  const fresh = `${pathIn(folder)}.new`;
  rmSync(fresh, { force: true });
  const file = await open(fresh, 'wx', 0o600);
  try {
    for (let written = 0; written < bytes; written += megabyte)
      await file.writeFile(randomBytes(Math.min(megabyte, bytes - written)));
    await file.sync();
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  renameSync(fresh, pathIn(folder));
}
