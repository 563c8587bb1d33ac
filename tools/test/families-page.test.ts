import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { familiesPage, pagePath } from '../families-page.ts';

test('docs/guide/families.md says what the catalogue and the recipes say today', () => {
  const same = readFileSync(pagePath, 'utf8') === familiesPage();
  assert.ok(same, 'out of date: node_modules/.bin/node tools/families-page.ts writes it again');
});
