/** Which layout a report is printed by, as SHA-256: the files that decide how its content looks. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let known: string | undefined;

export function layoutHash(): string {
  if (known === undefined) {
    const hash = createHash('sha256');
    for (const name of readdirSync(import.meta.dirname).sort())
      if (!name.endsWith('.test.ts')) hash.update(`${name}\n`).update(readFileSync(join(import.meta.dirname, name)));
    known = hash.digest('hex');
  }
  return known;
}
