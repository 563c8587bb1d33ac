import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Converter } from 'opencc-js';
import { afterConversion, beforeConversion } from './taiwan-words.ts';

/**
 * Traditional Chinese, made from the simplified packs word by word, with Taiwan's terms and a reviewed list over them
 * (taiwan-words.ts). The files are committed; `npm run languages` writes them again, and web/test/languages.test.ts fails
 * when they are out of date.
 */
const folder = join(import.meta.dirname, '../web/src/languages');
const convert = Converter({ from: 'cn', to: 'twp' });
const reviewed = new RegExp(
  Object.keys(afterConversion)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'g',
);

/** A text of a simplified pack in Taiwan's words. */
export function inTaiwan(simplified: string): string {
  const prepared = beforeConversion.reduce((text, [pattern, word]) => text.replace(pattern, word), simplified);
  return convert(prepared).replace(reviewed, (word: string) => afterConversion[word] ?? word);
}

const convertAll = (value: unknown): unknown => {
  if (typeof value === 'string') return inTaiwan(value);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, convertAll(each)]));
  return value;
};

/** The traditional pack of one simplified pack, as file text. */
export const traditional = (simplified: string): string =>
  `${JSON.stringify(convertAll(JSON.parse(simplified)), null, 2)}\n`;

if (import.meta.main) {
  let written = 0;
  mkdirSync(join(folder, 'zh-TW'), { recursive: true });
  for (const file of readdirSync(join(folder, 'zh-CN'))) {
    const [to, text] = [join(folder, 'zh-TW', file), traditional(readFileSync(join(folder, 'zh-CN', file), 'utf8'))];
    if (existsSync(to) && readFileSync(to, 'utf8') === text) continue;
    writeFileSync(to, text);
    written++;
  }
  process.stdout.write(`zh-TW: ${written === 0 ? 'nothing to write' : `${written} files written`}\n`);
}
