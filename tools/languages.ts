import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Converter } from 'opencc-js';
import { afterConversion, beforeConversion } from './taiwan-words.ts';

/**
 * Traditional Chinese, made from the simplified packs word by word, with Taiwan's terms and a reviewed list over them
 * (taiwan-words.ts). The files are committed; `npm run languages` writes them again, and web/test/languages.test.ts fails
 * when they are out of date. So it is with the words of fields, which the server knows headings by, and with the pages of
 * the guide (web/test/guide.test.ts).
 */
const folder = join(import.meta.dirname, '../web/src/languages');
export const guideFolder = join(import.meta.dirname, '../docs/guide');
/** Texts of the demonstration, by language. */
export const demoFolder = join(import.meta.dirname, '../server/src/demo/words');
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

type Pack = { readonly field: Readonly<Record<string, Readonly<Record<string, string>>>> };

/** Returns the names of the fields of each family in every language, each word once, without their English key. */
export function fieldWords(): Record<string, Record<string, string[]>> {
  const packs = ['en', 'zh-CN', 'zh-TW'].map(
    (language): Pack => JSON.parse(readFileSync(join(folder, language, 'points/families.json'), 'utf8')) as Pack,
  );
  const families = Object.entries(packs[0]?.field ?? {});
  return Object.fromEntries(
    families.map(([family, fields]) => [
      family,
      Object.fromEntries(
        Object.keys(fields).map((key) => {
          const words = packs.flatMap(({ field }) => field[family]?.[key] ?? []);
          return [key, [...new Set(words)]];
        }),
      ),
    ]),
  );
}

const wordsFile = join(import.meta.dirname, '../contract/src/points/families.words.ts');
const quoted = (words: readonly string[]): string => `[${words.map((word) => `'${word}'`).join(', ')}]`;
const wordsText = (): string => {
  const lines = Object.entries(fieldWords()).flatMap(([family, fields]) => [
    `  ${family}: {`,
    ...Object.entries(fields).map(([key, words]) => `    ${key}: ${quoted(words)},`),
    '  },',
  ]);
  return `/**
 * Names of the fields of families on screens and in the headings of files, in every language: a file that one of them
 * wrote is read in any other. Written by \`npm run languages\` from the packs of the web.
 */
export const fieldWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
${lines.join('\n')}
};
`;
};

/** Writes a folder's traditional files from its simplified ones; answers how many were out of date. */
function writeTraditional(of: string, convertFile: (text: string) => string): number {
  let written = 0;
  for (const entry of readdirSync(join(of, 'zh-CN'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = relative(join(of, 'zh-CN'), join(entry.parentPath, entry.name));
    mkdirSync(dirname(join(of, 'zh-TW', file)), { recursive: true });
    const [to, text] = [join(of, 'zh-TW', file), convertFile(readFileSync(join(of, 'zh-CN', file), 'utf8'))];
    if (existsSync(to) && readFileSync(to, 'utf8') === text) continue;
    writeFileSync(to, text);
    written++;
  }
  return written;
}

if (import.meta.main) {
  const written =
    writeTraditional(folder, traditional) +
    writeTraditional(guideFolder, inTaiwan) +
    writeTraditional(demoFolder, traditional);
  writeFileSync(wordsFile, wordsText());
  const biome = join(import.meta.dirname, '../node_modules/.bin/biome');
  execFileSync(biome, ['format', '--write', wordsFile], { stdio: 'ignore' });
  process.stdout.write(`zh-TW: ${written === 0 ? 'nothing to write' : `${written} files written`}\n`);
}
