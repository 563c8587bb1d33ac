/** docs/long-run.md: the commit that was last tested with every file at full length, and how that run ended. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = 'docs/long-run.md';

/** Returns the commit that the last long run tested, by its full name; null where there was none. */
export const lastLongRun = (root: string): string | null =>
  /\b[0-9a-f]{40}\b/.exec(readFileSync(join(root, page), 'utf8'))?.[0] ?? null;

/** Puts a run on top of the list. `closing`: the runner's closing lines. */
export function keepLongRun(root: string, run: { commit: string; at: Date; closing: readonly string[] }): void {
  const [head = '', ...runs] = readFileSync(join(root, page), 'utf8').split(/^(?=## )/m);
  const day = run.at.toISOString().slice(0, 10);
  const entry = `## ${day}\n\nCommit ${run.commit}\n\n\`\`\`text\n${run.closing.join('\n')}\n\`\`\`\n`;
  writeFileSync(join(root, page), [`${head.trimEnd()}\n`, entry, ...runs].join('\n'));
}
