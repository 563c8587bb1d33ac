/**
 * What the last backups came to, in a file of DATA_DIR: `npm run backup` is a process of its own, and the page of the
 * installation's health says how old the last good one is. Invariant: the file is whole or as it was before.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { syncPath } from './durable.ts';
import type { BackupRecord } from './tables.installation.ts';

const fileName = 'backups.json';
const shape = z.object({
  done: z.object({ at: z.iso.datetime(), isTried: z.boolean() }).nullable(),
  failed: z.object({ at: z.iso.datetime(), problem: z.string() }).nullable(),
});

/** Both null where no backup is known, or the file cannot be read. */
export function readBackupRecord(dataDir: string): BackupRecord {
  try {
    return shape.parse(JSON.parse(readFileSync(join(dataDir, fileName), 'utf8')));
  } catch {
    return { done: null, failed: null };
  }
}

/** Notes a backup that went well, or one that failed; what is known of the other stays. Where there is no such folder, nothing. */
export function noteBackup(dataDir: string, noted: Partial<BackupRecord>): void {
  if (!existsSync(dataDir)) return;
  const path = join(dataDir, fileName);
  const fresh = `${path}.new-${process.pid}`;
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, JSON.stringify({ ...readBackupRecord(dataDir), ...noted }));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  syncPath(dataDir);
}
