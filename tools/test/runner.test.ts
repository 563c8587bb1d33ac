/** How `npm test` shares files among processes, and that nothing which goes wrong in a shared process is overlooked. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readArguments } from '../runner/arguments.ts';
import { longForms, longSettings } from '../runner/lengths.ts';
import { keepLongRun, lastLongRun } from '../runner/long-run.ts';
import { findTests, readSeconds, shareOut, writeSeconds } from '../runner/plan.ts';
import { readResult } from '../runner/result.ts';

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

test('a file that takes longer than most is written down with its seconds, the longest first', () => {
  mkdirSync(join(folder, 'tools/runner'), { recursive: true });
  writeSeconds(folder, { 'a.test.ts': 1.4, 'b.test.ts': 3.6, 'c.test.ts': 90.2 });
  assert.deepEqual(Object.entries(readSeconds(folder)), [
    ['c.test.ts', 90],
    ['b.test.ts', 4],
  ]);
});

test('arguments: words, flags of the runner, and our own', () => {
  assert.deepEqual(readArguments(['./e2e/x', '--changed=main', '--test-only', '--long=changed']), {
    words: ['e2e/x'],
    flags: ['--test-only'],
    changedSince: 'main',
    long: 'changed',
  });
  assert.deepEqual(readArguments(['--changed', '--long']), { words: [], flags: [], changedSince: 'HEAD', long: 'all' });
  assert.deepEqual(readArguments([]), { words: [], flags: [], changedSince: null, long: null });
  assert.throws(() => readArguments(['--long=most']), /--long=most/);
});

test('a long form is of a file that reads its settings, and its subject is there', () => {
  const tracked = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout.split(
    '\n',
  );
  for (const { file, settings, subject } of longForms) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const name of Object.keys(settings)) assert.ok(text.includes(`process.env['${name}']`), `${file}: ${name}`);
    for (const beginning of subject)
      assert.ok(
        tracked.some((path) => path.startsWith(beginning)),
        `${file}: ${beginning}`,
      );
  }
  // What shortens a test and is not in the list would be short for ever.
  const read = findTests(root).filter((path) =>
    /process\.env\['(FUZZ|FUZZ_FRAMES|\w+_(CRASHES|ROUNDS|RUNS|CASES|STRIDE|READINGS))'\]/.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  );
  assert.deepEqual(read, longForms.map(({ file }) => file).sort());
});

test('a change asks for the long forms of its subject; without a past all but the longest run long', () => {
  const filesOf = (changed: Parameters<typeof longSettings>[0]) => [...longSettings(changed).keys()];
  assert.deepEqual(filesOf([]), []);
  assert.deepEqual(filesOf(['science/src/modbus/crc.ts']), [
    'science/test/formats.fuzz.test.ts',
    'science/test/try-frames.test.ts',
    'science/test/modbus.test.ts',
  ]);
  assert.deepEqual(filesOf(['server/test/routes.fuzz.test.ts']), ['server/test/routes.fuzz.test.ts']);
  assert.equal(filesOf('all').length, longForms.length);
  assert.deepEqual(
    longForms.map(({ file }) => file).filter((file) => !filesOf('unknown').includes(file)),
    ['server/test/routes.fuzz.test.ts'],
  );
});

test('the newest long run stands first, and says which commit it tested', () => {
  mkdirSync(join(folder, 'docs'), { recursive: true });
  writeFileSync(join(folder, 'docs/long-run.md'), '# Long runs\n\nWhat they are.\n');
  assert.equal(lastLongRun(folder), null);
  for (const digit of ['1', '2'])
    keepLongRun(folder, { commit: digit.repeat(40), at: new Date(0), closing: [`pass ${digit}`, 'fail 0'] });
  assert.equal(lastLongRun(folder), '2'.repeat(40));
  const text = readFileSync(join(folder, 'docs/long-run.md'), 'utf8');
  assert.match(
    text,
    /^# Long runs\n\nWhat they are\.\n\n## 1970-01-01\n\nCommit 2{40}\n\n```text\npass 2\nfail 0\n```\n/,
  );
  assert.equal(text.match(/^## /gm)?.length, 2);
});

/** Runs test files, given by their text and the settings of their length, in one process. */
function run(...texts: (string | readonly [text: string, settings: object])[]) {
  const files = texts.map((file, i) => {
    const [text, settings] = typeof file === 'string' ? [file, {}] : file;
    const path = join(folder, `${i}.mjs`);
    writeFileSync(path, `import { after, afterEach, before, test } from 'node:test';\n${text}`);
    return `['file ${i}', () => import(${JSON.stringify(pathToFileURL(path).href)}), ${JSON.stringify(settings)}]`;
  });
  const entry = join(folder, 'entry.mjs');
  const together = pathToFileURL(join(root, 'tools/runner/together.ts')).href;
  writeFileSync(entry, `import { runTogether } from '${together}';\nawait runTogether([${files.join(',')}]);\n`);
  // Inside a test the runner would report to the one above.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporter = join(root, 'tools/runner/reporter.ts');
  const resultFile = join(folder, 'result.json');
  rmSync(resultFile, { force: true });
  const { status, stdout } = spawnSync(process.execPath, ['--test', `--test-reporter=${reporter}`, entry], {
    env: { ...env, NO_COLOR: '1', PLANTED_SET: 'here', RUN_RESULT: resultFile },
    encoding: 'utf8',
  });
  const closing = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(stdout)?.[1]);
  const counts = { tests: closing('tests'), passed: closing('pass'), failed: closing('fail') };
  return { status, stdout, counts, result: readResult(resultFile) };
}

test('the files of a process run one after the other, each with hooks of its own', () => {
  const file = (name: string) => `
    console.log('${name} opens');
    // As long as three files take that are opened beside it.
    for (const turn of [1, 2, 3]) await import('data:text/javascript,export default "${name} ' + turn + '"');
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

test('what fails beside the tests of a process is said at the end, with how the process ended', () => {
  const { status, stdout } = run(
    `test('one', () => { Promise.resolve().then(() => setTimeout(() => { throw new Error('afterwards'); }, 1)); });`,
    `test('two', async () => { await new Promise((resolve) => setTimeout(resolve, 200)); });`,
  );
  assert.equal(status, 1);
  assert.match(stdout, /Beside the tests\n.*Test "one" .* after the test ended.* "Error: afterwards"/);
  assert.match(stdout, /entry\.mjs ended with 1: /);
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

test('the result names files, failures and closing lines, and a run that a test of it starts does not write there', () => {
  const passedOn = `test('one', () => { throw new Error('planted ' + process.env.RUN_RESULT); });`;
  const { result, stdout } = run(passedOn, `test('sound', () => {});`);
  assert.deepEqual(result?.failed, ['file 0']);
  assert.deepEqual(Object.keys(result.seconds), ['file 0', 'file 1']);
  assert.ok(result.closing.includes('tests 2') && result.closing.includes('fail 1'), result.closing.join());
  assert.match(stdout, /planted undefined/);
});

test('settings of a length hold for their file alone, and never against the environment', () => {
  const printsBoth = `test('one', () => console.log('sees', process.env.PLANTED_NEW, process.env.PLANTED_SET));`;
  const { stdout } = run([printsBoth, { PLANTED_NEW: 'long', PLANTED_SET: 'long' }], printsBoth);
  assert.deepEqual(stdout.match(/^sees .*$/gm), ['sees long here', 'sees undefined here']);
});
