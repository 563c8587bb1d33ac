import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

test('what git ignores is not checked, such as the results of a bench', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-lint-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['biome.json', '.gitignore']) cpSync(join(root, file), join(folder, file));
  const check = () =>
    spawnSync(join(root, 'node_modules/.bin/biome'), ['check', '--colors=off'], { cwd: folder, encoding: 'utf8' });
  const untidy = '{"a":    1}';
  mkdirSync(join(folder, 'bench/results'), { recursive: true });
  writeFileSync(join(folder, 'bench/results/2026-11-22.json'), untidy);
  writeFileSync(join(folder, 'bench/sound.json'), '{ "a": 1 }\n');
  const { status, stdout, stderr } = check();
  assert.equal(status, 0, stdout + stderr);
  writeFileSync(join(folder, 'bench/untidy.json'), untidy);
  assert.equal(check().status, 1);
});
