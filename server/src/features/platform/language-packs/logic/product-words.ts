/** The words of the product by key (`feature:path.of.the.word`), read once from the files that the web app is made of. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Language } from '@plumbline/contract/kernel/constants';

const folder = join(import.meta.dirname, '../../../../../../web/src/languages');
const loaded = new Map<Language, ReadonlyMap<string, string>>();

export function productWords(language: Language): ReadonlyMap<string, string> {
  const words = loaded.get(language) ?? read(language);
  loaded.set(language, words);
  return words;
}

function read(language: Language): ReadonlyMap<string, string> {
  const files = readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' });
  return new Map(
    files
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => {
        const tree: unknown = JSON.parse(readFileSync(join(folder, language, file), 'utf8'));
        return flat(tree, `${basename(file, '.json')}:`);
      }),
  );
}

function flat(tree: unknown, key: string): [string, string][] {
  if (typeof tree === 'string') return [[key, tree]];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, each]) => flat(each, key.endsWith(':') ? key + name : `${key}.${name}`));
}
