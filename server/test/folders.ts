/**
 * Folders that tests put databases in: in memory where there is room, since nobody wants them after a power cut. Nothing
 * else differs: settings and checks are those of the product, and a process that is killed leaves in memory what it leaves
 * on a disk.
 */
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what is here in memory. */
const memoryFolder = '/dev/shm';
/** Of memory that is to be free: a run holds up to about 4 GB of databases at a time, and has browsers beside. */
const minFreeBytes = 10e9;

function parentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (bavail * bsize > minFreeBytes && process.availableMemory() > minFreeBytes) return memoryFolder;
  } catch {
    // Not on this system.
  }
  return tmpdir();
}

/** A new folder, for whoever made it to remove. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(parentFolder(), `plumbline-${name}-`));
  // Run as root, PostgreSQL is another user and must be able to pass.
  chmodSync(folder, 0o711);
  return folder;
}
