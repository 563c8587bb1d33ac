/** The settings page of the guide says what the table in config.settings.ts says, all of it and in its order. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settings } from '../src/kernel/config.settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/guide/platform/settings.md'), 'utf8');

test('docs/guide/platform/settings.md lists exactly the settings', () => {
  const rows = page.split('\n').filter((line) => /^\| `[A-Z]/.test(line));
  const wanted = Object.entries(settings).map(
    ([name, [fallback, description]]) => `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${description} |`,
  );
  assert.deepEqual(
    rows,
    wanted.map((row) => row.replace('|  |', '| |')),
  );
});
