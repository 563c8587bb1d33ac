/**
 * Which layout a report is printed by, as SHA-256: its template, what the defaults of its project say of covers, and the files
 * that decide how blocks look.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportContent } from '../../blocks/blocks.api.ts';

const others = ['paper-views', 'blocks', 'release-parts', 'word', 'excel-covers'] as const;
let cached: string | undefined;

function filesHash(): string {
  if (cached === undefined) {
    const hash = createHash('sha256');
    for (const folder of [
      import.meta.dirname,
      ...others.map((name) => join(import.meta.dirname, `../../${name}/logic`)),
    ])
      for (const name of readdirSync(folder).sort())
        if (!name.endsWith('.test.ts')) hash.update(`${name}\n`).update(readFileSync(join(folder, name)));
    cached = hash.digest('hex');
  }
  return cached;
}

type Layout = Pick<ReportContent, 'template' | 'word' | 'excelCover' | 'cover'>;

/** `word`, `excelCover` = the Word document and the cover of the template, where it has them. */
export function layoutHash({ template, word, excelCover, cover }: Layout): string {
  const hash = createHash('sha256').update(`${filesHash()}\n${JSON.stringify(template)}`);
  if (word) hash.update('\n').update(word);
  if (excelCover) hash.update('\nexcel\n').update(excelCover);
  if (cover) {
    const { logo, picture, ...lines } = cover;
    hash.update(`\n${JSON.stringify(lines)}`);
    for (const bytes of [logo, picture]) hash.update(`\n${bytes?.length ?? 0}\n`).update(bytes ?? '');
  }
  return hash.digest('hex');
}
