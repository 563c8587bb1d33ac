/** A long function is found by its length, unless a comment before it gives a reason. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findLongFunctions, maxFunctionLines } from '../rules/long-functions.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-lengths-'));
mkdirSync(join(root, 'contract'));
after(() => rmSync(root, { recursive: true, force: true }));

const body = (lines: number): string => `{\n${'  next();\n'.repeat(lines - 2)}}`;

/** What is found in a module of that text. */
function found(text: string, file = 'contract/points.ts'): string[] {
  writeFileSync(join(root, file), text);
  return findLongFunctions(root, [file]).map(({ line, message }) => `${message.split(' ')[0]} ${line}`);
}

test('a function above the limit is found with its name and line, one at the limit is not', () => {
  assert.deepEqual(found(`function fits() ${body(maxFunctionLines)}`), []);
  assert.deepEqual(found(`\nfunction tooLong() ${body(maxFunctionLines + 1)}`), ['tooLong 2']);
  assert.deepEqual(found(`const f = () => ${body(maxFunctionLines + 1)}`), ['arrow 1']);
});

test('only a comment right before the function is its reason', () => {
  const long = `function table() ${body(maxFunctionLines + 1)}`;
  assert.deepEqual(found(`/** Colours. Long because it is a table. */\nexport ${long}`), []);
  assert.deepEqual(found(`// Long because it is a table.\n\n\n\n${long}`), ['table 5']);
  assert.deepEqual(found(`/** A long table. */\n${long}`), ['table 2']);
});

test('tests may be long', () => {
  assert.deepEqual(found(`function tooLong() ${body(80)}`, 'contract/points.test.ts'), []);
});
