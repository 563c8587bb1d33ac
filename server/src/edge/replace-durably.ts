/** A small file that is always whole: the old one or the new one, also after a power cut. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../kernel/durable.ts';

/** Readable by its owner alone. */
export function replaceDurably(path: string, content: string): void {
  const fresh = `${path}.new`;
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
  syncPath(dirname(path));
}
