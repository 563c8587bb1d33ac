import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Converter } from 'opencc-js';

/**
 * Traditional Chinese, made from the simplified packs word by word and with Taiwan's terms. The files are committed;
 * `npm run languages` writes them again, and web/test/languages.test.ts fails when they are out of date.
 */
const folder = join(import.meta.dirname, '../web/src/languages');
const convert = Converter({ from: 'cn', to: 'twp' });

const convertAll = (value: unknown): unknown => {
  if (typeof value === 'string') return convert(value);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, convertAll(each)]));
  return value;
};

/** The traditional pack of one simplified pack, as file text. */
export const traditional = (simplified: string): string =>
  `${JSON.stringify(convertAll(JSON.parse(simplified)), null, 2)}\n`;

if (import.meta.main) {
  mkdirSync(join(folder, 'zh-TW'), { recursive: true });
  for (const file of readdirSync(join(folder, 'zh-CN'))) {
    writeFileSync(join(folder, 'zh-TW', file), traditional(readFileSync(join(folder, 'zh-CN', file), 'utf8')));
  }
}
