/** The faults that `npm run mutants` plants: one whose line has changed since is planted nowhere and proves nothing. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readFaults } from '../mutants/faults.ts';
import { findTests } from '../runner/plan.ts';

const root = dirname(dirname(import.meta.dirname));

test('every known fault can still be planted, and the tests that should find it exist', () => {
  const faults = readFaults();
  const tests = findTests(root);
  const outdated = faults.flatMap(({ name, file, from, tests: words }) => {
    const places = readFileSync(join(root, file), 'utf8').split(from).length - 1;
    const lost = words.filter((word) => !tests.some((path) => path.includes(word)));
    return places === 1 && lost.length === 0
      ? []
      : [`${name}: ${places} places; no test for ${lost.join(', ') || '-'}`];
  });
  assert.deepEqual(outdated, []);
});
