/** Which layout a report is printed by, as SHA-256: its template, and the files that decide how blocks look. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let known: string | undefined;

function filesHash(): string {
  if (known === undefined) {
    const hash = createHash('sha256');
    for (const folder of [import.meta.dirname, join(import.meta.dirname, '../../report-blocks/logic')])
      for (const name of readdirSync(folder).sort())
        if (!name.endsWith('.test.ts')) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
    known = hash.digest('hex');
  }
  return known;
}

export const layoutHash = (template: unknown): string =>
  createHash('sha256')
    .update(`${filesHash()}\n${JSON.stringify(template)}`)
    .digest('hex');
