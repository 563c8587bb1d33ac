/**
 * `npm test`: every test file in one run of the Node test runner, whose closing lines are the last thing printed.
 * `npm test -- alerts` runs the files whose path contains the word; flags go to the runner:
 * `npm test -- --test-name-pattern=settle alerts`. `--changed` runs the files that the changes since HEAD concern,
 * `--changed=main` those since the branch left main.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readModules } from './rules/modules.ts';
import { changedSince, testsOf } from './runner/changed.ts';
import { readFailed, toRunAgain } from './runner/failed.ts';
import { findTests, readSeconds, shareOut } from './runner/plan.ts';

const root = dirname(import.meta.dirname);
const cache = join(root, 'node_modules', '.cache', 'plumbline');
/** More than there are cores: the page tests, half of the work, mostly wait for their browser. */
const processes = 4;

const given = process.argv.slice(2);
const base = given.find((arg) => /^--changed(=|$)/.test(arg));
const flags = given.filter((arg) => arg.startsWith('-') && arg !== base);
const words = given.filter((arg) => !arg.startsWith('-')).map((word) => word.replace(/^\.\//, ''));
const all = findTests(root);
const selected = words.length ? all.filter((path) => words.some((word) => path.includes(word))) : all;
if (selected.length === 0) {
  process.stderr.write(`No test file's path contains ${words.join(' or ')}\n`);
  process.exit(1);
}
const files = base ? concerned(base.split('=')[1] || 'HEAD') : selected;
if (files.length === 0) {
  process.stdout.write('No test file is concerned by the changes\n');
  process.exit(0);
}

/** The asked files that the changes since a commit concern. */
function concerned(since: string): readonly string[] {
  const changed = changedSince(root, since);
  const found = testsOf(changed, readModules(root), selected);
  const pages = found.some((path) => path.startsWith('e2e/')) ? '' : '; no page test: npm test -- e2e runs them';
  process.stdout.write(
    `${changed.length} changed files concern ${found.length} of ${selected.length} test files${pages}\n`,
  );
  return found;
}

/** Writes a file that imports the test files of a process. The runner sorts by name, so the number keeps the order. */
function entryOf(folder: string, paths: readonly string[], number: number): string {
  const load = (path: string) =>
    `  [${JSON.stringify(path)}, () => import(${JSON.stringify(pathToFileURL(join(root, path)).href)})],`;
  const entry = join(folder, `${String(number).padStart(3, '0')}.mjs`);
  const together = pathToFileURL(join(root, 'tools/runner/together.ts')).href;
  writeFileSync(
    entry,
    [`import { runTogether } from '${together}';`, 'await runTogether([', ...paths.map(load), ']);', ''].join('\n'),
  );
  return entry;
}

const folder = join(cache, `run-${process.pid}`);
mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Runs the files of each process; gives the runner's exit code. One database server is started for all of them (server/test/global.ts). */
function run(shares: readonly (readonly string[])[], concurrency: number): Promise<number> {
  const entries = shares.map((paths, i) => entryOf(folder, paths, i));
  const runner = spawn(
    process.execPath,
    [
      '--test',
      '--test-global-setup=server/test/global.ts',
      `--test-concurrency=${concurrency}`,
      // A test that hangs must not hold the whole run.
      '--test-timeout=600000',
      '--test-reporter=./tools/runner/reporter.ts',
      '--test-reporter-destination=stdout',
      ...flags,
      ...entries,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        NO_COLOR: process.stdout.isTTY ? undefined : '1',
        NODE_COMPILE_CACHE: join(cache, 'compiled'),
        ...process.env,
        FAILED_FILES: failedFiles,
      },
    },
  );
  // Ctrl+C reaches the runner too: it ends its files and its database, and only then this.
  const stop = (signal: NodeJS.Signals) => void runner.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  return new Promise((resolve) => {
    runner.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(1);
    });
    runner.on('close', (code) => resolve(code ?? 1));
  });
}

const failedFiles = join(folder, 'failed.json');
const code = await run(shareOut(files, readSeconds(root)), processes);
// RETRY_FAILED=1, as CI sets it: decision 0076.
const again = code === 0 || process.env['RETRY_FAILED'] !== '1' ? [] : toRunAgain(readFailed(failedFiles), files);
if (again.length > 0) {
  process.stdout.write(`\n== Failed, and run once more, one after the other:\n${again.join('\n')}\n`);
  process.exitCode = await run(
    again.map((path) => [path]),
    1,
  );
} else process.exitCode = code;
