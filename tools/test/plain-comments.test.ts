/** Vague doc comments are planted before exports, and the check must find each and no other. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findVagueComments, vagueComments } from '../rules/plain-comments.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-comments-'));
after(() => rmSync(root, { recursive: true, force: true }));

const openingsIn = (text: string) => vagueComments('points.ts', text).map(({ opening, line }) => `${opening} ${line}`);

for (const opening of ['What', 'Of', 'Whoever', 'Those', 'Who', 'Whom', 'Whose', 'Which', 'Whether'])
  test(`a comment that begins with "${opening}" is refused, on one line or several`, () => {
    assert.deepEqual(openingsIn(`/** ${opening} it is. */\nexport const a = 1;`), [`${opening} 1`]);
    assert.deepEqual(openingsIn(`\n/**\n * ${opening} it is,\n * and more.\n */\nexport function f() {}`), [
      `${opening} 2`,
    ]);
    assert.deepEqual(openingsIn(`/** ${opening} it is. */\nexport default class A {}`), [`${opening} 1`]);
    assert.deepEqual(openingsIn(`/** ${opening} it is. */\nexport { a } from './a.ts';`), [`${opening} 1`]);
  });

test('nouns and verbs pass, and so do other comments than those of exports', () => {
  assert.deepEqual(openingsIn('/** Returns whether it is there. */\nexport const a = 1;'), []);
  assert.deepEqual(openingsIn('/** Offset of a row, m. */\nexport const a = 1;'), []);
  assert.deepEqual(openingsIn('/** What this file is about. */\nimport { b } from "b";\n\nexport const a = 1;'), []);
  assert.deepEqual(openingsIn('// What follows is long.\nexport const a = 1;'), []);
  assert.deepEqual(openingsIn('/** Which one. */\nconst a = 1;\nexport { a };'), []);
});

test('each breach names its file and line', () => {
  writeFileSync(join(root, 'a.ts'), '\n/** Those that are on. */\nexport const a = 1;\n');
  const [breach] = findVagueComments(root, ['a.ts']);
  assert.deepEqual([breach?.path, breach?.line, breach?.rule], ['a.ts', 2, 'plain-comments']);
});
