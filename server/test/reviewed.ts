/**
 * Tables that a person reviews: made by a test from what the code does, kept in a file beside it, so that a change of
 * what is announced or permitted is a line in a diff and not a side effect.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Fails where the lines are not those of the file, with the lines that differ; REVIEWED=write writes the file. */
export function assertReviewed(file: string, title: string, lines: readonly string[]): void {
  const path = join(import.meta.dirname, 'reviewed', file);
  const head = `# ${title}\n# Made by the test that reads it. REVIEWED=write npm test -- ${basename(file, '.txt')} writes it anew: read the diff.\n`;
  if (process.env['REVIEWED'] === 'write') writeFileSync(path, `${head}${lines.join('\n')}\n`);
  const reviewed = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line && line[0] !== '#')
    : [];
  const gone = reviewed.filter((line) => !lines.includes(line)).map((line) => `- ${line}`);
  const added = lines.filter((line) => !reviewed.includes(line)).map((line) => `+ ${line}`);
  const how = `If each line is meant, run REVIEWED=write npm test -- ${basename(file, '.txt')} and commit the file.`;
  assert.deepEqual(
    [...gone, ...added],
    [],
    `server/test/reviewed/${file} differs.\n${[...gone, ...added].join('\n')}\n${how}`,
  );
}
