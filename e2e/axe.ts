/** A page looked over by axe-core, as assistive technology meets it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the accessibility violations of the page as it is now, from moderate on, and headings without words: the weight, the rule, and the first elements. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(`globalThis.axe === undefined && (() => { ${axe} })()`);
  const { violations } = await page.evaluate(async () =>
    (globalThis as unknown as { axe: { run: (what: unknown, how: unknown) => Promise<AxeResults> } }).axe.run(
      document,
      { resultTypes: ['violations'] },
    ),
  );
  return violations
    .filter(({ id, impact }) => impact !== 'minor' || id === 'empty-table-header')
    .map(
      ({ id, impact, nodes }) =>
        `${impact} ${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(' | ')} (${nodes.length})`,
    );
}
