/** Vague names are planted in a small house of its own, and the check must find each and no other. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findVagueNames, vagueNames } from '../rules/vague-names.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-vague-'));
after(() => rmSync(root, { recursive: true, force: true }));

const namesIn = (text: string, path = 'points.ts') => vagueNames(path, text).map(({ name, line }) => `${name} ${line}`);

const planted: Readonly<Record<string, string>> = {
  'a variable': 'const found = 1;',
  'a list that is taken apart': 'const [first, ...rest] = list;',
  'a property under another name': 'const { a: known } = row;',
  'a parameter': 'function f(wanted: number) {}',
  'a parameter of an arrow': 'const f = (given: number) => 1;',
  'a function': 'function none() {}',
  'a component': 'function Nothing() {}',
  'a type': 'type Shown = string;',
  'a field of a type': 'interface A { readonly whole: number }',
  'a field of a class': 'class A { readonly own = 1; }',
};
for (const [what, text] of Object.entries(planted))
  test(`${what} is found`, () => assert.equal(namesIn(text).length, 1, text));

test('a noun beside the word, and names that follow others, pass', () => {
  assert.deepEqual(namesIn('const madeAt = 1; const wholeProject = 2; const unknown = 3; const restMs = 4;'), []);
  assert.deepEqual(namesIn('send({ found: 1, rest }); const { shown } = reply; f(({ own }) => 1);'), []);
});

test('fields of the contract and columns of tables pass, variables beside them do not', () => {
  const text = 'interface A { readonly known: number }\nconst found = 1;';
  for (const path of ['contract/src/points/points.ts', 'server/src/kernel/tables.points.ts'])
    assert.deepEqual(namesIn(text, path), ['found 2']);
});

test('a module may have as many as the list says, and the list has no more than there are', () => {
  writeFileSync(join(root, 'a.ts'), 'const found = 1;\nconst rest = 2;\n');
  const messages = (allowed: Readonly<Record<string, number>>) =>
    findVagueNames(root, ['a.ts'], allowed).map(({ message }) => message);
  assert.deepEqual(messages({ 'a.ts': 2 }), []);
  assert.deepEqual(messages({ 'a.ts': 1 }), ['found: name what it is', 'rest: name what it is']);
  assert.deepEqual(messages({ 'a.ts': 3 }), ['a.ts has 2 vague names, not 3: lower its entry']);
  assert.deepEqual(messages({ 'a.ts': 2, 'gone.ts': 1 }), ['gone.ts has 0 vague names, not 1: lower its entry']);
});
