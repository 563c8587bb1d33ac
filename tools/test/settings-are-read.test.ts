/** A limit that nothing reads limits nothing, and a preference that nothing reads is a promise to whoever sets it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '../../contract/src/kernel/constants.ts';
import { Preferences } from '../../contract/src/people/users.ts';

const root = join(import.meta.dirname, '../..');
const declared = ['contract/src/kernel/constants.ts', 'contract/src/people/users.ts'];
const text = globSync('{contract,server,science,web}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !declared.includes(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n');
const words = new Set(text.match(/\b[A-Za-z]\w*\b/g));
const usersText = readFileSync(join(root, 'contract/src/people/users.ts'), 'utf8');

const unread = (names: readonly string[]): string[] => names.filter((name) => !words.has(name));

test('every limit is read by something', () => {
  assert.deepEqual(
    unread(Object.keys(limits)).filter((name) => !usersText.includes(`limits.${name}`)),
    [],
  );
});

test('every preference is read by something', () => {
  assert.deepEqual(unread(Object.keys(Preferences.shape)), []);
});

test('what nothing reads is found', () => {
  assert.deepEqual(unread(['collectIntervalMinSeconds', 'favourMenus']), ['favourMenus']);
});
