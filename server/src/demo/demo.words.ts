/**
 * The words of the demonstration in the languages of the product, by the English text that its sources have: names, notes,
 * plans, the lettering of drawings and maps. Codes of points are the same in every language.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@plumbline/contract/kernel/constants';
import { world } from './demo.world.ts';

/** Text for text; what is not among them stays as it is. */
export type Words = ReadonlyMap<string, string>;

/** Drawings and layers are brought as files that have their names. */
const endings = ['.svg', '.geojson'] as const;

/** A logger is called after what it measures, as far as that fits. */
export const deviceName = (structure: string, item: string | null): string =>
  `${structure}${item === null ? '' : `, ${item}`}`.slice(0, 32);

const read = (language: Exclude<Language, 'en'>): [string, string][] =>
  Object.entries(
    JSON.parse(readFileSync(join(import.meta.dirname, 'words', language, 'demo.json'), 'utf8')) as Record<
      string,
      string
    >,
  );

const wordsByLanguage = new Map<Language, Words>();

/** From English. Throws where the file of the language is gone. */
function wordsOf(language: Language): Words {
  if (language === 'en') return new Map();
  const there = wordsByLanguage.get(language);
  if (there) return there;
  const texts = new Map(read(language));
  const words = new Map([
    ...texts,
    ...[...texts].flatMap(([from, to]) => endings.map((ending) => [from + ending, to + ending] as const)),
    ...world.flatMap(({ structures }) =>
      structures.flatMap(({ name, groups }) =>
        groups.map(
          ({ item }) =>
            [
              deviceName(name, item),
              deviceName(texts.get(name) ?? name, item === null ? null : (texts.get(item) ?? item)),
            ] as const,
        ),
      ),
    ),
  ]);
  wordsByLanguage.set(language, words);
  return words;
}

/** Words from one language to another; by way of English where neither is that. */
export function wordsBetween(from: Language, to: Language): Words {
  if (from === to) return new Map();
  const target = wordsOf(to);
  if (from === 'en') return target;
  return new Map([...wordsOf(from)].map(([english, text]) => [text, target.get(english) ?? english]));
}

/** A value of JSON with its texts in other words. */
export function jsonInWords<T>(value: T, words: Words): T {
  if (words.size === 0) return value;
  return JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'string' ? (words.get(each) ?? each) : each,
  ) as T;
}

/** What stands between the marks of a drawing, a map layer or a table: texts of SVG and JSON, cells of CSV. */
const lettering: Readonly<Record<string, RegExp>> = {
  'image/svg+xml': /(?<=>)[^<>]+(?=<)/g,
  'application/geo+json': /(?<=")[^"\\]+(?=")/g,
  'text/csv': /(?<=^|,)[^,\r\n]+/gm,
};

export const isLettered = (type: string): boolean => type in lettering;

/** The lettering of a file in other words; a file of another type as it is. */
export function fileInWords(text: string, type: string, words: Words): string {
  const pattern = lettering[type];
  return pattern && words.size > 0 ? text.replace(pattern, (each) => words.get(each) ?? each) : text;
}
