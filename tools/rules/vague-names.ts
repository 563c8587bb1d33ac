/**
 * Names that say how a thing came about and not what it is: `found`, `shown`, `rest`. With a noun beside it such a word is
 * a fine part of a name (`madeAt`, `wholeProject`); alone it is none. Fields of the contract and columns of the database
 * are published and keep theirs, and so does what follows them: keys of objects that are made, properties taken out.
 *
 * Modules that still declare such names are listed in vague-names.json with how many; the list only shrinks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Breach } from './import-rules.ts';
import { declaredNames } from './plain-names.ts';

const vagueWords = new Set('found known shown wanted whole made given rest none nothing own'.split(' '));

/** Modules whose fields are shapes of the wire or columns of tables. */
const published = /^(contract\/src\/|server\/src\/kernel\/tables\.)/;

/** Names of one vague word that a module declares, each with its line. */
export function vagueNames(path: string, text: string): { readonly name: string; readonly line: number }[] {
  return declaredNames(path, text)
    .filter(
      ({ name, follows, isField }) =>
        !follows && !(isField && published.test(path)) && vagueWords.has(name.toLowerCase()),
    )
    .map(({ name, start }) => ({ name, line: text.slice(0, start).split('\n').length }));
}

/** Modules with more vague names than the list allows, and entries of the list that allow more than there are. */
export function findVagueNames(
  root: string,
  paths: Iterable<string>,
  allowed: Readonly<Record<string, number>> = JSON.parse(
    readFileSync(join(import.meta.dirname, 'vague-names.json'), 'utf8'),
  ) as Record<string, number>,
): readonly Breach[] {
  const modules = [...paths].filter((path) => /\.tsx?$/.test(path));
  const counts = new Map(modules.map((path) => [path, vagueNames(path, readFileSync(join(root, path), 'utf8'))]));
  const more = [...counts].flatMap(([path, names]) =>
    names.length <= (allowed[path] ?? 0)
      ? []
      : names.map(({ name, line }) => ({ rule: 'vague-names', path, line, message: `${name}: name what it is` })),
  );
  const spare = Object.entries(allowed).filter(([path, count]) => (counts.get(path)?.length ?? 0) < count);
  return [
    ...more,
    ...spare.map(([path, count]) => ({
      rule: 'vague-names',
      path: 'tools/rules/vague-names.json',
      line: 1,
      message: `${path} has ${counts.get(path)?.length ?? 0} vague names, not ${count}: lower its entry`,
    })),
  ];
}
