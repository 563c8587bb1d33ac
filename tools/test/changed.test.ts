/** `npm test -- --changed`, asked about this repository itself. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readModules } from '../rules/modules.ts';
import { changedSince, testsOf } from '../runner/changed.ts';
import { findTests } from '../runner/plan.ts';

const root = join(import.meta.dirname, '../..');
const modules = readModules(root);
const tests = findTests(root);
const concernedBy = (...changed: readonly string[]) => testsOf(changed, modules, tests);

test('a feature concerns its own tests, those that import it, and every route', () => {
  const found = concernedBy('server/src/features/people/roles/roles.service.ts');
  assert.ok(found.includes('server/src/features/people/roles/roles.test.ts'));
  assert.ok(found.includes('server/test/every-route.test.ts'));
  assert.ok(!found.includes('server/src/features/alerts/alerts/alerts.test.ts'), found.join(', '));
  assert.ok(!found.some((path) => path.startsWith('e2e/')));
});

test('what other features read concerns their tests too', () => {
  const found = concernedBy('server/src/features/site/projects/projects.api.ts');
  assert.ok(found.includes('server/src/features/alerts/alerts/alerts.test.ts'), found.join(', '));
});

test('a calculation concerns its tests and those of whoever calculates with it', () => {
  const found = concernedBy('science/src/files/ags4.ts');
  for (const path of ['science/test/ags4.test.ts', 'server/src/features/readings/imports/imports.files.test.ts'])
    assert.ok(found.includes(path), `${path} is not in ${found.join(', ')}`);
  assert.ok(found.length < tests.length / 4, `${found.length} of ${tests.length}`);
});

test('a test concerns itself, a helper of tests those that use it', () => {
  assert.deepEqual(concernedBy('e2e/journey.test.ts'), ['e2e/journey.test.ts']);
  assert.ok(concernedBy('e2e/wait-for.ts').includes('e2e/journey.test.ts'));
  assert.deepEqual(concernedBy(), []);
});

test('what no import shows, such as a migration or the lock, concerns everything', () => {
  for (const path of ['server/migrations/0001_foundation.sql', 'package-lock.json'])
    assert.deepEqual(concernedBy(path), tests, path);
});

test('a page of the documents concerns the tests that read documents', () => {
  const found = concernedBy('docs/guide/platform/settings.md');
  assert.ok(found.includes('tools/test/documents.test.ts') && found.includes('server/test/settings.test.ts'));
  assert.ok(!found.includes('server/test/every-route.test.ts'));
});

test('changed are the files that differ from the commit, and new ones', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-changed-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: readonly string[]) => {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  git('init', '-q', '-b', 'main');
  for (const path of ['a/one.ts', 'a/two.ts', '.gitignore']) write(path, path === '.gitignore' ? 'dist\n' : '');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('switch', '-qc', 'work');
  write('a/two.ts', 'changed');
  git('commit', '-qam', 'second');
  write('b/new.ts', '');
  write('dist/built.js', '');
  assert.deepEqual(changedSince(folder, 'HEAD'), ['b/new.ts']);
  assert.deepEqual(changedSince(folder, 'main'), ['a/two.ts', 'b/new.ts']);
  assert.throws(() => changedSince(folder, 'nowhere'), /nowhere/);
});
