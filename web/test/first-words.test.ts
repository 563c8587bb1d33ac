/** Signing in has its words in a file of its own: all that it can say is in there, and in no other file besides. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const source = resolve(import.meta.dirname, '../src');
const languages = ['en', 'zh-CN', 'zh-TW'];

/** The files of words that stand in `<language>.first.ts`: `kernel/common`. */
function firstOf(language: string): string[] {
  const text = readFileSync(join(source, `languages/${language}.first.ts`), 'utf8');
  const [, list = ''] = /\.\/[\w-]+\/\{([^}]+)\}\.json/.exec(text) ?? [];
  return list.split(',');
}

/** Our own modules that a module needs before it is drawn. */
function modulesOf(start: string): Set<string> {
  const modules = new Set([join(source, start)]);
  for (const file of modules)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type ).*?from '(\.[^']+)';$/gm,
    ))
      if (/\.tsx?$/.test(path)) modules.add(resolve(dirname(file), path));
  return modules;
}

test('every language has the same files first, and its other file leaves out just these', () => {
  const first = firstOf('en');
  assert.ok(first.length > 5);
  for (const language of languages) {
    assert.deepEqual(firstOf(language), first, language);
    for (const name of first) readFileSync(join(source, `languages/${language}/${name}.json`));
    const others = readFileSync(join(source, `languages/${language}.ts`), 'utf8');
    const patterns = Array.from(others.matchAll(/'(!?\.\/[^']+)'/g), ([, pattern]) => pattern);
    assert.deepEqual(patterns, [`./${language}/*/*.json`, `!./${language}/{${first.join(',')}}.json`]);
  }
});

test('whatever the page of signing in says is among the first words', () => {
  const features = globSync('*/*.json', { cwd: join(source, 'languages/en') }).map((path) => path.replace('.json', ''));
  const featureOf = new Map(features.map((path) => [path.slice(path.indexOf('/') + 1), path]));
  const first = new Set(firstOf('en'));
  const modules = modulesOf('features/people/sessions/SignPage.tsx');
  assert.ok(modules.size > 40, `${modules.size}`);
  const late = [...modules]
    // Titles of pages are read for the page that is open.
    .filter((file) => !/\/app\/(?:installation|project)-pages\.ts$/.test(file))
    .flatMap((file) =>
      Array.from(readFileSync(file, 'utf8').matchAll(/[`'"](\w+):[a-zA-Z$]/g), ([, feature = '']) => feature)
        .filter((feature) => featureOf.has(feature) && !first.has(featureOf.get(feature) ?? ''))
        .map((feature) => `${relative(source, file)}: ${feature}`),
    );
  assert.deepEqual([...new Set(late)], []);
});
