import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { familiesPage, pagePaths } from '../families-page.ts';

for (const language of ['en', 'zh-CN'] as const)
  test(`the page of families (${language}) says what the catalogue and the recipes say today`, () => {
    const same = readFileSync(pagePaths[language], 'utf8') === familiesPage(language);
    assert.ok(same, 'out of date: node_modules/.bin/node tools/families-page.ts writes it again');
  });
