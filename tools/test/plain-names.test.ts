/** Names with a private word are planted in a small house of its own, and the check must find each and no other. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Exception, findPrivateNames } from '../rules/plain-names.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-names-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** What is found in a module of that text, as `name line`. */
function found(text: string, allowed: readonly Exception[] = [], file = 'points.ts'): string[] {
  writeFileSync(join(root, file), text);
  return findPrivateNames(root, [file], allowed).map(({ line, message }) => `${message.split(':')[0]} ${line}`);
}

const planted: Readonly<Record<string, string>> = {
  'a variable': 'const said = 1;',
  'a word inside of a name': 'const pointSaid = 1;',
  'a name of a column': 'const asked_at = 1;',
  'a name that is taken out of an object': 'const { a: told } = { a: 1 };',
  'a name that is taken out of a list': 'const [{ b: [kept = 2] }] = list;',
  'the rest of an object': 'const { a, ...held } = list;',
  'a parameter': 'function f(wish: number) {}',
  'a parameter of an arrow': 'const f = (loud: number) => loud;',
  'a function': 'function heard() {}',
  'a class and its method': 'class Ledger { stir() {} }',
  'a field of a class': 'class A { readonly mailbox = 1; }',
  'an interface and its fields': 'interface Courier { readonly fate: string; look(): void }',
  'a type': 'type Standing = string;',
  'a field of an object': 'send({ gravity: 1 });',
};

for (const [what, text] of Object.entries(planted))
  test(`${what} with a private word is found`, () => assert.ok(found(text).length > 0, text));

test('each place is named with its line', () => {
  assert.deepEqual(found('const fine = 1;\nconst said = 2;\n\nfunction f(told: string) {}'), ['said 2', 'told 4']);
  assert.deepEqual(found('const fine = 1;', [], 'points.said.ts'), ['points_said 1']);
});

test('plain names pass, and so do words of others: packages, strings, and what an object is asked for', () => {
  const text = `import { ask } from 'somewhere';
    const handle = socket.rooms; const background = 'said'; send({ background }); const { said: patch } = row; const threshold = row.held;`;
  assert.deepEqual(found(text), []);
});

test('an exception holds for its names and files, and fails when nothing needs it', () => {
  const allowed = (paths: RegExp): Exception[] => [{ names: ['room'], paths, why: 'a term of Socket.IO' }];
  assert.deepEqual(found('const room = 1;', allowed(/^points/)), []);
  assert.deepEqual(found('const rooms = 1;', allowed(/^points/)), [
    'rooms 1',
    'the exception for room (a term of Socket.IO) is not needed any more 1',
  ]);
  assert.equal(found('const room = 1;', allowed(/^sockets/)).length, 2);
});
