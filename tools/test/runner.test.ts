/** How `npm test` shares files among processes, and that nothing which goes wrong in a shared process is overlooked. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readFailed } from '../runner/failed.ts';
import { findTests, readSeconds, shareOut } from '../runner/plan.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'plumbline-runner-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('every test file runs once; page tests share processes with each other only, those that kill servers with none', () => {
  const files = findTests(root);
  assert.ok(files.includes('tools/test/runner.test.ts') && files.includes('e2e/journey.test.ts'));
  const shares = shareOut(files, readSeconds(root));
  assert.deepEqual(shares.flat().sort(), files);
  const withPages = shares.filter((share) => share.some((path) => path.startsWith('e2e/')));
  assert.ok(withPages.length >= 4 && withPages.every((share) => share.every((path) => path.startsWith('e2e/'))));
  assert.deepEqual(
    shares.find((share) => share.some((path) => path.includes('/crash.'))),
    ['server/test/crash.test.ts'],
  );
  assert.ok(shares.length < files.length / 4, `${shares.length} processes for ${files.length} files`);
});

test('the slowest begin first, and the shares are alike', () => {
  const seconds = { 'a.test.ts': 10, 'b.test.ts': 30, 'e2e/c.test.ts': 20 };
  const files = ['a.test.ts', 'b.test.ts', 'e2e/c.test.ts', 'd.test.ts', 'e.test.ts'];
  assert.deepEqual(shareOut(files, seconds), [
    ['b.test.ts'],
    ['e2e/c.test.ts'],
    ['a.test.ts', 'd.test.ts', 'e.test.ts'],
  ]);
  assert.deepEqual(shareOut(['a.test.ts'], seconds), [['a.test.ts']]);
});

test('the list of slow files names files that are there', () => {
  assert.deepEqual(
    Object.keys(readSeconds(root)).filter((path) => !existsSync(join(root, path))),
    [],
  );
});

/** Runs test files, given by their text, in one process. */
function run(...texts: string[]) {
  const files = texts.map((text, i) => {
    const path = join(folder, `${i}.mjs`);
    writeFileSync(path, `import { after, afterEach, before, test } from 'node:test';\n${text}`);
    return `['file ${i}', () => import(${JSON.stringify(pathToFileURL(path).href)})]`;
  });
  const entry = join(folder, 'entry.mjs');
  const together = pathToFileURL(join(root, 'tools/runner/together.ts')).href;
  writeFileSync(entry, `import { runTogether } from '${together}';\nawait runTogether([${files.join(',')}]);\n`);
  // Inside a test the runner would report to the one above.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporter = join(root, 'tools/runner/reporter.ts');
  const failedFiles = join(folder, 'failed.json');
  rmSync(failedFiles, { force: true });
  const { status, stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, entry], {
    env: { ...env, NO_COLOR: '1', FAILED_FILES: failedFiles },
    encoding: 'utf8',
  });
  const closing = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(stdout)?.[1]);
  const counts = { tests: closing('tests'), passed: closing('pass'), failed: closing('fail') };
  return { status, stdout, counts, failedFiles: readFailed(failedFiles) };
}

test('the files of a process run one after the other, each with hooks of its own', () => {
  const file = (name: string) => `
    console.log('${name} opens');
    await new Promise((resolve) => setTimeout(resolve, 20));
    before(() => console.log('${name} before'));
    afterEach(() => console.log('${name} each'));
    after(() => console.log('${name} after'));
    test('one', () => {});`;
  const { status, stdout, counts } = run(file('A'), file('B'));
  assert.deepEqual(counts, { tests: 2, passed: 2, failed: 0 });
  assert.equal(status, 0);
  const outputLines = stdout.split('\n').filter((line) => /^[AB] /.test(line));
  const only = (name: string) => outputLines.filter((line) => line.startsWith(name)).map((line) => line.slice(2));
  assert.deepEqual(only('A'), ['opens', 'before', 'each', 'after']);
  assert.deepEqual(only('B'), ['opens', 'before', 'each', 'after']);
  assert.ok(outputLines.indexOf('A each') < outputLines.indexOf('B opens'), outputLines.join(', '));
  assert.match(stdout, /Slowest files\n +\d+\.\d s {2}file \d\n/);
});

for (const [what, text] of [
  ['a file that cannot be imported', `throw new Error('planted');`],
  ['a test that fails', `test('one', () => { throw new Error('planted'); });`],
  ['a hook before the tests that fails', `before(() => { throw new Error('planted'); }); test('one', () => {});`],
  ['a hook after the tests that fails', `after(() => { throw new Error('planted'); }); test('one', () => {});`],
  ['a process that ends by itself', 'process.exit(3);'],
] as const)
  test(`${what} is a failure in the closing lines and the exit code`, () => {
    const { status, counts, stdout } = run(text, `test('sound', () => {});`);
    assert.equal(status, 1);
    assert.ok(counts.failed >= 1, stdout);
  });

test('the files that failed are written down, and a run that a test of them starts does not write there', () => {
  const passedOn = `test('one', () => { throw new Error('planted ' + process.env.FAILED_FILES); });`;
  const { failedFiles, stdout } = run(passedOn, `test('sound', () => {});`);
  assert.deepEqual(failedFiles, ['file 0']);
  assert.match(stdout, /planted undefined/);
});
